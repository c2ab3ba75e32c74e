import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ControlContext } from './field';

export function choiceControl({ id, field, text, describedBy, invalid, commit }: ControlContext) {
  return html`
    <select
      id=${id}
      aria-describedby=${describedBy}
      aria-invalid=${invalid ? 'true' : 'false'}
      .value=${live(text)}
      @change=${(event: Event) => {
        commit((event.target as HTMLSelectElement).value);
      }}
    >
      ${(field.choices ?? []).map(
        ({ value, label }) => html`
          <option value=${value} ?selected=${value === text}>${label}</option>
        `,
      )}
    </select>
  `;
}

export function switchControl({ id, text, describedBy, commit }: ControlContext) {
  return html`
    <input
      type="checkbox"
      class="switch"
      id=${id}
      aria-describedby=${describedBy}
      .checked=${live(text === 'true')}
      @change=${(event: Event) => {
        commit(String((event.target as HTMLInputElement).checked));
      }}
    />
  `;
}
