// jax-js on its wasm backend, SIMD, one thread (node has no global Worker). Whole steps are one
// compiled function where that works; of a deep stack, one function for a layer, compiled once.

import { defaultDevice, init, jit, nn, numpy as np, tree, valueAndGrad, vjp } from '@jax-js/jax';
import {
  adam,
  edgeShapes,
  initialValues,
  layerShapes,
  makeBatch,
  normEpsilon,
  oneHot,
} from './problem.mjs';

/** @typedef {import('../rows.mjs').Row} Row */
/** @typedef {np.Array} Tensor */
/** @typedef {Record<string, Tensor>} Tensors */
/** @typedef {{ values: Tensors, first: Tensors, second: Tensors }} Learned */

export const name = 'jax-js wasm';

// From about 100 layers on, compiling a whole step overflows the stack.
const deepest = 1;

export async function available() {
  const devices = await init('wasm');
  if (!devices.includes('wasm')) return 'it has no wasm here';
  defaultDevice('wasm');
  return undefined;
}

// Every function takes what it is given; `.ref` keeps what is used again.

/** @param {Tensor} x @param {Tensor} gain @param {Tensor} shift */
const norm = (x, gain, shift) =>
  nn.standardize(x, -1, { epsilon: normEpsilon }).mul(gain).add(shift);

/** @param {Row} row */
function makeBlock({ width, heads, context, tokens }) {
  const looksBack = np.tri(context, context).astype(np.bool);
  /** @param {Tensors} p @param {Tensor} x @returns {Tensor} */
  return (p, x) => {
    const size = width / heads;
    const sequences = tokens / context;
    const packed = np.matmul(norm(x.ref, p.gain1, p.shift1), p.inWeight).add(p.inBias);
    const [q, k, v] = np
      .split(packed, 3, -1)
      .map((part) => part.reshape([sequences, context, heads, size]).transpose([0, 2, 1, 3]));
    const scores = np.matmul(q, k.transpose([0, 1, 3, 2])).mul(1 / Math.sqrt(size));
    // Its dotProductAttention needs iterator helpers, which node has from 22 on.
    const shares = nn.softmax(np.where(looksBack.ref, scores, -1e9), -1);
    const y = np.matmul(shares, v).transpose([0, 2, 1, 3]).reshape([tokens, width]);
    const middle = x.add(np.matmul(y, p.outWeight).add(p.outBias));
    const raised = nn.gelu(
      np.matmul(norm(middle.ref, p.gain2, p.shift2), p.upWeight).add(p.upBias),
    );
    return middle.add(np.matmul(raised, p.downWeight).add(p.downBias));
  };
}

/** @param {Row} row */
const makeEmbedding =
  ({ tokens, context, width }) =>
  /** @param {Tensors} p @param {Tensor} ids one-hot rows @returns {Tensor} */
  (p, ids) =>
    np
      .matmul(ids, p.tokens)
      .reshape([tokens / context, context, width])
      .add(p.positions)
      .reshape([tokens, width]);

/** @param {Tensors} p @param {Tensor} x @param {Tensor} targets one-hot rows, each by 1 / their number @returns {Tensor} */
const lossOf = (p, x, targets) => {
  const logits = np.matmul(norm(x, p.gain, p.shift), p.headWeight).add(p.headBias);
  return np.sum(nn.logSoftmax(logits, -1).mul(targets)).neg();
};

/** One step of Adam. @param {Learned} learned @param {Tensors} gradients @param {Tensor} rate @param {Tensor} epsilon @returns {Learned} */
function learn({ values, first, second }, gradients, rate, epsilon) {
  /** @type {Learned} */
  const next = { values: {}, first: {}, second: {} };
  for (const [key, gradient] of Object.entries(gradients)) {
    const m = first[key].mul(adam.beta1).add(gradient.ref.mul(1 - adam.beta1));
    const v = second[key].mul(adam.beta2).add(np.square(gradient).mul(1 - adam.beta2));
    next.first[key] = m.ref;
    next.second[key] = v.ref;
    const change = m.mul(rate.ref).div(np.sqrt(v).add(epsilon.ref));
    next.values[key] = values[key].sub(change);
  }
  rate.dispose();
  epsilon.dispose();
  return next;
}

/** @param {Record<string, number[]>} shapes @param {number} seed @returns {Learned} */
function makeLearned(shapes, seed) {
  const initial = Object.entries(initialValues(shapes, seed));
  /** @param {(values: Float32Array) => Float32Array} make */
  const each = (make) =>
    Object.fromEntries(
      initial.map(([key, values]) => [key, np.array(make(values)).reshape(shapes[key])]),
    );
  const zeros = (/** @type {Float32Array} */ values) => new Float32Array(values.length);
  return { values: each((values) => values), first: each(zeros), second: each(zeros) };
}

/** @param {Row} row */
function makeData(row) {
  const { ids, targets, counted } = makeBatch(row);
  const weights = oneHot(targets, row.symbols).map((share) => share / counted);
  const shape = [row.tokens, row.symbols];
  return {
    ids: np.array(oneHot(ids, row.symbols)).reshape(shape),
    targets: np.array(weights).reshape(shape),
  };
}

/** What Adam's first and second steps are corrected by. @param {number} done */
function correct(done) {
  const correction = Math.sqrt(1 - adam.beta2 ** done);
  return {
    rate: (adam.rate * correction) / (1 - adam.beta1 ** done),
    epsilon: adam.epsilon * correction,
  };
}

/** @param {Row} row */
export async function prepare(row) {
  const parts = [
    makeLearned(edgeShapes(row), 1),
    ...Array.from({ length: row.layers }, (_, l) => makeLearned(layerShapes(row.width), l + 2)),
  ];
  const data = makeData(row);
  const advance = row.layers <= deepest ? makeWholeStep(row) : makeLayeredStep(row);
  let done = 0;
  return {
    step() {
      const { rate, epsilon } = correct(++done);
      return advance(parts, data, np.array(rate), np.array(epsilon)).dataSync()[0];
    },
    /** Adam's first moments hold 1 - beta1 of the first step's gradient. */
    firstGradientNorm() {
      let sum = 0;
      for (const { first } of parts)
        for (const moment of Object.values(first))
          for (const value of moment.ref.dataSync()) sum += value * value;
      return Math.sqrt(sum) / (1 - adam.beta1);
    },
    dispose() {
      tree.dispose(parts);
      tree.dispose(data);
    },
  };
}

/** @param {Row} row */
function makeWholeStep(row) {
  const block = makeBlock(row);
  const embed = makeEmbedding(row);
  const run = jit((parts, ids, targets, rate, epsilon) => {
    const [loss, gradients] = valueAndGrad((values) => {
      const [edge, ...layers] = values;
      const { tokens, positions, ...head } = edge;
      const x = layers.reduce((x, p) => block(p, x), embed({ tokens, positions }, ids));
      return lossOf(head, x, targets);
    })(parts.map(({ values }) => tree.ref(values)));
    const learned = parts.map((part, i) => learn(part, gradients[i], rate.ref, epsilon.ref));
    rate.dispose();
    epsilon.dispose();
    return { loss, learned };
  });
  return (parts, data, rate, epsilon) => {
    const { loss, learned } = run([...parts], data.ids.ref, data.targets.ref, rate, epsilon);
    parts.splice(0, parts.length, ...learned);
    return loss;
  };
}

/**
 * Calls are queued until something is read, and every result carries the whole queue: in a deep
 * stack that is quadratic, unless each call is run at once.
 *
 * @param {Tensor} x
 */
function run(x) {
  x.ref.dataSync();
  return x;
}

/** @param {Row} row */
function makeLayeredStep(row) {
  const block = makeBlock(row);
  const embed = makeEmbedding(row);
  const forward = jit(block);
  const backward = jit((layer, x, dy, rate, epsilon) => {
    const [y, pull] = vjp(block, [tree.ref(layer.values), x]);
    y.dispose();
    const [gradients, dx] = pull(dy);
    pull.dispose();
    return { dx, layer: learn(layer, gradients, rate, epsilon) };
  });
  const begin = jit(embed);
  const end = jit((values, x, targets) => {
    const [loss, [gradients, dx]] = valueAndGrad(lossOf, { argnums: [0, 1] })(values, x, targets);
    return { loss, gradients, dx };
  });
  const finish = jit((edge, head, ids, dx, rate, epsilon) => {
    const { tokens, positions } = edge.values;
    const [y, pull] = vjp((p) => embed(p, ids), [{ tokens: tokens.ref, positions: positions.ref }]);
    y.dispose();
    const [first] = pull(dx);
    pull.dispose();
    return learn(edge, { ...first, ...head }, rate, epsilon);
  });
  return (parts, data, rate, epsilon) => {
    const { tokens, positions, ...head } = parts[0].values;
    const inputs = [begin({ tokens: tokens.ref, positions: positions.ref }, data.ids.ref)];
    for (const { values } of parts.slice(1))
      inputs.push(run(forward(tree.ref(values), inputs.at(-1).ref)));
    const { loss, gradients, dx } = end(tree.ref(head), inputs.pop(), data.targets.ref);
    let dy = dx;
    for (let l = parts.length - 1; l > 0; l--) {
      const result = backward(parts[l], inputs.pop(), dy, rate.ref, epsilon.ref);
      parts[l] = result.layer;
      dy = run(result.dx);
    }
    parts[0] = finish(parts[0], gradients, data.ids.ref, dy, rate, epsilon);
    run(parts[0].values.headBias);
    return loss;
  };
}
