import type { Engine, FieldError, Summary } from '../engine/types';
import type { FieldTable } from './field-table';
import { effective, experimentOf } from './race-document';
import type { ArmDocument, RaceDocument } from './race-document';
import { nest, without } from './settings';

export type Validate = Engine['validate'];

export interface ArmError {
  arm: ArmDocument;
  error: FieldError;
}

export interface Judgement {
  /** By arm; an arm that the engine refuses is missing. */
  summaries: Map<number, Summary>;
  errors: ArmError[];
}

/** Asks the engine about each arm of a race. */
export function judge(table: FieldTable, validate: Validate, race: RaceDocument): Judgement {
  const summaries = new Map<number, Summary>();
  const errors: ArmError[] = [];
  for (const arm of race.arms) {
    const validation = validate(experimentOf(table, race, arm));
    if (validation.ok) summaries.set(arm.id, validation.summary);
    else errors.push(...validation.errors.map((error) => ({ arm, error })));
  }
  return { summaries, errors };
}

/**
 * Takes out of a race that came from outside whatever the engine refuses, until it can run and be saved. A value that
 * changes nothing now is judged as well: it would stand in the way once it did.
 * What it took out, it says: one message for each, as the engine words it.
 */
export function mend(
  table: FieldTable,
  validate: Validate,
  standard: RaceDocument,
  race: RaceDocument,
): { race: RaceDocument; problems: string[] } {
  const problems = new Set<string>();
  let mended = race;
  for (let round = 0; round <= table.fields.length; round++) {
    const blames = [
      ...blamesInArms(table, validate, mended),
      ...blamesBehindArms(table, validate, standard, mended),
    ];
    if (blames.length === 0) return { race: mended, problems: [...problems] };
    const before = mended;
    for (const { id, message, paths } of blames) {
      problems.add(message);
      for (const path of paths) mended = takeOut(mended, standard, id, path);
    }
    if (before === mended) break;
  }
  return { race: standard, problems: [...problems] };
}

interface Blame {
  /** The arm; none where the value is the one that all share. */
  id: number | undefined;
  message: string;
  paths: string[];
}

function blamesInArms(table: FieldTable, validate: Validate, race: RaceDocument): Blame[] {
  return race.arms.flatMap((arm) => {
    const validation = validate({ version: 1, ...nest(table.changed(effective(race, arm))) });
    if (validation.ok) return [];
    return validation.errors.map((error) => ({
      id: arm.id,
      message: error.message,
      paths: blamed(table, error),
    }));
  });
}

/** A shared value that every arm has its own of is in none of them; it must only be one that the field allows. */
function blamesBehindArms(
  table: FieldTable,
  validate: Validate,
  standard: RaceDocument,
  race: RaceDocument,
): Blame[] {
  return Object.entries(race.shared).flatMap(([path, value]) => {
    if (value === standard.shared[path] || !race.arms.every(({ own }) => path in own)) return [];
    const validation = validate({ version: 1, ...nest({ [path]: value }) });
    if (validation.ok) return [];
    return validation.errors
      .map((error) => ({ id: undefined, message: error.message, paths: blamed(table, error) }))
      .filter(({ paths }) => paths.length === 1);
  });
}

/**
 * An error about several fields at once names them all; the one that it is filed under may be innocent. What it quotes
 * is a value, whatever it looks like.
 */
function blamed(table: FieldTable, error: FieldError): string[] {
  const said = error.message.replace(/"(?:[^"\\]|\\.)*"/g, '');
  const words = new Set(said.match(/[\w.]*\w/g));
  const named = table.fields.map(({ path }) => path).filter((path) => words.has(path));
  return [...new Set([error.field, ...named])];
}

function takeOut(
  race: RaceDocument,
  standard: RaceDocument,
  id: number | undefined,
  path: string,
): RaceDocument {
  const own = race.arms.find((arm) => arm.id === id)?.own;
  if (own && path in own) {
    const arms = race.arms.map((arm) =>
      arm.id === id ? { ...arm, own: without(arm.own, path) } : arm,
    );
    return { ...race, arms };
  }
  const value = standard.shared[path];
  if (value === undefined || race.shared[path] === value) return race;
  return { ...race, shared: { ...race.shared, [path]: value } };
}
