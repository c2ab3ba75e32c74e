import type { Engine } from '../engine/types';
import type { FieldTable } from './field-table';
import { identityPath, raceFromDocument } from './race-document';
import type { RaceDocument } from './race-document';

export type RaceReading = { ok: true; race: RaceDocument } | { ok: false; problems: string[] };

/**
 * A race from the text of a file: a race as it was saved, all data of a race (which holds the race), or the document of
 * one experiment, which is a race of one. What is wrong with it is said in the engine's words.
 */
export function readRaceFile(
  table: FieldTable,
  expandRace: Engine['expandRace'],
  text: string,
): RaceReading {
  const expanded = expandRace(raceIn(text.replace(/^\ufeff/, '')));
  if (!expanded.ok) return { ok: false, problems: expanded.errors.map(({ message }) => message) };
  const race = raceFromDocument(table, expanded.race);
  // The engine leaves out what equals the base; on the page an arm's wiring is always its own.
  const arms = race.arms.map((arm, index) => {
    const document = expanded.arms[index]?.document as { model?: { wiring?: string } } | undefined;
    const wiring = document?.model?.wiring;
    return wiring === undefined ? arm : { ...arm, own: { [identityPath]: wiring, ...arm.own } };
  });
  return { ok: true, race: { ...race, arms } };
}

/** The text itself where it is a race, or is none at all: so the engine can name the line of a fault. */
function raceIn(text: string): unknown {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return text;
  if ('race' in document) return document.race;
  if ('arms' in document || 'base' in document) return text;
  const { version = 1, ...base } = document as Record<string, unknown>;
  return { version, base, arms: [{}] };
}
