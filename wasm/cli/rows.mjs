// Records -> text, in the two formats.
import { numberText } from './number-text.mjs';

export const csv = {
  header: ({ scalars }) => `${scalars.join(',')}\n`,
  row: (record, { scalars }) => `${scalars.map((name) => numberText(record[name])).join(',')}\n`,
  footer: () => '',
};

export const jsonl = {
  header: () => '',
  row: (record, { scalars, series }) => {
    const single = scalars.map((name) => `"${name}":${jsonNumber(record[name])}`);
    const arrays = series.map(
      ({ name }) => `"${name}":[${Array.from(record[name], jsonNumber).join(',')}]`,
    );
    return `{${[...single, ...arrays].join(',')}}\n`;
  },
  footer: (verdict, { minimal, summary, trajectory }) =>
    `${JSON.stringify({ verdict, trajectory, document: minimal, summary })}\n`,
};

/** JSON has no word for a number that is not finite. */
const jsonNumber = (value) => (Number.isFinite(value) ? numberText(value) : 'null');
