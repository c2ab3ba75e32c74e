import { html } from 'lit';

export interface Segmented<Choice extends string> {
  /** The name of the group for those who do not see it. */
  label: string;
  /** Unique on the page: the browser moves between radio buttons of one name by the arrow keys. */
  name: string;
  choices: readonly Choice[];
  chosen: Choice;
  choose: (choice: Choice) => void;
  say?: (choice: Choice) => string;
}

/** A few words of which one is chosen. */
export function segmented<Choice extends string>(options: Segmented<Choice>) {
  const { label, name, choices, chosen, say = (choice: Choice) => choice } = options;
  return html`
    <fieldset class="segmented">
      <legend class="unseen">${label}</legend>
      ${choices.map(
        (choice) => html`
          <label class="segment">
            <input
              type="radio"
              name=${name}
              value=${choice}
              .checked=${choice === chosen}
              @change=${() => {
                options.choose(choice);
              }}
            />
            <span>${say(choice)}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}
