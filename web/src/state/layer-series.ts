import type { RecordStore } from './record-store';

/** One series of an arm as a matrix: the value of (row, column) is values[column * stride + offset + row]. */
export interface LayerMatrix {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly stride: number;
  readonly offset: number;
}

export function matrix(store: RecordStore, series: string): LayerMatrix | null {
  const info = store.layout.series.find(({ name }) => name === series);
  if (!info) return null;
  return {
    values: store.layers,
    rows: info.length,
    columns: store.rows,
    stride: store.layout.width,
    offset: info.offset,
  };
}

/** "layer 3, attention": the name of a row, counted from 0, of a series with so many rows for so many layers. */
export function rowName(row: number, rows: number, depth: number): string {
  if (rows !== 2 * depth) return `layer ${row + 1}`;
  return `layer ${Math.floor(row / 2) + 1}, ${row % 2 === 0 ? 'attention' : 'feed-forward'}`;
}
