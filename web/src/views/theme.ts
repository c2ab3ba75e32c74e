import { signal } from '@preact/signals-core';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Counts changes of the page's colours: pictures on a canvas read it, and draw themselves anew. */
export const colours = signal(0);
export const theme = signal<Theme>('auto');

const key = 'normlab-theme';

export function isTheme(text: unknown): text is Theme {
  return (themes as readonly unknown[]).includes(text);
}

export function chooseTheme(choice: Theme): void {
  theme.value = choice;
  if (choice === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  colours.value++;
  try {
    localStorage.setItem(key, choice);
  } catch {
    // A sandboxed frame has no storage; the choice then lasts as long as the page.
  }
}

export function startTheme(): void {
  try {
    const stored = localStorage.getItem(key);
    if (isTheme(stored) && stored !== 'auto') chooseTheme(stored);
  } catch {
    // See above.
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => colours.value++);
}
