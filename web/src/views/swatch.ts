import { html, svg } from 'lit';
import { markerPath } from '../charts';
import type { ArmStyle } from '../charts';

/** The line of an arm as the pictures draw it: colour, dash and marker. */
export function swatch({ dash, marker }: ArmStyle) {
  return html`
    <svg class="swatch" viewBox="0 0 28 12" width="28" height="12" aria-hidden="true">
      ${svg`<path d="M0 6H28" stroke-dasharray=${dash.join(' ')} />`}
      ${svg`<path class="swatch-marker" d=${markerPath(marker, 4)} transform="translate(14 6)" />`}
    </svg>
  `;
}
