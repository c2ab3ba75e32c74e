import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { ArmData, ProgramState } from '../web/src/program-face';

/** The page as a visitor has it, and what a program can ask of it. */
export class LabPage {
  constructor(readonly page: Page) {}

  /** Opens the race of a link, by default the default race, and waits until it is set up. */
  async open(hash = ''): Promise<void> {
    // A new hash alone would not load the page anew.
    if (this.page.url() !== 'about:blank') await this.page.goto('about:blank');
    await this.page.goto(`./${hash}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.waitForFunction(() => window.normlab !== undefined);
    await this.page.evaluate(() => window.normlab?.ready);
  }

  async state(): Promise<ProgramState> {
    return this.page.evaluate(() => {
      if (!window.normlab) throw new Error('the page has not started');
      return window.normlab.state();
    });
  }

  async data(): Promise<ArmData[]> {
    return this.page.evaluate(() => window.normlab?.data() ?? []);
  }

  /** Waits until every arm has trained this many steps, or has ended. */
  async trained(steps: number, timeout = 90_000): Promise<void> {
    await expect
      .poll(
        async () => {
          const { arms } = await this.state();
          const lacking = arms.filter(({ status, step }) => status !== 'finished' && step < steps);
          return lacking.map(({ label, step }) => `${label} at step ${step}`);
        },
        { timeout, intervals: [50] },
      )
      .toEqual([]);
  }

  async finished(timeout = 240_000): Promise<void> {
    await expect.poll(async () => (await this.state()).over, { timeout }).toBe(true);
  }

  id(name: string): Locator {
    return this.page.getByTestId(name);
  }

  verdict(arm: string): Locator {
    return this.page.locator(`[data-testid="verdict"][data-arm="${arm}"]`);
  }

  /** A setting shared by all arms, by its path in the document. */
  field(path: string): Locator {
    return this.page.locator(`.settings [data-testid="field"][data-path="${path}"]`);
  }

  /** Opens the first arm, every group of settings and every data table. */
  async unfold(): Promise<void> {
    await this.id('arm').first().getByRole('button').first().click();
    const closed = this.page.locator('details:not([open]) > summary:visible');
    while ((await closed.count()) > 0) await closed.first().press('Enter');
  }

  notices(): Locator {
    return this.id('notices').locator('.notice');
  }
}

/** Whatever no visit may ever cause: an error in the console, a broken policy, a request elsewhere. */
export async function watch(page: Page, origin: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url());
    if (['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && target !== origin) {
      faults.push(`request: ${request.url()}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  await page.exposeFunction('tellPolicyViolation', (text: string) =>
    faults.push(`policy: ${text}`),
  );
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell = (window as unknown as { tellPolicyViolation: (text: string) => void })
        .tellPolicyViolation;
      tell(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return faults;
}

interface Fixtures {
  /** A fresh page; the test fails if it did what no visit may ever do. */
  lab: LabPage;
}

export const test = base.extend<Fixtures>({
  lab: async ({ page, baseURL }, use) => {
    const faults = await watch(page, new URL(baseURL ?? '').origin);
    await use(new LabPage(page));
    expect(faults).toEqual([]);
  },
});

/** A measured time, for whoever reads the log: machines differ too much to hold most of them to a bound. */
export function report(what: string, milliseconds: number): void {
  process.stdout.write(`    ${what}: ${Math.round(milliseconds)} ms\n`);
}

/** What was measured, for the table that `npm run verify` prints. */
export function evidence(suite: string, name: string, figure: string): void {
  process.stdout.write(`evidence: ${suite} | ${name} | ${figure}\n`);
}

export { expect };
