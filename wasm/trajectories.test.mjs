// The stored trajectories, through the engine that the page loads.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadEngine } from './engine.mjs';

const stored = JSON.parse(readFileSync(new URL('../tests/trajectories.json', import.meta.url)));
const engine = await loadEngine();

describe.each(stored)('$name', ({ name, race, hashes }) => {
  const { arms } = engine.expandRace(race);
  it.each(arms.map(({ document }, i) => [document.model.wiring, document, hashes[i]]))(
    '%s comes out the same',
    { timeout: 120_000 },
    (wiring, document, hash) => {
      const { run } = engine.createRun(document);
      while (!run.finished) run.advance(100);
      expect(run.trajectory).toBe(hash);
      process.stdout.write(`evidence: the same bits | ${name}, ${wiring} | ${run.trajectory}\n`);
      run.dispose();
    },
  );
});
