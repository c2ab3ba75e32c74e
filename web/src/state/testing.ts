import type {
  ExperimentDocument,
  Field,
  FieldError,
  Race,
  RaceExpansion,
  Validation,
  WiringRow,
} from '../engine/types';
import { FieldTable } from './field-table';
import { raceFromDocument } from './race-document';
import { flatten, nest } from './settings';

/* A small field table and a judge that knows three rules: what the tests beside these modules are written against. */

type FieldText = Pick<Field, 'path' | 'kind' | 'default' | 'label'> & Partial<Field>;

function field(text: FieldText): Field {
  return { group: 'model', help: '', shared: false, ...text };
}

function choice(value: string, label = value) {
  return { value, label, help: '' };
}

const wiring = {
  choices: [
    choice('post', 'post-norm'),
    choice('pre', 'pre-norm'),
    choice('deepnorm', 'DeepNorm'),
    choice('sandwich'),
  ],
};
const size = { kind: 'integer', minimum: 1, scale: 'log' } as const;
const shared = { shared: true } as const;

export const fields: readonly Field[] = [
  field({ path: 'model.wiring', kind: 'choice', default: 'post', label: 'Wiring', ...wiring }),
  field({ path: 'model.depth', ...size, maximum: 2000, default: 12, label: 'Depth' }),
  field({ path: 'model.width', ...size, maximum: 1024, default: 32, label: 'Width' }),
  field({ path: 'model.heads', ...size, maximum: 64, default: 2, label: 'Heads' }),
  field({
    path: 'model.qk_norm',
    kind: 'choice',
    default: 'none',
    label: 'QK-norm',
    choices: [choice('none'), choice('rms_per_head', 'RMS per head')],
  }),
  field({ path: 'model.bias', kind: 'boolean', default: true, label: 'Biases' }),
  field({
    path: 'task.kind',
    kind: 'choice',
    default: 'induction',
    label: 'Task',
    choices: [choice('induction', 'Induction'), choice('text', 'Text')],
    ...shared,
  }),
  field({
    path: 'task.text',
    kind: 'text',
    default: 'a text',
    label: 'Text',
    when: { 'task.kind': ['text'] },
    ...shared,
  }),
  field({
    path: 'optimizer.kind',
    kind: 'choice',
    default: 'adam',
    label: 'Optimiser',
    choices: [choice('adam', 'Adam'), choice('sgd', 'SGD')],
  }),
  field({
    path: 'optimizer.learning_rate',
    kind: 'real',
    minimum: 1e-9,
    maximum: 10,
    scale: 'log',
    default: 0.002,
    label: 'Learning rate',
  }),
  field({
    path: 'optimizer.momentum',
    kind: 'real',
    minimum: 0,
    maximum: 0.9999,
    scale: 'linear',
    default: 0,
    label: 'Momentum',
    when: { 'optimizer.kind': ['sgd'] },
  }),
  field({
    path: 'schedule.warmup',
    ...size,
    minimum: 0,
    maximum: 1e6,
    default: 400,
    label: 'Warmup',
  }),
  field({ path: 'steps', ...size, maximum: 1e6, default: 800, label: 'Steps', ...shared }),
  field({
    path: 'seed',
    kind: 'integer',
    minimum: 0,
    maximum: 2 ** 32 - 1,
    default: 1,
    label: 'Seed',
    ...shared,
  }),
];

export const table = new FieldTable({ fields: [...fields] });

export const defaultRace = {
  version: 1,
  base: { schedule: { warmup: 0 } },
  arms: [
    { model: { wiring: 'post' } },
    { model: { wiring: 'pre' } },
    { model: { wiring: 'deepnorm' } },
  ],
} as const;

export const presets = [
  {
    kind: 'question',
    name: 'norm_place',
    label: 'Where does the norm go?',
    help: '',
    race: defaultRace,
  },
  {
    kind: 'question',
    name: 'two',
    label: 'Two layers?',
    help: '',
    race: { version: 1, base: { model: { depth: 2 } }, arms: [{ model: { wiring: 'pre' } }] },
  },
];

export const standard = raceFromDocument(table, defaultRace);

export const summary = {
  wiring: row('post', { norm_trunk: true }),
  parameters: 1000,
  memory_bytes: 1 << 20,
  tokens: 256,
  vocabulary: 16,
  context: 16,
  sublayers: 24,
  chance: Math.log(16),
  unigram: null,
};

/** Numbers lie in their range, choices are known, and the width is a multiple of the heads. */
export function validate(document: unknown): Validation {
  const settings = { ...table.defaults(), ...flatten(document) };
  const errors: FieldError[] = [];
  const refuse = (path: string, allowed: string, message?: string) => {
    const value = settings[path];
    const said = message ?? `${path} is ${String(value)}; allowed: ${allowed}`;
    errors.push({
      pointer: `/${path.replaceAll('.', '/')}`,
      field: path,
      value,
      allowed,
      message: said,
    });
  };
  for (const { path, kind, minimum = 0, maximum = 0, choices } of fields) {
    const value = settings[path];
    if (kind === 'integer' || kind === 'real') {
      const whole = kind === 'real' || Number.isInteger(value);
      const fits = typeof value === 'number' && value >= minimum && value <= maximum;
      if (!whole || !fits) refuse(path, `from ${minimum} to ${maximum}`);
    }
    if (choices && !choices.some((known) => known.value === value)) refuse(path, 'a known name');
  }
  const { 'model.width': width, 'model.heads': heads } = settings;
  if (errors.length === 0 && Number(width) % Number(heads) !== 0) {
    refuse(
      'model.heads',
      'a divisor',
      `model.width is ${String(width)} and model.heads is ${String(heads)}`,
    );
  }
  return errors.length > 0
    ? { ok: false, errors }
    : { ok: true, document: document as ExperimentDocument, minimal: {}, summary };
}

/** A race with its arms judged one by one; like the engine, it leaves out of an arm what equals the base. */
export function expandRace(document: unknown): RaceExpansion {
  const { base, arms } = (typeof document === 'string' ? JSON.parse(document) : document) as Race;
  const shared = { ...table.defaults(), ...flatten(base) };
  const judged = arms.map((arm) => validate(nest({ ...shared, ...flatten(arm) })));
  const errors = judged.flatMap((one) => (one.ok ? [] : one.errors));
  if (errors.length > 0) return { ok: false, errors };
  const differing = (arm: unknown) =>
    Object.entries(flatten(arm)).filter(([path, value]) => shared[path] !== value);
  return {
    ok: true,
    race: { version: 1, base, arms: arms.map((arm) => nest(Object.fromEntries(differing(arm)))) },
    arms: judged.filter((one) => one.ok),
  };
}

export const wirings: readonly WiringRow[] = [
  row('post', { norm_trunk: true }),
  row('pre', { norm_in: true, final_norm: true }),
  row('residual', {}),
  row('sandwich', { norm_in: true, norm_out: true, final_norm: true }),
];

function row(name: string, parts: Partial<WiringRow>): WiringRow {
  return {
    name,
    label: name,
    formula: '',
    skip: true,
    skip_scale: 'one',
    norm_in: false,
    norm_in_scale: 'one',
    norm_out: false,
    branch_scale: 'one',
    norm_trunk: false,
    parallel: false,
    dual: false,
    initial_gain: 'one',
    final_norm: false,
    source: '',
    ...parts,
  };
}
