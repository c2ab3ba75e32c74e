import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Field } from '../engine/types';

export interface FieldFrame {
  id: string;
  field: Field;
  helpOpen: boolean;
  toggleHelp: () => void;
  /** Beyond the field's own help, for the value that it stands at. */
  valueHelp?: string;
  control: TemplateResult;
  /** Why the engine refuses what was entered. */
  refusal: string | undefined;
  whose?: TemplateResult | typeof nothing;
}

/** What every setting has around its control: label, help, and the engine's reason where it refuses. */
export function fieldFrame(frame: FieldFrame) {
  const { id, field, helpOpen, refusal } = frame;
  return html`
    <div class="field field-${field.kind}" data-testid="field" data-path=${field.path}>
      <div class="field-name">
        <label for=${id}>${field.label}${unit(field)}</label>
        <button
          type="button"
          class="help-button"
          aria-label="About ${field.label}"
          aria-expanded=${helpOpen ? 'true' : 'false'}
          aria-controls="${id}-help"
          @click=${frame.toggleHelp}
        >
          ?
        </button>
      </div>
      ${frame.control}
      <p class="field-help" id="${id}-help" ?hidden=${!helpOpen}>
        ${field.help} ${frame.valueHelp} ${range(field)}
      </p>
      <p class="field-error" id="${id}-error" role="alert" ?hidden=${refusal === undefined}>
        ${refusal}
      </p>
      ${frame.whose ?? nothing}
    </div>
  `;
}

function unit({ unit, label }: Field) {
  return unit && unit !== label.toLowerCase() ? html` <span class="unit">${unit}</span>` : nothing;
}

function range({ minimum, maximum }: Field): string {
  return minimum === undefined || maximum === undefined ? '' : `From ${minimum} to ${maximum}.`;
}
