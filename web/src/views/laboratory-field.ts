import type { LabDescription } from '../engine/lab-types';
import { fieldFrame } from './field-frame';
import { LaboratoryElement } from './laboratory-element';
import { numberControl } from './number-control';

/** One setting of a laboratory. */
export class LaboratoryField extends LaboratoryElement {
  static override properties = {
    ...LaboratoryElement.properties,
    field: { attribute: false },
    helpOpen: { state: true },
    flux: { state: true },
  };
  declare field: LabDescription['settings'][number];
  declare helpOpen: boolean;
  /** What stands in the control while it is typed or slid. */
  declare flux: string | null;

  constructor() {
    super();
    this.helpOpen = false;
    this.flux = null;
  }

  protected override render() {
    const { field, laboratory } = this;
    const id = `lab-${field.path}`;
    const value = laboratory.value(field);
    const refusal = laboratory.refusal(field.path);
    const hold = (text: string) => {
      this.flux = text;
    };
    return fieldFrame({
      id,
      field,
      helpOpen: this.helpOpen,
      toggleHelp: () => {
        this.helpOpen = !this.helpOpen;
      },
      control: numberControl({
        id,
        field,
        value,
        text: this.flux ?? refusal?.text ?? String(value),
        describedBy: `${id}-help ${id}-error`,
        invalid: refusal !== undefined,
        hold,
        // Nothing is measured by itself here: the last of a slide is taken where it ends.
        preview: hold,
        commit: (text) => {
          this.flux = null;
          if (text !== String(value) || refusal) laboratory.edit(field.path, text);
        },
      }),
      refusal: refusal?.message,
    });
  }
}

customElements.define('normlab-laboratory-field', LaboratoryField);
