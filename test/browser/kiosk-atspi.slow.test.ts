/**
 * The kiosk as a screen reader of the desktop meets it: Debian's Chromium with windows on a screen in memory, its page read through
 * AT-SPI by a program of its own. In English, and in Arabic, which runs from right to left: `npm run test:slow -- atspi`, which says
 * what Debian packages it lacks.
 */
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import { type AssistedDesktop, type AtspiObject, openDesktop } from '../helpers/assisted-desktop.ts';
import { openKiosk, settled, startScriptedHost } from '../helpers/kiosk-page.ts';
import { untold } from '../helpers/told-of.ts';

/** How long the tree may take to follow the page. */
const BEHIND = { timeout: 10_000, interval: 200 };

/** What somebody has come for, and is not named to them: what they choose from as buttons, where all is on one page, and the number of a ticket. */
function unnamed({ screen }: KioskState, objects: readonly AtspiObject[]): readonly string[] {
  const buttons = objects.filter(({ role }) => role === 'push button');
  const choices = screen.name === 'choose' && screen.choices.length <= 6 ? screen.choices : [];
  const number = screen.name === 'take-ticket' ? screen.ticket.number : null;
  return [
    ...choices.filter((choice) => !buttons.some(({ name }) => name.includes(choice.name))).map(({ name }) => name),
    ...(number === null || objects.some(({ name }) => name.includes(number)) ? [] : [number]),
  ];
}

/** What AT-SPI does not tell of the page, once it has followed; empty is well. */
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

it.each(['en', 'ar'] as const)(
  'every screen of the kiosk is told in its words, its language, roles and states: %s',
  async (lang) => {
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
  },
);
