import type { Verdict } from './engine/types';
import type { Lab } from './state/lab';
import { hashText } from './state/proof';
import type { Comparison } from './state/proof';
import { raceFileOf } from './state/race-document';

/** What a program that drives the page sees as `window.normlab`. */
export interface ProgramFace {
  /** Resolves when the race is set up. */
  readonly ready: Promise<void>;
  state(): ProgramState;
  /** What was recorded, one entry per arm. */
  data(): ArmData[];
}

export interface ProgramState {
  running: boolean;
  over: boolean;
  step: number;
  budget: number;
  cursor: number | null;
  race: unknown;
  notices: string[];
  arms: {
    label: string;
    status: string;
    step: number;
    verdict: Verdict | null;
    /** The hash of all steps so far, as `normlab run` prints it; null before the first. */
    trajectory: string | null;
    /** How it compares with what the link tells of; null where it tells of nothing. */
    comparison: Comparison | null;
    failure: string | null;
  }[];
}

export interface ArmData {
  label: string;
  document: unknown;
  scalars: Record<string, number[]>;
  /** Per-layer values of the steps 1, 1 + every, 1 + 2 every, ... by series. */
  layers: Record<string, number[][]>;
  every: number;
  /** The trajectory's hash after each step. */
  trajectory: string[];
}

declare global {
  interface Window {
    normlab?: ProgramFace;
  }
}

export function programFace(starting: Promise<Lab>): ProgramFace {
  let lab: Lab | null = null;
  const ready = starting.then((started) => {
    lab = started;
  });
  // A page that cannot start says so itself; whoever awaits `ready` still hears of it.
  ready.catch(() => undefined);
  const started = (): Lab => {
    if (!lab) throw new Error('NormLab has not started: await window.normlab.ready first.');
    return lab;
  };
  return { ready, state: () => state(started()), data: () => data(started()) };
}

function state(lab: Lab): ProgramState {
  const { race, table, cursor, notices } = lab;
  return {
    running: race.running.value,
    over: race.over.value,
    step: race.step,
    budget: race.budget,
    cursor: cursor.step,
    race: raceFileOf(table, race.document.value),
    notices: notices.list.value.map(({ text }) => text),
    arms: race.arms.value.map((arm) => ({
      label: arm.label,
      status: arm.run.status.value,
      step: arm.run.step,
      verdict: arm.run.verdict.value,
      trajectory: arm.run.trajectory,
      comparison: lab.comparison(arm),
      failure: arm.run.failure.value,
    })),
  };
}

function data({ race }: Lab): ArmData[] {
  return race.arms.value.map(({ label, run }) => {
    const { store } = run;
    const every = store?.every ?? 1;
    const steps = Array.from({ length: store?.rows ?? 0 }, (_, row) => 1 + row * every);
    const scalars: ArmData['scalars'] = {};
    for (const name of store?.layout.scalars ?? []) {
      scalars[name] = Array.from(store?.scalar(name) ?? []);
    }
    const layers: ArmData['layers'] = {};
    for (const { name } of store?.layout.series ?? []) {
      layers[name] = steps.map((step) => Array.from(store?.profile(name, step) ?? []));
    }
    const trajectory = Array.from(store?.hashes ?? [], hashText);
    return { label, document: run.document, scalars, layers, every, trajectory };
  });
}
