import { describe, expect, it } from 'vitest';
import type { ArmEngine } from '../engine/arm-engine';
import type { FromWorker } from '../engine/protocol';
import type { RecordLayout } from '../engine/types';
import { Race } from './race';
import { addArm, removeArm, setOwn, setShared } from './race-document';
import { standard, summary, table } from './testing';

const layout: RecordLayout = { scalars: ['step', 'loss'], series: [], width: 0 };

/** One arm's engine as the race sees it: what it was asked, and a voice that answers when the test says so. */
class Puppet implements ArmEngine {
  readonly asked: string[] = [];
  disposed = false;
  #step = 0;

  constructor(
    readonly document: unknown,
    readonly say: (message: FromWorker) => void,
  ) {}

  run(): void {
    this.asked.push('run');
  }

  pause(): void {
    this.asked.push('pause');
  }

  step(steps: number): void {
    this.asked.push(`step ${steps}`);
  }

  save(): void {
    this.asked.push('save');
  }

  dispose(): void {
    this.disposed = true;
  }

  created(): void {
    this.say({ kind: 'created', run: 0, layout, summary });
  }

  train(steps: number, finished = false): void {
    const scalars = new Float64Array(2 * steps);
    for (let row = 0; row < steps; row++) scalars.set([++this.#step, 1 / this.#step], 2 * row);
    const layers = new Float32Array();
    const verdict = null;
    const hashes = new BigUint64Array(steps);
    this.say({ kind: 'records', run: 0, count: steps, scalars, layers, hashes, verdict, finished });
  }
}

function stage(document = standard) {
  const puppets: Puppet[] = [];
  let time = 0;
  let frames = 0;
  const race = new Race(
    table,
    {
      start: (experiment, listener) => {
        const puppet = new Puppet(experiment, listener);
        puppets.push(puppet);
        return puppet;
      },
      now: () => time,
      frame: (callback) => {
        frames++;
        callback();
      },
    },
    document,
  );
  for (const puppet of puppets) puppet.created();
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { race, puppets, pass, frames: () => frames };
}

/** The puppets of the arms as they are now. */
const alive = (puppets: readonly Puppet[]) => puppets.filter((puppet) => !puppet.disposed);

describe('a race', () => {
  it('gives each arm an engine with its own experiment, and waits', () => {
    const { race, puppets } = stage();
    expect(puppets.map(({ document }) => document)).toEqual([
      { version: 1, schedule: { warmup: 0 } },
      { version: 1, model: { wiring: 'pre' }, schedule: { warmup: 0 } },
      { version: 1, model: { wiring: 'deepnorm' }, schedule: { warmup: 0 } },
    ]);
    expect(race.running.value).toBe(false);
    expect(puppets.flatMap(({ asked }) => asked)).toEqual([]);
  });

  it('runs, pauses and steps all arms', () => {
    const { race, puppets } = stage();
    race.run();
    expect(race.running.value).toBe(true);
    race.pause();
    race.stepOnce();
    for (const { asked } of puppets) expect(asked).toEqual(['run', 'pause', 'step 1']);
  });

  it('pauses before it steps', () => {
    const { race, puppets } = stage();
    race.run();
    race.stepOnce();
    expect(race.running.value).toBe(false);
    expect(puppets[0]?.asked).toEqual(['run', 'pause', 'step 1']);
  });

  it('stands where its slowest arm under way does', () => {
    const { race, puppets } = stage();
    puppets[0]?.train(5);
    puppets[1]?.train(9);
    expect(race.step).toBe(0);
    puppets[2]?.train(7);
    expect(race.step).toBe(5);
    expect(race.furthest).toBe(9);
    puppets[0]?.train(1, true);
    expect(race.step).toBe(7);
  });

  it('tells how many steps an arm does in a second', () => {
    const { race, puppets, pass } = stage();
    expect(race.stepsPerSecond).toBeNull();
    for (let moment = 0; moment < 20; moment++) {
      pass(100);
      for (const puppet of puppets) puppet.train(4);
    }
    expect(race.stepsPerSecond).toBe(40);
  });

  it('takes as long as its slowest arm will', () => {
    const { race, puppets, pass } = stage(setShared(standard, 'steps', 110));
    race.run();
    const train = (moments: number, steps: readonly number[]) => {
      for (let moment = 0; moment < moments; moment++) {
        pass(1000);
        steps.forEach((count, arm) => puppets[arm]?.train(count));
      }
    };
    train(1, [10, 5, 1]);
    expect(race.secondsLeft).toBeNull();
    train(4, [10, 5, 0]);
    // The third has said nothing since: no forecast without it.
    expect(race.secondsLeft).toBeNull();
    train(5, [10, 5, 1]);
    expect(race.secondsLeft).toBe((110 - 6) / 1);
    puppets[2]?.say({ kind: 'failed', run: 0, message: 'out of memory' });
    expect(race.secondsLeft).toBe((110 - 50) / 5);
    race.pause();
    expect(race.secondsLeft).toBeNull();
    race.run();
    expect(race.secondsLeft).toBeNull();
    train(2, [10, 5]);
    expect(race.secondsLeft).toBe((110 - 60) / 5);
    puppets[0]?.train(1, true);
    puppets[1]?.train(1, true);
    expect(race.secondsLeft).toBeNull();
  });

  it('gives up what is left when it is stopped, and keeps what was measured', () => {
    const { race, puppets } = stage();
    expect(race.begun).toBe(false);
    race.run();
    expect(race.begun).toBe(true);
    puppets[0]?.train(10, true);
    puppets[1]?.train(4);
    race.stop();
    expect(puppets.map(({ disposed }) => disposed)).toEqual([true, true, true]);
    const { arms } = race;
    expect(arms.value.map(({ run }) => run.status.value)).toEqual([
      'finished',
      'stopped',
      'stopped',
    ]);
    expect(arms.value.map(({ run }) => run.step)).toEqual([10, 4, 0]);
    expect([race.over.value, race.running.value, race.stopped, race.begun]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    race.run();
    expect(race.stopped).toBe(false);
    expect(race.step).toBe(0);
    for (const { asked } of alive(puppets)) expect(asked).toContain('run');
  });

  it('lets an arm that is changed after a stop begin alone', () => {
    const { race, puppets } = stage();
    race.run();
    for (const puppet of puppets) puppet.train(4);
    race.stop();
    race.apply(setOwn(race.document.value, 1, 'schedule.warmup', 400));
    race.run();
    expect(alive(puppets)).toHaveLength(1);
    expect(race.arms.value.map(({ run }) => run.step)).toEqual([4, 0, 4]);
  });

  it('starts anew only the arm that was changed, and lets it run on', () => {
    const { race, puppets } = stage();
    race.run();
    for (const puppet of puppets) puppet.train(10);
    race.apply(setOwn(race.document.value, 1, 'schedule.warmup', 400));
    expect(puppets.map(({ disposed }) => disposed)).toEqual([false, true, false, false]);
    expect(puppets[3]?.document).toMatchObject({ model: { wiring: 'pre' } });
    expect(puppets[3]?.asked).toEqual(['run']);
    expect(race.arms.value.map(({ run }) => run.step)).toEqual([10, 0, 10]);
  });

  it('starts all anew for a shared setting, and leaves them paused if they were', () => {
    const { race, puppets } = stage();
    race.apply(setShared(race.document.value, 'seed', 9));
    expect(alive(puppets)).toHaveLength(3);
    expect(alive(puppets).flatMap(({ asked }) => asked)).toEqual([]);
  });

  it('changes nothing where nothing changes', () => {
    const { race, puppets } = stage();
    race.apply(setShared(race.document.value, 'optimizer.momentum', 0.5));
    expect(puppets).toHaveLength(3);
  });

  it('adds and removes arms while the others run on', () => {
    const { race, puppets } = stage();
    race.run();
    race.apply(addArm(race.document.value, { 'model.wiring': 'pre', 'model.depth': 3 }));
    expect(puppets[3]?.asked).toEqual(['run']);
    race.apply(removeArm(race.document.value, 0));
    expect(puppets.map(({ disposed }) => disposed)).toEqual([true, false, false, false]);
    expect(race.arms.value.map(({ label }) => label)).toEqual([
      'pre-norm',
      'DeepNorm',
      'pre-norm, depth 3',
    ]);
  });

  it('resets to step 0 with the same documents, paused', () => {
    const { race, puppets } = stage();
    race.run();
    const before = puppets.map(({ document }) => document);
    for (const puppet of puppets) puppet.train(10);
    race.reset();
    expect(race.step).toBe(0);
    expect(race.running.value).toBe(false);
    expect(alive(puppets).map(({ document }) => document)).toEqual(before);
  });

  it('takes the next seed, and after the last the first', () => {
    const { race } = stage(setShared(standard, 'seed', 2 ** 32 - 1));
    race.newSeed();
    expect(race.document.value.shared.seed).toBe(0);
  });

  it('is over when every arm is, and runs again from the start', () => {
    const { race, puppets } = stage();
    race.run();
    for (const puppet of puppets) puppet.train(10, true);
    expect(race.over.value).toBe(true);
    expect(race.running.value).toBe(false);
    race.run();
    const again = alive(puppets);
    expect(again).toHaveLength(3);
    for (const { asked } of again) expect(asked).toContain('run');
  });

  it('goes on without an arm whose engine failed, and says so', () => {
    const { race, puppets } = stage();
    race.run();
    puppets[1]?.say({ kind: 'failed', run: 0, message: 'out of memory' });
    expect(race.running.value).toBe(true);
    const failed = race.arms.value[1]?.run;
    expect(failed?.status.value).toBe('failed');
    expect(failed?.failure.value).toBe(
      'out of memory. The other arms run on; Reset starts this one anew.',
    );
    puppets[0]?.train(3);
    expect(race.arms.value[0]?.run.step).toBe(3);
  });

  it('gives the weights of an arm that trains or has finished, and of no other', async () => {
    const { race, puppets } = stage();
    const [arm] = race.arms.value;
    const [puppet] = puppets;
    if (!arm || !puppet) throw new Error('no arm');
    expect(arm.run.savable).toBe(true);
    const asked = arm.run.weights();
    expect(puppet.asked).toEqual(['save']);
    puppet.say({ kind: 'weights', run: 0, step: 0, bytes: Uint8Array.of(1) });
    expect(await asked).toEqual({ step: 0, bytes: Uint8Array.of(1) });
    puppet.say({ kind: 'weights', run: 0, step: 5, bytes: Uint8Array.of(2) });
    puppet.train(5, true);
    expect(await arm.run.weights()).toEqual({ step: 5, bytes: Uint8Array.of(2) });
    expect(puppet.asked).toEqual(['save']);
    race.stop();
    expect(race.arms.value.map(({ run }) => run.savable)).toEqual([true, false, false]);
    race.reset();
    // Its engine has not answered yet.
    expect(race.arms.value.map(({ run }) => run.savable)).toEqual([false, false, false]);
  });
});
