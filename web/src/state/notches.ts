import type { Field } from '../engine/types';

const realDigits = [1, 2, 3, 5];
const integerDigits = [1, 2, 3, 4, 5, 6, 8];
/** Sizes up to here (width, context, batch) are thought of in powers of two, longer counts in powers of ten. */
const largestBinary = 4096;
const mostLinearNotches = 64;
/** A range as wide as this is one of magnitudes, whatever its scale. */
const spanOfOrders = 10;

/** The values at which a field's slider stops: round numbers, evenly spaced in what the field measures. */
export function notches(field: Field): readonly number[] {
  const { minimum, maximum } = field;
  if (minimum === undefined || maximum === undefined) return [];
  return [...new Set([minimum, ...between(field, minimum, maximum), maximum])]
    .filter((value) => value >= minimum && value <= maximum)
    .sort((a, b) => a - b);
}

/** The notch nearest to a value, by the distance that the slider shows. */
export function nearestNotch(stops: readonly number[], value: number): number {
  const after = stops.findIndex((stop) => stop >= value);
  if (after < 0) return stops.length - 1;
  const [low = value, high = value] = [stops[after - 1], stops[after]];
  return after > 0 && value - low < high - value ? after - 1 : after;
}

function between(field: Field, minimum: number, maximum: number): number[] {
  if (field.scale === 'log' || maximum - minimum >= spanOfOrders) {
    return logNotches(field, minimum, maximum);
  }
  return maximum < 1 ? shares(maximum) : linearNotches(field);
}

/** A share of what is kept, such as a momentum, is fine where it nears one. */
function shares(maximum: number): number[] {
  const coarse = Array.from({ length: 10 }, (_, tenth) => tenth / 10);
  const fine = [0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9999, 0.99999];
  return [...coarse, ...fine].filter((value) => value < maximum);
}

function logNotches(field: Field, minimum: number, maximum: number): number[] {
  const integer = field.kind === 'integer';
  if (integer && maximum <= largestBinary) return binaryNotches(Math.max(1, minimum), maximum);
  const low = minimum > 0 ? minimum : smallestAboveZero(field);
  const values: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(maximum); power++) {
    for (const digit of integer ? integerDigits : realDigits)
      values.push(Number(`${digit}e${power}`));
  }
  return values;
}

/** Where a log slider starts that can also be off: four decades below a usual value. */
function smallestAboveZero(field: Field): number {
  if (field.kind === 'integer') return 1;
  return (Number(field.default) || 1) * 1e-4;
}

function binaryNotches(minimum: number, maximum: number): number[] {
  const values: number[] = [];
  for (let power = 1; power <= maximum; power *= 2) values.push(power, power * 1.5);
  return values.filter((value) => Number.isInteger(value) && value >= minimum);
}

function linearNotches({ kind, minimum = 0, maximum = 1 }: Field): number[] {
  const span = maximum - minimum;
  const step = kind === 'integer' ? Math.max(1, Math.ceil(span / mostLinearNotches)) : span / 20;
  const values: number[] = [];
  for (let index = 0; index * step <= span; index++) {
    values.push(Number((minimum + index * step).toPrecision(12)));
  }
  return values;
}
