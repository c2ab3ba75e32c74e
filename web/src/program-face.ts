import type { Verdict } from './engine/types';
import { armData } from './state/arm-data';
import type { ArmData } from './state/arm-data';
import type { Lab } from './state/lab';
import type { Comparison } from './state/proof';
import { raceFileOf } from './state/race-document';

export type { ArmData } from './state/arm-data';

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
  return {
    ready,
    state: () => state(started()),
    data: () => started().race.arms.value.map(armData),
  };
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
