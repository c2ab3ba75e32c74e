import { batch, computed, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { StartArm } from '../engine/arm-engine';
import { ArmRun } from './arm-run';
import type { FieldTable } from './field-table';
import { armLabels } from './labels';
import { Pace } from './pace';
import { experimentOf, setShared } from './race-document';
import type { ArmDocument, RaceDocument } from './race-document';
import type { NestedSettings } from './settings';

/** What the race needs of its surroundings: a page, or a test. */
export interface RacePort {
  start: StartArm;
  now(): number;
  /** Calls back before the next picture is drawn. */
  frame(callback: () => void): void;
}

export interface Arm {
  readonly id: number;
  readonly slot: number;
  readonly label: string;
  readonly document: ArmDocument;
  readonly run: ArmRun;
}

/** The race being run: one arm each in a worker of its own, and the wish to run or to pause. */
export class Race {
  readonly document: Signal<RaceDocument>;
  readonly arms: ReadonlySignal<readonly Arm[]>;
  /** What the visitor asked for; an arm that is changed meanwhile starts anew and does the same. */
  readonly wanted = signal<'run' | 'pause'>('pause');
  /** Counts pictures: whoever draws what was recorded reads it, and is called once per frame at most. */
  readonly frame = signal(0);
  readonly #table: FieldTable;
  readonly #port: RacePort;
  readonly #runs = signal<ReadonlyMap<number, ArmRun>>(new Map());
  readonly #pace: Pace;
  #framePending = false;

  constructor(table: FieldTable, port: RacePort, document: RaceDocument) {
    this.#table = table;
    this.#port = port;
    this.#pace = new Pace(() => port.now());
    this.document = signal(document);
    this.arms = computed(() => this.#list());
    this.apply(document);
  }

  get budget(): number {
    return Number(this.document.value.shared.steps);
  }

  readonly over = computed(() => this.arms.value.every((arm) => arm.run.over));

  readonly running = computed(() => this.wanted.value === 'run' && !this.over.value);

  /** Whoever calls this while drawing is drawn again with every picture. */
  followFrames(): number {
    return this.frame.value;
  }

  /** The step that the whole race has reached: that of its slowest arm still under way. */
  get step(): number {
    const runs = this.arms.value.map((arm) => arm.run);
    const steps = runs.filter((run) => !run.over).map((run) => run.step);
    return steps.length > 0 ? Math.min(...steps) : Math.max(0, ...runs.map((run) => run.step));
  }

  /** The latest step that any arm has reached. */
  get furthest(): number {
    return Math.max(0, ...this.arms.value.map((arm) => arm.run.step));
  }

  /** Steps per second of an arm under way, on average. */
  get stepsPerSecond(): number {
    const active = this.arms.value.filter((arm) => !arm.run.over).length;
    return this.#pace.perSecond() / Math.max(1, active);
  }

  run(): void {
    if (this.over.value) this.reset();
    this.#pace.forget();
    this.wanted.value = 'run';
    for (const { run } of this.arms.value) run.run();
  }

  pause(): void {
    this.wanted.value = 'pause';
    for (const { run } of this.arms.value) run.pause();
  }

  /** One step of every arm, then paused. */
  stepOnce(): void {
    if (this.running.value) this.pause();
    this.wanted.value = 'pause';
    for (const { run } of this.arms.value) run.advance(1);
  }

  /** Back to step 0 with the same seed, paused: what runs next is the same to the last bit. */
  reset(): void {
    this.wanted.value = 'pause';
    this.#replace(() => true);
  }

  newSeed(): void {
    const seed = Number(this.document.value.shared.seed);
    this.apply(setShared(this.document.value, 'seed', (seed + 1) % 2 ** 32));
  }

  /** Takes a race that the engine has found valid; the arms that it changes start anew. */
  apply(document: RaceDocument): void {
    batch(() => {
      this.document.value = document;
      this.#replace((before, after) => before !== after);
    });
  }

  dispose(): void {
    for (const run of this.#runs.value.values()) run.dispose();
  }

  #replace(changed: (before: string, after: string) => boolean): void {
    const before = this.#runs.value;
    const after = new Map<number, ArmRun>();
    for (const arm of this.document.value.arms) {
      const document = experimentOf(this.#table, this.document.value, arm);
      const old = before.get(arm.id);
      if (old && !changed(JSON.stringify(old.document), JSON.stringify(document))) {
        after.set(arm.id, old);
      } else {
        after.set(arm.id, this.#newRun(document));
      }
    }
    const kept = new Set(after.values());
    for (const run of before.values()) if (!kept.has(run)) run.dispose();
    this.#pace.forget();
    this.#runs.value = after;
    if (this.wanted.value === 'run') for (const run of kept) run.run();
    this.#recorded();
  }

  #newRun(document: NestedSettings): ArmRun {
    return new ArmRun(document, this.#port.start, (steps) => {
      this.#recorded(steps);
    });
  }

  #list(): readonly Arm[] {
    const document = this.document.value;
    const labels = armLabels(this.#table, document);
    const runs = this.#runs.value;
    return document.arms.flatMap((arm) => {
      const run = runs.get(arm.id);
      if (!run) return [];
      return [{ id: arm.id, slot: arm.slot, label: labels.get(arm.id) ?? '', document: arm, run }];
    });
  }

  #recorded(steps = 0): void {
    this.#pace.add(steps);
    if (this.#framePending) return;
    this.#framePending = true;
    this.#port.frame(() => {
      this.#framePending = false;
      this.frame.value++;
    });
  }
}
