// The laboratories' face: the same for a worker, a page and node. Types: labs.d.mts.
import createModule from './dist/labs-glue.mjs';
import { documentText } from './document-text.mjs';
import { guard } from './guard.mjs';
import { instantiate } from './instantiate.mjs';

const none = new Uint8Array();

/** See labs.d.mts. */
export async function loadLabs(source = {}) {
  return new Labs(await instantiate({ createModule, file: 'labs.wasm' }, source));
}

class Labs {
  #module;
  #guard = guard();

  constructor(module) {
    this.#module = module;
  }

  describe() {
    return JSON.parse(this.#guard(() => this.#module.describe()));
  }

  check(name, settings = {}, { quick = false, weights = none } = {}) {
    return this.#answer(settings, (text) => this.#module.check(String(name), text, quick, weights));
  }

  run(name, settings = {}, { quick = false, weights = none, onProgress } = {}) {
    return this.#answer(settings, (text) =>
      this.#module.run(String(name), text, quick, weights, onProgress),
    );
  }

  normVector(token) {
    return this.#answer(token, (text) => this.#module.normVector(text));
  }

  #answer(value, ask) {
    const { text, errors } = documentText(value);
    if (errors) return { ok: false, errors };
    return JSON.parse(this.#guard(() => ask(text)));
  }
}
