// Milliseconds per training step of the engine in node, all probes on: the median over batches of
// steps, and their spread. The ratio is to the first row of the same run, because machines differ
// and one machine's minutes do too. The last line is a long run's: does a step take as long at the end
// as at the start? `--json FILE` writes the figures of the table.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadEngine } from '../../wasm/engine.mjs';

const { values: options } = parseArgs({ options: { json: { type: 'string' } } });

const rows = [
  { layers: 12, width: 32, tokens: 256 },
  { layers: 12, width: 64, tokens: 512 },
  { layers: 24, width: 32, tokens: 128 },
  { layers: 200, width: 16, tokens: 64 },
  { layers: 1000, width: 16, tokens: 64 },
];
const context = 16;
const batches = 15;

/** @param {(typeof rows)[number]} row */
const documentOf = ({ layers, width, tokens }) => ({
  model: { wiring: 'pre', depth: layers, width, feed_forward: 4 * width },
  task: { context },
  batch: tokens / context,
  steps: 1_000_000,
});

/** Multiplications and additions of the products of one step: three per weight and token. */
const operationsOf = ({ layers, width, tokens }) => 6 * tokens * layers * 12 * width * width;

const engine = await loadEngine();

/** @param {(typeof rows)[number]} row */
function measure(row) {
  const created = engine.createRun(documentOf(row));
  if (!created.ok) throw new Error(created.errors.map((error) => error.message).join('\n'));
  const { run } = created;
  const steps = Math.max(1, Math.round(2e9 / operationsOf(row)));
  run.advance(2 * steps); // the wasm compiler's tiers
  const times = [];
  for (let batch = 0; batch < batches; batch++) {
    const start = performance.now();
    run.advance(steps);
    times.push((performance.now() - start) / steps);
  }
  run.dispose();
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => times[Math.floor(share * (times.length - 1))] ?? NaN;
  return { ...row, median: at(0.5), fastest: at(0), slowest: at(1) };
}

/** Milliseconds per step of the first and of the last thousand of ten thousand. */
function measureLongRun() {
  const created = engine.createRun({
    model: { wiring: 'pre', depth: 2, width: 16, feed_forward: 64 },
    batch: 4,
    steps: 11_000,
  });
  if (!created.ok) throw new Error(created.errors.map((error) => error.message).join('\n'));
  const { run } = created;
  const thousand = () => {
    const start = performance.now();
    run.advance(1000);
    return (performance.now() - start) / 1000;
  };
  thousand(); // the wasm compiler's tiers
  const first = thousand();
  run.advance(8000);
  const last = thousand();
  run.dispose();
  return { first, last };
}

const results = rows.map(measure);
const long = measureLongRun();
const first = results[0]?.median ?? NaN;
console.log('layers  width  tokens   ms/step   fastest   slowest   GFLOP/s   ratio');
for (const result of results) {
  const cells = [
    String(result.layers).padStart(6),
    String(result.width).padStart(6),
    String(result.tokens).padStart(7),
    ...[result.median, result.fastest, result.slowest].map((ms) => ms.toFixed(2).padStart(9)),
    (operationsOf(result) / result.median / 1e6).toFixed(1).padStart(9),
    (result.median / first).toFixed(2).padStart(7),
  ];
  console.log(cells.join(' '));
}
console.log(
  `10,000 steps of a small stack: ${long.first.toFixed(3)} ms/step in the first thousand, ` +
    `${long.last.toFixed(3)} in the last, ratio ${(long.last / long.first).toFixed(2)}`,
);
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
