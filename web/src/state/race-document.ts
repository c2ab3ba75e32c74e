import type { FieldTable } from './field-table';
import { flatten, nest, without } from './settings';
import type { NestedSettings, SettingValue, Settings } from './settings';

export const mostArms = 6;

/** What an arm is known by: it stays the arm's own even where it equals the shared value. */
export const identityPath = 'model.wiring';

export interface ArmDocument {
  readonly id: number;
  /** Its place in the palette, kept while other arms come and go. */
  readonly slot: number;
  /** The settings in which this arm has its own value. */
  readonly own: Settings;
}

/** A race as the page edits it: the settings that all arms share, complete, and what each arm has of its own. */
export interface RaceDocument {
  readonly shared: Settings;
  readonly arms: readonly ArmDocument[];
}

export function makeRace(shared: Settings, owns: readonly Settings[]): RaceDocument {
  return {
    shared,
    arms: owns.slice(0, mostArms).map((own, index) => ({ id: index, slot: index, own })),
  };
}

/** A race document as files and the engine's description hold it: {base, arms}. */
export function raceFromDocument(
  table: FieldTable,
  document: { base?: unknown; arms?: readonly unknown[] },
): RaceDocument {
  const shared = { ...table.defaults(), ...flatten(document.base) };
  return makeRace(
    shared,
    (document.arms ?? [{}]).map((arm) => flatten(arm)),
  );
}

export function effective(race: RaceDocument, arm: ArmDocument): Settings {
  return { ...race.shared, ...arm.own };
}

/** The experiment document of one arm, saying only what is not the default. */
export function experimentOf(
  table: FieldTable,
  race: RaceDocument,
  arm: ArmDocument,
): NestedSettings {
  return { version: 1, ...nest(table.sparse(effective(race, arm))) };
}

/** A race as a file holds it. */
export interface RaceFile {
  version: 1;
  base: NestedSettings;
  arms: NestedSettings[];
}

export function raceFileOf(table: FieldTable, race: RaceDocument): RaceFile {
  return {
    version: 1,
    base: nest(table.changed(race.shared)),
    arms: race.arms.map((arm) => nest(arm.own)),
  };
}

export function setShared(race: RaceDocument, path: string, value: SettingValue): RaceDocument {
  return { ...race, shared: { ...race.shared, [path]: value } };
}

/** Gives one arm its own value; a value equal to the shared one is the shared one again. */
export function setOwn(
  race: RaceDocument,
  id: number,
  path: string,
  value: SettingValue,
): RaceDocument {
  if (path !== identityPath && race.shared[path] === value) return useShared(race, id, path);
  return changeArm(race, id, (arm) => ({ ...arm, own: { ...arm.own, [path]: value } }));
}

export function useShared(race: RaceDocument, id: number, path: string): RaceDocument {
  return changeArm(race, id, (arm) => ({ ...arm, own: without(arm.own, path) }));
}

/** Makes one arm's own value the value of all. */
export function shareWithAll(race: RaceDocument, id: number, path: string): RaceDocument {
  const value = race.arms.find((arm) => arm.id === id)?.own[path];
  if (value === undefined) return race;
  return {
    shared: { ...race.shared, [path]: value },
    arms: race.arms.map((arm) => ({ ...arm, own: without(arm.own, path) })),
  };
}

export function addArm(race: RaceDocument, own: Settings): RaceDocument {
  if (race.arms.length >= mostArms) return race;
  const slots = new Set(race.arms.map((arm) => arm.slot));
  let slot = 0;
  while (slots.has(slot)) slot++;
  const id = 1 + Math.max(-1, ...race.arms.map((arm) => arm.id));
  return { ...race, arms: [...race.arms, { id, slot, own }] };
}

/** The last arm stays: a race of none shows nothing. */
export function removeArm(race: RaceDocument, id: number): RaceDocument {
  if (race.arms.length <= 1) return race;
  return { ...race, arms: race.arms.filter((arm) => arm.id !== id) };
}

function changeArm(
  race: RaceDocument,
  id: number,
  change: (arm: ArmDocument) => ArmDocument,
): RaceDocument {
  return { ...race, arms: race.arms.map((arm) => (arm.id === id ? change(arm) : arm)) };
}
