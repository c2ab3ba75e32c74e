import { describe, expect, it } from 'vitest';
import { colours } from './colour-map';
import { HeatmapGrid } from './heatmap-grid';
import { paintColumns } from './heatmap-paint';

const hatch = { period: 4, ink: [1, 2, 3], paper: [250, 251, 252] } as const;

function bytes(pixels: Uint32Array<ArrayBuffer>, index: number): number[] {
  return [...new Uint8Array(pixels.buffer, index * 4, 4)];
}

describe('paintColumns', () => {
  it('puts the first layer at the bottom, light for large', () => {
    const grid = new HeatmapGrid(1, 4, 2, 1);
    grid.extend({ values: [1e-6, 1], rows: 2, columns: 1, stride: 2, offset: 0 });
    const pixels = paintColumns(grid, { first: 0, end: 1 }, 4, [1e-6, 1], hatch);
    expect(bytes(pixels, 0)).toEqual([...(colours[255] ?? []), 255]);
    expect(bytes(pixels, 3)).toEqual([...(colours[0] ?? []), 255]);
  });

  it('fills every pixel, opaque, with stripes where a value is not finite', () => {
    const grid = new HeatmapGrid(5, 7, 3, 5);
    const values = Array.from({ length: 15 }, (_, i) => (i % 3 === 1 ? Number.NaN : 0.1));
    grid.extend({ values, rows: 3, columns: 5, stride: 3, offset: 0 });
    const pixels = paintColumns(grid, { first: 0, end: 5 }, 7, [1e-6, 1], hatch);
    const seen = new Set<string>();
    for (let i = 0; i < pixels.length; i++) {
      expect(bytes(pixels, i)[3]).toBe(255);
      seen.add(bytes(pixels, i).slice(0, 3).join(' '));
    }
    expect(seen).toContain('1 2 3');
    expect(seen).toContain('250 251 252');
    expect(seen.size).toBe(3);
  });

  it('repeats the last column beyond the end', () => {
    const grid = new HeatmapGrid(4, 1, 1, 4);
    grid.extend({ values: [1, 1e-3], rows: 1, columns: 2, stride: 1, offset: 0 });
    const pixels = paintColumns(grid, { first: 1, end: 4 }, 1, [1e-6, 1], hatch);
    expect(pixels[2]).toBe(pixels[0]);
  });
});
