import { describe, expect, it } from 'vitest';
import { type Matrix, sharedRange, SharedRange } from './shared-range';

function matrix(values: number[], rows = 1): Matrix {
  return { values, rows, columns: values.length / rows, stride: rows, offset: 0 };
}

describe('sharedRange', () => {
  it('spans all arms in whole decades', () => {
    expect(sharedRange([matrix([0.3, 0.02]), matrix([4e-6, 0.5])])).toEqual([1e-6, 1]);
  });

  it('passes over what is not finite or not positive', () => {
    const values = [Number.NaN, Infinity, -Infinity, 0, -3, 0.5];
    expect(sharedRange([matrix(values)])).toEqual([0.1, 1]);
    expect(sharedRange([matrix([Number.NaN])])).toEqual([0.1, 1]);
    expect(sharedRange([])).toEqual([0.1, 1]);
  });

  it('reads values by stride and offset', () => {
    const values = [9e9, 0.5, 0.02, 9e9, 0.3, 0.04];
    expect(sharedRange([{ values, rows: 2, columns: 2, stride: 3, offset: 1 }])).toEqual([0.01, 1]);
  });

  it('keeps what it was given before', () => {
    expect(sharedRange([matrix([0.5])], [1e-4, 0.1])).toEqual([1e-4, 1]);
  });
});

describe('SharedRange', () => {
  it('only widens while a race runs', () => {
    const range = new SharedRange();
    const values: number[] = [];
    let [low, high] = [Infinity, 0];
    for (let step = 0; step < 400; step++) {
      values.push(10 ** (Math.sin(step / 20) * (step / 80)));
      const next = range.update([{ id: 'a', matrix: matrix(values) }]);
      expect(next[0]).toBeLessThanOrEqual(low);
      expect(next[1]).toBeGreaterThanOrEqual(high);
      [low, high] = next;
    }
    expect(high).toBeGreaterThan(1e4);
  });

  it('is not set by one stray value among thousands', () => {
    const values = Array.from({ length: 5000 }, (_, i) => 0.02 + 0.0001 * (i % 100));
    values[4000] = 1e20;
    values[4500] = 1e-30;
    expect(new SharedRange().update([{ id: 'a', matrix: matrix(values) }])).toEqual([0.01, 0.1]);
  });

  it('counts each value once and starts anew after a reset', () => {
    const range = new SharedRange();
    const arms = [{ id: 'a', matrix: matrix([1e-5, 0.5]) }];
    expect(range.update(arms)).toEqual(range.update(arms));
    range.reset();
    expect(range.update([{ id: 'a', matrix: matrix([0.5]) }])).toEqual([0.1, 1]);
  });

  it('keeps layers apart: never more than twelve decades', () => {
    const [low, high] = new SharedRange().update([{ id: 'a', matrix: matrix([1e-40, 1e-3, 50]) }]);
    expect(Math.round(Math.log10(high / low))).toBe(12);
    expect(high).toBe(100);
  });
});
