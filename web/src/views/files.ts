import { html } from 'lit';
import { dataJson } from '../state/data-file';
import { raceFileOf } from '../state/race-document';
import { filePicker } from './file-picker';
import { LabElement } from './lab-element';
import { readText } from './read-text';
import { fileWords, saveFile } from './save-file';

/** The race as a file: its document, or all that it recorded; and a saved one opened again. */
export class Files extends LabElement {
  protected override render() {
    const { lab } = this;
    return html`
      <section class="files" aria-labelledby="files-title">
        <h2 id="files-title" class="section-title">Files</h2>
        <div class="file-tools">
          ${filePicker({
            label: 'Open a race',
            accept: '.json',
            testId: 'open-race',
            picked: (file) => {
              void readText(lab, file, (text) => {
                lab.openRace(file.name, text);
              });
            },
          })}
          <button type="button" data-testid="save-race" @click=${this.#saveRace}>
            Save the race
          </button>
          <button type="button" data-testid="save-data" @click=${this.#saveData}>
            Save all data
          </button>
        </div>
        <p class="text-note">
          A race is its settings, as JSON; all data are the race and every value that its arms
          recorded. Either can be dropped on this page.
        </p>
      </section>
    `;
  }

  #saveRace = (): void => {
    const text = `${JSON.stringify(this.#race(), null, 2)}\n`;
    saveFile(`${this.#name()}.json`, 'application/json', [text]);
  };

  #saveData = (): void => {
    const parts = dataJson(this.#race(), this.lab.race.arms.value);
    saveFile(`${this.#name()}-step-${this.lab.race.step}.json`, 'application/json', parts);
  };

  #race() {
    return raceFileOf(this.lab.table, this.lab.document);
  }

  #name(): string {
    const labels = this.lab.race.arms.value.map(({ label }) => label);
    const words = fileWords(labels.join(' '));
    return `${words.slice(0, 80)}-seed-${String(this.lab.document.shared.seed)}`;
  }
}

customElements.define('normlab-files', Files);
