import { describe, expect, it } from 'vitest';
import { numberText } from './number-text.mjs';

describe('numberText', () => {
  it.each([
    [Math.fround(0.1), '0.1'],
    [Math.fround(2.7725887), '2.7725887'],
    [Math.fround(1e-8), '1e-8'],
    [Math.fround(16777217), '16777216'],
    [0.1, '0.1'],
    [0.30000000000000004, '0.30000000000000004'],
    [0, '0'],
    [800, '800'],
    [2 ** -149, '1e-45'],
    [-Math.fround(3.4e38), '-3.4e+38'],
    [NaN, 'NaN'],
    [-Infinity, '-Infinity'],
  ])('writes %d as %s', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it('reads back as the same float32, and no shorter text does', () => {
    const bits = new Uint32Array(1);
    const value = new Float32Array(bits.buffer);
    for (let i = 0; i < 20_000; ++i) {
      bits[0] = Math.imul(i, 2_654_435_761);
      if (!Number.isFinite(value[0])) continue;
      const text = numberText(value[0]);
      expect(Math.fround(Number(text))).toBe(value[0]);
      const digits = text
        .replace(/e.*/, '')
        .replace(/^-?0*\.?0*|\./g, '')
        .replace(/0+$/, '').length;
      if (digits > 1 && !Number.isInteger(value[0])) {
        expect(Math.fround(Number(value[0].toPrecision(digits - 1)))).not.toBe(value[0]);
      }
    }
  });
});
