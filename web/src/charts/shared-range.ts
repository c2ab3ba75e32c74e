/** A layer x step matrix as the run records it: value of (step, row) = values[step * stride + offset + row]. */
export interface Matrix {
  readonly values: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
  readonly stride: number;
  readonly offset: number;
}

export type Range = [low: number, high: number];

const lowestDecade = -46;
const decades = 86;
/** Beyond this many decades neighbouring layers could no longer be told apart. */
const widest = 12;
/** Values rarer than this at either end take the end colour rather than stretch the scale. */
const rare = 0.001;

/**
 * One log colour scale for all arms, in whole decades, widened only. It counts values by decade, each
 * value once however often it is asked; a stray spike therefore neither sets the scale nor moves it.
 */
export class SharedRange {
  private readonly counts = new Float64Array(decades);
  private readonly seen = new Map<string, number>();
  private total = 0;
  private range: Range | null = null;

  /** Forgets everything: another series, or a race begun again. */
  reset(): void {
    this.counts.fill(0);
    this.seen.clear();
    this.total = 0;
    this.range = null;
  }

  /** Takes in the new columns of each arm and returns the scale; [0.1, 1] while there is nothing. */
  update(arms: readonly { readonly id: string; readonly matrix: Matrix }[]): Range {
    for (const { id, matrix } of arms) {
      const done = this.seen.get(id) ?? 0;
      for (let step = done; step < matrix.columns; step++) this.count(matrix, step);
      this.seen.set(id, Math.max(done, matrix.columns));
    }
    const found = this.decadesInUse();
    if (!found) return this.range ?? [0.1, 1];
    const [first, last] = found;
    const previous = this.range
      ? this.range.map((end) => Math.round(Math.log10(end)))
      : [first, last];
    const high = Math.max(last, previous[1] ?? last);
    const low = Math.max(high - widest, Math.min(first, previous[0] ?? first));
    this.range = [Number(`1e${low}`), Number(`1e${high}`)];
    return [...this.range];
  }

  private count(matrix: Matrix, step: number): void {
    const start = step * matrix.stride + matrix.offset;
    for (let row = 0; row < matrix.rows; row++) {
      const value = matrix.values[start + row] ?? Number.NaN;
      if (!Number.isFinite(value) || value <= 0) continue;
      const decade = Math.floor(Math.log10(value)) - lowestDecade;
      const bin = Math.min(decades - 1, Math.max(0, decade));
      this.counts[bin] = (this.counts[bin] ?? 0) + 1;
      this.total++;
    }
  }

  /** Exponents of the lower edge of the lowest decade and the upper edge of the highest one. */
  private decadesInUse(): [number, number] | null {
    if (this.total === 0) return null;
    const ignored = this.total * rare;
    let first = 0;
    for (let sum = this.counts[0] ?? 0; sum <= ignored; sum += this.counts[first] ?? 0) first++;
    let last = decades - 1;
    for (let sum = this.counts[last] ?? 0; sum <= ignored; sum += this.counts[last] ?? 0) last--;
    return [first + lowestDecade, last + 1 + lowestDecade];
  }
}

/** The scale of a set of matrices looked at once, no narrower than `previous`. */
export function sharedRange(matrices: readonly Matrix[], previous: Range | null = null): Range {
  const range = new SharedRange().update(
    matrices.map((matrix, index) => ({ id: String(index), matrix })),
  );
  if (!previous) return range;
  return [Math.min(range[0], previous[0]), Math.max(range[1], previous[1])];
}
