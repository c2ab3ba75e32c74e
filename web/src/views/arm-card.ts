import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { armStyle, blockDrawing } from '../charts';
import type { Field } from '../engine/types';
import { formatBytes, formatCount } from '../state/numbers';
import type { Arm } from '../state/race';
import { effective, identityPath, mostArms } from '../state/race-document';
import { wiringRow } from '../state/wiring-row';
import { fieldList } from './field-list';
import { formula } from './formula';
import { LabElement } from './lab-element';
import { fileWords, saveFile } from './save-file';
import { swatch } from './swatch';

/** What one mostly wants to change in an arm; everything else is one step further. */
const foremost = new Set([
  identityPath,
  'model.norm',
  'model.depth',
  'model.width',
  'model.heads',
  'model.qk_norm',
  'optimizer.kind',
  'optimizer.learning_rate',
  'schedule.warmup',
]);

/** The columns of a wiring of one's own: shown where they apply. */
const ownColumn = 'model.own_';

/** One arm: its line, its label, its wiring as a formula and a drawing; opened, its settings. */
export class ArmCard extends LabElement {
  static override properties = {
    ...LabElement.properties,
    arm: { attribute: false },
    open: { attribute: false },
    last: { attribute: false },
  };
  declare arm: Arm;
  declare open: boolean;
  declare last: boolean;

  protected override render() {
    const { arm, lab, open } = this;
    const settings = effective(lab.document, arm.document);
    const summary = arm.run.status.value === 'starting' ? null : arm.run.summary;
    const row = wiringRow(lab.description.wirings, settings, summary);
    return html`
      <div class="arm arm-${arm.slot + 1}" data-testid="arm" data-arm=${arm.label}>
        <button
          type="button"
          class="arm-head"
          aria-expanded=${open ? 'true' : 'false'}
          aria-controls="arm-${arm.id}-settings"
          @click=${this.#toggle}
        >
          ${swatch(armStyle(arm.slot))}
          <span class="arm-label">${arm.label}</span>
          ${
            row
              ? html`
                  <span class="arm-formula">${formula(row.formula)}</span>
                  <span class="arm-drawing" aria-hidden="true">
                    ${guard([row], () => blockDrawing(row, { title: row.label }))}
                  </span>
                `
              : nothing
          }
        </button>
        <div class="arm-settings" id="arm-${arm.id}-settings" ?hidden=${!open}>
          ${open ? this.#settings() : nothing}
        </div>
      </div>
    `;
  }

  #settings() {
    const { arm, lab } = this;
    const settings = effective(lab.document, arm.document);
    const fields = lab.table.fields.filter(
      (field) => !field.shared && lab.table.applies(field, settings),
    );
    const isForemost = ({ path }: Field) => foremost.has(path) || path.startsWith(ownColumn);
    return html`
      ${fieldList(lab, arm.id, fields.filter(isForemost))}
      <details class="more">
        <summary>More settings</summary>
        ${fieldList(
          lab,
          arm.id,
          fields.filter((field) => !isForemost(field)),
        )}
      </details>
      <p class="arm-size">${this.#size()}</p>
      <div class="arm-tools">
        <button
          type="button"
          data-testid="duplicate-arm"
          aria-label="Duplicate ${arm.label}"
          ?disabled=${lab.race.arms.value.length >= mostArms}
          @click=${() => {
            lab.duplicateArm(arm.id);
          }}
        >
          Duplicate
        </button>
        <button
          type="button"
          data-testid="remove-arm"
          aria-label="Remove ${arm.label}"
          ?disabled=${this.last}
          @click=${() => {
            lab.removeArm(arm.id);
          }}
        >
          Remove
        </button>
        ${
          arm.run.savable
            ? html`<button
                type="button"
                data-testid="save-weights"
                aria-label="Save the weights of ${arm.label}"
                @click=${this.#save}
              >
                Save weights
              </button>`
            : nothing
        }
      </div>
    `;
  }

  #size(): string {
    const { status, summary } = this.arm.run;
    if (status.value === 'starting' || !summary) return '';
    const { parameters, memory_bytes: bytes } = summary;
    return `${formatCount(parameters)} parameters, ${formatBytes(bytes)}`;
  }

  #save = async (): Promise<void> => {
    const { label, run } = this.arm;
    const { step, bytes } = await run.weights();
    const seed = String(this.lab.document.shared.seed);
    const name = `${fileWords(label)}-seed-${seed}-step-${step}.safetensors`;
    saveFile(name, 'application/octet-stream', [bytes]);
  };

  #toggle = (): void => {
    this.dispatchEvent(new CustomEvent('arm-toggle', { detail: this.arm.id, bubbles: true }));
  };
}

customElements.define('normlab-arm', ArmCard);
