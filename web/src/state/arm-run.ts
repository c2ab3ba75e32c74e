import { signal } from '@preact/signals-core';
import type { ArmEngine, StartArm } from '../engine/arm-engine';
import type { FromWorker, RecordsMessage } from '../engine/protocol';
import type { Summary, Verdict } from '../engine/types';
import { Pace } from './pace';
import { hashText } from './proof';
import { RecordStore } from './record-store';
import type { NestedSettings } from './settings';

export type ArmStatus = 'starting' | 'ready' | 'finished' | 'stopped' | 'failed';

/** What a run needs of its surroundings. */
export interface ArmPort {
  start: StartArm;
  now(): number;
}

/** A safetensors file, and the step that it was saved after. */
export interface Weights {
  step: number;
  bytes: Uint8Array<ArrayBuffer>;
}

let lastRun = 0;

/** One arm's run: its engine, what it recorded, and how it stands. A changed arm gets a new one. */
export class ArmRun {
  /** Told apart from every earlier run of the same arm. */
  readonly key = `run-${++lastRun}`;
  readonly status = signal<ArmStatus>('starting');
  readonly verdict = signal<Verdict | null>(null);
  /** Why there is no run, in words; null while all is well. */
  readonly failure = signal<string | null>(null);
  readonly document: NestedSettings;
  readonly pace: Pace;
  summary: Summary | null = null;
  store: RecordStore | null = null;
  readonly #engine: ArmEngine;
  #weights: Weights | null = null;
  #asking: ((weights: Weights) => void)[] = [];
  readonly #onRecords: () => void;

  constructor(document: NestedSettings, port: ArmPort, onRecords: () => void) {
    this.document = document;
    this.pace = new Pace(() => port.now());
    this.#onRecords = onRecords;
    this.#engine = port.start(document, (message) => {
      this.#hear(message);
    });
  }

  get step(): number {
    return this.store?.count ?? 0;
  }

  /** The hash of all steps so far; null before the first. */
  get trajectory(): string | null {
    const hash = this.store?.hashes.at(-1);
    return hash === undefined ? null : hashText(hash);
  }

  get over(): boolean {
    return ['finished', 'stopped', 'failed'].includes(this.status.value);
  }

  /** Whether there are weights to be had: of a run that was stopped or failed there are none. */
  get savable(): boolean {
    return ['ready', 'finished'].includes(this.status.value);
  }

  /** The weights after the latest step that was trained; asked for only where the run is savable. */
  async weights(): Promise<Weights> {
    if (this.status.value === 'finished' && this.#weights) return this.#weights;
    return new Promise((resolve) => {
      this.#asking.push(resolve);
      this.#engine.save();
    });
  }

  run(): void {
    if (this.over) return;
    this.pace.forget();
    this.#engine.run();
  }

  pause(): void {
    if (!this.over) this.#engine.pause();
  }

  advance(steps: number): void {
    if (!this.over) this.#engine.step(steps);
  }

  /** Gives up the rest, at once; what arrived so far is kept. */
  stop(): void {
    if (this.over) return;
    this.status.value = 'stopped';
    this.#engine.dispose();
  }

  dispose(): void {
    this.#engine.dispose();
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'created':
        this.summary = message.summary;
        this.store = new RecordStore(message.layout);
        this.status.value = 'ready';
        break;
      case 'records':
        this.#record(message);
        break;
      case 'paused':
        break;
      case 'weights':
        this.#weights = { step: message.step, bytes: message.bytes };
        for (const resolve of this.#asking) resolve(this.#weights);
        this.#asking = [];
        break;
      case 'refused':
        this.#fail(message.errors.map((error) => error.message).join(' '));
        break;
      case 'failed':
        this.#fail(`${closed(message.message)} The other arms run on; Reset starts this one anew.`);
        break;
    }
    this.#onRecords();
  }

  #record(message: RecordsMessage): void {
    this.store?.append(message);
    this.pace.add(message.count);
    if (message.verdict) this.verdict.value = message.verdict;
    if (message.finished) {
      this.status.value = 'finished';
      // What it recorded lives here: the worker and the engine's memory are needed no longer.
      this.#engine.dispose();
    }
  }

  #fail(message: string): void {
    this.failure.value = message;
    this.status.value = 'failed';
    this.#engine.dispose();
  }
}

function closed(sentence: string): string {
  return /[.!?)]$/.test(sentence) ? sentence : `${sentence}.`;
}
