import { describe, expect, it } from 'vitest';
import { Buckets, bucketSize } from './buckets';

function steps(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

describe('Buckets', () => {
  it('keeps one spike among 100,000 points, at the same place in every redraw', () => {
    const values = new Float64Array(100_000).fill(0.002);
    values[61_234] = 1.9;
    const buckets = new Buckets(100_000, bucketSize(100_000, 800, 2.5));
    const numbers = steps(100_000);
    const places = new Set<number>();
    for (let count = 61_300; count <= 100_000; count += 4_300) {
      buckets.extend(numbers, values, count);
      for (let b = 0; b < buckets.length; b++) {
        if ((buckets.span(b, false)?.[1] ?? 0) === 1.9) places.add(b);
      }
    }
    expect(places.size).toBe(1);
    expect(buckets.length).toBeLessThanOrEqual(800);
  });

  it('is the same whether steps come one by one or at once', () => {
    const values = steps(97).map((s) => Math.sin(s) + 2);
    const slow = new Buckets(100, 8);
    for (let n = 0; n <= 97; n++) slow.extend(steps(97), values, n);
    const quick = new Buckets(100, 8);
    quick.extend(steps(97), values, 97);
    for (let b = 0; b < quick.length; b++) {
      expect(slow.span(b, true)).toEqual(quick.span(b, true));
      expect(slow.line(b, true)).toBe(quick.line(b, true));
    }
  });

  it('leaves gaps for [1, 0, NaN, 1e-8] on a log axis', () => {
    const buckets = new Buckets(4, 1);
    buckets.extend(steps(4), [1, 0, Number.NaN, 1e-8], 4);
    const line = [0, 1, 2, 3].map((b) => buckets.line(b, true));
    expect(line).toEqual([0, null, null, Math.log10(1e-8)]);
    expect([0, 1, 2, 3].map((b) => buckets.line(b, false))).toEqual([1, 0, null, 1e-8]);
    expect(buckets.range(true)).toEqual([1e-8, 1]);
    expect(buckets.lastDrawn(true)).toBe(3);
  });

  it('shows a gap, and still the finite values, where a bucket holds a failure', () => {
    const buckets = new Buckets(8, 4);
    buckets.extend(steps(8), [1, 10, Infinity, 100, 1, 1, 1, 1], 8);
    expect(buckets.line(0, true)).toBeNull();
    expect(buckets.span(0, true)).toEqual([0, 2]);
    expect(buckets.line(1, true)).toBe(0);
  });

  it('draws nothing of an all-null series', () => {
    const buckets = new Buckets(3, 1);
    buckets.extend(steps(3), [Number.NaN, Infinity, -Infinity], 3);
    expect(buckets.lastDrawn(true)).toBe(-1);
    expect(buckets.range(true)).toEqual([Infinity, -Infinity]);
  });

  it('starts afresh when a run was begun again', () => {
    const buckets = new Buckets(10, 1);
    buckets.extend(steps(10), [5, 5, 5, 5, 5], 5);
    buckets.extend(steps(10), [2, 3], 2);
    expect(buckets.range(true)).toEqual([2, 3]);
    expect(buckets.lastDrawn(true)).toBe(1);
    buckets.extend(steps(10), [7, 8, 9], 3);
    expect(buckets.range(true)).toEqual([7, 9]);
  });

  it('takes arms that start later', () => {
    const buckets = new Buckets(10, 2);
    buckets.extend([5, 6, 7], [1, 1, 1], 3);
    expect(buckets.line(1, true)).toBeNull();
    expect(buckets.line(2, true)).toBe(0);
    expect(buckets.middle(2)).toBe(5.5);
  });

  it('means on the scale that is drawn', () => {
    const buckets = new Buckets(2, 2);
    buckets.extend(steps(2), [0.01, 1], 2);
    expect(buckets.line(0, true)).toBeCloseTo(-1, 12);
    expect(buckets.line(0, false)).toBeCloseTo(0.505, 12);
  });
});

describe('bucketSize', () => {
  it('is one step while a step is wide enough, else a power of two', () => {
    expect(bucketSize(100, 800, 2.5)).toBe(1);
    expect(bucketSize(800, 800, 2.5)).toBe(4);
    expect(bucketSize(100_000, 800, 2.5)).toBe(512);
    expect(bucketSize(10, 0, 2.5)).toBe(1);
  });
});
