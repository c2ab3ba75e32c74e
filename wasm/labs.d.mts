/**
 * NormLab's laboratories: one face for a worker, a page and node. Held to the running code by
 * `types.test.mjs`, which compares every name and arity.
 */
import type { EngineSource, Field, Refused } from './engine.mjs';

/** Starts them in a memory of their own. In node, without a source, it reads `dist/labs.wasm`. */
export function loadLabs(source?: EngineSource): Promise<Labs>;

/** An Error is thrown only where the engine itself fails, or where `onProgress` throws. */
export interface Labs {
  describe(): Lab[];
  /** Whether `run` would take these settings, and what it would cost, without measuring. */
  check(name: string, settings?: unknown, options?: Omit<LabOptions, 'onProgress'>): LabCheck;
  /** Measures to the end: in a page, from a worker, where terminating it is the way to stop. */
  run(name: string, settings?: unknown, options?: LabOptions): LabAnswer;
  /** One token of 2 to 16 numbers through both norms: width 16 takes less than a millisecond. */
  normVector(token: unknown): NormVectorAnswer;
}

export type LabCheck = { ok: true; estimate: LabEstimate } | Refused;

/** On one core of an ordinary machine, within a factor of about three. */
export interface LabEstimate {
  seconds: number;
  memory_bytes: number;
}

export interface LabOptions {
  /** The quick values for what `settings` leaves out. */
  quick?: boolean;
  /** A run's `weights()`: that stack is measured, in place of those that the lab would train. */
  weights?: Uint8Array;
  /** Told the share that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** One claim of the literature, as a measurement. */
export interface Lab {
  name: string;
  title: string;
  question: string;
  /** Which trained stacks it measures by their weights, in words; null where it takes none. */
  takes_weights: string | null;
  /** Each with its quick value beside its default. */
  settings: (Field & { quick: unknown })[];
}

export type LabAnswer = LabReport | Refused;

export interface LabReport {
  ok: true;
  lab: string;
  title: string;
  settings: Record<string, unknown>;
  /** The document of the stack that was given by its weights. */
  measured?: unknown;
  statements: LabStatement[];
  /** Whether all statements do. */
  holds: boolean;
  charts: LabChart[];
  /** What a trained model wrote. */
  texts: LabText[];
}

export type NormVectorAnswer = NormVector | Refused;

export interface NormVector {
  ok: true;
  layer: NormedVector;
  rms: NormedVector;
}

export interface NormedVector {
  /** What is taken away first: 0 of RMSNorm. */
  mean: number;
  /** What the token is divided by. */
  root: number;
  output: number[];
  /** Of d output / d token, the largest first. */
  singular_values: number[];
  predicted: number[];
}

export interface LabText {
  name: string;
  label: string;
  text: string;
}

export interface LabStatement {
  name: string;
  statement: string;
  source: string;
  comparison: 'within' | 'at most' | 'at least';
  predicted: number | null;
  tolerance: number;
  /** Null where it is not finite. */
  measured: number | null;
  /** Half the 95 % interval of `measured` where it is a mean over seeds; else null. */
  interval: number | null;
  holds: boolean;
  /** Under which alone it holds; empty where there is none. */
  condition: string;
}

export interface LabAxis {
  label: string;
  scale: 'linear' | 'log';
}

export interface LabChart {
  name: string;
  x: LabAxis;
  y: LabAxis;
  /** Null where a number is not finite, and where the theory says nothing. */
  series: {
    name: string;
    label: string;
    x: number[];
    measured: (number | null)[];
    predicted: (number | null)[];
    /** One a point, where each is a run of its own: the experiment's document. */
    documents?: unknown[];
  }[];
}
