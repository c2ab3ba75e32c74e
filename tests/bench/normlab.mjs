// NormLab's engine in node, all its probes on.

import { loadEngine } from '../../wasm/engine.mjs';

export const name = 'NormLab in node';

export const available = () => undefined;

/** @param {{ document: object }} row */
export async function prepare({ document }) {
  const engine = await loadEngine();
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
    dispose: () => run.dispose(),
  };
}
