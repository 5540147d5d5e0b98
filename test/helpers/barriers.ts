/** What axe-core finds wrong with a page as it stands: the automatic part of a look at accessibility. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each rule that is broken, with the elements that break it. `options` are axe's own. */
export async function barriersOf(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Half a megabyte: once for each document, not for each look at it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(
    // None of the pages has frames; only what is broken is worked out in detail.
    (wanted) =>
      (window as unknown as { axe: { run(what: Document, how: RunOptions): Promise<AxeResults> } }).axe.run(
        document,
        wanted,
      ),
    // Style sheets it would read once more for a rule that is off: what films and sounds tell of themselves is enough.
    {
      iframes: false,
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
      ...options,
    } satisfies RunOptions,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
