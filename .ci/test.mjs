// `npm test`: every suite. `npm test -- native lint`: the named ones.

import { command, Failure } from './lib/process.mjs';
import { runSuites } from './lib/suite.mjs';
import { setup } from './setup.mjs';
import { browser, firefoxSuite, webkitSuite } from './suites/browsers.mjs';
import { asan, bits, clang, native, wasm } from './suites/cpp.mjs';
import { fuzz } from './suites/fuzz.mjs';
import { lint, tidy } from './suites/lint.mjs';
import { mutations } from './suites/mutations.mjs';
import { torch } from './suites/torch.mjs';
import { unit } from './suites/unit.mjs';

const standard = [native, torch, bits, wasm, unit, fuzz, lint, browser, firefoxSuite, webkitSuite];
// The same tests once more, under sanitizers and by another compiler; and against known faults.
const thorough = [...standard, asan, clang, tidy, mutations];

await command(async () => {
  const names = process.argv.slice(2);
  const all = names.includes('all');
  const unknown = names.filter(
    (name) => name !== 'all' && !thorough.some((suite) => suite.name === name),
  );
  if (unknown.length > 0) {
    const known = thorough.map(({ name }) => name).join(', ');
    throw new Failure(`No suite is called ${unknown.join(', ')}; there are ${known}, and all.`);
  }
  const chosen = thorough.filter(({ name }) => names.includes(name));
  const suites = all ? thorough : names.length > 0 ? chosen : standard;
  // All at once, so that apt runs once.
  await setup([...new Set(suites.flatMap(({ needs }) => needs))]);
  await runSuites(suites, { showEvidence: all });
});
