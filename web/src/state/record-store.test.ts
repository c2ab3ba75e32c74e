import { describe, expect, it } from 'vitest';
import type { RecordLayout } from '../engine/types';
import { matrix, rowName } from './layer-series';
import { RecordStore } from './record-store';

const layout: RecordLayout = {
  scalars: ['step', 'loss'],
  series: [
    { name: 'weight_gradient', label: '', length: 2, offset: 0 },
    { name: 'attention_logit', label: '', length: 1, offset: 2 },
  ],
  width: 3,
};

/** Steps first..last, whose layer values are step, step + 0.5 and -step. */
function block(first: number, last: number) {
  const steps = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    count: steps.length,
    scalars: new Float64Array(steps.flatMap((step) => [step, 10 / step])),
    layers: new Float32Array(steps.flatMap((step) => [step, step + 0.5, -step])),
    hashes: BigUint64Array.from(steps, BigInt),
  };
}

describe('a record store', () => {
  it('is empty at first', () => {
    const store = new RecordStore(layout);
    expect(store.count).toBe(0);
    expect([...store.scalar('loss')]).toEqual([]);
    expect([...store.profile('weight_gradient', 1)]).toEqual([]);
  });

  it('keeps every step across its growth', () => {
    const store = new RecordStore(layout);
    store.append(block(1, 300));
    store.append(block(301, 1000));
    expect(store.count).toBe(1000);
    expect(store.scalar('step')[999]).toBe(1000);
    expect(store.scalar('loss')[4]).toBe(2);
    expect(store.hashes).toHaveLength(1000);
    expect([store.hashes[0], store.hashes[999]]).toEqual([1n, 1000n]);
    expect([...store.profile('weight_gradient', 700)]).toEqual([700, 700.5]);
    expect([...store.profile('attention_logit', 1000)]).toEqual([-1000]);
  });

  it('gives a step beyond its last as the last', () => {
    const store = new RecordStore(layout);
    store.append(block(1, 3));
    expect([...store.profile('weight_gradient', 99)]).toEqual([3, 3.5]);
  });

  it('keeps values that are not finite as they are', () => {
    const store = new RecordStore(layout);
    store.append({
      count: 1,
      scalars: new Float64Array([1, NaN]),
      layers: new Float32Array([Infinity, NaN, 0]),
      hashes: new BigUint64Array(1),
    });
    expect(store.scalar('loss')[0]).toBeNaN();
    expect([...store.profile('weight_gradient', 1)]).toEqual([Infinity, NaN]);
  });

  it('drops every other row of layers, and no scalar, when they take too much', () => {
    const rows = 4;
    const store = new RecordStore(layout, rows * layout.width * 4);
    store.append(block(1, 9));
    expect(store.every).toBe(4);
    expect(store.rows).toBe(3);
    expect(store.count).toBe(9);
    const found = matrix(store, 'weight_gradient');
    const first = Array.from({ length: 3 }, (_, row) => found?.values[row * found.stride]);
    expect(first).toEqual([1, 5, 9]);
    expect([...store.profile('weight_gradient', 7)]).toEqual([5, 5.5]);
  });

  it('stays bounded over a long run', () => {
    const rows = 100;
    const mostBytes = rows * layout.width * 4;
    const store = new RecordStore(layout, mostBytes);
    for (let first = 1; first <= 12_000; first += 40) {
      store.append(block(first, first + 39));
      expect(store.rows).toBeLessThanOrEqual(rows);
      expect(store.layers.byteLength).toBeLessThanOrEqual(mostBytes);
    }
    expect(store.count).toBe(12_000);
    expect(store.every).toBe(128);
    expect([...store.profile('weight_gradient', 12_000)]).toEqual([11_905, 11_905.5]);
    // Of scalars every step is kept, in at most twice the room that they take.
    expect(store.scalar('step').at(-1)).toBe(12_000);
    expect(store.scalar('step').buffer.byteLength).toBeLessThanOrEqual(2 * 12_000 * 8);
  });
});

it('names rows by layer and sublayer', () => {
  expect(rowName(0, 24, 12)).toBe('layer 1, attention');
  expect(rowName(23, 24, 12)).toBe('layer 12, feed-forward');
  expect(rowName(11, 12, 12)).toBe('layer 12');
});
