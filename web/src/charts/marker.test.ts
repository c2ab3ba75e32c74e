import { expect, it } from 'vitest';
import { markerPath } from './marker';

const shapes = ['circle', 'square', 'triangle', 'diamond', 'cross', 'bar'];

/** Every corner of a path of M, L, H, V and A, as absolute points. */
function corners(path: string): [number, number][] {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([MLHVA])([^A-Z]*)/g)].map(([, letter, text = '']) => {
    const numbers = text.trim().split(/\s+/).map(Number);
    if (letter !== 'V') x = numbers.at(letter === 'H' ? -1 : -2) ?? 0;
    if (letter !== 'H') y = numbers.at(-1) ?? 0;
    return [x, y];
  });
}

it('fits every marker into its circle’s square, around its point', () => {
  for (const shape of shapes) {
    const points = corners(markerPath(shape, 2.75, 100, 50));
    expect(points.length).toBeGreaterThan(2);
    for (const [axis, middle] of [100, 50].entries()) {
      const along = points.map((point) => point[axis] ?? NaN);
      expect(Math.min(...along)).toBeGreaterThanOrEqual(middle - 2.75);
      expect(Math.max(...along)).toBeLessThanOrEqual(middle + 2.75);
    }
    const moved = corners(markerPath(shape, 2.75)).map(([x, y]) => [x + 100, y + 50]);
    for (const [index, [x, y]] of points.entries()) {
      expect(moved[index]?.[0]).toBeCloseTo(x, 1);
      expect(moved[index]?.[1]).toBeCloseTo(y, 1);
    }
  }
});

it('tells all shapes apart', () => {
  expect(new Set(shapes.map((shape) => markerPath(shape, 4))).size).toBe(shapes.length);
});
