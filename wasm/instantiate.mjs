// A compiled engine, started. The glue never looks for its wasm: it is handed a module that was
// compiled here or elsewhere, which works in a worker, on file://, under a strict CSP and in node.

/** `createModule` is the glue of the engine whose wasm lies in dist/ under the name of `file`. */
export async function instantiate({ createModule, file }, { module, bytes }) {
  const compiled = module ?? (await compile(bytes ?? (await bytesBesideThisFile(file))));
  try {
    return await start(createModule, compiled);
  } catch (cause) {
    throw new Error(
      `The engine and the script around it don't fit, perhaps from two versions: reload the page. (${detail(cause)})`,
      { cause },
    );
  }
}

function start(createModule, compiled) {
  // The glue's own promise stays pending where instantiation fails; this one settles.
  return new Promise((resolve, reject) => {
    createModule({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => receive(instance, compiled))
          .catch(reject);
        return {};
      },
      print: () => {},
      printErr: () => {},
    }).then(resolve, reject);
  });
}

const detail = (cause) => (cause instanceof Error ? cause.message : String(cause));

async function compile(bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new Error(
      `The engine can't be compiled here; it needs WebAssembly with SIMD. (${detail(cause)})`,
      { cause },
    );
  }
}

/** In node alone; bundlers see no import and no asset to follow. */
async function bytesBesideThisFile(file) {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (!fs) {
    throw new Error(`Outside node, an engine takes { module } or { bytes } of ${file}.`);
  }
  const beside = `dist/${file}`;
  return fs.readFile(new URL(beside, import.meta.url));
}
