import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Field } from '../engine/types';
import { nearestNotch, notches } from '../state/notches';
import { readSetting } from '../state/read-setting';
import type { ControlContext } from './field';

/** A box to type into, and a slider that stops at round numbers where the field has bounds worth sliding between. */
export function numberControl(context: ControlContext) {
  const { id, field, text, describedBy, invalid, commit } = context;
  return html`
    <div class="number">
      ${slides(field) ? slider(context) : nothing}
      <input
        class="number-box"
        type="text"
        inputmode=${field.kind === 'integer' ? 'numeric' : 'decimal'}
        autocomplete="off"
        spellcheck="false"
        id=${id}
        aria-describedby=${describedBy}
        aria-invalid=${invalid ? 'true' : 'false'}
        .value=${live(text)}
        @input=${(event: Event) => {
          context.hold((event.target as HTMLInputElement).value);
        }}
        @change=${(event: Event) => {
          commit((event.target as HTMLInputElement).value);
        }}
        @keydown=${(event: KeyboardEvent) => {
          const next = nextNotch(field, (event.target as HTMLInputElement).value, event.key);
          if (next === null) return;
          event.preventDefault();
          context.preview(String(next));
        }}
      />
    </div>
  `;
}

/** A seed has no more and less. */
function slides(field: Field): boolean {
  return field.path !== 'seed';
}

function slider({ field, text, preview, commit }: ControlContext) {
  const stops = notches(field);
  const value = Number(readSetting(field, text));
  const place = Number.isNaN(value) ? 0 : nearestNotch(stops, value);
  const stop = (event: Event) => String(stops[Number((event.target as HTMLInputElement).value)]);
  return html`
    <input
      type="range"
      class="slider"
      min="0"
      max=${stops.length - 1}
      step="1"
      aria-label="${field.label}, slider"
      aria-valuetext="${text} ${field.unit ?? ''}"
      .value=${live(String(place))}
      @input=${(event: Event) => {
        preview(stop(event));
      }}
      @change=${(event: Event) => {
        commit(stop(event));
      }}
    />
  `;
}

/** Where the arrow keys lead from a value; null for other keys, and where there is nowhere to go. */
function nextNotch(field: Field, text: string, key: string): number | null {
  const direction = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  const value = readSetting(field, text);
  if (direction === 0 || typeof value !== 'number') return null;
  if (!slides(field)) return value + direction;
  const stops = notches(field);
  const beyond =
    direction > 0 ? stops.find((stop) => stop > value) : stops.findLast((stop) => stop < value);
  return beyond ?? null;
}
