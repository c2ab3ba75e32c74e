import { html } from 'lit';
import { LabElement } from './lab-element';
import { readText } from './read-text';
import './arms';
import './files';
import './layers';
import './lead';
import './live-summary';
import './loss';
import './masthead';
import './notices';
import './settings';
import './transport';
import './verdicts';

/** The whole page: the pictures, and beside them what is trained. Pictures come first, on a phone and by keyboard. */
export class Page extends LabElement {
  static override properties = { ...LabElement.properties, dropping: { state: true } };
  declare dropping: boolean;

  constructor() {
    super();
    this.dropping = false;
    this.addEventListener('dragover', this.#dragOver);
    this.addEventListener('dragleave', this.#dragLeave);
    this.addEventListener('drop', this.#drop);
  }

  protected override render() {
    const { lab } = this;
    return html`
      <normlab-masthead .lab=${lab}></normlab-masthead>
      <main id="main" class="columns ${this.dropping ? 'dropping' : ''}">
        <div class="pictures">
          <normlab-notices .lab=${lab}></normlab-notices>
          <normlab-transport .lab=${lab}></normlab-transport>
          <normlab-loss .lab=${lab}></normlab-loss>
          <normlab-verdicts .lab=${lab}></normlab-verdicts>
          <normlab-layers .lab=${lab}></normlab-layers>
        </div>
        <div class="panel">
          <normlab-lead .lab=${lab}></normlab-lead>
          <normlab-arms .lab=${lab}></normlab-arms>
          <normlab-settings .lab=${lab}></normlab-settings>
          <normlab-files .lab=${lab}></normlab-files>
        </div>
      </main>
      <normlab-live-summary .lab=${lab}></normlab-live-summary>
    `;
  }

  #dragOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.dropping = true;
  };

  #dragLeave = (event: DragEvent): void => {
    if (!this.contains(event.relatedTarget as Node | null)) this.dropping = false;
  };

  /** A race dropped anywhere is opened, a text is trained on. */
  #drop = (event: DragEvent): void => {
    this.dropping = false;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void readText(this.lab, file, (text) => {
      this.lab.openFile(file.name, text);
    });
  };
}

customElements.define('normlab-page', Page);
