import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Lab } from '../state/lab';
import { formatCount } from '../state/numbers';
import type { ControlContext } from './field';
import { filePicker } from './file-picker';
import { readText } from './read-text';

/** A text to train on: typed, pasted, picked, or dropped anywhere on the page. */
export function textControl(context: ControlContext, lab: Lab) {
  const { id, field, text, describedBy, invalid, commit } = context;
  return html`
    <div class="text">
      <textarea
        id=${id}
        rows="5"
        spellcheck="false"
        aria-describedby="${describedBy} ${id}-note"
        aria-invalid=${invalid ? 'true' : 'false'}
        .value=${live(text)}
        @input=${(event: Event) => {
          context.hold((event.target as HTMLTextAreaElement).value);
        }}
        @change=${(event: Event) => {
          commit((event.target as HTMLTextAreaElement).value);
        }}
        @paste=${(event: Event) => {
          // The box holds what was pasted only after this event.
          setTimeout(() => {
            commit((event.target as HTMLTextAreaElement).value);
          });
        }}
      ></textarea>
      <div class="text-tools">
        ${filePicker({
          label: 'Choose a file',
          accept: 'text/*,.txt,.md,.csv,.json,.tex,.py',
          testId: 'text-file',
          picked: (file) => {
            void readText(lab, file, commit);
          },
        })}
        <button
          type="button"
          class="quiet"
          ?disabled=${text === field.default}
          @click=${() => {
            commit(String(field.default));
          }}
        >
          Built-in text
        </button>
      </div>
      <p class="text-note" id="${id}-note">
        ${formatCount(Array.from(text).length)} characters${vocabulary(lab)}. Paste, or drop a file
        anywhere. The text stays in this tab, and in the link if you share one.
      </p>
    </div>
  `;
}

function vocabulary(lab: Lab): string {
  const ready = lab.race.arms.value.find(({ run }) => run.status.value !== 'starting');
  const count = ready?.run.summary?.vocabulary;
  return count === undefined ? '' : `, ${formatCount(count)} different`;
}
