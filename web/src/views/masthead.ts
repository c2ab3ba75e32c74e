import { html } from 'lit';
import { LabElement } from './lab-element';
import { answerMilliseconds, shareLink } from './share';
import { themeChoice } from './theme-choice';

export class Masthead extends LabElement {
  static override properties = { ...LabElement.properties, shared: { state: true } };
  /** What Share last answered, for a moment. */
  declare shared: string;

  constructor() {
    super();
    this.shared = '';
  }

  protected override render() {
    return html`
      <header class="masthead">
        <a class="skip-link" href="#main" @click=${this.#skip}>Skip to the pictures</a>
        <h1 class="masthead-title">
          <span class="brand">NormLab</span>
          <span class="tagline">Why do deep networks train at all?</span>
        </h1>
        <div class="masthead-tools">
          <span class="share-answer" role="status">${this.shared}</span>
          <a class="quiet" href="./labs.html" data-testid="to-labs">Laboratories</a>
          <button class="quiet" type="button" data-testid="share" @click=${this.#share}>
            Share
          </button>
          ${themeChoice()}
        </div>
      </header>
    `;
  }

  /** The hash is the race's: a jump must not write into it. */
  #skip = (event: Event): void => {
    event.preventDefault();
    this.closest('normlab-page')?.querySelector<HTMLElement>('[data-testid="run"]')?.focus();
  };

  #share = async (): Promise<void> => {
    this.shared = await shareLink(this.lab, this.lab.link());
    setTimeout(() => (this.shared = ''), answerMilliseconds);
  };
}

customElements.define('normlab-masthead', Masthead);
