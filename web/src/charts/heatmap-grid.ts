import type { Matrix } from './shared-range';

/** Pixel columns from `first` up to, not including, `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/**
 * A layer x step matrix gathered into cells of one pixel column by one band of rows. A cell holds the mean
 * of log10 of its values: the mean on the scale that is drawn, which one spike cannot own (the loss
 * chart shows spikes). A cell with any value that is not finite is NaN: a failure never averages away.
 * Zero and below count as the smallest float. New steps cost only the columns that they touch.
 */
export class HeatmapGrid {
  readonly bands: number;
  private readonly cells: Float32Array;
  private filled = 0;
  private seen = 0;
  private readonly firstColumn: Float64Array;
  private readonly lastColumn: Float64Array;

  constructor(
    readonly width: number,
    height: number,
    readonly rows: number,
    readonly steps: number,
  ) {
    this.bands = Math.max(1, Math.min(rows, height));
    this.cells = new Float32Array(width * this.bands);
    this.firstColumn = new Float64Array(rows);
    this.lastColumn = new Float64Array(rows);
  }

  /** Pixel columns that hold something. */
  get columns(): number {
    return this.filled;
  }

  cell(column: number, band: number): number {
    return this.cells[column * this.bands + band] ?? Number.NaN;
  }

  /** Whether the latest step has a value that is not finite. */
  get broken(): boolean {
    return this.seen > 0 && !this.lastColumn.every(Number.isFinite);
  }

  /** Takes in new steps and returns the columns that changed; all of them if the run was replaced. */
  extend(matrix: Matrix): Span {
    const replaced =
      matrix.columns < this.seen ||
      (this.seen > 0 &&
        !(same(matrix, 0, this.firstColumn) && same(matrix, this.seen - 1, this.lastColumn)));
    if (replaced) {
      this.seen = 0;
      this.filled = 0;
    }
    const count = Math.min(matrix.columns, this.steps);
    if (count === this.seen) return { first: this.filled, end: this.filled };
    const first = Math.floor((this.seen * this.width) / this.steps);
    const end = Math.min(this.width, Math.ceil((count * this.width) / this.steps));
    for (let column = first; column < end; column++) this.fill(matrix, column, count);
    this.filled = end;
    this.seen = count;
    if (count > 0) {
      copy(matrix, 0, this.firstColumn);
      copy(matrix, count - 1, this.lastColumn);
    }
    return { first, end };
  }

  /** First and one past the last step (counted from 0) under a pixel column. */
  stepsUnder(column: number): Span {
    const first = Math.floor((column * this.steps) / this.width);
    return {
      first,
      end: Math.max(first + 1, Math.floor(((column + 1) * this.steps) / this.width)),
    };
  }

  /** First and one past the last row in a band, band 0 lowest. */
  rowsIn(band: number): Span {
    const first = Math.floor((band * this.rows) / this.bands);
    return { first, end: Math.floor(((band + 1) * this.rows) / this.bands) };
  }

  private fill(matrix: Matrix, column: number, count: number): void {
    const { first, end } = this.stepsUnder(column);
    const last = Math.min(end, count);
    if (first >= last) {
      // A pixel that ends in a step yet to come: it shows what its left neighbour shows.
      const from = (column - 1) * this.bands;
      this.cells.copyWithin(column * this.bands, from, from + this.bands);
      return;
    }
    for (let band = 0; band < this.bands; band++) {
      const rows = this.rowsIn(band);
      let sum = 0;
      for (let step = first; step < last; step++) {
        const start = step * matrix.stride + matrix.offset;
        for (let row = rows.first; row < rows.end; row++) sum += logOf(matrix.values[start + row]);
      }
      const size = (last - first) * (rows.end - rows.first);
      this.cells[column * this.bands + band] = sum / size;
    }
  }
}

const smallest = -45;

function logOf(value: number | undefined): number {
  if (value === undefined || !Number.isFinite(value)) return Number.NaN;
  return value > 0 ? Math.max(smallest, Math.log10(value)) : smallest;
}

function same(matrix: Matrix, step: number, column: Float64Array): boolean {
  const start = step * matrix.stride + matrix.offset;
  return column.every((value, row) => Object.is(value, matrix.values[start + row]));
}

function copy(matrix: Matrix, step: number, column: Float64Array): void {
  const start = step * matrix.stride + matrix.offset;
  for (let row = 0; row < column.length; row++) column[row] = matrix.values[start + row] ?? 0;
}
