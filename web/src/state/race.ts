import { batch, computed, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { ArmRun } from './arm-run';
import type { ArmPort } from './arm-run';
import type { FieldTable } from './field-table';
import { armLabels } from './labels';
import { experimentOf, setShared } from './race-document';
import type { ArmDocument, RaceDocument } from './race-document';
import type { NestedSettings } from './settings';

/** What the race needs of its surroundings: a page, or a test. */
export interface RacePort extends ArmPort {
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
  #framePending = false;

  constructor(table: FieldTable, port: RacePort, document: RaceDocument) {
    this.#table = table;
    this.#port = port;
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
    const steps = this.#underWay.map((run) => run.step);
    return steps.length > 0 ? Math.min(...steps) : this.furthest;
  }

  /** The latest step that any arm has reached. */
  get furthest(): number {
    return Math.max(0, ...this.arms.value.map((arm) => arm.run.step));
  }

  /** Steps per second of an arm under way, on average; null before there is a measurement. */
  get stepsPerSecond(): number | null {
    const rates = this.#underWay
      .map(({ pace }) => pace.perSecond())
      .filter((rate) => rate !== null);
    return rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) / rates.length : null;
  }

  /** What its slowest arm still needs at the rate that it has now; null where nothing runs or is measured. */
  get secondsLeft(): number | null {
    if (!this.running.value) return null;
    const left = this.#underWay.map((run) => {
      const rate = run.pace.perSecond();
      return rate === null ? null : (this.budget - run.step) / rate;
    });
    return left.includes(null) ? null : Math.max(...left.map(Number));
  }

  /** Whether the rest was given up. */
  get stopped(): boolean {
    return this.over.value && this.arms.value.some(({ run }) => run.status.value === 'stopped');
  }

  /** Whether there is anything that could be given up. */
  get begun(): boolean {
    return !this.over.value && (this.running.value || this.furthest > 0);
  }

  get #underWay(): ArmRun[] {
    return this.arms.value.map(({ run }) => run).filter((run) => !run.over);
  }

  run(): void {
    if (this.over.value) this.reset();
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

  /** Gives up what is not trained yet, and keeps what was measured. */
  stop(): void {
    batch(() => {
      this.wanted.value = 'pause';
      for (const { run } of this.arms.value) run.stop();
    });
    this.#recorded();
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
    this.#runs.value = after;
    if (this.wanted.value === 'run') for (const run of kept) run.run();
    this.#recorded();
  }

  #newRun(document: NestedSettings): ArmRun {
    return new ArmRun(document, this.#port, () => {
      this.#recorded();
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

  #recorded(): void {
    if (this.#framePending) return;
    this.#framePending = true;
    this.#port.frame(() => {
      this.#framePending = false;
      this.frame.value++;
    });
  }
}
