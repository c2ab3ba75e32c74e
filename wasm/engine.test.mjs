import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine, stepRecords } from './engine.mjs';
import { engineWithMemory } from './testing/engine-with-memory.mjs';

const small = { model: { depth: 2, width: 8, feed_forward: 16 }, batch: 2, steps: 6 };

const wasm = await readFile(new URL('dist/engine.wasm', import.meta.url));

let engine;
beforeAll(async () => {
  engine = await loadEngine();
});

describe('loadEngine', () => {
  it('takes bytes, or a module compiled once for many', async () => {
    const fromBytes = await loadEngine({ bytes: wasm });
    const fromModule = await loadEngine({ module: await WebAssembly.compile(wasm) });
    for (const loaded of [fromBytes, fromModule]) expect(loaded.validate({}).ok).toBe(true);
  });

  it('says in words that bytes are no engine', async () => {
    await expect(loadEngine({ bytes: new Uint8Array([1, 2, 3]) })).rejects.toThrow(
      /can't be compiled here/,
    );
    const another = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // an empty module
    await expect(loadEngine({ bytes: another })).rejects.toThrow(/reload the page/);
  });
});

describe('validate', () => {
  it('takes objects and JSON text alike', () => {
    const object = engine.validate({ model: { wiring: 'pre' } });
    expect(object).toEqual(engine.validate('{"model": {"wiring": "pre"}}'));
    expect(object.minimal).toEqual({ model: { wiring: 'pre' } });
    expect(object.document.model.depth).toBe(12);
    expect(object.summary).toMatchObject({ parameters: 154_048, tokens: 256, unigram: null });
  });

  it('answers with all errors as values', () => {
    const { ok, errors } = engine.validate({ model: { depht: 3, width: 10, heads: 3 }, steps: 0 });
    expect(ok).toBe(false);
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/model/depht',
      '/steps',
      '/model/width',
    ]);
    expect(errors[0].message).toContain('did you mean model.depth?');
    expect(errors[2].message).toContain('model.width is 10 and model.heads is 3');
  });

  it.each([
    [NaN, '"NaN"'],
    [-Infinity, '"-Infinity"'],
    [2 ** 32, '4294967296'],
    [-1, '-1'],
    [1.5, '1.5'],
    ['x', '"x"'],
    [null, 'null'],
    [10n ** 20n, '"100000000000000000000"'],
    [() => 3, '"function"'],
  ])('refuses a seed of %s by name', (seed, shown) => {
    const { errors } = engine.validate({ seed });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ pointer: '/seed', field: 'seed' });
    expect(errors[0].message).toBe(`seed is ${shown}; allowed: an integer from 0 to 4294967295`);
  });

  it('answers for what is no document at all', () => {
    const cyclic = {};
    cyclic.model = cyclic;
    for (const document of [cyclic, undefined, null, 3, [], '', '{"a":', 'NaN', Symbol('a')]) {
      const { ok, errors } = engine.validate(document);
      expect(ok).toBe(false);
      expect(errors[0].message).not.toBe('');
    }
  });

  it('names line, column and field where JSON text breaks', () => {
    const { errors } = engine.validate('{"optimizer":\n {"learning_rate": NaN}}');
    expect(errors[0]).toMatchObject({ field: 'optimizer.learning_rate' });
    expect(errors[0].message).toContain('line 2, column 20');
  });

  it('keeps a text through emoji, line ends, marks and lone surrogates', () => {
    const textOf = (text) =>
      engine.validate({ task: { kind: 'text', context: 2, text } }).document.task.text;
    expect(textOf('a\u{1F600}\r\nb\u0000c')).toBe('a\u{1F600}\r\nb\u0000c');
    expect(textOf('\uFEFFabc')).toBe('\uFEFFabc');
    expect(textOf('ab\uD800cd')).toBe('ab\uFFFDcd');
    const raw = engine.validate('{"task":{"kind":"text","context":2,"text":"ab\uD800cd"}}');
    expect(raw.document.task.text).toBe('ab\uFFFDcd');
  });

  it('refuses what does not fit, before it allocates', async () => {
    const { engine: fresh, memory } = await engineWithMemory();
    const before = memory.buffer.byteLength;
    const { ok, errors } = fresh.createRun({
      model: { depth: 2000, width: 1024, heads: 64, feed_forward: 4096 },
    });
    expect(ok).toBe(false);
    expect(errors[0].message).toMatch(/408\.62 GiB.*at most 1\.00 GiB/);
    expect(memory.buffer.byteLength).toBe(before);
  });
});

describe('expandRace', () => {
  it('expands the default race', () => {
    const { race, arms } = engine.expandRace(engine.describe().default_race);
    expect(arms.map(({ document }) => document.model.wiring)).toEqual(['post', 'pre', 'deepnorm']);
    expect(arms.every(({ document }) => document.schedule.warmup === 0)).toBe(true);
    expect(engine.expandRace(race).arms).toEqual(arms);
  });

  it('points into the arm', () => {
    const { errors } = engine.expandRace({ arms: [{}, { model: { width: 10, heads: 3 } }] });
    expect(errors[0].pointer).toBe('/arms/1/model/width');
  });
});

describe('a run', () => {
  it('advances exactly to its budget', () => {
    const { run } = engine.createRun(small);
    expect([run.step, run.finished]).toEqual([0, false]);
    expect(run.advance(0).count).toBe(0);
    expect(run.advance(4).count).toBe(4);
    expect([run.step, run.finished]).toEqual([4, false]);
    const last = run.advance(100);
    expect(last.count).toBe(2);
    expect([run.step, run.finished]).toEqual([6, true]);
    expect(run.advance(1).count).toBe(0);
    expect([...last.scalars].filter((_, i) => i % 4 === 0)).toEqual([5, 6]);
    expect(last.layers).toHaveLength(2 * run.layout.width);
    run.dispose();
  });

  it('hashes its course, step by step', () => {
    const { run } = engine.createRun(small);
    expect(run.trajectory).toBe('0000000000000000');
    const text = (hash) => hash.toString(16).padStart(16, '0');
    const { hashes } = run.advance(4);
    expect(hashes).toHaveLength(4);
    expect(text(hashes[3])).toBe(run.trajectory);
    expect(new Set(hashes).size).toBe(4);
    const again = engine.createRun(small).run;
    expect(again.advance(2).hashes).toEqual(hashes.slice(0, 2));
    const other = engine.createRun({ ...small, seed: 5 }).run;
    expect(other.advance(1).hashes[0]).not.toBe(hashes[0]);
    for (const each of [run, again, other]) each.dispose();
  });

  it.each([0, 2 ** 32 - 1])('replays seed %i bit for bit, however it is cut', (seed) => {
    const whole = engine.createRun({ ...small, seed }).run;
    const all = whole.advance(6);
    const cut = engine.createRun({ ...small, seed }).run;
    const parts = [cut.advance(1), cut.advance(3), cut.advance(2)];
    expect(parts.flatMap(({ scalars }) => [...scalars])).toEqual([...all.scalars]);
    expect(parts.flatMap(({ layers }) => [...layers])).toEqual([...all.layers]);
    whole.dispose();
    cut.dispose();
  });

  it('differs by its seed', () => {
    const losses = [0, 1, 2 ** 32 - 1].map((seed) => {
      const { run } = engine.createRun({ ...small, seed });
      const { scalars } = run.advance(1);
      run.dispose();
      return scalars[1];
    });
    expect(new Set(losses).size).toBe(3);
  });

  it('streams records by name', () => {
    const { run } = engine.createRun(small);
    const records = [...stepRecords(run)];
    expect(records.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const record of records) {
      expect(record.loss).toBeGreaterThan(0);
      expect(record.weight_gradient).toHaveLength(4);
      expect(record.attention_entropy).toHaveLength(2);
    }
    run.dispose();
  });

  it('refuses steps that are not a whole number, and use after dispose()', () => {
    const { run } = engine.createRun(small);
    for (const steps of [-1, 1.5, NaN, '3', undefined]) {
      expect(() => run.advance(steps)).toThrow(RangeError);
    }
    run.dispose();
    run.dispose();
    expect(() => run.advance(1)).toThrow('disposed of');
    expect(() => run.finished).toThrow('disposed of');
  });

  it('halts on what is not finite, says where, and keeps the values as they are', () => {
    const { run } = engine.createRun({
      model: { wiring: 'residual', depth: 40, width: 8, feed_forward: 16 },
      optimizer: { kind: 'sgd', learning_rate: 10 },
      schedule: { warmup: 0 },
      batch: 2,
      steps: 200,
    });
    const { count, scalars } = run.advance(200);
    expect(run.finished).toBe(true);
    expect(count).toBeLessThan(200);
    const verdict = run.verdict();
    expect(verdict.name).toBe('non-finite');
    expect(verdict.since).toBe(count);
    expect(verdict.place).toMatch(/^layer \d+, (attention|feed-forward)$/);
    const [loss, , norm] = scalars.slice(-3);
    expect(Number.isFinite(loss) && Number.isFinite(norm)).toBe(false);
    run.dispose();
  });
});

describe("the engine's memory", () => {
  it('never shows through records: they outlive its growth and the run', async () => {
    const { engine: fresh, memory } = await engineWithMemory();
    const { run } = fresh.createRun(small);
    const records = run.advance(6);
    const kept = [[...records.scalars], [...records.layers]];
    const before = memory.buffer.byteLength;
    const large = fresh.createRun({ model: { width: 256, depth: 12, feed_forward: 1024 } }).run;
    expect(memory.buffer.byteLength).toBeGreaterThan(before + (64 << 20));
    run.dispose();
    large.dispose();
    expect([[...records.scalars], [...records.layers]]).toEqual(kept);
  });

  it.each([
    ['many weights', { model: { width: 128, depth: 24, feed_forward: 512 } }],
    ['many tokens', { model: { wiring: 'sandwich', depth: 6 }, batch: 256 }],
    ['long contexts', { model: { depth: 4, heads: 8 }, task: { context: 256 }, batch: 8 }],
    ['many symbols', { model: { depth: 1 }, task: { symbols: 1024 }, batch: 512 }],
    [
      'momentum and QK-norm',
      { optimizer: { kind: 'sgd' }, model: { qk_norm: 'rms_per_head', depth: 60 }, batch: 64 },
    ],
  ])('holds what the summary says: %s', async (_name, document) => {
    const { engine: fresh, memory } = await engineWithMemory();
    const { run } = fresh.createRun({ steps: 1, ...document });
    run.advance(1);
    const grown = memory.buffer.byteLength;
    const { memory_bytes: estimate } = run.summary;
    expect(estimate).toBeGreaterThan(20e6);
    // The memory starts at 16 MiB and grows in steps of a fifth.
    expect(grown).toBeGreaterThan(estimate * 0.99);
    expect(grown).toBeLessThan((estimate + (16 << 20)) * 1.25);
  });

  it('runs out in words, and says so ever after', async () => {
    const fresh = await loadEngine();
    // Each within the limit by itself; it allocates, and touches little of it.
    const large = {
      model: { depth: 1, width: 2, heads: 1, feed_forward: 1024 },
      task: { context: 64 },
      batch: 1024,
    };
    const fill = () => {
      for (let i = 0; i < 8; ++i) expect(fresh.createRun(large).ok).toBe(true);
    };
    expect(fill).toThrow(/ran out of memory/);
    expect(() => fresh.describe()).toThrow(/ran out of memory/);
    expect((await loadEngine()).validate({}).ok).toBe(true);
  });
});
