// A transformer's layers over TensorFlow.js's wasm backend, forward and backward by hand: its tape
// costs more than a narrow layer's arithmetic, and its gradients of products take a path that is
// ten times slower than the one that XNNPACK has (2-D, nothing transposed).

import * as tf from '@tensorflow/tfjs-core';
import { causalMask, gelu, normEpsilon } from './problem.mjs';

/** @typedef {tf.Tensor} Tensor */

/** @param {string} kernel @param {Record<string, Tensor>} inputs @param {object} [attributes] */
export const run = (kernel, inputs, attributes = {}) =>
  /** @type {Tensor} */ (tf.engine().runKernel(kernel, inputs, /** @type {never} */ (attributes)));

// The kernels themselves: the functions around them convert and check at every call.
/** @param {Tensor} a @param {Tensor} b */
export const add = (a, b) => run('Add', { a, b });
/** @param {Tensor} a @param {Tensor} b */
export const subtract = (a, b) => run('Sub', { a, b });
/** @param {Tensor} a @param {Tensor} b */
export const multiply = (a, b) => run('Multiply', { a, b });
/** @param {Tensor} x @param {number[]} shape */
export const reshape = (x, shape) => run('Reshape', { x }, { shape });
/** @param {Tensor} x @param {number[]} perm */
const transpose = (x, perm) => run('Transpose', { x }, { perm });
/** @param {Tensor} x */
const meanOfRows = (x) => run('Mean', { x }, { axis: x.shape.length - 1, keepDims: true });
/** @param {Tensor} x */
const sumOfRows = (x) => run('Sum', { x }, { axis: x.shape.length - 1, keepDims: true });
/** @param {Tensor[]} parts */
export const stack = (parts) => run('Concat', parts, { axis: 0 });
/** @param {Tensor} x */
export const flip = (x) => transpose(x, [1, 0]);
/** @param {Tensor} x */
export const flat = (x) => reshape(x, [x.size]);

/** (m, k) . (k, n), plus a bias for every row. @param {Tensor} a @param {Tensor} b @param {Tensor} [bias] */
export function product(a, b, bias) {
  const inputs = { a: reshape(a, [1, ...a.shape]), b: reshape(b, [1, ...b.shape]) };
  const attributes = { transposeA: false, transposeB: false, activation: 'linear' };
  const c = run('_FusedMatMul', bias === undefined ? inputs : { ...inputs, bias }, attributes);
  return reshape(c, c.shape.slice(1));
}

/** @param {Tensor} a @param {Tensor} b @param {boolean} transposeA @param {boolean} transposeB */
const batched = (a, b, transposeA, transposeB) =>
  run('BatchMatMul', { a, b }, { transposeA, transposeB });

/** @typedef {ReturnType<typeof makeConstants>} Constants */

/** What lives as long as the stack. @param {import('../rows.mjs').Row} row */
export const makeConstants = ({ tokens, width, heads, context }) => ({
  ones: tf.ones([1, tokens]),
  epsilon: tf.scalar(normEpsilon),
  // x sigmoid(2u) is x (1 + tanh u) / 2, and XNNPACK has a sigmoid.
  linear: tf.scalar(2 * gelu.linear),
  cubic: tf.scalar(2 * gelu.linear * gelu.cubic),
  cubicSlope: tf.scalar(6 * gelu.linear * gelu.cubic),
  scale: tf.scalar(1 / Math.sqrt(width / heads)),
  mask: tf.tensor(causalMask(context), [context, context]),
  heads,
  context,
});

/** The gradients come as they lie in the flat vector: the weight's, then the bias's. @param {Constants} constants @param {Tensor} x @param {Tensor} weight @param {Tensor} dy */
export const linearBackward = (constants, x, weight, dy) => ({
  dx: product(dy, flip(weight)),
  gradients: [flat(product(stack([flip(x), constants.ones]), dy))],
});

/** @param {Constants} constants @param {Tensor} x @param {Tensor} gain @param {Tensor} shift */
export function norm(constants, x, gain, shift) {
  const centred = subtract(x, meanOfRows(x));
  const variance = meanOfRows(multiply(centred, centred));
  const inverse = run('Rsqrt', { x: add(variance, constants.epsilon) });
  const unit = multiply(centred, inverse);
  return { y: add(multiply(unit, gain), shift), unit, inverse };
}

/** @param {Constants} constants @param {{ unit: Tensor, inverse: Tensor }} kept @param {Tensor} gain @param {Tensor} dy */
export function normBackward(constants, { unit, inverse }, gain, dy) {
  const dUnit = multiply(dy, gain);
  const share = meanOfRows(multiply(dUnit, unit));
  const rest = subtract(subtract(dUnit, meanOfRows(dUnit)), multiply(unit, share));
  return {
    dx: multiply(rest, inverse),
    gradients: [
      flat(product(constants.ones, multiply(dy, unit))),
      flat(product(constants.ones, dy)),
    ],
  };
}

/** @param {Constants} constants @param {Tensor} x */
export function activation(constants, x) {
  const square = multiply(x, x);
  const slope = add(multiply(square, constants.cubic), constants.linear);
  const gate = run('Sigmoid', { x: multiply(x, slope) });
  return { y: multiply(x, gate), square, gate };
}

/** d(x s(u)) = s + x s (1 - s) u'. @param {Constants} constants @param {{ y: Tensor, square: Tensor, gate: Tensor }} kept @param {Tensor} dy */
export function activationBackward(constants, { y, square, gate }, dy) {
  const slope = add(multiply(square, constants.cubicSlope), constants.linear);
  const bend = multiply(subtract(y, multiply(y, gate)), slope);
  return multiply(add(gate, bend), dy);
}

/** (tokens, parts x size) -> (parts x sequences, context, size). @param {Constants} constants @param {Tensor} x @param {number} parts */
function intoHeads({ context }, x, parts) {
  const [tokens = 0, width = 0] = x.shape;
  const size = width / parts;
  const apart = parts === 1 ? x : transpose(reshape(x, [tokens, parts, size]), [1, 0, 2]);
  return reshape(apart, [(parts * tokens) / context, context, size]);
}

/** The way back. @param {Tensor} x @param {number} parts */
function outOfHeads(x, parts) {
  const [sequences = 0, context = 0, size = 0] = x.shape;
  const tokens = (sequences * context) / parts;
  if (parts === 1) return reshape(x, [tokens, size]);
  return reshape(transpose(reshape(x, [parts, tokens, size]), [1, 0, 2]), [tokens, parts * size]);
}

/** packed: (tokens, 3 x width), the heads of the queries, of the keys, of the values. @param {Constants} constants @param {Tensor} packed */
export function attention(constants, packed) {
  const all = intoHeads(constants, packed, 3 * constants.heads);
  const [count = 0, context = 0, size = 0] = all.shape;
  const third = count / 3;
  const [q, k, v] = [0, 1, 2].map((part) =>
    run('Slice', { x: all }, { begin: [part * third, 0, 0], size: [third, context, size] }),
  );
  const scores = add(multiply(batched(q, k, false, true), constants.scale), constants.mask);
  const shares = run('Softmax', { logits: scores }, { dim: 2 });
  return { y: outOfHeads(batched(shares, v, false, false), constants.heads), q, k, v, shares };
}

/** @param {Constants} constants @param {{ q: Tensor, k: Tensor, v: Tensor, shares: Tensor }} kept @param {Tensor} dy */
export function attentionBackward(constants, { q, k, v, shares }, dy) {
  const dOut = intoHeads(constants, dy, constants.heads);
  const dShares = multiply(batched(dOut, v, false, true), shares);
  const dScores = subtract(dShares, multiply(shares, sumOfRows(dShares)));
  const scaled = multiply(dScores, constants.scale);
  const parts = [
    batched(scaled, k, false, false),
    batched(scaled, q, true, false),
    batched(shares, dOut, true, false),
  ];
  return outOfHeads(stack(parts), 3 * constants.heads);
}

/** The mean of -ln p over the targets. @param {Tensor} logits @param {Tensor} targets one-hot rows @param {Tensor} weight 1 / their number, for rows that have one */
export function crossEntropy(logits, targets, weight) {
  const shares = run('Softmax', { logits }, { dim: 1 });
  const picked = multiply(multiply(run('Log', { x: shares }), targets), weight);
  return {
    loss: run('Neg', { x: run('Sum', { x: flat(picked) }, { axis: 0, keepDims: false }) }),
    dLogits: multiply(subtract(shares, targets), weight),
  };
}
