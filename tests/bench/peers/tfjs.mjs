// TensorFlow.js on its wasm backend, SIMD, one thread (in node it has no other).

import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-wasm';
import {
  adam,
  edgeShapes,
  initialValues,
  layerShapes,
  makeBatch,
  oneHot,
  sizeOf,
} from './problem.mjs';
import * as layers from './tfjs_layers.mjs';

const { add, flat, flip, multiply, reshape, run, subtract } = layers;

/** @typedef {import('../rows.mjs').Row} Row */
/** @typedef {Record<string, tf.Tensor>} Tensors */

export const name = 'TensorFlow.js wasm';

export async function available() {
  return (await tf.setBackend('wasm')) ? undefined : 'its wasm backend does not start';
}

/** Parameters that are learned together: one flat vector, and tensors cut from it. */
class Group {
  /** @param {Record<string, number[]>} shapes @param {number} seed */
  constructor(shapes, seed) {
    this.shapes = Object.entries(shapes);
    const values = initialValues(shapes, seed);
    const parts = this.shapes.map(([key]) => tf.tensor1d(values[key] ?? []));
    this.flat = tf.tidy(() => layers.stack(parts.map(layers.flat)));
    this.moments = [tf.zerosLike(this.flat), tf.zerosLike(this.flat)];
    /** @type {Tensors} */
    this.tensors = {};
    parts.forEach((part) => part.dispose());
    this.cut();
  }

  cut() {
    let begin = 0;
    for (const [key, shape] of this.shapes) {
      const size = sizeOf(shape);
      this.tensors[key]?.dispose();
      this.tensors[key] = tf.tidy(() =>
        reshape(run('Slice', { x: this.flat }, { begin: [begin], size: [size] }), shape),
      );
      begin += size;
    }
  }

  /** One step of Adam on all of them. @param {tf.Tensor[]} gradients flat, in the shapes' order */
  learn(gradients, step, constants) {
    const [flat, first, second] = tf.tidy(() => {
      const gradient = layers.stack(gradients);
      const square = multiply(gradient, gradient);
      const [m, v] = this.moments;
      const first = add(multiply(m, constants.beta1), multiply(gradient, constants.rest1));
      const second = add(multiply(v, constants.beta2), multiply(square, constants.rest2));
      const root = add(run('Sqrt', { x: second }), step.epsilon);
      const change = run('RealDiv', { a: multiply(first, step.rate), b: root });
      return [subtract(this.flat, change), first, second];
    });
    tf.dispose([this.flat, ...this.moments]);
    this.flat = flat;
    this.moments = [first, second];
    this.cut();
  }

  dispose() {
    tf.dispose([this.flat, ...this.moments, ...Object.values(this.tensors)]);
  }
}

/** @param {layers.Constants} c @param {Tensors} p @param {tf.Tensor} x */
function forward(c, p, x) {
  const norm1 = layers.norm(c, x, p.gain1, p.shift1);
  const attention = layers.attention(c, layers.product(norm1.y, p.inWeight, p.inBias));
  const middle = add(x, layers.product(attention.y, p.outWeight, p.outBias));
  const norm2 = layers.norm(c, middle, p.gain2, p.shift2);
  const raised = layers.activation(c, layers.product(norm2.y, p.upWeight, p.upBias));
  const y = add(middle, layers.product(raised.y, p.downWeight, p.downBias));
  return { y, norm1, attention, norm2, raised };
}

/** @param {layers.Constants} c @param {Tensors} p @param {ReturnType<typeof forward>} kept @param {tf.Tensor} dy */
function backward(c, p, kept, dy) {
  const down = layers.linearBackward(c, kept.raised.y, p.downWeight, dy);
  const dRaised = layers.activationBackward(c, kept.raised, down.dx);
  const up = layers.linearBackward(c, kept.norm2.y, p.upWeight, dRaised);
  const norm2 = layers.normBackward(c, kept.norm2, p.gain2, up.dx);
  const dMiddle = add(dy, norm2.dx);
  const out = layers.linearBackward(c, kept.attention.y, p.outWeight, dMiddle);
  const dPacked = layers.attentionBackward(c, kept.attention, out.dx);
  const packed = layers.linearBackward(c, kept.norm1.y, p.inWeight, dPacked);
  const norm1 = layers.normBackward(c, kept.norm1, p.gain1, packed.dx);
  const order = [norm1, packed, out, norm2, up, down];
  return { dx: add(dMiddle, norm1.dx), gradients: order.flatMap((part) => part.gradients) };
}

/** @param {Row} row */
export async function prepare(row) {
  const { layers: depth, width, tokens, context, symbols } = row;
  const sequences = tokens / context;
  const groups = Array.from({ length: depth }, (_, l) => new Group(layerShapes(width), l + 2));
  const edge = new Group(edgeShapes(row), 1);
  const constants = layers.makeConstants(row);
  const batch = makeBatch(row);
  const data = {
    ids: tf.tensor(oneHot(batch.ids, symbols), [tokens, symbols]),
    targets: tf.tensor(oneHot(batch.targets, symbols), [tokens, symbols]),
    weight: tf.tensor(
      Array.from(batch.targets, (target) => (target < 0 ? 0 : 1 / batch.counted)),
      [tokens, 1],
    ),
    idsBack: tf.tidy(() => flip(tf.tensor(oneHot(batch.ids, symbols), [tokens, symbols]))),
  };
  const rates = {
    beta1: tf.scalar(adam.beta1),
    rest1: tf.scalar(1 - adam.beta1),
    beta2: tf.scalar(adam.beta2),
    rest2: tf.scalar(1 - adam.beta2),
  };
  let done = 0;

  function step() {
    done += 1;
    const p = edge.tensors;
    const correction = Math.sqrt(1 - adam.beta2 ** done);
    const step = {
      rate: tf.scalar((adam.rate * correction) / (1 - adam.beta1 ** done)),
      epsilon: tf.scalar(adam.epsilon * correction),
    };
    let x = tf.tidy(() =>
      reshape(
        add(reshape(layers.product(data.ids, p.tokens), [sequences, context, width]), p.positions),
        [tokens, width],
      ),
    );
    const kept = [];
    for (const { tensors } of groups) {
      const result = tf.tidy(() => forward(constants, tensors, x));
      x.dispose();
      x = result.y;
      kept.push(result);
    }
    const end = tf.tidy(() => {
      const last = layers.norm(constants, x, p.gain, p.shift);
      const logits = layers.product(last.y, p.headWeight, p.headBias);
      const { loss, dLogits } = layers.crossEntropy(logits, data.targets, data.weight);
      const head = layers.linearBackward(constants, last.y, p.headWeight, dLogits);
      const norm = layers.normBackward(constants, last, p.gain, head.dx);
      return { loss, dx: norm.dx, gradients: [...norm.gradients, ...head.gradients] };
    });
    let dx = end.dx;
    for (const group of [...groups].reverse()) {
      const saved = kept.pop();
      if (saved === undefined) break;
      const result = tf.tidy(() => backward(constants, group.tensors, saved, dx));
      group.learn(result.gradients, step, rates);
      tf.dispose([dx, saved, result.gradients]);
      dx = result.dx;
    }
    const first = tf.tidy(() => [
      flat(layers.product(data.idsBack, dx)),
      // Not a product with ones: the backend keeps dx as packed for the product above.
      tf.sum(reshape(dx, [sequences, context * width]), 0),
    ]);
    edge.learn([...first, ...end.gradients], step, rates);
    const loss = end.loss.dataSync()[0];
    tf.dispose([dx, first, end, step]);
    return loss;
  }

  return {
    step,
    /** Adam's first moments hold 1 - beta1 of the first step's gradient. */
    firstGradientNorm: () =>
      Math.sqrt(
        [...groups, edge].reduce((sum, { moments: [first] }) => {
          return sum + first.dataSync().reduce((total, value) => total + value * value, 0);
        }, 0),
      ) /
      (1 - adam.beta1),
    dispose: () => {
      [...groups, edge].forEach((group) => group.dispose());
      tf.dispose([constants, data, rates]);
    },
  };
}
