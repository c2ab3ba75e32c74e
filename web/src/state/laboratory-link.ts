import { flatten } from './settings';

/*
 * #lab=update&depth=32&full: the laboratory, what differs from its values, and whether in full;
 * #lab=norm&token=1,2.5,-3: and the token that was set by hand.
 */

export interface LaboratoryPlace {
  lab: string | null;
  full: boolean;
  /** Numbers with commas between; null where it is the one that is there at first. */
  token: string | null;
  /** By name, as they stand in the link: the engine judges them. */
  settings: Readonly<Record<string, string>>;
}

export function encodePlace({ lab, full, token, settings }: LaboratoryPlace): string {
  if (lab === null) return '';
  const parameters = new URLSearchParams({ lab, ...settings });
  // Not by URLSearchParams, which would write each comma as %2C.
  return `#${parameters.toString()}${full ? '&full' : ''}${token === null ? '' : `&token=${token}`}`;
}

export function decodePlace(hash: string): LaboratoryPlace {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const lab = parameters.get('lab');
  const full = parameters.has('full');
  const token = parameters.get('token');
  for (const name of ['lab', 'full', 'token']) parameters.delete(name);
  return { lab, full, token, settings: Object.fromEntries(parameters) };
}

/** The address of a race with the run of this document alone, from a page beside it. */
export function raceAddress(document: unknown): string {
  const { 'model.wiring': wiring, ...settings } = flatten(document);
  const parameters = new URLSearchParams({ v: '1' });
  for (const [path, value] of Object.entries(settings)) parameters.set(path, String(value));
  return `./#${parameters.toString()}&arm=model.wiring:${String(wiring)}`;
}
