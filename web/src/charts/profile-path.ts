/** A point of a profile in pixels, null where the value cannot be drawn. */
export type Point = readonly [x: number, y: number] | null;

/** Path data through the points, lifted at gaps. */
export function pathThrough(points: readonly Point[]): string {
  let path = '';
  let lifted = true;
  for (const point of points) {
    if (point) path += `${lifted ? 'M' : 'L'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    lifted = !point;
  }
  return path;
}

/**
 * Indices to draw of a long profile: the lowest and highest of every stretch of rows that falls on one
 * pixel, and one that cannot be drawn where there is any, so that no spike and no gap is lost.
 */
export function thinRows(values: ArrayLike<number>, pixels: number): number[] {
  const count = values.length;
  if (count <= 2 * pixels) return Array.from({ length: count }, (_, i) => i);
  const kept: number[] = [];
  for (let pixel = 0; pixel < pixels; pixel++) {
    const first = Math.floor((pixel * count) / pixels);
    const end = Math.floor(((pixel + 1) * count) / pixels);
    let low = -1;
    let high = -1;
    let broken = -1;
    for (let i = first; i < end; i++) {
      const value = values[i] ?? Number.NaN;
      if (!Number.isFinite(value)) broken = i;
      else {
        if (low < 0 || value < (values[low] ?? 0)) low = i;
        if (high < 0 || value > (values[high] ?? 0)) high = i;
      }
    }
    const stretch = [...new Set([low, high, broken])].filter((index) => index >= 0);
    kept.push(...stretch.sort((a, b) => a - b));
  }
  return kept;
}
