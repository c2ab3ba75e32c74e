// TensorFlow.js as it is usually written, on its wasm backend, tuned: its own tape and Adam, and a
// gradient of products that makes the transposes first.

import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-wasm';
import './tfjs_gradients.mjs';
import {
  adam,
  causalMask,
  edgeShapes,
  gelu,
  initialValues,
  layerShapes,
  makeBatch,
  normEpsilon,
  oneHot,
} from './problem.mjs';

/** @typedef {import('../rows.mjs').Row} Row */

export const name = 'TensorFlow.js wasm, tape';

export { available } from './tfjs.mjs';

const product = tf.customGrad((a, b, save) => {
  save([a, b]);
  return {
    value: tf.matMul(a, b),
    gradFunc: (dy, [a, b]) => [tf.matMul(dy, tf.transpose(b)), tf.matMul(tf.transpose(a), dy)],
  };
});

const linear = (x, weight, bias) => tf.add(product(x, weight), bias);

function norm(x, gain, shift) {
  const centred = tf.sub(x, tf.mean(x, -1, true));
  const inverse = tf.rsqrt(tf.add(tf.mean(tf.square(centred), -1, true), normEpsilon));
  return tf.add(tf.mul(tf.mul(centred, inverse), gain), shift);
}

// x sigmoid(2u) is x (1 + tanh u) / 2, and XNNPACK has a sigmoid.
function activation(x) {
  const slope = tf.add(tf.mul(tf.square(x), 2 * gelu.linear * gelu.cubic), 2 * gelu.linear);
  return tf.mul(x, tf.sigmoid(tf.mul(x, slope)));
}

function attention({ tokens, width, heads, context }, packed, mask) {
  const size = width / heads;
  const apart = tf.transpose(tf.reshape(packed, [tokens, 3 * heads, size]), [1, 0, 2]);
  const [q, k, v] = tf.split(tf.reshape(apart, [(3 * heads * tokens) / context, context, size]), 3);
  const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(size));
  const y = tf.matMul(tf.softmax(tf.add(scores, mask)), v);
  return tf.reshape(tf.transpose(tf.reshape(y, [heads, tokens, size]), [1, 0, 2]), [tokens, width]);
}

function block(row, p, x, mask) {
  const packed = linear(norm(x, p.gain1, p.shift1), p.inWeight, p.inBias);
  const middle = tf.add(x, linear(attention(row, packed, mask), p.outWeight, p.outBias));
  const raised = activation(linear(norm(middle, p.gain2, p.shift2), p.upWeight, p.upBias));
  return tf.add(middle, linear(raised, p.downWeight, p.downBias));
}

function makeVariables(shapes, seed) {
  const values = initialValues(shapes, seed);
  return Object.fromEntries(
    Object.entries(shapes).map(([key, shape]) => [
      key,
      tf.tidy(() => tf.variable(tf.tensor(values[key], shape))),
    ]),
  );
}

/** @param {Row} row */
export async function prepare(row) {
  const { layers, width, tokens, context, symbols } = row;
  const edge = makeVariables(edgeShapes(row), 1);
  const stack = Array.from({ length: layers }, (_, l) => makeVariables(layerShapes(width), l + 2));
  const variables = [edge, ...stack].flatMap((p) => Object.values(p));
  const batch = makeBatch(row);
  const ids = tf.tensor(oneHot(batch.ids, symbols), [tokens, symbols]);
  const targets = tf.tensor(oneHot(batch.targets, symbols), [tokens, symbols]);
  const mask = tf.tensor(causalMask(context), [context, context]);
  const optimizer = new tf.AdamOptimizer(adam.rate, adam.beta1, adam.beta2, adam.epsilon);
  let firstGradientNorm = NaN;

  function lossOf() {
    const embedded = tf.reshape(product(ids, edge.tokens), [tokens / context, context, width]);
    let x = tf.reshape(tf.add(embedded, edge.positions), [tokens, width]);
    for (const p of stack) x = block(row, p, x, mask);
    const logits = linear(norm(x, edge.gain, edge.shift), edge.headWeight, edge.headBias);
    return tf.div(tf.sum(tf.mul(tf.logSoftmax(logits), targets)), -batch.counted);
  }

  return {
    step() {
      const { value, grads } = tf.variableGrads(lossOf, variables);
      if (Number.isNaN(firstGradientNorm)) firstGradientNorm = normOf(Object.values(grads));
      optimizer.applyGradients(grads);
      const loss = value.dataSync()[0];
      tf.dispose([value, grads]);
      return loss;
    },
    firstGradientNorm: () => firstGradientNorm,
    dispose() {
      tf.dispose([variables, ids, targets, mask]);
      optimizer.dispose();
    },
  };
}

/** @param {tf.Tensor[]} gradients */
function normOf(gradients) {
  let sum = 0;
  for (const gradient of gradients) for (const value of gradient.dataSync()) sum += value * value;
  return Math.sqrt(sum);
}
