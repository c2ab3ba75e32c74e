/**
 * NormLab's engine: one face for a worker, a page and node. Held to the running engine by
 * `types.test.mjs`, which compares every name and arity.
 */

/**
 * Starts an engine of its own memory. In node, without a source, it reads `dist/engine.wasm`. In a
 * page, compile the wasm once and hand the module to every worker.
 */
export function loadEngine(source?: EngineSource): Promise<Engine>;

/** Runs to the end and yields every step by name: scalars as numbers, series as arrays. */
export function stepRecords(run: Run): Generator<StepRecord, void, undefined>;

export interface EngineSource {
  module?: WebAssembly.Module;
  bytes?: BufferSource;
}

/**
 * Documents are objects or JSON text. Whatever is wrong with one comes back as a value; an Error is
 * thrown only where the engine itself fails, for want of memory.
 */
export interface Engine {
  describe(): Description;
  validate(document: unknown): Validation;
  expandRace(race: unknown): RaceExpansion;
  /** Allocates all that the run needs: dispose() of it when done. */
  createRun(document: unknown): RunCreation;
}

export type Validation = ({ ok: true } & Accepted) | Refused;
export type RaceExpansion = { ok: true; race: Race; arms: Accepted[] } | Refused;
export type RunCreation = { ok: true; run: Run } | Refused;

export interface Accepted {
  /** Every field. */
  document: ExperimentDocument;
  /** Only what differs from the defaults. */
  minimal: ExperimentDocument;
  summary: Summary;
}

export interface Refused {
  ok: false;
  /** All of them at once. */
  errors: FieldError[];
}

export interface FieldError {
  /** RFC 6901, into the document or race as given: `/arms/1/model/width`. */
  pointer: string;
  /** The field's path, `model.width`; empty where no field is meant. */
  field: string;
  value: unknown;
  allowed: string;
  /** One plain sentence that names the field, the value and what is allowed. */
  message: string;
}

/** A document; its fields are those of `describe().fields`. */
export type ExperimentDocument = Record<string, unknown>;

export interface Race {
  version: 1;
  base: ExperimentDocument;
  /** What differs from the base in each arm: a merge patch (RFC 7386). */
  arms: ExperimentDocument[];
}

export interface Summary {
  /** The row that is executed: of the table, or the document's own. */
  wiring: WiringRow;
  parameters: number;
  memory_bytes: number;
  /** In one step. */
  tokens: number;
  vocabulary: number;
  context: number;
  sublayers: number;
  /** The loss of a uniform guess, in nats. */
  chance: number;
  /** Of a text: the loss of a guess by character frequency; else null. */
  unigram: number | null;
}

export interface Description {
  version: 1;
  fields: Field[];
  wirings: WiringRow[];
  verdicts: { name: VerdictName; help: string }[];
  scalars: ScalarName[];
  series: SeriesInfo[];
  default_race: Race;
  /** Races that are worth opening; the first is the default one. */
  presets: Preset[];
  limits: { memory_bytes: number; text_bytes: number; arms: number };
}

export interface Preset {
  /** A question, or what sets a published model apart. */
  kind: 'question' | 'model';
  name: string;
  label: string;
  /** What to look at; of a model, which row and settings it is, and what is left out. */
  help: string;
  race: Race;
}

export interface Field {
  /** `model.depth`; a name without a point lies at the top of the document. */
  path: string;
  group: 'model' | 'task' | 'optimizer' | 'schedule' | 'run';
  kind: 'integer' | 'real' | 'choice' | 'boolean' | 'text';
  default: unknown;
  minimum?: number;
  /** Of a text: in bytes of UTF-8. */
  maximum?: number;
  scale?: 'log' | 'linear';
  unit?: string;
  label: string;
  help: string;
  choices?: { value: string; label: string; help: string }[];
  /** The field acts only where each of these fields has one of these values. */
  when?: Record<string, string[]>;
  /** The same for every arm of a race. */
  shared: boolean;
}

/** One sublayer: x' = N_trunk(a x + s N_out(F(c N_in(x)))), each part where the row has it. */
export interface WiringRow {
  name: string;
  label: string;
  formula: string;
  skip: boolean;
  skip_scale: 'one' | 'deepnorm_alpha' | 'glm_alpha';
  norm_in: boolean;
  norm_in_scale: 'one' | 'inverse_sqrt_layer';
  norm_out: boolean;
  branch_scale: 'one' | 'learned' | 'learned_per_channel';
  norm_trunk: boolean;
  initial_gain: 'one' | 'deepnorm_beta' | 'glm_beta';
  final_norm: boolean;
  /** The feed-forward branch reads what attention read, through the same norm. */
  parallel: boolean;
  /** A second stream collects what the branches say; the head reads both. */
  dual: boolean;
  source: string;
}

export interface SeriesInfo {
  name: SeriesName;
  label: string;
  help: string;
  per: 'sublayer' | 'layer';
}

export type ScalarName = 'step' | 'loss' | 'learning_rate' | 'gradient_norm';

export type SeriesName =
  | 'weight_gradient'
  | 'stream_gradient'
  | 'stream_rms'
  | 'increment'
  | 'update'
  | 'attention_logit'
  | 'attention_entropy';

export interface Run {
  readonly layout: RecordLayout;
  readonly summary: Summary;
  /** Every field of what is run. */
  readonly document: ExperimentDocument;
  /** Only what differs from the defaults. */
  readonly minimal: ExperimentDocument;
  /** Steps done. */
  readonly step: number;
  /** The budget is used up, or the run has halted on a number that is not finite. */
  readonly finished: boolean;
  /**
   * The hash of the loss's and the gradient norm's bits at every step so far: 16 hexadecimal digits. The same
   * document gives the same one on every machine; with another, some step differed.
   */
  readonly trajectory: string;
  /**
   * Trains up to `steps` more and returns their records; fewer when the run finishes, or when the
   * records of one call reach 32 MB.
   */
  advance(steps: number): Records;
  verdict(): Verdict;
  /**
   * The bytes of a safetensors file that the caller owns: every tensor by its name, the batch of the next step
   * (`next.ids`, `next.targets`), and as metadata the document (`normlab`), `step`, `trajectory` and `next_loss`.
   */
  weights(): Uint8Array<ArrayBuffer>;
  /** Gives the memory back; the run can't be used afterwards. */
  dispose(): void;
}

export interface RecordLayout {
  scalars: ScalarName[];
  /** Sublayer 2l is layer l's attention, 2l + 1 its feed-forward. */
  series: { name: SeriesName; label: string; length: number; offset: number }[];
  /** Numbers in one record of `layers`. */
  width: number;
}

/** Copies that the caller owns. Numbers that are not finite stay so. */
export interface Records {
  count: number;
  /** count x scalars.length */
  scalars: Float64Array;
  /** count x width */
  layers: Float32Array;
  /** count: the trajectory's hash after each step. */
  hashes: BigUint64Array;
}

export type StepRecord = Record<ScalarName, number> & Record<SeriesName, Float32Array>;

export type VerdictName =
  | 'solved'
  | 'learning'
  | 'stuck at chance'
  | 'stuck at unigram'
  | 'spiked'
  | 'exploded'
  | 'non-finite';

export interface Verdict {
  name: VerdictName;
  /** The step at which it began. */
  since: number;
  /** Smoothed; the last raw one where that is not finite. */
  loss: number;
  /** The first bad one, from 0. */
  sublayer: number | null;
  /** `layer 3, attention`, layers from 1. */
  place: string | null;
  /** Norm of the weight gradients of the first layer at the latest step. */
  gradient_first: number;
  /** The same of the last layer. */
  gradient_last: number;
  /** One plain sentence with the figures, without the run's name. */
  sentence: string;
}
