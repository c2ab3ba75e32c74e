// What is trained: decoder-only pre-norm stacks, causal attention and a feed-forward of 4 x width,
// with LayerNorm, biases, learned positions, cross-entropy and Adam.

/**
 * @typedef {object} Row
 * @property {number} layers
 * @property {number} width
 * @property {number} tokens in one step, all sequences together
 * @property {number} context tokens in a sequence
 * @property {number} heads
 * @property {number} symbols the vocabulary
 * @property {object} document the same for NormLab
 */

/**
 * @param {number} layers
 * @param {number} width
 * @param {number} tokens
 * @param {number} [context]
 * @returns {Row}
 */
export function row(layers, width, tokens, context = 16) {
  const heads = width >= 32 ? 2 : 1;
  const symbols = 16;
  const model = { wiring: 'pre', depth: layers, width, heads, feed_forward: 4 * width };
  const task = { context, symbols };
  const document = { model, task, batch: tokens / context, steps: 1_000_000 };
  return { layers, width, tokens, context, heads, symbols, document };
}

/** @param {{ layers: number, width: number, tokens: number }} row */
export const nameOf = ({ layers, width, tokens }) => `${layers} x ${width} x ${tokens}`;

/** Every peer trains these. */
export const shared = [
  row(12, 64, 512),
  row(24, 32, 128),
  row(200, 16, 64),
  row(1000, 16, 64),
  row(12, 32, 256),
];

/** Small, and trained long enough by each peer to see that it learns. */
export const learned = row(2, 32, 256);

/** Where NormLab has to come to the same bits; the second fills no register of 512 bits, nor half of one. */
export const compared = [learned, row(3, 20, 60, 12)];

/** NormLab alone: TinyGPT's size, for its author's figure. */
export const tinyGpt = row(3, 96, 1024, 64);

/** Multiplications and additions of a step's products with weights: three of each. @param {Row} row */
export const operationsOf = ({ layers, width, tokens }) =>
  3 * 2 * tokens * layers * 12 * width * width;

/** c = a . b: (m, k) . (k, n). */
export const products = [{ product: [256, 64, 64] }, { product: [512, 128, 512] }];
