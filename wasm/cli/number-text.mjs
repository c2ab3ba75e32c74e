/**
 * The shortest decimal that reads back as the same number: the same float32 where the value is one,
 * so that 0.1f is written 0.1 and not 0.10000000149011612.
 */
export function numberText(value) {
  const exact = Number.isInteger(value) && Math.abs(value) < 2 ** 24;
  if (!Number.isFinite(value) || exact || Math.fround(value) !== value) return String(value);
  // Six digits always survive a normal float32; fewer do among the subnormal ones.
  const fewest = Math.abs(value) < 2 ** -126 ? 1 : 6;
  for (let digits = fewest; digits < 9; ++digits) {
    const shortened = Number(value.toPrecision(digits));
    if (Math.fround(shortened) === value) return String(shortened);
  }
  return String(Number(value.toPrecision(9)));
}
