import { describe, expect, it } from 'vitest';
import { pathThrough, thinRows } from './profile-path';

describe('pathThrough', () => {
  it('lifts the pen at a gap', () => {
    expect(pathThrough([[0, 1], [2, 3], null, [4, 5]])).toBe('M0.0 1.0L2.0 3.0M4.0 5.0');
    expect(pathThrough([null])).toBe('');
  });
});

describe('thinRows', () => {
  it('keeps all rows of a short profile', () => {
    expect(thinRows([3, 1, 2], 100)).toEqual([0, 1, 2]);
  });

  it('keeps spikes and gaps of a long one', () => {
    const values = new Float64Array(4000).fill(1);
    values[1234] = 50;
    values[2345] = 0.001;
    values[3456] = Number.NaN;
    const rows = thinRows(values, 200);
    expect(rows.length).toBeLessThanOrEqual(600);
    for (const row of [1234, 2345, 3456]) expect(rows).toContain(row);
    expect(rows.every((row, i) => row > (rows[i - 1] ?? -1))).toBe(true);
  });
});
