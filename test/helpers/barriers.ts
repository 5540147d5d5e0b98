/** Runs axe-core on the current page, for automatic accessibility checks. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violated rules with the elements that violate them. `options` are axe's own. */
export async function barriersOf(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Half a megabyte, so it is loaded once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(
    // The pages have no frames; details are computed for violations only.
    (wanted) =>
      (window as unknown as { axe: { run(what: Document, how: RunOptions): Promise<AxeResults> } }).axe.run(
        document,
        wanted,
      ),
    // Axe would reload style sheets for a rule that is off, so the preload is limited.
    {
      iframes: false,
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
      ...options,
    } satisfies RunOptions,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
