// The laboratories' face: the same for a worker, a page and node. Types: labs.d.mts.
import createModule from './dist/labs-glue.mjs';
import { documentText } from './document-text.mjs';
import { guard } from './guard.mjs';
import { instantiate } from './instantiate.mjs';

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

  check(name, settings = {}, { quick = false } = {}) {
    const { text, errors } = documentText(settings);
    if (errors) return { ok: false, errors };
    return JSON.parse(this.#guard(() => this.#module.check(String(name), text, quick)));
  }

  run(name, settings = {}, { quick = false, onProgress } = {}) {
    const { text, errors } = documentText(settings);
    if (errors) return { ok: false, errors };
    return JSON.parse(this.#guard(() => this.#module.run(String(name), text, quick, onProgress)));
  }
}
