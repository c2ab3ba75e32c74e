import type { RecordLayout } from '../engine/types';

export interface RecordBlock {
  count: number;
  scalars: ArrayLike<number>;
  layers: Float32Array;
  hashes: BigUint64Array;
}

const firstCapacity = 256;
/** What one arm's per-layer records may take; above it every other step is dropped from them. */
const layerBytes = 64 * 2 ** 20;

/**
 * Everything that one arm has recorded, in arrays that grow. Scalars are kept at every step. Per-layer values are too,
 * until they would take too much memory: then only every second step is kept, later every fourth, and so on.
 */
export class RecordStore {
  readonly layout: RecordLayout;
  readonly #scalars: Float64Array[];
  readonly #mostRows: number;
  #layers: Float32Array;
  #hashes = new BigUint64Array(firstCapacity);
  #count = 0;
  #rows = 0;
  #every = 1;

  constructor(layout: RecordLayout, mostBytes = layerBytes) {
    this.layout = layout;
    this.#scalars = layout.scalars.map(() => new Float64Array(firstCapacity));
    this.#mostRows = Math.max(2, Math.floor(mostBytes / 4 / Math.max(1, layout.width)));
    this.#layers = new Float32Array(Math.min(firstCapacity, this.#mostRows) * layout.width);
  }

  /** Steps recorded. */
  get count(): number {
    return this.#count;
  }

  /** Rows of per-layer values kept: one for steps 1, 1 + every, 1 + 2 every, ... */
  get rows(): number {
    return this.#rows;
  }

  get every(): number {
    return this.#every;
  }

  /** The trajectory's hash after each step so far. */
  get hashes(): BigUint64Array {
    return this.#hashes.subarray(0, this.#count);
  }

  /** rows x layout.width values; good until the next append. */
  get layers(): Float32Array {
    return this.#layers;
  }

  append(block: RecordBlock): void {
    this.#growScalars(this.#count + block.count);
    const columns = this.#scalars.length;
    for (let row = 0; row < block.count; row++) {
      for (let column = 0; column < columns; column++) {
        this.#column(column)[this.#count] = block.scalars[row * columns + column] ?? NaN;
      }
      this.#hashes[this.#count] = block.hashes[row] ?? 0n;
      if (this.#count % this.#every === 0) this.#appendLayers(block.layers, row);
      this.#count++;
    }
  }

  /** One scalar at every step so far. */
  scalar(name: string): Float64Array {
    const column = this.layout.scalars.findIndex((known) => known === name);
    return column < 0 ? new Float64Array() : this.#column(column).subarray(0, this.#count);
  }

  /** The per-layer values of one series at a step (from 1), or at the nearest kept step before it. */
  profile(series: string, step: number): Float32Array {
    const info = this.layout.series.find(({ name }) => name === series);
    if (!info || this.#rows === 0) return new Float32Array();
    const row = Math.min(this.#rows - 1, Math.max(0, Math.floor((step - 1) / this.#every)));
    const start = row * this.layout.width + info.offset;
    return this.#layers.subarray(start, start + info.length);
  }

  #column(index: number): Float64Array {
    return this.#scalars[index] ?? new Float64Array();
  }

  #growScalars(count: number): void {
    const capacity = this.#scalars[0]?.length ?? 0;
    if (count <= capacity) return;
    const hashes = new BigUint64Array(Math.max(count, 2 * capacity));
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#scalars.forEach((column, index) => {
      const grown = new Float64Array(Math.max(count, 2 * capacity));
      grown.set(column);
      this.#scalars[index] = grown;
    });
  }

  #appendLayers(layers: Float32Array, row: number): void {
    const { width } = this.layout;
    if (this.#rows === this.#mostRows) {
      this.#thin();
      if (this.#count % this.#every !== 0) return;
    }
    if ((this.#rows + 1) * width > this.#layers.length) {
      const capacity = Math.min(this.#mostRows, 2 * Math.max(1, this.#rows));
      const grown = new Float32Array(capacity * width);
      grown.set(this.#layers);
      this.#layers = grown;
    }
    this.#layers.set(layers.subarray(row * width, (row + 1) * width), this.#rows * width);
    this.#rows++;
  }

  #thin(): void {
    const { width } = this.layout;
    this.#every *= 2;
    const kept = Math.ceil(this.#rows / 2);
    for (let row = 1; row < kept; row++) {
      this.#layers.copyWithin(row * width, 2 * row * width, (2 * row + 1) * width);
    }
    this.#rows = kept;
  }
}
