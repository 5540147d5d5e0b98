/**
 * One kiosk page and host for many tests, because opening a page costs more than most tests.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { state } from '../fixtures/kiosk-states.ts';
import {
  launchChromium,
  type OpenPage,
  openKiosk,
  type ScriptedHost,
  settled,
  startScriptedHost,
} from './kiosk-page.ts';

const VIEWPORT = { width: 1080, height: 1920 };

export interface KeptKiosk {
  readonly host: ScriptedHost;
  readonly page: Page;
  /** Sends a state and resolves when the page has rendered it. */
  show(next: KioskState): Promise<void>;
  /** Opens a new page with a new host, for tests of things that a page does only once or does not undo. */
  anew(): Promise<void>;
}

/**
 * Shares a kiosk among all tests of a file and resets it before each test; after a failed test it is opened again.
 * @param first initial state of each test
 */
export function keepKiosk(first: KioskState): KeptKiosk {
  let browser: Browser;
  let host: ScriptedHost;
  let kiosk: OpenPage | null = null;

  async function open(): Promise<void> {
    host = await startScriptedHost(first);
    kiosk = await openKiosk(browser, host, { viewport: VIEWPORT, hasTouch: true, reducedMotion: 'reduce' });
  }
  async function close(): Promise<void> {
    const closing = kiosk;
    kiosk = null;
    await closing?.context.close();
    if (closing !== null) await host.close();
  }
  const page = (): Page => {
    if (kiosk === null) throw new Error('No kiosk is open.');
    return kiosk.page;
  };
  async function show(next: KioskState): Promise<void> {
    const siteName = `${next.siteName} ${Math.random()}`;
    host.send({ ...next, siteName });
    await page().getByAltText(siteName, { exact: true }).waitFor();
    await settled(page());
  }
  const anew = async (): Promise<void> => {
    await close();
    await open();
  };

  beforeAll(async () => {
    browser = await launchChromium();
  });
  beforeEach(async ({ onTestFailed }) => {
    onTestFailed(close);
    if (kiosk === null) return open();
    await page().setViewportSize(VIEWPORT);
    // Resets the visitor's settings and started actions.
    await show(state({ name: 'idle', choices: [] }));
    await show(first);
    host.forgetCalls();
  });
  afterEach(() => expect(kiosk?.faults ?? []).toEqual([]));
  afterAll(async () => {
    await close();
    await browser?.close();
  });
  return {
    get host() {
      return host;
    },
    get page() {
      return page();
    },
    show,
    anew,
  };
}

/** Shares a kiosk among the tests of a group, without a reset between them. */
export function kioskOfGroup({
  first,
  screenInches,
  prepare,
  ...options
}: BrowserContextOptions & {
  readonly first: () => KioskState | undefined;
  /** Screen diagonal; by default that of the first state. */
  readonly screenInches?: number;
  /** Preparation before the first test. */
  readonly prepare?: (page: Page) => Promise<void>;
}): Pick<KeptKiosk, 'host' | 'page'> & { readonly faults: readonly string[] } {
  let browser: Browser;
  let host: ScriptedHost;
  let kiosk: OpenPage;
  beforeAll(async () => {
    browser = await launchChromium();
    const begun = first();
    const inches = screenInches ?? begun?.screenInches ?? 0;
    host = await startScriptedHost(begun === undefined ? null : { ...begun, screenInches: inches });
    kiosk = await openKiosk(browser, host, { reducedMotion: 'reduce', ...options });
    await prepare?.(kiosk.page);
  });
  afterAll(async () => {
    await kiosk?.context.close();
    await host?.close();
    await browser?.close();
  });
  return {
    get host() {
      return host;
    },
    get page() {
      return kiosk.page;
    },
    get faults() {
      return kiosk.faults;
    },
  };
}
