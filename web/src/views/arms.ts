import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { mostArms } from '../state/race-document';
import { LabElement } from './lab-element';
import './arm-card';

/** The arms of the race: each opens to its settings. */
export class Arms extends LabElement {
  static override properties = { ...LabElement.properties, open: { state: true } };
  declare open: number | null;

  constructor() {
    super();
    this.open = null;
    this.addEventListener('arm-toggle', (event) => {
      const { detail } = event as CustomEvent<number>;
      this.open = this.open === detail ? null : detail;
    });
  }

  protected override render() {
    const arms = this.lab.race.arms.value;
    const full = arms.length >= mostArms;
    return html`
      <section class="arms" aria-labelledby="arms-title">
        <h2 id="arms-title" class="unseen">Arms</h2>
        <ul class="arm-list">
          ${repeat(
            arms,
            ({ id }) => id,
            (arm) => html`
              <li>
                <normlab-arm
                  .lab=${this.lab}
                  .arm=${arm}
                  .open=${this.open === arm.id}
                  .last=${arms.length === 1}
                ></normlab-arm>
              </li>
            `,
          )}
        </ul>
        <button
          type="button"
          class="add-arm"
          data-testid="add-arm"
          ?disabled=${full}
          @click=${() => {
            this.lab.addArm();
          }}
        >
          ${full ? `${mostArms} arms are the most` : 'Add an arm'}
        </button>
      </section>
    `;
  }
}

customElements.define('normlab-arms', Arms);
