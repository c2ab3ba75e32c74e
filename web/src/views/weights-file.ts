import { html, nothing } from 'lit';
import type { Laboratory } from '../state/laboratory';
import { formatBytes } from '../state/numbers';
import { filePicker } from './file-picker';

/** A trained stack in place of those that the laboratory would train: picked, and taken away again. */
export function weightsFile(laboratory: Laboratory) {
  const takes = laboratory.open.value?.takes_weights ?? null;
  if (takes === null) return nothing;
  const { file, refusal } = laboratory.weights;
  const given = file.value;
  return html`
    <div class="weights" data-testid="weights">
      <div class="arm-tools">
        ${filePicker({
          label: given ? 'Measure another saved stack' : 'Measure a saved stack',
          accept: '.safetensors',
          testId: 'weights-file',
          picked: (chosen) => {
            void chosen.arrayBuffer().then((buffer) => {
              laboratory.useWeights({ name: chosen.name, bytes: new Uint8Array(buffer) });
            });
          },
        })}
        ${
          given
            ? html`<button
                type="button"
                class="quiet"
                data-testid="drop-weights"
                @click=${() => {
                  laboratory.useWeights(null);
                }}
              >
                Train its own
              </button>`
            : nothing
        }
      </div>
      <p class="text-note">
        ${
          given && refusal.value === null
            ? `It measures ${given.name} (${formatBytes(given.bytes.length)}).`
            : `Weights that an arm of the race or the command line saved, of ${takes}.`
        }
      </p>
      <p
        class="field-error"
        role="alert"
        ?hidden=${refusal.value === null}
        data-testid="weights-error"
      >
        ${given?.name}: ${refusal.value}
      </p>
    </div>
  `;
}
