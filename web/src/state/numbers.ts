/** A count with its thousands set apart: 12 600 000 (by narrow spaces that never break). */
export function formatCount(value: number): string {
  return groupDigits(String(Math.round(value)));
}

/** A setting, as one would type it. */
export function formatPlain(value: number): string {
  return minus(String(value));
}

export function formatBytes(bytes: number): string {
  if (bytes < 2 ** 20) return `${Math.max(1, Math.round(bytes / 2 ** 10))} KiB`;
  if (bytes < 2 ** 30) return `${(bytes / 2 ** 20).toPrecision(2)} MiB`;
  return `${(bytes / 2 ** 30).toPrecision(2)} GiB`;
}

export function formatRate(perSecond: number): string {
  if (perSecond >= 9.95) return formatCount(perSecond);
  return perSecond >= 0.995 ? perSecond.toFixed(1) : perSecond.toPrecision(1);
}

/** "about 4 min left": as coarse as a forecast from the last steps' rate deserves. */
export function sayTimeLeft(seconds: number): string {
  return `${sayTime(seconds)} left`;
}

/** "about 4 min", as coarse as any forecast deserves. */
export function sayTime(seconds: number): string {
  if (seconds < 5) return 'a few seconds';
  const [amount, unit] = roundTime(seconds);
  return `about ${formatCount(amount)} ${unit}`;
}

/** Powers of ten as in print: "1/3.01e+09 of it" becomes "3.32 × 10⁻¹⁰ of it". */
export function setPowers(text: string): string {
  return text
    .replace(/\b1\/(\d+(?:\.\d+)?e[+-]\d+)/g, (_, number: string) => {
      return (1 / Number(number)).toExponential(2);
    })
    .replace(/(\d)e([+-]\d+)/g, (_, digit: string, exponent: string) => {
      return `${digit} × 10${superscript(Number(exponent))}`;
    });
}

function superscript(exponent: number): string {
  const digits = Array.from(String(Math.abs(exponent)), (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
  return (exponent < 0 ? '⁻' : '') + digits.join('');
}

function roundTime(seconds: number): [amount: number, unit: string] {
  if (seconds < 57.5) return [5 * Math.round(seconds / 5), 's'];
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return [minutes, 'min'];
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? [hours, 'h'] : [Math.round(seconds / 86_400), 'days'];
}

function groupDigits(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function minus(text: string): string {
  return text.replace(/^-/, '−');
}
