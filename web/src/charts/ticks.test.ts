import { describe, expect, it } from 'vitest';
import {
  countTicks,
  formatChosen,
  formatCount,
  formatTicks,
  formatValue,
  linearTicks,
  logTicks,
  powerOfTen,
} from './ticks';

describe('logTicks', () => {
  it('marks each decade of a loss that falls from 3 to 0.001', () => {
    expect(logTicks(0.001, 5, 8)).toEqual([0.001, 0.01, 0.1, 1]);
  });

  it('thins the decades to the room and keeps 1', () => {
    expect(logTicks(1e-6, 1e2, 5)).toEqual([1e-6, 1e-4, 1e-2, 1, 100]);
    expect(logTicks(1e-7, 1e2, 4)).toEqual([1e-6, 1e-3, 1]);
  });

  it('marks 1, 2 and 5 within less than a decade', () => {
    expect(logTicks(0.5, 5, 8)).toEqual([0.5, 1, 2, 5]);
  });

  it('has finite, rising marks at extremes', () => {
    for (const [low, high] of [
      [1e-8, 1e27],
      [1e-300, 1e300],
      [5e-324, 1e-320],
    ] as const) {
      const ticks = logTicks(low, high, 8);
      expect(ticks.length).toBeLessThanOrEqual(9);
      expect(ticks.every((t, i) => Number.isFinite(t) && t > (ticks[i - 1] ?? 0))).toBe(true);
    }
  });

  it('has none where nothing can be drawn', () => {
    expect(logTicks(0, 1, 5)).toEqual([]);
    expect(logTicks(1, Infinity, 5)).toEqual([]);
    expect(logTicks(Number.NaN, 1, 5)).toEqual([]);
    expect(logTicks(2, 2, 5)).toEqual([]);
  });
});

describe('linearTicks', () => {
  it('rounds to 1, 2, 5', () => {
    expect(linearTicks(0, 3, 4)).toEqual([0, 1, 2, 3]);
    expect(linearTicks(-1, 1, 5)).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(linearTicks(0, 0.3, 4)).toEqual([0, 0.1, 0.2, 0.3]);
  });
});

describe('countTicks', () => {
  it('names the first and the last and keeps the others at a distance', () => {
    expect(countTicks(0, 800, 7)).toEqual([0, 200, 400, 600, 800]);
    expect(countTicks(0, 800, 1)).toEqual([0, 800]);
    expect(countTicks(1, 12, 3)).toEqual([1, 5, 12]);
    expect(countTicks(0, 750, 4)).toEqual([0, 200, 400, 750]);
    expect(countTicks(1, 1, 5)).toEqual([1]);
  });

  it('has no fractions', () => {
    expect(countTicks(1, 3, 9)).toEqual([1, 2, 3]);
  });
});

describe('formats', () => {
  it('writes marks of one axis in one form', () => {
    expect(formatTicks([0.001, 0.01, 0.1, 1])).toEqual(['0.001', '0.01', '0.1', '1']);
    expect(formatTicks([1e-6, 1e-3, 1])).toEqual(['10⁻⁶', '10⁻³', '1']);
    expect(formatTicks([2e-6, 5e-6])).toEqual(['2 × 10⁻⁶', '5 × 10⁻⁶']);
    expect(formatTicks([0, 0.5, 1])).toEqual(['0', '0.5', '1']);
    expect(formatTicks([-1, 0, 1])).toEqual(['−1', '0', '1']);
    expect(formatTicks([])).toEqual([]);
  });

  it('writes values to four figures', () => {
    expect(formatValue(2.7725887)).toBe('2.773');
    expect(formatValue(0.0013456)).toBe('0.001346');
    expect(formatValue(0.00013456)).toBe('1.35 × 10⁻⁴');
    expect(formatValue(5321.49)).toBe('5321');
    expect(formatValue(53214.9)).toBe('5.32 × 10⁴');
    expect(formatValue(9999.9)).toBe('1.00 × 10⁴');
    expect(formatValue(1e27)).toBe('1.00 × 10²⁷');
    expect(formatValue(-0.5)).toBe('−0.5000');
    expect(formatValue(0)).toBe('0');
  });

  it('writes chosen values without the zeros at their end', () => {
    expect(formatChosen(0.05)).toBe('0.05');
    expect(formatChosen(-0.388)).toBe('−0.388');
    expect(formatChosen(4)).toBe('4');
    expect(formatChosen(1000)).toBe('1000');
    expect(formatChosen(2.9153)).toBe('2.915');
    expect(formatChosen(1e-12)).toBe('1 × 10⁻¹²');
    expect(formatChosen(2.5e5)).toBe('2.5 × 10⁵');
    expect(formatChosen(0)).toBe('0');
  });

  it('never shows a number where there is none', () => {
    expect(formatValue(Number.NaN)).toBe('NaN');
    expect(formatValue(Infinity)).toBe('∞');
    expect(formatValue(-Infinity)).toBe('−∞');
    expect(formatValue(undefined)).toBe('');
  });

  it('keeps a mantissa below ten when rounding carries', () => {
    expect(formatValue(9.99996e-4)).toBe('0.001000');
    expect(formatValue(9.999e-5)).toBe('1.00 × 10⁻⁴');
  });

  it('sets thousands apart', () => {
    expect([0, 800, 1000, 100000, 1000000].map(formatCount)).toEqual([
      '0',
      '800',
      '1,000',
      '100,000',
      '1,000,000',
    ]);
  });

  it('has exact powers of ten', () => {
    expect(powerOfTen(-6)).toBe(1e-6);
    expect(powerOfTen(23)).toBe(1e23);
  });
});
