import { describe, expect, it } from 'vitest';
import { spreadLabels, wrapLabel } from './label-layout';

const measure = (text: string) => text.length * 7;

function overlaps(middles: number[], heights: number[]): boolean {
  const boxes = middles.map(
    (middle, i) => [middle - (heights[i] ?? 0) / 2, heights[i] ?? 0] as const,
  );
  boxes.sort((a, b) => a[0] - b[0]);
  return boxes.some(([top], i) => {
    const above = boxes[i - 1];
    return above !== undefined && top < above[0] + above[1] - 1e-9;
  });
}

describe('spreadLabels', () => {
  it('leaves labels alone that do not touch', () => {
    const slots = [50, 10, 90].map((centre) => ({ centre, height: 14 }));
    expect(spreadLabels(slots, 0, 200)).toEqual([50, 10, 90]);
  });

  it('moves two that touch equally far', () => {
    const slots = [100, 104].map((centre) => ({ centre, height: 14 }));
    expect(spreadLabels(slots, 0, 200)).toEqual([95, 109]);
  });

  it('stays inside, keeps the order and never overlaps', () => {
    for (let seed = 1; seed < 200; seed++) {
      const slots = Array.from({ length: 7 }, (_, i) => ({
        centre: ((seed * 7919 + i * 104729) % 400) - 100,
        height: 10 + ((seed * 31 + i * 17) % 30),
      }));
      const middles = spreadLabels(slots, 0, 300);
      const heights = slots.map(({ height }) => height);
      expect(overlaps(middles, heights)).toBe(false);
      middles.forEach((middle, i) => {
        const half = (heights[i] ?? 0) / 2;
        expect(middle - half).toBeGreaterThanOrEqual(-1e-9);
        expect(middle + half).toBeLessThanOrEqual(300 + 1e-9);
        middles.forEach((other, j) => {
          const apart = (slots[i]?.centre ?? 0) - (slots[j]?.centre ?? 0);
          if (apart < 0) expect(middle).toBeLessThan(other);
        });
      });
    }
  });

  it('does not swap curves that lie on each other', () => {
    const slots = [80, 80, 80].map((centre) => ({ centre, height: 10 }));
    expect(spreadLabels(slots, 0, 200)).toEqual([70, 80, 90]);
  });
});

describe('wrapLabel', () => {
  it('breaks at spaces and ends with an ellipsis', () => {
    expect(wrapLabel('post-norm', 100, 2, measure)).toEqual(['post-norm']);
    expect(wrapLabel('post-norm, warmup 400', 100, 2, measure)).toEqual([
      'post-norm,',
      'warmup 400',
    ]);
    const cut = wrapLabel('post-norm, warmup 400, rate 0.004', 80, 2, measure);
    expect(cut).toHaveLength(2);
    expect(cut[1]?.endsWith('…')).toBe(true);
    for (const line of cut) expect(measure(line)).toBeLessThanOrEqual(80);
  });

  it('cuts a word that is wider than the room', () => {
    expect(wrapLabel('aaaaaaaaaaaaaaaa', 40, 2, measure)).toEqual(['aaaa…']);
    expect(wrapLabel('', 40, 2, measure)).toEqual([]);
  });
});
