// The engine's face: the same for a worker, a page and node. Types: engine.d.mts.
import createModule from './dist/engine-glue.mjs';
import { instantiate } from './instantiate.mjs';
import { documentText } from './document-text.mjs';
import { guard } from './guard.mjs';

export { stepRecords } from './step-records.mjs';

/** See engine.d.mts. */
export async function loadEngine(source = {}) {
  return new Engine(await instantiate({ createModule, file: 'engine.wasm' }, source));
}

class Engine {
  #module;
  #guard = guard();

  constructor(module) {
    this.#module = module;
  }

  describe() {
    return JSON.parse(this.#guard(() => this.#module.describe()));
  }

  validate(document) {
    return this.#answer(document, (text) => JSON.parse(this.#module.validate(text)));
  }

  expandRace(race) {
    return this.#answer(race, (text) => JSON.parse(this.#module.expandRace(text)));
  }

  createRun(document) {
    return this.#answer(document, (text) => {
      const made = this.#module.createRun(text);
      if (typeof made === 'string') return JSON.parse(made);
      return { ok: true, run: new Run(made, this.#guard) };
    });
  }

  #answer(document, ask) {
    const { text, errors } = documentText(document);
    return errors ? { ok: false, errors } : this.#guard(() => ask(text));
  }
}

class Run {
  #handle;
  #guard;

  constructor(handle, guard) {
    this.#handle = handle;
    this.#guard = guard;
    const { document, minimal, summary } = JSON.parse(handle.accepted());
    this.layout = JSON.parse(handle.layout());
    this.summary = summary;
    this.document = document;
    this.minimal = minimal;
    Object.freeze(this);
  }

  get step() {
    return this.#call((handle) => handle.step());
  }

  get finished() {
    return this.#call((handle) => handle.finished());
  }

  get trajectory() {
    return this.#call((handle) => handle.trajectory());
  }

  advance(steps) {
    if (!Number.isInteger(steps) || steps < 0) {
      throw new RangeError(`advance takes a whole number of steps, not ${String(steps)}`);
    }
    const records = this.#call((handle) => handle.advance(Math.min(steps, 0x7fffffff)));
    records.hashes = new BigUint64Array(records.hashes.buffer);
    return records;
  }

  weights() {
    return this.#call((handle) => handle.weights());
  }

  verdict() {
    return this.#call((handle) => handle.verdict());
  }

  dispose() {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle) this.#guard(() => handle.delete());
  }

  #call(ask) {
    const handle = this.#handle;
    if (!handle) throw new Error('this run has been disposed of');
    return this.#guard(() => ask(handle));
  }
}
