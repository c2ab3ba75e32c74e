// The product of two matrices by XNNPACK inside TensorFlow.js: how fast 32-bit products are known
// to go in wasm. The right one stays, so that XNNPACK packs it once.

import * as tf from '@tensorflow/tfjs-core';
import { run } from './tfjs_layers.mjs';

export const name = 'XNNPACK in TensorFlow.js';

export { available } from './tfjs.mjs';

/** @param {{ product: [number, number, number] }} row */
export async function prepare({ product: [rows, inner, columns] }) {
  const a = tf.fill([1, rows, inner], 0.5);
  const b = tf.fill([1, inner, columns], 0.25);
  return {
    step() {
      run('BatchMatMul', { a, b }, { transposeA: false, transposeB: false }).dispose();
      return 0;
    },
    dispose: () => tf.dispose([a, b]),
  };
}
