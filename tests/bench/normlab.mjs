// NormLab's engine as wasm, in node and in a browser alike, all its probes on.

import { loadEngine } from '../../wasm/engine.mjs';

export const name = 'NormLab';

export const available = () => undefined;

const wasm = new URL('../../wasm/dist/engine.wasm', import.meta.url);

/** Node finds the file by itself; a browser has to fetch it. */
const source = async () =>
  wasm.protocol === 'file:' ? {} : { bytes: await (await fetch(wasm)).arrayBuffer() };

/** @param {{ document: object }} row */
export async function prepare({ document }) {
  const engine = await loadEngine(await source());
  const created = engine.createRun(document);
  if (!created.ok) throw new Error(created.errors.map((error) => error.message).join('\n'));
  const { run } = created;
  const at = (/** @type {'loss' | 'gradient_norm'} */ scalar) => run.layout.scalars.indexOf(scalar);
  let first = NaN;
  return {
    step() {
      const { scalars } = run.advance(1);
      if (run.step === 1) first = scalars[at('gradient_norm')] ?? NaN;
      return scalars[at('loss')] ?? NaN;
    },
    firstGradientNorm: () => first,
    trajectory: () => run.trajectory,
    dispose: () => run.dispose(),
  };
}
