import { beforeEach, describe, expect, it } from 'vitest';
import type { LabDescription, LabReport } from '../engine/lab-types';
import type { FromLabWorker, LabRequest } from '../engine/measure';
import { raceAddress } from './laboratory-link';
import { Laboratory } from './laboratory';

const depth = {
  path: 'depth',
  label: 'Depth',
  help: '',
  kind: 'integer',
  minimum: 2,
  maximum: 64,
  default: 32,
  quick: 8,
} as unknown as LabDescription['settings'][number];

const labs: LabDescription[] = [
  { name: 'depth', title: 'Depth', question: 'Why?', takes_weights: null, settings: [depth] },
  { name: 'norm', title: 'Norm', question: 'What?', takes_weights: null, settings: [] },
  { name: 'precision', title: 'Bits', question: 'Which?', takes_weights: 'a stack', settings: [] },
];

const report = {
  ok: true,
  lab: 'depth',
  statements: [],
  charts: [],
  texts: [],
} as unknown as LabReport;

let requests: LabRequest[];
let ended: number;
let say: (message: FromLabWorker) => void;
let time: number;
let written: [string, string][];

function open(hash: string): Laboratory {
  return new Laboratory({
    labs: {
      describe: () => labs,
      check: (name, settings, options) => {
        const errors = [];
        if (!labs.some((lab) => lab.name === name)) errors.push(`there is no lab ${name}`);
        for (const [path, value] of Object.entries(settings as Record<string, unknown>)) {
          const fits = typeof value === 'number' && value >= 2 && value <= 64;
          if (path !== 'depth') errors.push(`unknown setting ${path}`);
          else if (!fits)
            errors.push(`depth is ${String(value)}; allowed: an integer from 2 to 64`);
        }
        if (options?.weights?.length === 0) errors.push('the weights are 0 bytes');
        const seconds = options?.weights ? 1 : options?.quick ? 10 : 100;
        if (errors.length === 0) return { ok: true, estimate: { seconds, memory_bytes: 1 } };
        return { ok: false, errors: errors.map((message) => ({ message })) as never };
      },
      normVector: (token) => {
        const wrong = (token as unknown[]).filter((one) => typeof one !== 'number');
        if (wrong.length === 0) return { ok: true } as never;
        return { ok: false, errors: [{ message: `the token has ${String(wrong[0])}` }] as never };
      },
    },
    measure: (request, listener) => {
      requests.push(request);
      say = listener;
      return () => {
        ended++;
      };
    },
    now: () => time,
    hash,
    write: (link, entry) => {
      written.push([entry, link]);
    },
  });
}

beforeEach(() => {
  requests = [];
  ended = 0;
  time = 0;
  written = [];
});

describe('a laboratory', () => {
  it('opens by link, with its settings', () => {
    const laboratory = open('#lab=depth&depth=16&full');
    expect(laboratory.open.value?.name).toBe('depth');
    expect(laboratory.full.value).toBe(true);
    expect(laboratory.value(depth)).toBe(16);
    expect(laboratory.link()).toBe('#lab=depth&depth=16&full');
  });

  it('estimates what it will take, before it starts', () => {
    const laboratory = open('#lab=depth');
    expect(laboratory.estimate.value).toBe(10);
    laboratory.chooseFull(true);
    expect(laboratory.estimate.value).toBe(100);
    expect(open('').estimate.value).toBeNull();
  });

  it('says what of a link it does not take, and goes on', () => {
    const laboratory = open('#lab=depth&depth=1&width=8');
    expect(laboratory.open.value?.name).toBe('depth');
    expect(laboratory.value(depth)).toBe(8);
    expect(laboratory.notices.value).toEqual([
      'depth is 1; allowed: an integer from 2 to 64',
      'unknown setting width',
    ]);
    expect(open('#lab=deth').notices.value).toEqual(['there is no lab deth']);
    expect(open('').open.value).toBeNull();
  });

  it('has other values in full', () => {
    const laboratory = open('#lab=depth');
    expect(laboratory.value(depth)).toBe(8);
    laboratory.chooseFull(true);
    expect(laboratory.value(depth)).toBe(32);
    expect(written.at(-1)).toEqual(['replace', '#lab=depth&full']);
  });

  it('keeps what was refused beside what holds', () => {
    const laboratory = open('#lab=depth');
    laboratory.edit('depth', '12');
    laboratory.edit('depth', 'many');
    expect(laboratory.value(depth)).toBe(12);
    expect(laboratory.refusal('depth')).toEqual({
      text: 'many',
      message: 'depth is many; allowed: an integer from 2 to 64',
    });
    laboratory.edit('depth', '4');
    expect(laboratory.refusal('depth')).toBeUndefined();
    expect(written.at(-1)).toEqual(['replace', '#lab=depth&depth=4']);
  });

  it('measures with what was entered, and tells the time left', () => {
    const laboratory = open('#lab=depth&depth=4');
    laboratory.run();
    expect(requests).toEqual([{ lab: 'depth', settings: { depth: 4 }, quick: true }]);
    time = 3000;
    say({ kind: 'progress', share: 0.25 });
    expect(laboratory.measurement.value).toEqual({ kind: 'running', share: 0.25, secondsLeft: 9 });
    say({ kind: 'answer', answer: report });
    expect(laboratory.measurement.value).toEqual({ kind: 'done', report });
  });

  it('says why a measurement failed', () => {
    const laboratory = open('#lab=depth');
    laboratory.run();
    say({ kind: 'failed', message: 'out of memory' });
    expect(laboratory.measurement.value).toEqual({ kind: 'failed', message: 'out of memory' });
  });

  it('ends a measurement that is stopped, changed or left', () => {
    const laboratory = open('#lab=depth');
    const ends = [
      () => {
        laboratory.stop();
      },
      () => {
        laboratory.edit('depth', '5');
      },
      () => {
        laboratory.choose('norm');
      },
    ];
    for (const act of ends) {
      laboratory.run();
      const before = ended;
      act();
      expect(ended).toBeGreaterThan(before);
      expect(laboratory.measurement.value).toEqual({ kind: 'none' });
    }
    expect(written.at(-1)).toEqual(['push', '#lab=norm']);
  });
});

describe('a token by hand', () => {
  it('is in the link where it was changed', () => {
    const laboratory = open('#lab=norm&token=1,-2.5,3');
    expect(laboratory.token.numbers.value).toEqual([1, -2.5, 3]);
    laboratory.token.set(1, 4);
    laboratory.token.lengthen();
    laboratory.keepToken();
    expect(written.at(-1)).toEqual(['replace', '#lab=norm&token=1,4,3,0']);
    laboratory.choose('depth');
    expect(laboratory.link()).toBe('#lab=depth');
  });

  it('has two numbers at least and sixteen at most', () => {
    const { token } = open('#lab=norm&token=1,2,3');
    for (let press = 0; press < 20; press++) token.shorten();
    expect(token.numbers.value).toEqual([1, 2]);
    for (let press = 0; press < 20; press++) token.lengthen();
    expect(token.numbers.value).toHaveLength(16);
  });

  it.each(['1,x', '1,', '1,1e999'])('%s in a link is said to be wrong', (token) => {
    const laboratory = open(`#lab=norm&token=${token}`);
    expect(laboratory.notices.value).toHaveLength(1);
    expect(laboratory.link()).toBe('#lab=norm');
  });
});

describe('weights that are given', () => {
  const bytes = Uint8Array.of(1, 2);

  it('are measured where the laboratory takes them, and kept where it does not', () => {
    const laboratory = open('#lab=precision');
    laboratory.useWeights({ name: 'trained', bytes });
    expect(laboratory.estimate.value).toBe(1);
    laboratory.run();
    expect(requests.at(-1)).toEqual({
      lab: 'precision',
      settings: {},
      quick: true,
      weights: bytes,
    });
    laboratory.choose('depth');
    expect(laboratory.estimate.value).toBe(10);
    laboratory.run();
    expect(requests.at(-1)).not.toHaveProperty('weights');
    laboratory.choose('precision');
    expect(laboratory.weights.inUse.value).toBe(bytes);
    laboratory.useWeights(null);
    expect(laboratory.estimate.value).toBe(10);
  });

  it('say why they are not taken, and are not used', () => {
    const laboratory = open('#lab=precision');
    laboratory.useWeights({ name: 'empty', bytes: new Uint8Array() });
    expect(laboratory.weights.refusal.value).toBe('the weights are 0 bytes');
    laboratory.run();
    expect(requests.at(-1)).not.toHaveProperty('weights');
  });

  it('end a measurement that was begun without them', () => {
    const laboratory = open('#lab=precision');
    laboratory.run();
    laboratory.useWeights({ name: 'trained', bytes });
    expect(laboratory.measurement.value).toEqual({ kind: 'none' });
  });
});

describe('the address of a race', () => {
  it('has the run as its only arm', () => {
    const document = { version: 1, seed: 7, model: { wiring: 'post', depth: 12 } };
    expect(raceAddress(document)).toBe('./#v=1&seed=7&model.depth=12&arm=model.wiring:post');
  });
});
