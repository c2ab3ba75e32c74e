import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

// Where a busy page answers too late, Lighthouse's polling rejects where nobody listens; what it
// polls for has a time limit of its own.
process.on('unhandledRejection', () => {});

const onlyCategories = ['performance', 'accessibility', 'best-practices'];

/** @typedef {Record<'performance' | 'accessibility' | 'best-practices', number>} Scores */

/**
 * Lighthouse's scores, of 100, each visit in a browser of its own. Its phone has a quarter of this
 * machine's speed and a slow network, both by calculation.
 *
 * @param {string} chromePath
 * @param {string} address
 * @param {'desktop' | 'phone'} form
 * @param {number} visits
 */
export async function scores(chromePath, address, form, visits) {
  /** @type {{ scores?: Scores, faults: string[] }[]} */
  const seen = [];
  for (let visit = 0; visit < visits; visit++) seen.push(await score(chromePath, address, form));
  return seen;
}

/** @param {string} chromePath @param {string} address @param {'desktop' | 'phone'} form */
async function score(chromePath, address, form) {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', ...sandbox] });
  try {
    const flags = { port: chrome.port, onlyCategories, logLevel: /** @type {const} */ ('error') };
    const config = form === 'desktop' ? desktopConfig : undefined;
    const { lhr } = (await lighthouse(address, flags, config)) ?? {};
    if (lhr === undefined || lhr.runtimeError) {
      // As where the machine is too busy for Lighthouse's patience.
      return { faults: [`${form}: no scores, ${lhr?.runtimeError?.message ?? 'no report'}`] };
    }
    const of = (/** @type {string} */ category) => 100 * (lhr.categories[category]?.score ?? NaN);
    const scores = {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best-practices': of('best-practices'),
    };
    const faults = Object.values(lhr.categories)
      .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
      .map(({ id }) => lhr.audits[id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 0.9)
      .map((audit) => `${form}: ${audit?.title}: ${audit?.displayValue ?? audit?.score}`);
    return { scores, faults: [...faults, ...lhr.runWarnings.map((text) => `${form}: ${text}`)] };
  } catch (error) {
    return { faults: [`${form}: no scores, ${error instanceof Error ? error.message : error}`] };
  } finally {
    chrome.kill();
  }
}
