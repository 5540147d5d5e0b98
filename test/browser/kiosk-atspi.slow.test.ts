/**
 * Kiosk screens in the accessibility tree of a desktop, in English and Arabic. A separate program reads the page of
 * Debian's Chromium through AT-SPI: `npm run test:slow -- atspi`, which names missing Debian packages.
 */
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import { type AssistedDesktop, type AtspiObject, openDesktop } from '../helpers/assisted-desktop.ts';
import { openKiosk, settled, startScriptedHost } from '../helpers/kiosk-page.ts';
import { untold } from '../helpers/told-of.ts';

/** Longest delay of the tree behind the page. */
const BEHIND = { timeout: 10_000, interval: 200 };

/** Names missing in the tree: choices as buttons, if all fit on one page, and the ticket number. */
function unnamed({ screen }: KioskState, objects: readonly AtspiObject[]): readonly string[] {
  const buttons = objects.filter(({ role }) => role === 'push button');
  const choices = screen.name === 'choose' && screen.choices.length <= 6 ? screen.choices : [];
  const number = screen.name === 'take-ticket' ? screen.ticket.number : null;
  return [
    ...choices.filter((choice) => !buttons.some(({ name }) => name.includes(choice.name))).map(({ name }) => name),
    ...(number === null || objects.some(({ name }) => name.includes(number)) ? [] : [number]),
  ];
}

/** Contents of the page missing in AT-SPI once the tree is up to date. */
async function missing({ objects }: AssistedDesktop, page: Page, state: KioskState): Promise<readonly string[]> {
  await settled(page);
  let last: readonly string[] = [];
  const isTold = async (): Promise<boolean> => {
    const told = await objects();
    last = [...unnamed(state, told), ...(await untold(page, told))];
    return last.length === 0;
  };
  await vi.waitUntil(isTold, BEHIND).catch(() => undefined);
  return last;
}

it.each(['en', 'ar'] as const)('every kiosk screen exposes its texts, language, roles and states: %s', async (lang) => {
  const host = await startScriptedHost();
  onTestFinished(() => host.close());
  const desktop = await openDesktop();
  const screens = Object.entries(everyScreen(lang)).map(([name, state], index) => {
    return { name, state: { ...state, siteName: `${state.siteName} ${index}` } };
  });
  for (const { state } of screens.slice(0, 1)) host.send(state);
  const { page, faults } = await openKiosk(desktop.browser, host);
  const found: Record<string, readonly string[]> = {};
  for (const { name, state } of screens) {
    host.send(state);
    await page.getByAltText(state.siteName, { exact: true }).waitFor();
    const here = await missing(desktop, page, state);
    if (here.length > 0) found[name] = here;
  }
  expect(found).toEqual({});
  expect(faults).toEqual([]);
});
