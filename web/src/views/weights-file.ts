import { html, nothing } from 'lit';
import type { Laboratory } from '../state/laboratory';
import { formatBytes } from '../state/numbers';

/** A trained stack in place of those that the laboratory would train: picked, and taken away again. */
export function weightsFile(laboratory: Laboratory) {
  const takes = laboratory.open.value?.takes_weights ?? null;
  if (takes === null) return nothing;
  const { file, refusal } = laboratory.weights;
  const given = file.value;
  return html`
    <div class="weights" data-testid="weights">
      <div class="arm-tools">
        <label class="button file-button">
          ${given ? 'Measure another saved stack' : 'Measure a saved stack'}
          <input
            type="file"
            accept=".safetensors"
            data-testid="weights-file"
            @change=${(event: Event) => {
              void readFile(event.target as HTMLInputElement, laboratory);
            }}
          />
        </label>
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

async function readFile(input: HTMLInputElement, laboratory: Laboratory): Promise<void> {
  const file = input.files?.[0];
  if (!file) return;
  laboratory.useWeights({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  // The same file may be chosen again after it was saved anew.
  input.value = '';
}
