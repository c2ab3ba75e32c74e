import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Preset } from '../engine/types';
import { lead, question } from '../state/lead';
import { LabElement } from './lab-element';

/** What is being asked here, in the words of a textbook; and what else one may ask. */
export class Lead extends LabElement {
  protected override render() {
    const { lab } = this;
    const { document, table, preset } = lab;
    return html`
      <section class="lead" aria-labelledby="lead-title">
        <h2 id="lead-title" class="lead-title">${preset?.label ?? question(table, document)}</h2>
        <p class="lead-text" data-testid="lead">${lead(table, document)}</p>
        <label class="presets">
          <span>Another question</span>
          <select
            data-testid="preset"
            title=${preset?.help ?? nothing}
            .value=${live(preset?.name ?? '')}
            @change=${this.#open}
          >
            <option value="" ?selected=${preset === null} disabled>Your own race</option>
            <optgroup label="Questions">${this.#options('question')}</optgroup>
            <optgroup label="Models, in small">${this.#options('model')}</optgroup>
          </select>
        </label>
        ${
          preset?.kind === 'model'
            ? html`<p class="lead-help" data-testid="preset-help">${preset.help}</p>`
            : nothing
        }
      </section>
    `;
  }

  #options(kind: Preset['kind']) {
    const { presets } = this.lab.description;
    const opened = this.lab.preset?.name;
    return presets
      .filter((preset) => preset.kind === kind)
      .map(
        ({ name, label }) => html`
          <option value=${name} ?selected=${name === opened}>${label}</option>
        `,
      );
  }

  #open = (event: Event): void => {
    this.lab.openPreset((event.target as HTMLSelectElement).value);
  };
}

customElements.define('normlab-lead', Lead);
