import { powerOfTen } from './ticks';

const ladder = [1, 2, 5, 10];
const slack = 1e-9;

function roundDown(value: number): number {
  const exponent = Math.floor(Math.log10(value) + slack);
  const mantissa = value / powerOfTen(exponent);
  const digit = [...ladder].reverse().find((step) => step <= mantissa * (1 + slack)) ?? 1;
  return Number(`${digit}e${exponent}`);
}

function roundUp(value: number): number {
  const exponent = Math.floor(Math.log10(value) + slack);
  const mantissa = value / powerOfTen(exponent);
  const digit = ladder.find((step) => step >= mantissa * (1 - slack)) ?? 10;
  return Number(`${digit}e${exponent}`);
}

/** The smallest and largest usable value seen; empty as [Infinity, -Infinity]. */
export type Extent = [low: number, high: number];

/**
 * The span of the value axis. Its ends lie on 1, 2, 5, 10, ..., so that a running curve moves the axis
 * seldom; since both extents only ever widen while a race runs, so does the axis.
 */
export function valueDomain(extent: Extent, references: readonly number[], log: boolean): Extent {
  const usable = (value: number) => Number.isFinite(value) && (!log || value > 0);
  const known = [...extent, ...references].filter(usable);
  const low = known.length > 0 ? Math.min(...known) : 1;
  const high = known.length > 0 ? Math.max(...known) : 1;
  if (!log) {
    const top = roundUp(Math.max(high, -low, Number.MIN_VALUE * 1e16) * 1.02);
    return [low < 0 ? -top : 0, top];
  }
  // A decade below what has been seen: a loss that has not yet moved must not look like a cliff.
  const floor = roundDown(low * 0.9);
  const ceiling = roundUp(high * 1.1);
  return [ceiling / floor < 9 ? roundDown(ceiling / 10) : floor, ceiling];
}
