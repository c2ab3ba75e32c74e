import { describe, expect, it } from 'vitest';
import { type Extent, valueDomain } from './domain';
import { logTicks } from './ticks';

const chance = Math.log(16);

describe('valueDomain', () => {
  it('ends on 1, 2, 5 around the data and the references', () => {
    expect(valueDomain([0.0011, 3.1], [chance], true)).toEqual([5e-4, 5]);
    expect(valueDomain([0.2, 2.5], [], false)).toEqual([0, 5]);
  });

  it('shows at least a decade of a loss that has not moved yet', () => {
    const [low, high] = valueDomain([2.76, 2.79], [chance], true);
    expect(high / low).toBeGreaterThanOrEqual(9);
  });

  it('has an axis without any data', () => {
    const empty: Extent = [Infinity, -Infinity];
    expect(valueDomain(empty, [chance], true)).toEqual([0.5, 5]);
    for (const log of [true, false]) {
      const [low, high] = valueDomain(empty, [], log);
      expect(high).toBeGreaterThan(low);
    }
  });

  it('keeps to what can be drawn: [1, 0, NaN, 1e-8] and 1e27', () => {
    const [low, high] = valueDomain([1e-8, 1e27], [Number.NaN, 0, Infinity], true);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(1e-8);
    expect(high).toBeGreaterThan(1e27);
    expect(logTicks(low, high, 8).every(Number.isFinite)).toBe(true);
  });

  it('never narrows while the data widen', () => {
    let previous = valueDomain([2.7, 2.8], [chance], true);
    for (let low = 2.7, high = 2.8; low > 1e-6; low *= 0.83, high *= 1.07) {
      const next = valueDomain([low, high], [chance], true);
      expect(next[0]).toBeLessThanOrEqual(previous[0]);
      expect(next[1]).toBeGreaterThanOrEqual(previous[1]);
      previous = next;
    }
  });

  it('shows negative values on a linear axis', () => {
    expect(valueDomain([-0.3, 0.2], [], false)).toEqual([-0.5, 0.5]);
  });
});
