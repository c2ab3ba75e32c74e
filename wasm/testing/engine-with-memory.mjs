import { loadEngine } from '../engine.mjs';

/** For tests: an engine, and the memory that it runs in. */
export async function engineWithMemory() {
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate.call(WebAssembly, module, imports);
    memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
    return instance;
  };
  try {
    return { engine: await loadEngine(), memory };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
