import { colourIndex, colours } from './colour-map';
import type { HeatmapGrid, Span } from './heatmap-grid';

/** RGBA bytes as one number in the machine's order (all that run a browser today are little-endian). */
function pack(r: number, g: number, b: number): number {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

const packed = Uint32Array.from(colours, ([r, g, b]) => pack(r, g, b));

/** Stripes of what is not finite: no colour of the map is striped, so that it is neither large nor small. */
export interface Hatch {
  /** Width of a stripe and its gap, in device pixels. */
  readonly period: number;
  readonly ink: readonly [number, number, number];
  readonly paper: readonly [number, number, number];
}

/** Paints pixel columns of a grid; one past its last column shows what the last does. */
export function paintColumns(
  grid: HeatmapGrid,
  span: Span,
  height: number,
  range: readonly [low: number, high: number],
  hatch: Hatch,
): Uint32Array<ArrayBuffer> {
  const width = span.end - span.first;
  const pixels = new Uint32Array(width * height);
  const [low, high] = range.map(Math.log10) as [number, number];
  const ink = pack(...hatch.ink);
  const paper = pack(...hatch.paper);
  for (let column = 0; column < width; column++) {
    const x = span.first + column;
    for (let band = 0; band < grid.bands; band++) {
      const top = height - Math.round(((band + 1) * height) / grid.bands);
      const foot = height - Math.round((band * height) / grid.bands);
      const value = grid.cell(Math.min(x, grid.columns - 1), band);
      const finite = Number.isFinite(value);
      const colour = packed[colourIndex(value, low, high)] ?? 0;
      for (let y = top; y < foot; y++) {
        const striped = (x + y) % hatch.period < hatch.period * 0.4 ? ink : paper;
        pixels[y * width + column] = finite ? colour : striped;
      }
    }
  }
  return pixels;
}
