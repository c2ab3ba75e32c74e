import { html } from 'lit';
import { saveFile } from './save-file';

/** A button beside a picture that saves the data it is drawn from. */
export function saveCsv(picture: string, fileName: string, parts: () => string[]) {
  return html`
    <button
      type="button"
      class="quiet save-as"
      data-testid="save-csv"
      aria-label="Save the data of ${picture} as CSV"
      @click=${() => {
        saveFile(`${fileName}.csv`, 'text/csv', parts());
      }}
    >
      Save CSV
    </button>
  `;
}
