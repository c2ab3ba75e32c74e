import type { Extent } from './domain';

/**
 * One curve gathered into buckets of equally many steps, each with its smallest and largest value, so
 * that a single spike among 100,000 points is still drawn, at the same place in every redraw. Adding
 * steps costs only the new ones; the bucket edges depend on the step alone, never on how many came.
 */
export class Buckets {
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly sum: Float64Array;
  private readonly logSum: Float64Array;
  /** Values in the bucket: all, the finite ones, the finite ones above zero. */
  private readonly all: Uint32Array;
  private readonly finite: Uint32Array;
  private readonly positive: Uint32Array;
  private seen = 0;
  private firstValue = Number.NaN;
  private lastValue = Number.NaN;
  private extent: Extent = [Infinity, -Infinity];
  private positiveExtent: Extent = [Infinity, -Infinity];

  readonly length: number;

  constructor(
    readonly steps: number,
    readonly size: number,
  ) {
    this.length = Math.max(1, Math.ceil(steps / size));
    this.low = new Float64Array(this.length);
    this.high = new Float64Array(this.length);
    this.sum = new Float64Array(this.length);
    this.logSum = new Float64Array(this.length);
    this.all = new Uint32Array(this.length);
    this.finite = new Uint32Array(this.length);
    this.positive = new Uint32Array(this.length);
    this.clear();
  }

  private clear(): void {
    this.low.fill(Infinity);
    this.high.fill(-Infinity);
    for (const array of [this.sum, this.logSum, this.all, this.finite, this.positive])
      array.fill(0);
    this.seen = 0;
    this.extent = [Infinity, -Infinity];
    this.positiveExtent = [Infinity, -Infinity];
  }

  /** Takes in what is new; a curve that has been started again is noticed and taken in afresh. */
  extend(steps: ArrayLike<number>, values: ArrayLike<number>, count: number): void {
    const replaced =
      count < this.seen ||
      (this.seen > 0 &&
        !(
          Object.is(values[0], this.firstValue) && Object.is(values[this.seen - 1], this.lastValue)
        ));
    if (replaced) this.clear();
    for (let i = this.seen; i < count; i++) this.add(steps[i] ?? 0, values[i] ?? Number.NaN);
    this.seen = count;
    this.firstValue = values[0] ?? Number.NaN;
    this.lastValue = values[count - 1] ?? Number.NaN;
  }

  private add(step: number, value: number): void {
    const b = Math.floor((step - 1) / this.size);
    if (b < 0 || b >= this.length) return;
    this.all[b] = (this.all[b] ?? 0) + 1;
    if (!Number.isFinite(value)) return;
    this.finite[b] = (this.finite[b] ?? 0) + 1;
    this.sum[b] = (this.sum[b] ?? 0) + value;
    this.low[b] = Math.min(this.low[b] ?? value, value);
    this.high[b] = Math.max(this.high[b] ?? value, value);
    widen(this.extent, value);
    if (value <= 0) return;
    this.positive[b] = (this.positive[b] ?? 0) + 1;
    this.logSum[b] = (this.logSum[b] ?? 0) + Math.log10(value);
    widen(this.positiveExtent, value);
  }

  /** The step at the middle of a bucket; the step itself where a bucket is one step. */
  middle(bucket: number): number {
    const first = bucket * this.size + 1;
    return (first + Math.min(this.steps, first + this.size - 1)) / 2;
  }

  /** Smallest and largest value drawable on this kind of axis. */
  range(log: boolean): Extent {
    return log ? this.positiveExtent : this.extent;
  }

  /**
   * Where the line passes: the bucket's mean (on a log axis the geometric mean, as log10), null as soon
   * as one of its values cannot be drawn, so that a failure shows as a gap at every zoom.
   */
  line(bucket: number, log: boolean): number | null {
    const all = this.all[bucket] ?? 0;
    const usable = (log ? this.positive[bucket] : this.finite[bucket]) ?? 0;
    if (all === 0 || usable < all) return null;
    return ((log ? this.logSum[bucket] : this.sum[bucket]) ?? 0) / usable;
  }

  /** The last bucket that the line reaches, -1 if there is none. */
  lastDrawn(log: boolean): number {
    let bucket = this.length - 1;
    while (bucket >= 0 && this.line(bucket, log) === null) bucket--;
    return bucket;
  }

  /** Smallest and largest value of the bucket in axis units, or null where nothing can be drawn. */
  span(bucket: number, log: boolean): Extent | null {
    if (((log ? this.positive[bucket] : this.finite[bucket]) ?? 0) === 0) return null;
    const low = this.low[bucket] ?? 0;
    const high = this.high[bucket] ?? 0;
    if (!log) return [low, high];
    return low > 0 ? [Math.log10(low), Math.log10(high)] : null;
  }
}

function widen(extent: Extent, value: number): void {
  if (value < extent[0]) extent[0] = value;
  if (value > extent[1]) extent[1] = value;
}

/** Steps to a bucket (a power of two, so that a resize seldom moves the edges). */
export function bucketSize(steps: number, width: number, pixels: number): number {
  let size = 1;
  while (width > 0 && (size * width) / steps < pixels && size < steps) size *= 2;
  return size;
}
