// How the built page opens, served by the production server to a headless Chromium: Lighthouse's
// scores, and the time until the first training step. One line of JSON, by the names that goals.mjs
// has. `node page.mjs ROUNDS`.

import { serve } from '../../../.ci/serve.mjs';
import { pageSize } from '../../../.ci/lib/compression.mjs';
import { chromium } from '../../../.ci/lib/tools.mjs';
import { spreadOf } from '../measure.mjs';
import { firstStep } from './first_step.mjs';
import { scores } from './scores.mjs';

const rounds = Number(process.argv[2] ?? 1);
const executable = chromium();
const say = (/** @type {object} */ value) => console.log(JSON.stringify(value));

if (executable === undefined) say({ missing: 'Chromium is not here (apt-get install chromium)' });
else {
  const address = await serve({ port: 0 });
  const opening = await firstStep(executable, address, 1 + 2 * rounds);
  const desktop = await scores(executable, address, 'desktop', rounds);
  const phone = await scores(executable, address, 'phone', rounds);
  const worst = (/** @type {'accessibility' | 'best-practices'} */ category) =>
    spreadOf([...desktop, ...phone].map(({ scores }) => scores[category]));
  const performanceOf = (/** @type {typeof phone} */ visits) =>
    spreadOf(visits.map(({ scores }) => scores.performance));
  say({
    measured: {
      'page, first training step after opening': spreadOf(opening),
      'page, all of it compressed': spreadOf([pageSize().bytes / 1000]),
      'page, Lighthouse: performance on a desktop': performanceOf(desktop),
      'page, Lighthouse: performance on a slow phone': performanceOf(phone),
      'page, Lighthouse: accessibility': worst('accessibility'),
      'page, Lighthouse: best practices': worst('best-practices'),
    },
    shortcomings: [...new Set([...desktop, ...phone].flatMap(({ faults }) => faults))],
  });
}
// The server has no end of its own.
process.exit();
