import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { labDistance, rgbToLab } from './colour-map';
import { armColours, armStyle } from './palette';

type Rgb = [number, number, number];

function parse(hex: string): Rgb {
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as Rgb;
}

function linear(rgb: Rgb): Rgb {
  return rgb.map((value) => {
    const v = value / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = linear(rgb);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/** Full dichromacy after Machado, Oliveira and Fernandes 2009. */
const dichromacies: Record<string, Rgb[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seenAs(rgb: Rgb, matrix: Rgb[]): Rgb {
  const from = linear(rgb);
  return matrix.map((row) => {
    const sum = row.reduce((total, weight, i) => total + weight * (from[i] ?? 0), 0);
    const v = Math.min(1, Math.max(0, sum));
    return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
  }) as Rgb;
}

function closest(list: readonly string[], see: (rgb: Rgb) => Rgb): number {
  const labs = list.map((hex) => rgbToLab(see(parse(hex))));
  return Math.min(...labs.flatMap((a, i) => labs.slice(i + 1).map((b) => labDistance(a, b))));
}

describe.each([
  ['light', '#fdfcf9'],
  ['dark', '#15161a'],
] as const)('arm colours on %s paper', (theme, paper) => {
  const list = armColours[theme];

  it('can be read as text', () => {
    for (const colour of list) expect(contrast(colour, paper)).toBeGreaterThanOrEqual(4.5);
  });

  it('are told apart', () => {
    expect(closest(list, (rgb) => rgb)).toBeGreaterThan(0.12);
  });

  it.each(Object.entries(dichromacies))('are told apart under %s', (_, matrix) => {
    expect(closest(list.slice(0, 3), (rgb) => seenAs(rgb, matrix))).toBeGreaterThan(0.09);
    expect(closest(list, (rgb) => seenAs(rgb, matrix))).toBeGreaterThan(0.035);
  });
});

describe('armStyle', () => {
  it('tells six arms apart without colour', () => {
    const styles = [0, 1, 2, 3, 4, 5].map(armStyle);
    expect(new Set(styles.map(({ dash }) => dash.join(' '))).size).toBe(6);
    expect(new Set(styles.map(({ marker }) => marker)).size).toBe(6);
  });

  it('has the colours of the stylesheet', () => {
    const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
    const pairs = [...tokens.matchAll(/--arm-\d: light-dark\((#\w{6}), (#\w{6})\);/g)];
    expect(pairs.map(([, light]) => light)).toEqual(armColours.light);
    expect(pairs.map(([, , dark]) => dark)).toEqual(armColours.dark);
  });

  it('takes its colour from the page, with a fallback', () => {
    expect(armStyle(1).colour).toBe(`var(--arm-2, ${armColours.light[1]})`);
    expect(armStyle(7)).toEqual(armStyle(1));
  });
});
