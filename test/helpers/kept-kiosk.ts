/**
 * One kiosk page, and the host behind it, for many tests: to open a page costs more than most of what a test does with it.
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
  /** A state that the page has drawn when this returns. */
  show(next: KioskState): Promise<void>;
  /** Opens another page, with another host: for a test of what a page does once, or leaves as it was not. */
  anew(): Promise<void>;
}

/** For all tests of a file. Each finds it as it was when it was opened; after one that failed there is another. @param first what each test finds the kiosk at */
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
    // Takes the settings of the visitor before, and whatever was begun.
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

/** For all tests of a group, each of which finds it as the one before has left it. */
export function kioskOfGroup({
  first,
  screenInches,
  prepare,
  ...options
}: BrowserContextOptions & {
  readonly first: () => KioskState | undefined;
  /** Corner to corner; absent: as the first state has it. */
  readonly screenInches?: number;
  /** What is set there before the first test. */
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
