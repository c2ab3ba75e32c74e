const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function superscript(exponent: number): string {
  const digits = Array.from(String(Math.abs(exponent)), (digit) => superscripts[Number(digit)]);
  return (exponent < 0 ? '⁻' : '') + digits.join('');
}

/** Powers are exact decimal literals: 10 ** -6 and 1e-6 differ in the last bit on some engines. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

/**
 * Marks for a log axis, rising: one per decade (or per 2, 3, 5, ... decades where room is short), and
 * with less than two decades in view also their doubles and fives, so that two marks are always seen.
 */
export function logTicks(low: number, high: number, room: number): number[] {
  if (!(low > 0) || !(high > low) || !Number.isFinite(high)) return [];
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  if (last - first < 1) {
    const ticks: number[] = [];
    for (let exponent = first - 1; exponent <= last + 1; exponent++) {
      for (const digit of [1, 2, 5]) {
        const tick = Number(`${digit}e${exponent}`);
        if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) ticks.push(tick);
      }
    }
    return ticks;
  }
  const strides = [1, 2, 3, 5, 10, 20, 50, 100, 200];
  const most = Math.max(2, room);
  const stride = strides.find((size) => (last - first) / size + 1 <= most) ?? 500;
  const ticks: number[] = [];
  // Multiples of the stride keep 1 (the zeroth power) among the marks whenever it is in view.
  for (let e = Math.ceil(first / stride) * stride; e <= last; e += stride)
    ticks.push(powerOfTen(e));
  return ticks;
}

/** Round marks (1, 2 or 5 times a power of ten apart) for a linear axis, at most `room` of them. */
export function linearTicks(low: number, high: number, room: number): number[] {
  if (!(high > low) || !Number.isFinite(high - low)) return [];
  const rough = (high - low) / Math.max(1, room - 1);
  const exponent = Math.floor(Math.log10(rough));
  const mantissa = rough / powerOfTen(exponent);
  const digit = mantissa <= 1 + 1e-9 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10;
  const gap = digit * powerOfTen(exponent);
  const ticks: number[] = [];
  for (let i = Math.ceil(low / gap - 1e-9); i * gap <= high + gap * 1e-9; i++) {
    ticks.push(Number((i * gap).toPrecision(12)));
  }
  return ticks;
}

/**
 * Marks for an axis of steps or layers: its first and last always, since they are what one asks for, and
 * round whole numbers between them that keep their distance.
 */
export function countTicks(first: number, last: number, room: number): number[] {
  if (last <= first) return [first];
  const gap = (last - first) / Math.max(1, room);
  const inner = linearTicks(first, last, Math.max(2, room + 1)).filter(
    (tick) => Number.isInteger(tick) && tick - first >= gap && last - tick >= gap,
  );
  return [first, ...inner, last];
}

/** A whole number with its thousands set apart: 100,000. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** One form for all marks of an axis: 0.01, 0.1, 1 where that is short, powers of ten where not. */
export function formatTicks(ticks: readonly number[]): string[] {
  const exponents = ticks.filter((t) => t > 0).map((t) => Math.floor(Math.log10(t) + 1e-9));
  const plain = Math.min(...exponents) >= -3 && Math.max(...exponents) <= 4;
  return ticks.map((tick) => (plain || exponents.length === 0 ? formatPlain(tick) : power(tick)));
}

function formatPlain(tick: number): string {
  return tick < 0 ? `−${formatPlain(-tick)}` : String(Number(tick.toPrecision(12)));
}

function power(tick: number): string {
  if (tick === 0 || tick === 1 || tick === 10) return String(tick);
  const exponent = Math.floor(Math.log10(Math.abs(tick)) + 1e-9);
  const mantissa = Number((tick / powerOfTen(exponent)).toPrecision(3));
  return (mantissa === 1 ? '' : `${formatPlain(mantissa)} × `) + `10${superscript(exponent)}`;
}

/** A measured value to four figures; what is not finite is named, never shown as a number. */
export function formatValue(value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  if (value < 0) return `−${formatValue(-value)}`;
  const rounded = Number(value.toPrecision(4));
  if (rounded >= 1e-3 && rounded < 1e4) return value.toPrecision(4);
  const [mantissa = '', exponent = '0'] = value.toExponential(2).split('e');
  return `${mantissa} × 10${superscript(Number(exponent))}`;
}

/** A number that somebody chose: the same without the zeros at its end. */
export function formatChosen(value: number | null): string {
  return formatValue(value).replace(/\.0+(?= |$)|(\.\d*[1-9])0+(?= |$)/, '$1');
}
