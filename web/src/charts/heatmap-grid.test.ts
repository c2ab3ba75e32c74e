import { describe, expect, it } from 'vitest';
import { HeatmapGrid } from './heatmap-grid';
import type { Matrix } from './shared-range';

function matrix(
  columns: number,
  rows: number,
  value: (step: number, row: number) => number,
): Matrix {
  const stride = rows + 3;
  const offset = 2;
  const values = new Float64Array(columns * stride).fill(12345);
  for (let step = 0; step < columns; step++) {
    for (let row = 0; row < rows; row++) values[step * stride + offset + row] = value(step, row);
  }
  return { values, rows, columns, stride, offset };
}

describe('HeatmapGrid', () => {
  it('means log10 over the steps under a pixel', () => {
    const grid = new HeatmapGrid(2, 10, 1, 4);
    grid.extend(matrix(4, 1, (step) => [1, 0.01, 1e-4, 1e-4][step] ?? 0));
    expect(grid.cell(0, 0)).toBeCloseTo(-1, 6);
    expect(grid.cell(1, 0)).toBeCloseTo(-4, 6);
  });

  it('shows a failure however many good values share its cell', () => {
    const grid = new HeatmapGrid(2, 10, 2, 200);
    grid.extend(matrix(200, 2, (step, row) => (step === 37 && row === 1 ? Infinity : 1)));
    expect(grid.cell(0, 0)).toBe(0);
    expect(grid.cell(0, 1)).toBeNaN();
    expect(grid.cell(1, 1)).toBe(0);
    expect(grid.broken).toBe(false);
  });

  it('is the same whether steps come one by one or at once, at any zoom', () => {
    for (const [width, steps] of [
      [100, 7],
      [7, 100],
      [64, 64],
      [50, 51],
      [333, 800],
    ] as const) {
      const value = (step: number, row: number) => 1 + ((step * 31 + row * 17) % 97);
      const slow = new HeatmapGrid(width, 5, 5, steps);
      for (let n = 0; n <= steps; n++) slow.extend(matrix(n, 5, value));
      const quick = new HeatmapGrid(width, 5, 5, steps);
      quick.extend(matrix(steps, 5, value));
      expect(slow.columns).toBe(width);
      for (let x = 0; x < width; x++) {
        for (let band = 0; band < 5; band++) expect(slow.cell(x, band)).toBe(quick.cell(x, band));
      }
    }
  });

  it('names only the columns that changed', () => {
    const grid = new HeatmapGrid(800, 100, 24, 1600);
    expect(grid.extend(matrix(1000, 24, () => 1))).toEqual({ first: 0, end: 500 });
    expect(grid.extend(matrix(1000, 24, () => 1))).toEqual({ first: 500, end: 500 });
    expect(grid.extend(matrix(1004, 24, () => 1))).toEqual({ first: 500, end: 502 });
  });

  it('starts afresh when the run was replaced by another', () => {
    const grid = new HeatmapGrid(10, 4, 2, 10);
    grid.extend(matrix(6, 2, () => 1));
    expect(grid.extend(matrix(6, 2, () => 100))).toEqual({ first: 0, end: 6 });
    expect(grid.cell(0, 0)).toBe(2);
    expect(grid.extend(matrix(2, 2, () => 100))).toEqual({ first: 0, end: 2 });
    expect(grid.columns).toBe(2);
  });

  it('gathers rows where there are more of them than pixels', () => {
    const grid = new HeatmapGrid(1, 100, 4000, 1);
    grid.extend(matrix(1, 4000, (_, row) => (row < 2000 ? 1 : 100)));
    expect(grid.bands).toBe(100);
    expect(grid.cell(0, 49)).toBe(0);
    expect(grid.cell(0, 50)).toBe(2);
  });

  it('takes zero as the smallest value and knows a broken last step', () => {
    const grid = new HeatmapGrid(2, 2, 2, 2);
    grid.extend(matrix(2, 2, (step, row) => (step === 0 ? 0 : row === 0 ? 1 : Number.NaN)));
    expect(grid.cell(0, 0)).toBe(-45);
    expect(grid.broken).toBe(true);
  });
});
