import { html } from 'lit';

interface Picking {
  label: string;
  /** What the browser's dialog offers first. */
  accept: string;
  testId: string;
  picked: (file: File) => void;
}

/** A button that lets the visitor pick a file. */
export function filePicker({ label, accept, testId, picked }: Picking) {
  return html`
    <label class="button file-button">
      ${label}
      <input
        type="file"
        accept=${accept}
        data-testid=${testId}
        @change=${({ target }: Event) => {
          const input = target as HTMLInputElement;
          const file = input.files?.[0];
          // The same file may be picked again after it was saved anew.
          input.value = '';
          if (file) picked(file);
        }}
      />
    </label>
  `;
}
