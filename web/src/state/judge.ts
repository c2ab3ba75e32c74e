import type { Engine, FieldError, Summary } from '../engine/types';
import type { FieldTable } from './field-table';
import { experimentOf } from './race-document';
import type { ArmDocument, RaceDocument } from './race-document';
import { without } from './settings';

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
 * Takes out of a race that came from outside whatever the engine refuses, until it can run.
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
    const { errors } = judge(table, validate, mended);
    if (errors.length === 0) return { race: mended, problems: [...problems] };
    const before = mended;
    for (const { arm, error } of errors) {
      problems.add(error.message);
      for (const path of blamed(table, error)) mended = takeOut(mended, standard, arm.id, path);
    }
    if (before === mended) break;
  }
  return { race: standard, problems: [...problems] };
}

/** An error about several fields at once names them all; the one that it is filed under may be innocent. */
function blamed(table: FieldTable, error: FieldError): string[] {
  const named = table.fields.map(({ path }) => path).filter((path) => error.message.includes(path));
  return [...new Set([error.field, ...named])];
}

function takeOut(
  race: RaceDocument,
  standard: RaceDocument,
  id: number,
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
