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

function groupDigits(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function minus(text: string): string {
  return text.replace(/^-/, '−');
}
