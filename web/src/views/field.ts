import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Field } from '../engine/types';
import type { Scope } from '../state/editor';
import { sayValue } from '../state/labels';
import { effective } from '../state/race-document';
import type { SettingValue } from '../state/settings';
import { choiceControl, switchControl } from './choice-control';
import { fieldFrame } from './field-frame';
import { LabElement } from './lab-element';
import { numberControl } from './number-control';
import { textControl } from './text-control';

const settleMilliseconds = 120;

/** What a control is drawn from, and where it says what was entered. */
export interface ControlContext {
  id: string;
  field: Field;
  value: SettingValue;
  /** What stands in the control: the value, or what was typed and refused. */
  text: string;
  describedBy: string;
  invalid: boolean;
  /** Typed, and not done yet. */
  hold: (text: string) => void;
  /** For values in flux: the last of a quick sequence is taken. */
  preview: (text: string) => void;
  commit: (text: string) => void;
}

/** One setting, of all arms or of one: label, control, help, and the engine's reason where it refuses. */
export class FieldControl extends LabElement {
  static override properties = {
    ...LabElement.properties,
    field: { attribute: false },
    scope: { attribute: false },
    helpOpen: { state: true },
    flux: { state: true },
  };
  declare field: Field;
  declare scope: Scope;
  declare helpOpen: boolean;
  /** What stands in the control while it is typed or slid. */
  declare flux: string | null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor() {
    super();
    this.helpOpen = false;
    this.flux = null;
  }

  protected override render() {
    const { field, lab, scope } = this;
    const id = `${scope}-${field.path.replaceAll('.', '-')}`;
    const draft = lab.editor.draft(scope, field.path);
    const value = this.#value();
    const context: ControlContext = {
      id,
      field,
      value,
      text: this.flux ?? draft?.text ?? String(value),
      describedBy: `${id}-help ${id}-error`,
      invalid: draft !== undefined,
      hold: this.#hold,
      preview: this.#preview,
      commit: this.#commit,
    };
    return fieldFrame({
      id,
      field,
      helpOpen: this.helpOpen,
      toggleHelp: () => {
        this.helpOpen = !this.helpOpen;
      },
      valueHelp: this.#choiceHelp(value),
      control: this.#control(context),
      refusal: draft?.message,
      whose: this.#whose(),
    });
  }

  #control(context: ControlContext): TemplateResult {
    switch (context.field.kind) {
      case 'integer':
      case 'real':
        return numberControl(context);
      case 'choice':
        return choiceControl(context);
      case 'boolean':
        return switchControl(context);
      case 'text':
        return textControl(context, this.lab);
    }
  }

  #value(): SettingValue {
    const { document } = this.lab;
    const arm = document.arms.find(({ id }) => id === this.scope);
    const settings = arm ? effective(document, arm) : document.shared;
    return settings[this.field.path] ?? '';
  }

  #choiceHelp(value: SettingValue): string {
    const choice = this.field.choices?.find((candidate) => candidate.value === value);
    return choice?.help ? `${choice.label}: ${choice.help}` : '';
  }

  /** Whose value this is, where some arms differ. */
  #whose() {
    const { lab, field, scope } = this;
    if (field.shared || field.path === 'model.wiring') return nothing;
    if (scope === 'shared') return this.#whoDiffers();
    const arm = lab.document.arms.find(({ id }) => id === scope);
    if (!arm || !(field.path in arm.own)) return nothing;
    const shared = lab.document.shared[field.path] ?? '';
    return html`
      <p class="field-whose">
        This arm’s own.
        <button
          type="button"
          class="link"
          @click=${() => {
            lab.useShared(scope, field.path);
          }}
        >
          Use ${sayValue(field, shared)} like all
        </button>
        <button
          type="button"
          class="link"
          @click=${() => {
            lab.shareWithAll(scope, field.path);
          }}
        >
          Give to all
        </button>
      </p>
    `;
  }

  #whoDiffers() {
    const { race } = this.lab;
    const own = race.arms.value.filter(({ document }) => this.field.path in document.own);
    if (own.length === 0) return nothing;
    const values = own.map(({ label }) => label).join('; ');
    return html`<p class="field-whose">Has its own: ${values}</p>`;
  }

  #hold = (text: string): void => {
    this.flux = text;
  };

  #preview = (text: string): void => {
    this.flux = text;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#commit(text);
    }, settleMilliseconds);
  };

  #commit = (text: string): void => {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.flux = null;
    if (text === String(this.#value()) && !this.lab.editor.draft(this.scope, this.field.path))
      return;
    this.lab.edit(this.scope, this.field.path, text);
  };
}

customElements.define('normlab-field', FieldControl);
