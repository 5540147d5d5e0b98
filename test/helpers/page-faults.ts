import type { Page } from 'playwright-core';

/**
 * What goes wrong in a page from now on: exceptions, and what the browser notes as an error.
 * @param expected what the browser notes although the page is right, such as a refusal that the page tells in words.
 */
export function faultsOf(page: Page, expected?: RegExp): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && expected?.test(message.text()) !== true) faults.push(message.text());
  });
  return faults;
}
