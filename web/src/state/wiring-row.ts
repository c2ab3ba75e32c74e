import type { Summary, WiringRow } from '../engine/types';
import { identityPath } from './race-document';
import type { Settings } from './settings';

/** The row that an arm executes: of the table by its name, or its own, which its engine tells once it is there. */
export function wiringRow(
  wirings: readonly WiringRow[],
  settings: Settings,
  summary: Pick<Summary, 'wiring'> | null,
): WiringRow | undefined {
  return wirings.find(({ name }) => name === settings[identityPath]) ?? summary?.wiring;
}
