import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The four views in which a page is looked at: a theme and a size each. */
export const views = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { name: `${colorScheme}, wide`, colorScheme, viewport: { width: 1440, height: 900 } },
  { name: `${colorScheme}, phone`, colorScheme, viewport: { width: 390, height: 844 } },
]);

/** What axe finds against WCAG 2.2 AA and its own best practices: a rule and its places a line. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
