import type { Laboratory } from '../state/laboratory';
import { SignalElement } from './signal-element';

/** A part of the laboratories' page. */
export abstract class LaboratoryElement extends SignalElement {
  static override properties = { laboratory: { attribute: false } };
  declare laboratory: Laboratory;

  /** The opening of the page stands until there is an engine. */
  protected override shouldUpdate(): boolean {
    return (this.laboratory as Laboratory | undefined) !== undefined;
  }
}
