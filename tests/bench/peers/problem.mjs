// What the JavaScript peers train on and start from. One batch, over and over: it stays on the
// peer's side of the border, and a peer that learns is seen to learn it by heart.

/** @typedef {import('../rows.mjs').Row} Row */

export const adam = { rate: 0.002, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };
export const normEpsilon = 1e-5;
const weightDeviation = 0.02;

/** sqrt(2 / pi), and the cube's share: GELU's tanh form. */
export const gelu = { linear: Math.sqrt(2 / Math.PI), cubic: 0.044715 };

/** @param {number} seed @returns {() => number} uniform in [0, 1): mulberry32 */
function uniforms(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Induction: a random half, then the same half again; the second half's targets are the symbols
 * that follow.
 *
 * @param {Row} row
 */
export function makeBatch({ tokens, context, symbols }) {
  const next = uniforms(1);
  const half = context / 2;
  const ids = new Int32Array(tokens);
  const targets = new Int32Array(tokens).fill(-1);
  for (let first = 0; first < tokens; first += context) {
    for (let i = 0; i < half; i++) ids[first + i] = Math.floor(next() * symbols);
    for (let i = half; i < context; i++) {
      ids[first + i] = ids[first + i - half] ?? 0;
      targets[first + i] = ids[first + ((i - half + 1) % half)] ?? 0;
    }
  }
  return { ids, targets, counted: tokens / 2 };
}

/**
 * One row for each symbol; all zeros where there is none.
 *
 * @param {Int32Array} symbols
 * @param {number} count
 */
export function oneHot(symbols, count) {
  const rows = new Float32Array(symbols.length * count);
  symbols.forEach((symbol, i) => {
    if (symbol >= 0) rows[i * count + symbol] = 1;
  });
  return rows;
}

/** (context, context), added to the scores: nothing where a token may look. @param {number} context */
export function causalMask(context) {
  const mask = new Float32Array(context * context);
  for (let i = 0; i < context; i++) mask.fill(-1e9, i * context + i + 1, (i + 1) * context);
  return mask;
}

/** Shapes of one layer's parameters, each bias right after its weight. @param {number} width */
export const layerShapes = (width) => ({
  gain1: [width],
  shift1: [width],
  inWeight: [width, 3 * width],
  inBias: [3 * width],
  outWeight: [width, width],
  outBias: [width],
  gain2: [width],
  shift2: [width],
  upWeight: [width, 4 * width],
  upBias: [4 * width],
  downWeight: [4 * width, width],
  downBias: [width],
});

/** Of what lies around the layers. @param {Row} row */
export const edgeShapes = ({ width, context, symbols }) => ({
  tokens: [symbols, width],
  positions: [context, width],
  gain: [width],
  shift: [width],
  headWeight: [width, symbols],
  headBias: [symbols],
});

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((product, length) => product * length, 1);

/**
 * Initial values: weights normal, gains 1, the rest 0.
 *
 * @param {Record<string, number[]>} shapes
 * @param {number} seed
 * @returns {Record<string, Float32Array>}
 */
export function initialValues(shapes, seed) {
  const next = uniforms(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const values = new Float32Array(sizeOf(shape));
      if (name.startsWith('gain')) values.fill(1);
      else if (shape.length === 2)
        values.forEach((_, i) => (values[i] = normal() * weightDeviation));
      return [name, values];
    }),
  );
}
