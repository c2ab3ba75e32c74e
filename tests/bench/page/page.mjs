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
  const visits = [...desktop, ...phone];
  /** @param {typeof visits} seen @param {keyof import('./scores.mjs').Scores} category */
  const of = (seen, category) => seen.flatMap(({ scores }) => scores?.[category] ?? []);
  const figures = {
    'page, first training step after opening': opening,
    'page, all of it compressed': [pageSize().bytes / 1000],
    'page, Lighthouse: performance on a desktop': of(desktop, 'performance'),
    'page, Lighthouse: performance on a slow phone': of(phone, 'performance'),
    'page, Lighthouse: accessibility': of(visits, 'accessibility'),
    'page, Lighthouse: best practices': of(visits, 'best-practices'),
  };
  const measured = Object.entries(figures)
    .filter(([, values]) => values.length > 0)
    .map(([what, values]) => [what, spreadOf(values)]);
  const shortcomings = [...new Set(visits.flatMap(({ faults }) => faults))];
  say({ measured: Object.fromEntries(measured), shortcomings });
}
// The server has no end of its own.
process.exit();
