import { html } from 'lit';

export interface TabListOptions {
  label: string;
  names: readonly string[];
  chosen: string;
  /** The id of the one panel that all tabs fill. */
  panel: string;
  choose: (name: string) => void;
}

/** Tabs with a roving focus: arrow keys, Home and End choose. */
export function tabList({ label, names, chosen, panel, choose }: TabListOptions) {
  const onKey = (event: KeyboardEvent) => {
    const index = target(event.key, names.indexOf(chosen), names.length);
    const name = names[index];
    if (name === undefined) return;
    event.preventDefault();
    choose(name);
    const list = event.currentTarget as HTMLElement;
    list.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return html`
    <div class="tabs" role="tablist" aria-label=${label} @keydown=${onKey}>
      ${names.map(
        (name) => html`
          <button
            type="button"
            role="tab"
            class="tab"
            id="tab-${name.toLowerCase()}"
            data-testid="tab-${name.toLowerCase()}"
            aria-selected=${name === chosen ? 'true' : 'false'}
            aria-controls=${panel}
            tabindex=${name === chosen ? 0 : -1}
            @click=${() => {
              choose(name);
            }}
          >
            ${name}
          </button>
        `,
      )}
    </div>
  `;
}

function target(key: string, index: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
