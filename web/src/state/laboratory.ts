import { computed, signal } from '@preact/signals-core';
import type { LabCheck, LabDescription, LabReport, Labs } from '../engine/lab-types';
import type { LabRequest, Measure } from '../engine/measure';
import type { Field } from '../engine/types';
import { GivenWeights } from './given-weights';
import type { WeightsFile } from './given-weights';
import { decodePlace, encodePlace } from './laboratory-link';
import { readSetting } from './read-setting';
import { TokenByHand } from './token-by-hand';

export interface LaboratoryPort {
  labs: Pick<Labs, 'describe' | 'check' | 'normVector'>;
  measure: Measure;
  /** Milliseconds. */
  now(): number;
  hash: string;
  /** Puts a link into the address: a new entry of the history, or in place of the last. */
  write(hash: string, entry: 'push' | 'replace'): void;
}

export type Measurement =
  | { kind: 'none' }
  | { kind: 'running'; share: number; secondsLeft: number | null }
  | { kind: 'done'; report: LabReport }
  | { kind: 'failed'; message: string };

/** What was typed and refused. */
export interface Refusal {
  text: string;
  message: string;
}

/** The page of the laboratories without the page: which one is open, its settings, and its measurement. */
export class Laboratory {
  readonly list: readonly LabDescription[];
  readonly full = signal(false);
  readonly measurement = signal<Measurement>({ kind: 'none' });
  readonly notices = signal<readonly string[]>([]);
  readonly token: TokenByHand;
  readonly weights: GivenWeights;
  readonly #port: LaboratoryPort;
  readonly #open = signal<string | null>(null);
  readonly #changed = signal<Readonly<Record<string, number>>>({});
  readonly #refusals = signal<Readonly<Record<string, Refusal>>>({});
  #end: () => void = () => undefined;

  readonly open = computed(() => this.list.find(({ name }) => name === this.#open.value) ?? null);

  constructor(port: LaboratoryPort) {
    this.#port = port;
    this.list = port.labs.describe();
    this.token = new TokenByHand(port.labs);
    this.weights = new GivenWeights((weights) => {
      const lab = this.open.value;
      return lab && lab.takes_weights !== null ? this.#check(lab.name, weights) : null;
    });
    this.openLink(port.hash);
  }

  /** A link, Back, or an address edited by hand. What cannot be taken from it is said and left out. */
  openLink(hash: string): void {
    const place = decodePlace(hash);
    this.#leave();
    const known = this.list.find(({ name }) => name === place.lab);
    const notices: string[] = [];
    if (place.lab !== null && !known) notices.push(...this.#errorsOf(place.lab, {}));
    this.#open.value = known?.name ?? null;
    this.full.value = place.full;
    const changed: Record<string, number> = {};
    if (known) {
      for (const [name, text] of Object.entries(place.settings)) {
        const value = readSetting({ kind: 'integer' }, text);
        const errors = this.#errorsOf(known.name, { [name]: value });
        if (errors.length === 0) changed[name] = Number(value);
        else notices.push(...errors);
      }
    }
    this.#changed.value = changed;
    notices.push(...this.token.read(known ? place.token : null));
    this.notices.value = notices;
  }

  choose(name: string): void {
    if (name === this.#open.value) return;
    this.#leave();
    this.notices.value = [];
    this.#open.value = name;
    this.#changed.value = {};
    this.token.read(null);
    this.#port.write(this.link(), 'push');
  }

  chooseFull(full: boolean): void {
    this.#leave();
    this.full.value = full;
    this.#port.write(this.link(), 'replace');
  }

  /** Seconds that a measurement with these settings will take, by the engine's estimate; null where none is open. */
  readonly estimate = computed(() => {
    const lab = this.#open.value;
    if (lab === null) return null;
    const answer = this.#check(lab, this.weights.inUse.value);
    return answer.ok ? answer.estimate.seconds : null;
  });

  /** What a field stands at: what was entered, else its value for a quick look or in full. */
  value(field: Field & { quick: unknown }): number {
    const standard = this.full.value ? field.default : field.quick;
    return this.#changed.value[field.path] ?? Number(standard);
  }

  refusal(path: string): Refusal | undefined {
    return this.#refusals.value[path];
  }

  edit(path: string, text: string): void {
    const lab = this.#open.value;
    if (lab === null) return;
    const value = readSetting({ kind: 'integer' }, text);
    const [message] = this.#errorsOf(lab, { ...this.#changed.value, [path]: value });
    if (message !== undefined) {
      this.#refusals.value = { ...this.#refusals.value, [path]: { text, message } };
      return;
    }
    this.#leave();
    this.#changed.value = { ...this.#changed.value, [path]: Number(value) };
    this.#port.write(this.link(), 'replace');
  }

  /** Measures this stack from now on, where the open laboratory takes weights; null for none. */
  useWeights(file: WeightsFile | null): void {
    this.stop();
    this.weights.file.value = file;
  }

  /** The token was changed by hand: the address follows. */
  keepToken(): void {
    this.#port.write(this.link(), 'replace');
  }

  run(): void {
    const lab = this.#open.value;
    if (lab === null) return;
    this.#end();
    const began = this.#port.now();
    this.measurement.value = { kind: 'running', share: 0, secondsLeft: null };
    const weights = this.weights.inUse.value;
    const request: LabRequest = {
      lab,
      settings: this.#changed.value,
      quick: !this.full.value,
      ...(weights && { weights }),
    };
    this.#end = this.#port.measure(request, (message) => {
      if (message.kind === 'progress') {
        const { share } = message;
        const seconds = (this.#port.now() - began) / 1000;
        const secondsLeft = share > 0 ? (seconds / share) * (1 - share) : null;
        this.measurement.value = { kind: 'running', share, secondsLeft };
      } else if (message.kind === 'failed') {
        this.measurement.value = { kind: 'failed', message: message.message };
      } else if (message.answer.ok) {
        this.measurement.value = { kind: 'done', report: message.answer };
      } else {
        const text = message.answer.errors.map((error) => error.message).join('; ');
        this.measurement.value = { kind: 'failed', message: text };
      }
    });
  }

  stop(): void {
    this.#end();
    this.measurement.value = { kind: 'none' };
  }

  link(): string {
    const settings: Record<string, string> = {};
    for (const [name, value] of Object.entries(this.#changed.value)) settings[name] = String(value);
    const token = this.token.text;
    return encodePlace({ lab: this.#open.value, full: this.full.value, token, settings });
  }

  /** What was measured belongs to the settings that it was measured with. */
  #leave(): void {
    this.stop();
    this.#refusals.value = {};
  }

  #check(lab: string, weights: Uint8Array | undefined): LabCheck {
    const quick = !this.full.value;
    const options = weights ? { quick, weights } : { quick };
    return this.#port.labs.check(lab, this.#changed.value, options);
  }

  #errorsOf(lab: string, settings: Readonly<Record<string, unknown>>): string[] {
    const answer = this.#port.labs.check(lab, settings);
    return answer.ok ? [] : answer.errors.map(({ message }) => message);
  }
}
