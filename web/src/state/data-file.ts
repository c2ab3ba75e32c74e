import { armData, keptSteps } from './arm-data';
import type { RecordedArm } from './arm-data';
import type { RaceFile } from './race-document';

/* Files come as parts, one per arm or step: the whole of a long race would be too long for one string. */

/** One scalar per column at every step of every arm, as CSV (RFC 4180). */
export function scalarsCsv(arms: readonly RecordedArm[]): string[] {
  const scalars = arms.find(({ run }) => run.store)?.run.store?.layout.scalars ?? [];
  const parts = [csvRow(['arm', ...scalars])];
  for (const { label, run } of arms) {
    if (!run.store) continue;
    const { store } = run;
    const columns = scalars.map((name) => store.scalar(name));
    for (let step = 0; step < store.count; step++) {
      parts.push(csvRow([label, ...columns.map((column) => column[step] ?? NaN)]));
    }
  }
  return parts;
}

/** One series over the layers at every step that was kept of every arm, a value a row, as CSV (RFC 4180). */
export function seriesCsv(arms: readonly RecordedArm[], series: string): string[] {
  const parts = [csvRow(['arm', 'step', 'row', series])];
  for (const { label, run } of arms) {
    if (!run.store) continue;
    for (const step of keptSteps(run.store)) {
      const values = Array.from(run.store.profile(series, step), spellFloat);
      parts.push(values.map((value, row) => csvRow([label, step, row + 1, value])).join(''));
    }
  }
  return parts;
}

/** The race, and all that each arm recorded, as JSON: what JSON has no number for is text, "NaN" or "Infinity". */
export function dataJson(race: RaceFile, arms: readonly RecordedArm[]): string[] {
  const last = arms.length - 1;
  return [
    `{"race":${JSON.stringify(race)},"arms":[`,
    ...arms.flatMap((arm, index) => [jsonOf(arm), index < last ? ',' : '']),
    ']}\n',
  ];
}

function jsonOf(arm: RecordedArm): string {
  const { layers, ...data } = armData(arm);
  const short = Object.fromEntries(
    Object.entries(layers).map(([name, rows]) => [
      name,
      rows.map((row) => row.map((value) => Number(spellFloat(value)))),
    ]),
  );
  return JSON.stringify({ ...data, layers: short }, (_name, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}

/** Per-layer values are floats: nine digits say which, and all digits of the double would say no more. */
function spellFloat(value: number): string {
  return String(Number(value.toPrecision(9)));
}

function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
