import { describe, expect, it } from 'vitest';
import { lineDomain, linePlace } from './line-domain';

const linear = { label: '', scale: 'linear' } as const;
const log = { label: '', scale: 'log' } as const;

describe('the span of a line chart', () => {
  it('starts at zero where the values come near it', () => {
    expect(lineDomain(linear, [1, 10])).toEqual([0, 10.4]);
    const [low, high] = lineDomain(linear, [9, 10]);
    expect(low).toBeCloseTo(8.96);
    expect(high).toBeCloseTo(10.04);
    expect(lineDomain(linear, [-10, -1])).toEqual([-10.4, 0]);
  });

  it('leaves out what an axis cannot show', () => {
    const [low, high] = lineDomain(log, [null, 0, -3, 1, 100, Infinity]);
    expect(low).toBeCloseTo(10 ** -0.08);
    expect(high).toBeCloseTo(10 ** 2.08);
  });

  it('gives a constant room, and nothing at all a usual span', () => {
    const [low, high] = lineDomain(log, [2, 2]);
    expect(high / low).toBeCloseTo(10 ** 0.5);
    expect(lineDomain(linear, [2])).toEqual([1, 3]);
    expect(lineDomain(linear, [0, 0])).toEqual([-1, 1]);
    expect(lineDomain(log, [])).toEqual([0.1, 10]);
  });
});

describe('the place of a value', () => {
  it('is between the pixels, by the logarithm where the axis is one', () => {
    expect(linePlace(linear, [0, 10], 100, 200)(2.5)).toBe(125);
    expect(linePlace(log, [1, 100], 200, 100)(10)).toBe(150);
    expect(linePlace(log, [1, 100], 0, 1)(0)).toBeNull();
    expect(linePlace(linear, [0, 1], 0, 1)(null)).toBeNull();
  });
});
