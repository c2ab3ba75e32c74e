import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { formatValue } from '../charts';
import type { NormedVector } from '../engine/lab-types';
import { fewestNumbers, mostNumbers } from '../state/token-by-hand';
import { LaboratoryElement } from './laboratory-element';

const widest = 10;
const stop = 0.1;
/** What a singular value of 0 comes out as, in double. */
const rounding = 1e-14;
/** LayerNorm's and RMSNorm's outputs are at most the root of the width. */
const widestOutput = Math.sqrt(mostNumbers);

/** A token that is set by hand, and beside every number what the two norms make of it. */
export class NormVectorPicture extends LaboratoryElement {
  protected override render() {
    const { token } = this.laboratory;
    const answer = token.answer.value;
    if (!answer.ok) return nothing;
    const { layer, rms } = answer;
    const count = token.numbers.value.length;
    return html`
      <section class="vector" aria-labelledby="vector-title" data-testid="vector">
        <h3 class="section-title" id="vector-title">A token by hand</h3>
        <div class="vector-head" aria-hidden="true">
          <span>Token</span><span>LayerNorm</span><span>RMSNorm</span>
        </div>
        <ol class="vector-rows">
          ${token.numbers.value.map((value, place) => this.#row(value, place, layer, rms))}
        </ol>
        <div class="arm-tools">
          <button
            type="button"
            data-testid="lengthen"
            ?disabled=${count >= mostNumbers}
            @click=${() => {
              token.lengthen();
              this.laboratory.keepToken();
            }}
          >
            Add a number
          </button>
          <button
            type="button"
            data-testid="shorten"
            ?disabled=${count <= fewestNumbers}
            @click=${() => {
              token.shorten();
              this.laboratory.keepToken();
            }}
          >
            Take the last away
          </button>
        </div>
        <div class="vector-norms" aria-live="polite">
          ${passes('LayerNorm', layer, `takes away the mean, ${formatValue(layer.mean)}, and`)}
          ${passes('RMSNorm', rms, '')}
        </div>
      </section>
    `;
  }

  #row(value: number, place: number, layer: NormedVector, rms: NormedVector) {
    const { laboratory } = this;
    const name = `Number ${place + 1}`;
    return html`
      <li>
        <input
          type="range"
          class="slider"
          min=${-widest}
          max=${widest}
          step=${stop}
          aria-label=${name}
          aria-valuetext="${formatValue(value)}: LayerNorm ${formatValue(at(layer, place))}, RMSNorm
          ${formatValue(at(rms, place))}"
          .value=${live(String(value))}
          @input=${(event: Event) => {
            laboratory.token.set(place, Number((event.target as HTMLInputElement).value));
          }}
          @change=${() => {
            laboratory.keepToken();
          }}
        />
        <span class="vector-number">${formatValue(value)}</span>
        ${bar('layer', at(layer, place))} ${bar('rms', at(rms, place))}
      </li>
    `;
  }
}

const at = ({ output }: NormedVector, place: number): number => output[place] ?? 0;

function bar(norm: string, value: number) {
  const length = Math.abs(value);
  return html`
    <span class="vector-output" data-norm=${norm}>
      <svg
        class="vector-bar"
        viewBox="${-widestOutput} 0 ${2 * widestOutput} 1"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        ${svg`
          <rect class="vector-fill" x=${Math.min(0, value)} y="0.2" width=${length} height="0.6" />
          <line class="vector-zero" x1="0" x2="0" y1="0" y2="1" />
        `}
      </svg>
      <span class="vector-number">${formatValue(value)}</span>
    </span>
  `;
}

/** What of a gradient comes through: how many directions, and how long they are then. */
function passes(name: string, norm: NormedVector, first: string) {
  const through = norm.predicted.filter((value) => value > (norm.predicted[0] ?? 0) / 2).length;
  const [largest = 0] = norm.singular_values;
  const removed = norm.output.length - through;
  const smallest = norm.singular_values
    .slice(through)
    .map((value) => formatValue(value < rounding ? 0 : value))
    .join(' and ');
  return html`
    <p>
      <strong>${name}</strong> ${first} divides by ${formatValue(norm.root)}. Of a gradient it lets
      ${through} of ${norm.output.length} directions through, times ${formatValue(largest)}, and
      removes ${removed} (times ${smallest}).
    </p>
  `;
}

customElements.define('normlab-norm-vector', NormVectorPicture);
