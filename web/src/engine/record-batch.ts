import type { RecordLayout, Records } from './types';

/** Gathers the records of several chunks into one pair of arrays that can be transferred. */
export class RecordBatch {
  readonly #layout: RecordLayout;
  #parts: Records[] = [];
  #count = 0;

  constructor(layout: RecordLayout) {
    this.#layout = layout;
  }

  get count(): number {
    return this.#count;
  }

  add(records: Records): void {
    if (records.count === 0) return;
    this.#parts.push(records);
    this.#count += records.count;
  }

  take(): {
    count: number;
    scalars: Float64Array<ArrayBuffer>;
    layers: Float32Array<ArrayBuffer>;
    hashes: BigUint64Array<ArrayBuffer>;
  } {
    const count = this.#count;
    const scalars = new Float64Array(count * this.#layout.scalars.length);
    const layers = new Float32Array(count * this.#layout.width);
    const hashes = new BigUint64Array(count);
    let row = 0;
    for (const part of this.#parts) {
      scalars.set(part.scalars, row * this.#layout.scalars.length);
      layers.set(part.layers, row * this.#layout.width);
      hashes.set(part.hashes, row);
      row += part.count;
    }
    this.#parts = [];
    this.#count = 0;
    return { count, scalars, layers, hashes };
  }
}
