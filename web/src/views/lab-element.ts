import type { Lab } from '../state/lab';
import { SignalElement } from './signal-element';

/** A part of the race's page: it is given the lab. */
export abstract class LabElement extends SignalElement {
  static override properties = { lab: { attribute: false } };
  declare lab: Lab;

  /** The opening of the page stands until there is a lab. */
  protected override shouldUpdate(): boolean {
    return (this.lab as Lab | undefined) !== undefined;
  }
}
