import { html, mathml } from 'lit';
import { tokenise } from '../state/formula';

/** A wiring's formula as MathML: set by the browser with the spacing that a formula has. */
export function formula(text: string) {
  return html`
    <math class="formula" aria-label=${text}>
      <mrow>
        ${tokenise(text).map(({ kind, text: token }) => {
          switch (kind) {
            case 'identifier':
              return mathml`<mi>${token}</mi>`;
            case 'root':
              return mathml`<msqrt><mi>${token}</mi></msqrt>`;
            case 'number':
              return mathml`<mn>${token}</mn>`;
            case 'bracket':
              return mathml`<mo stretchy="false">${token}</mo>`;
            case 'operator':
              return mathml`<mo>${token}</mo>`;
          }
        })}
      </mrow>
    </math>
  `;
}
