// What the suites measured, as a table that a doubter can read.

/**
 * @typedef {object} Evidence
 * @property {string} suite what is claimed: "PyTorch, double, worst relative error"
 * @property {string} name the case
 * @property {string} figure a number, a hash, or words
 * @property {string} engine what it was measured in
 */

/**
 * The lines `evidence: suite | case | figure` of a suite's output.
 *
 * @param {string} output
 * @param {string} engine
 * @returns {Evidence[]}
 */
export const readEvidence = (output, engine) =>
  [...output.matchAll(/^evidence: (.+?) \| (.+?) \| (.+)$/gm)].map(
    ([, suite = '', name = '', figure = '']) => ({ suite, name, figure: figure.trim(), engine }),
  );

/**
 * Numbers of one suite become one row with the worst of them; anything else a row a case, in the
 * order of the names. Engines
 * that agree on a figure share its row, so that one which disagrees stands alone.
 *
 * @param {readonly Evidence[]} evidence
 * @returns {string} a Markdown table
 */
export function evidenceTable(evidence) {
  /** @type {Map<string, { cells: string[]; engines: Set<string> }>} */
  const rows = new Map();
  const add = (/** @type {string} */ engine, /** @type {string[]} */ ...cells) => {
    const key = cells.join('|');
    const row = rows.get(key) ?? { cells, engines: new Set() };
    row.engines.add(engine);
    rows.set(key, row);
  };
  for (const group of groups(evidence)) {
    const [{ suite, engine } = { suite: '', engine: '' }] = group;
    const numbers = group.filter(({ figure }) => Number.isFinite(Number(figure)));
    if (numbers.length > 1) {
      const worst = numbers.reduce((a, b) => (Number(b.figure) > Number(a.figure) ? b : a));
      add(engine, suite, `${numbers.length}`, `${worst.figure} (${worst.name})`);
    }
    const rest = numbers.length > 1 ? group.filter((one) => !numbers.includes(one)) : group;
    for (const { name, figure } of rest.sort(byName)) add(engine, suite, name, figure);
  }
  const lines = [...rows.values()].map(({ cells, engines }) => [...cells, [...engines].join(', ')]);
  return markdown(['suite', 'cases', 'worst error, hash or finding', 'engines'], lines);
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * @param {Evidence} a
 * @param {Evidence} b
 */
const byName = (a, b) => collator.compare(a.name, b.name);

/** @param {readonly Evidence[]} evidence */
function groups(evidence) {
  /** @type {Map<string, Evidence[]>} */
  const found = new Map();
  for (const one of evidence) {
    const key = `${one.suite}|${one.engine}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()].sort(([a], [b]) => (a && b && a.suite < b.suite ? -1 : 1));
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function markdown(head, rows) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(head), rule, ...rows.map(line)].join('\n');
}
