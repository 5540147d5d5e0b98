import type { Page } from 'playwright-core';

/**
 * Records exceptions and console errors of a page from now on.
 * @param expected browser messages that are not faults, such as a refusal that the page shows as text
 */
export function faultsOf(page: Page, expected?: RegExp): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && expected?.test(message.text()) !== true) faults.push(message.text());
  });
  return faults;
}
