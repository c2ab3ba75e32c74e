import { html } from 'lit';
import { chooseTheme, isTheme, theme, themes } from './theme';

const names = { auto: 'Auto', light: 'Light', dark: 'Dark' } as const;

export function themeChoice() {
  return html`
    <label class="theme-choice">
      <span class="unseen">Theme</span>
      <select class="quiet" data-testid="theme" @change=${change}>
        ${themes.map(
          (name) => html`
            <option value=${name} ?selected=${theme.value === name}>${names[name]}</option>
          `,
        )}
      </select>
    </label>
  `;
}

function change(event: Event): void {
  const { value } = event.target as HTMLSelectElement;
  if (isTheme(value)) chooseTheme(value);
}
