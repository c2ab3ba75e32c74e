export interface LineAxis {
  readonly label: string;
  readonly scale: 'linear' | 'log';
}

const padding = 0.04;

/** The span of an axis: all that can be drawn on it, with a little room around. */
export function lineDomain(
  { scale }: LineAxis,
  values: readonly (number | null)[],
): [low: number, high: number] {
  const log = scale === 'log';
  const usable = values.filter(
    (value): value is number => value !== null && Number.isFinite(value) && (!log || value > 0),
  );
  if (usable.length === 0) return log ? [0.1, 10] : [0, 1];
  let low = Math.min(...usable);
  let high = Math.max(...usable);
  if (log) {
    // At least half a decade, so that a constant does not look like noise.
    const room = Math.max(padding * Math.log10(high / low), (0.5 - Math.log10(high / low)) / 2);
    return [low * 10 ** -room, high * 10 ** room];
  }
  // Zero belongs to a quantity that comes near it.
  if (low > 0 && low < high / 2) low = 0;
  if (high < 0 && high > low / 2) high = 0;
  if (low === high) {
    const around = Math.abs(high) / 2 || 1;
    return [low - around, high + around];
  }
  const room = padding * (high - low);
  return [low === 0 ? 0 : low - room, high === 0 ? 0 : high + room];
}

/** Where a value lies between two pixels; null where the axis cannot show it. */
export function linePlace(
  { scale }: LineAxis,
  [low, high]: readonly [low: number, high: number],
  from: number,
  to: number,
): (value: number | null) => number | null {
  const log = scale === 'log';
  const on = (value: number) => (log ? Math.log10(value) : value);
  return (value) => {
    if (value === null || !Number.isFinite(value) || (log && value <= 0)) return null;
    return from + ((on(value) - on(low)) / (on(high) - on(low))) * (to - from);
  };
}
