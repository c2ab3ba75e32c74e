// A run that is gone leaves nothing in the engine's memory. The memory grows in steps of a fifth, so
// a leak would hide in the last step for a long time: here the memory is first filled until less is
// free than a leak of 1 kB a run comes to.
import { expect, it } from 'vitest';
import { engineWithMemory } from './testing/engine-with-memory.mjs';

const rebuilds = 500;
const leak = 1024;

// The filler takes more than the run under test, and twice it less than what would leak.
const filler = { model: { depth: 1, width: 16, feed_forward: 128 }, batch: 1 };
const small = { model: { depth: 2, width: 8, feed_forward: 16 }, batch: 2 };
const tiny = { model: { depth: 1, width: 1, heads: 1, feed_forward: 1 }, batch: 1 };

/** Makes fillers until the memory has grown; they are handed back, or they might be collected. */
function fillUntilItGrows({ engine, memory }) {
  const before = memory.buffer.byteLength;
  const fillers = [];
  while (memory.buffer.byteLength === before) fillers.push(engine.createRun(filler).run);
  return fillers;
}

/** An engine in whose memory between one and two fillers' worth is free. */
async function fullEngine() {
  const thatFit = fillUntilItGrows(await engineWithMemory()).length - 1;
  const { engine, memory } = await engineWithMemory();
  const before = memory.buffer.byteLength;
  const fillers = Array.from({ length: thatFit - 1 }, () => engine.createRun(filler).run);
  expect(memory.buffer.byteLength).toBe(before);
  return { engine, memory, fillers };
}

/** How many bytes the memory grows by from the tenth rebuild to the last. */
function growth(engine, memory, rebuild) {
  let afterTen = 0;
  for (let i = 0; i < rebuilds; i++) {
    rebuild(engine, i);
    if (i === 9) afterTen = memory.buffer.byteLength;
  }
  return memory.buffer.byteLength - afterTen;
}

function rebuildAndDispose(engine, i) {
  const { run } = engine.createRun({ ...small, seed: i });
  run.advance(2);
  run.verdict();
  run.dispose();
}

it('is flat over 500 runs, in a memory with less to spare than 1 kB for each', async () => {
  const { engine, memory, fillers } = await fullEngine();
  const bytes = (document) => engine.validate(document).summary.memory_bytes;
  expect(bytes(filler)).toBeGreaterThan(bytes(small));
  const grown = growth(engine, memory, rebuildAndDispose);
  process.stdout.write(
    `evidence: nothing rots | wasm memory after 500 rebuilds, less that after 10 | ${grown} bytes\n`,
  );
  expect(grown).toBe(0);
  expect(memory.buffer.byteLength / fillers.length).toBeLessThan((rebuilds * leak) / 2);
});

it('would have noticed a leak of 1 kB for each', async () => {
  const { engine, memory, fillers } = await fullEngine();
  // The smallest run there is takes 16 kB.
  const kept = [];
  const grown = growth(engine, memory, (each, i) => {
    rebuildAndDispose(each, i);
    if (i % 16 === 0) kept.push(each.createRun(tiny).run);
  });
  expect(grown).toBeGreaterThan(0);
  expect(fillers.every((run) => run.step === 0)).toBe(true);
  expect((16_200 * kept.length) / rebuilds).toBeLessThan(leak * 1.05);
});
