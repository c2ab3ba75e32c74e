import { describe, expect, it } from 'vitest';
import { colourCount, colourIndex, colours, labDistance, rgbToLab } from './colour-map';

const labs = colours.map(rgbToLab);

describe('the colour map', () => {
  it('runs from dark to light without a step back', () => {
    expect(colours).toHaveLength(colourCount);
    for (let i = 8; i < labs.length; i++) {
      expect(labs[i]?.[0]).toBeGreaterThan(labs[i - 8]?.[0] ?? 1);
    }
    expect(labs[0]?.[0]).toBeLessThan(0.2);
    expect(labs.at(-1)?.[0]).toBeGreaterThan(0.92);
  });

  it('is perceptually uniform: equal distances look equally far apart', () => {
    const stride = 15;
    const distances: number[] = [];
    for (let i = stride; i < labs.length; i += stride) {
      distances.push(labDistance(labs[i] ?? [0, 0, 0], labs[i - stride] ?? [0, 0, 0]));
    }
    const mean = distances.reduce((sum, d) => sum + d, 0) / distances.length;
    for (const distance of distances) {
      expect(distance / mean).toBeGreaterThan(0.85);
      expect(distance / mean).toBeLessThan(1.15);
    }
  });

  it('lies within sRGB: no channel is cut off for a stretch', () => {
    for (const channel of [0, 1, 2] as const) {
      const cut = colours.filter((c) => c[channel] === 0 || c[channel] === 255).length;
      expect(cut).toBeLessThan(6);
    }
  });

  it('takes values beyond the scale at its ends', () => {
    expect(colourIndex(-9, -6, 0)).toBe(0);
    expect(colourIndex(3, -6, 0)).toBe(colourCount - 1);
    expect(colourIndex(-3, -6, 0)).toBe(128);
  });
});
