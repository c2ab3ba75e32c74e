import { describe, expect, it } from 'vitest';
import type { FromWorker } from './protocol';
import { Session } from './session';
import type { Engine, Run, Verdict } from './types';

const layout: Run['layout'] = {
  scalars: ['step'],
  series: [{ name: 'update', label: '', length: 2, offset: 0 }],
  width: 2,
};
const module = {} as WebAssembly.Module;

interface Script {
  budget?: number;
  /** Milliseconds that a step takes. */
  pace?: number;
  trapAt?: number;
  refuse?: boolean;
}

/** A session whose engine counts steps, and whose clock and turns the test holds in its hands. */
function stage({ budget = 1000, pace = 1, trapAt = Infinity, refuse = false }: Script = {}) {
  let time = 0;
  let step = 0;
  let turn: (() => void) | null = null;
  const sent: FromWorker[] = [];
  const transferred: Transferable[] = [];
  const run = {
    layout,
    summary: {},
    get step() {
      return step;
    },
    get finished() {
      return step >= budget;
    },
    advance(steps: number) {
      const count = Math.min(steps, budget - step);
      const first = step + 1;
      step += count;
      time += count * pace;
      if (step >= trapAt) throw new Error('unreachable');
      const scalars = Float64Array.from({ length: count }, (_, row) => first + row);
      const hashes = BigUint64Array.from(scalars, BigInt);
      return { count, scalars, layers: new Float32Array(2 * count).fill(first), hashes };
    },
    verdict: () => ({ name: 'learning', since: step }) as Verdict,
    weights: () => Uint8Array.of(step),
  } as unknown as Run;
  const errors = [{ pointer: '/steps', field: 'steps', value: 0, allowed: '', message: 'no' }];
  const engine = {
    createRun: () => (refuse ? { ok: false, errors } : { ok: true, run }),
  } as unknown as Engine;
  const session = new Session({
    load: () => Promise.resolve(engine),
    post: (message, transfer) => {
      sent.push(message);
      transferred.push(...transfer);
    },
    now: () => time,
    soon: (callback) => {
      expect(turn, 'one loop at a time').toBeNull();
      turn = callback;
    },
  });
  const turns = (count: number) => {
    for (let index = 0; index < count; index++) {
      const next = turn;
      turn = null;
      next?.();
    }
  };
  const create = () => session.handle({ kind: 'create', run: 7, module, document: {} });
  const steps = () =>
    sent.flatMap((message) => (message.kind === 'records' ? Array.from(message.scalars) : []));
  return { session, sent, transferred, turns, create, steps, waiting: () => turn !== null };
}

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('a session', () => {
  it('creates a run and waits', async () => {
    const { create, sent, waiting } = stage();
    await create();
    expect(sent).toEqual([{ kind: 'created', run: 7, layout, summary: {} }]);
    expect(waiting()).toBe(false);
  });

  it('runs at once where it was told to before it was created', async () => {
    const { create, session, steps } = stage();
    await session.handle({ kind: 'run', run: 7 });
    await create();
    expect(steps()).toEqual([1]);
  });

  it('stops exactly at its budget, with every step once', async () => {
    const { create, session, sent, steps, turns, waiting } = stage({ budget: 250 });
    await create();
    await session.handle({ kind: 'run', run: 7 });
    turns(100);
    expect(steps()).toEqual(oneTo(250));
    expect(sent.at(-1)).toMatchObject({ kind: 'records', finished: true });
    expect(waiting()).toBe(false);
  });

  it('has one loop however often it is told to run', async () => {
    const { create, session, steps, turns } = stage({ budget: 100 });
    await create();
    for (let click = 0; click < 5; click++) await session.handle({ kind: 'run', run: 7 });
    turns(50);
    expect(steps()).toEqual(oneTo(100));
  });

  it('gathers quick steps into about thirty messages a second, and hands the memory over', async () => {
    const { create, session, sent, transferred, turns } = stage({ budget: 1000, pace: 1 });
    await create();
    await session.handle({ kind: 'run', run: 7 });
    turns(200);
    const records = sent.filter((message) => message.kind === 'records');
    expect(records.length).toBeGreaterThan(20);
    expect(records.length).toBeLessThan(36);
    // And the weights, once.
    expect(transferred).toHaveLength(3 * records.length + 1);
  });

  it('gives up its thread every 12 ms or after each step, whichever is longer', async () => {
    for (const [pace, most] of [
      [1, 12],
      [5, 2],
      [80, 1],
    ] as const) {
      const { create, session, steps, turns } = stage({ pace });
      await create();
      await session.handle({ kind: 'run', run: 7 });
      turns(9);
      await session.handle({ kind: 'pause', run: 7 });
      expect(steps().length).toBeLessThanOrEqual(1 + 9 * most);
      expect(steps().length).toBeGreaterThanOrEqual(9);
    }
  });

  it('pauses at once, tells what it had gathered, and goes on where it was', async () => {
    const { create, session, sent, steps, turns, waiting } = stage();
    await create();
    await session.handle({ kind: 'run', run: 7 });
    turns(2);
    await session.handle({ kind: 'pause', run: 7 });
    const paused = steps().length;
    expect(sent.at(-1)).toEqual({ kind: 'paused', run: 7, step: paused });
    turns(5);
    expect(waiting()).toBe(false);
    expect(steps()).toEqual(oneTo(paused));
    await session.handle({ kind: 'run', run: 7 });
    turns(10);
    expect(steps()).toEqual(oneTo(steps().length));
    expect(steps().length).toBeGreaterThan(paused);
  });

  it('takes single steps, with the verdict of each', async () => {
    const { create, session, sent, steps } = stage();
    await create();
    await session.handle({ kind: 'step', run: 7, steps: 1 });
    await session.handle({ kind: 'step', run: 7, steps: 1 });
    expect(steps()).toEqual([1, 2]);
    expect(sent.at(-1)).toMatchObject({ count: 1, verdict: { name: 'learning', since: 2 } });
  });

  it('hands over the weights when asked, and before the last records', async () => {
    const { create, session, sent } = stage({ budget: 2 });
    await create();
    await session.handle({ kind: 'step', run: 7, steps: 1 });
    await session.handle({ kind: 'save', run: 7 });
    expect(sent.at(-1)).toEqual({ kind: 'weights', run: 7, step: 1, bytes: Uint8Array.of(1) });
    await session.handle({ kind: 'step', run: 7, steps: 1 });
    expect(sent.slice(-2)).toMatchObject([
      { kind: 'weights', step: 2, bytes: Uint8Array.of(2) },
      { kind: 'records', finished: true },
    ]);
  });

  it('says what the engine refuses', async () => {
    const { create, sent } = stage({ refuse: true });
    await create();
    expect(sent).toMatchObject([{ kind: 'refused', errors: [{ field: 'steps' }] }]);
  });

  it('says that the engine trapped, and does no more', async () => {
    const { create, session, sent, turns, waiting } = stage({ trapAt: 20 });
    await create();
    await session.handle({ kind: 'run', run: 7 });
    turns(20);
    expect(sent.at(-1)).toEqual({ kind: 'failed', run: 7, message: 'unreachable' });
    expect(waiting()).toBe(false);
    const before = sent.length;
    await session.handle({ kind: 'run', run: 7 });
    await session.handle({ kind: 'step', run: 7, steps: 1 });
    expect(sent).toHaveLength(before);
  });
});
