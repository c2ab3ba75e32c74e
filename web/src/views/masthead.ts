import { html } from 'lit';
import { LabElement } from './lab-element';
import { answerMilliseconds, shareLink } from './share';
import { chooseTheme, isTheme, theme, themes } from './theme';

const themeNames = { auto: 'Auto', light: 'Light', dark: 'Dark' } as const;

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
          <button class="quiet" type="button" data-testid="share" @click=${this.#share}>
            Share
          </button>
          <label class="theme-choice">
            <span class="unseen">Theme</span>
            <select class="quiet" data-testid="theme" @change=${this.#theme}>
              ${themes.map(
                (name) => html`
                  <option value=${name} ?selected=${theme.value === name}>
                    ${themeNames[name]}
                  </option>
                `,
              )}
            </select>
          </label>
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

  #theme = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    if (isTheme(value)) chooseTheme(value);
  };
}

customElements.define('normlab-masthead', Masthead);
