// jax-js on its wasm backend, SIMD, one thread (node has no global Worker). One function for a layer,
// compiled once: a whole step, compiled, overflows the stack from about 100 layers on, and is no
// faster below. Flat, a layer's parameters are one vector: what a call costs grows with its results.

import { defaultDevice, init, jit, nn, numpy as np, tree, valueAndGrad, vjp } from '@jax-js/jax';
import {
  adam,
  edgeShapes,
  initialValues,
  layerShapes,
  makeBatch,
  normEpsilon,
  oneHot,
  sizeOf,
} from './problem.mjs';

/** @typedef {import('../rows.mjs').Row} Row */
/** @typedef {np.Array} Tensor */
/** @typedef {Record<string, Tensor>} Tensors */
/** @typedef {{ values: any, first: any, second: any }} Learned a tensor each, or a tree of them */

export const name = 'jax-js wasm, flat';

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

/** One step of Adam. @param {Learned} learned @param {Tensor} gradient @param {Tensor} rate @param {Tensor} epsilon @returns {Learned} */
function learn({ values, first, second }, gradient, rate, epsilon) {
  const m = first.mul(adam.beta1).add(gradient.ref.mul(1 - adam.beta1));
  const v = second.mul(adam.beta2).add(np.square(gradient).mul(1 - adam.beta2));
  const change = m.ref.mul(rate).div(np.sqrt(v.ref).add(epsilon));
  return { values: values.sub(change), first: m, second: v };
}

/**
 * Cuts tensors out of a flat vector, which in compiled code costs nothing.
 *
 * @param {Tensor} flat
 * @param {Record<string, number[]>} shapes
 * @returns {Tensors}
 */
function cut(flat, shapes) {
  let begin = 0;
  const tensors = Object.fromEntries(
    Object.entries(shapes).map(([key, shape]) => {
      const end = begin + sizeOf(shape);
      const tensor = flat.ref.slice([begin, end]).reshape(shape);
      begin = end;
      return [key, tensor];
    }),
  );
  flat.dispose();
  return tensors;
}

/** The way back, in the shapes' order. @param {Tensors} tensors @param {Record<string, number[]>} shapes */
const join = (tensors, shapes) =>
  np.concatenate(Object.keys(shapes).map((key) => tensors[key].reshape([-1])));

/** The same of each tensor. @param {Learned} learned @param {Tensors} gradients @param {Tensor} rate @param {Tensor} epsilon @returns {Learned} */
function learnEach({ values, first, second }, gradients, rate, epsilon) {
  /** @type {Learned} */
  const next = { values: {}, first: {}, second: {} };
  for (const [key, gradient] of Object.entries(gradients)) {
    const one = { values: values[key], first: first[key], second: second[key] };
    const learned = learn(one, gradient, rate.ref, epsilon.ref);
    next.values[key] = learned.values;
    next.first[key] = learned.first;
    next.second[key] = learned.second;
  }
  rate.dispose();
  epsilon.dispose();
  return next;
}

/** How parameters are kept. @typedef {(typeof forms)[keyof typeof forms]} Form */
const forms = {
  flat: {
    cut,
    join,
    learn,
    make: (/** @type {Record<string, number[]>} */ shapes, /** @type {Tensors} */ tensors) =>
      join(tensors, shapes),
  },
  tree: {
    cut: (/** @type {Tensors} */ tensors) => tensors,
    join: (/** @type {Tensors} */ gradients) => gradients,
    learn: learnEach,
    make: (/** @type {unknown} */ _shapes, /** @type {Tensors} */ tensors) => tensors,
  },
};

/** @param {Form} form @param {Record<string, number[]>} shapes @param {number} seed @returns {Learned} */
function makeLearned(form, shapes, seed) {
  const initial = Object.entries(initialValues(shapes, seed));
  const make = (/** @type {(values: Float32Array) => Float32Array} */ map) =>
    form.make(
      shapes,
      Object.fromEntries(initial.map(([key, x]) => [key, np.array(map(x)).reshape(shapes[key])])),
    );
  const zeros = () => make((x) => new Float32Array(x.length));
  return { values: make((x) => x), first: zeros(), second: zeros() };
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
export const prepare = (row) => prepareAs(forms.flat, row);

/** With a tensor for each parameter. @param {Row} row */
export const prepareTree = (row) => prepareAs(forms.tree, row);

/** @param {Form} form @param {Row} row */
async function prepareAs(form, row) {
  const parts = [
    makeLearned(form, edgeShapes(row), 1),
    ...Array.from({ length: row.layers }, (_, l) =>
      makeLearned(form, layerShapes(row.width), l + 2),
    ),
  ];
  const data = makeData(row);
  const advance = makeStep(form, row);
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
        for (const moment of tree.leaves(first))
          for (const value of moment.ref.dataSync()) sum += value * value;
      return Math.sqrt(sum) / (1 - adam.beta1);
    },
    dispose() {
      tree.dispose(parts);
      tree.dispose(data);
    },
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

/** @param {Form} form @param {Row} row */
function makeStep({ cut, join, learn }, row) {
  const block = makeBlock(row);
  const embed = makeEmbedding(row);
  const shapes = { layer: layerShapes(row.width), edge: edgeShapes(row) };
  const forward = jit((values, x) => block(cut(values, shapes.layer), x));
  const backward = jit((layer, x, dy, rate, epsilon) => {
    const [y, pull] = vjp(block, [cut(tree.ref(layer.values), shapes.layer), x]);
    y.dispose();
    const [gradients, dx] = pull(dy);
    pull.dispose();
    return { dx, layer: learn(layer, join(gradients, shapes.layer), rate, epsilon) };
  });
  const begin = jit((values, ids) => {
    const { tokens, positions, ...head } = cut(values, shapes.edge);
    tree.dispose(head);
    return embed({ tokens, positions }, ids);
  });
  const end = jit((values, x, targets) => {
    const { tokens, positions, ...head } = cut(values, shapes.edge);
    tree.dispose([tokens, positions]);
    const [loss, [gradients, dx]] = valueAndGrad(lossOf, { argnums: [0, 1] })(head, x, targets);
    return { loss, gradients, dx };
  });
  const finish = jit((edge, head, ids, dx, rate, epsilon) => {
    const { tokens, positions, ...rest } = cut(tree.ref(edge.values), shapes.edge);
    tree.dispose(rest);
    const [y, pull] = vjp((p) => embed(p, ids), [{ tokens, positions }]);
    y.dispose();
    const [first] = pull(dx);
    pull.dispose();
    return learn(edge, join({ ...first, ...head }, shapes.edge), rate, epsilon);
  });
  return (parts, data, rate, epsilon) => {
    const inputs = [begin(tree.ref(parts[0].values), data.ids.ref)];
    for (const { values } of parts.slice(1))
      inputs.push(run(forward(tree.ref(values), inputs.at(-1).ref)));
    const { loss, gradients, dx } = end(tree.ref(parts[0].values), inputs.pop(), data.targets.ref);
    let dy = dx;
    for (let l = parts.length - 1; l > 0; l--) {
      const result = backward(parts[l], inputs.pop(), dy, rate.ref, epsilon.ref);
      parts[l] = result.layer;
      dy = run(result.dx);
    }
    parts[0] = finish(parts[0], gradients, data.ids.ref, dy, rate, epsilon);
    tree.leaves(parts[0].values).forEach(run);
    return loss;
  };
}
