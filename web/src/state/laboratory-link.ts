import { flatten } from './settings';

/*
 * #lab=update&depth=32&full: the laboratory, what differs from its values, and whether in full.
 */

export interface LaboratoryPlace {
  lab: string | null;
  full: boolean;
  /** By name, as they stand in the link: the engine judges them. */
  settings: Readonly<Record<string, string>>;
}

export function encodePlace({ lab, full, settings }: LaboratoryPlace): string {
  if (lab === null) return '';
  const parameters = new URLSearchParams({ lab, ...settings });
  return `#${parameters.toString()}${full ? '&full' : ''}`;
}

export function decodePlace(hash: string): LaboratoryPlace {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const lab = parameters.get('lab');
  const full = parameters.has('full');
  parameters.delete('lab');
  parameters.delete('full');
  return { lab, full, settings: Object.fromEntries(parameters) };
}

/** The address of a race with the run of this document alone, from a page beside it. */
export function raceAddress(document: unknown): string {
  const { 'model.wiring': wiring, ...settings } = flatten(document);
  const parameters = new URLSearchParams({ v: '1' });
  for (const [path, value] of Object.entries(settings)) parameters.set(path, String(value));
  return `./#${parameters.toString()}&arm=model.wiring:${String(wiring)}`;
}
