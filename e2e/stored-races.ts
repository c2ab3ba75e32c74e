import { readFileSync } from 'node:fs';

/** A race whose trajectories are stored, one hash an arm. */
export interface StoredRace {
  name: string;
  link: string;
  race: { arms: { model: { wiring: string } }[] };
  hashes: string[];
}

export const storedRaces = JSON.parse(
  readFileSync(new URL('../tests/trajectories.json', import.meta.url), 'utf8'),
) as StoredRace[];
