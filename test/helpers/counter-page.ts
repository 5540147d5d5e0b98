/**
 * Page object of the built counter page in Chromium, with a real server. Needs
 * `npx vite build -c vite.renderer.config.ts` first.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { registerPages, SERVER_PAGES } from '../../main/kiosk/shells/web/pages.ts';
import { barriersOf } from './barriers.ts';
import { still } from './kiosk-page.ts';
import { faultsOf } from './page-faults.ts';
import { pagePort } from './page-port.ts';
import { openTown, type Town, type TownOptions } from './town.ts';

const PAGES = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

/** A test site whose server serves the staff pages. */
export async function openCounterTown(options: TownOptions = {}): Promise<Town> {
  if (!existsSync(join(PAGES, 'counter/index.html'))) {
    throw new Error('The pages are not built: run `npx vite build -c vite.renderer.config.ts` first.');
  }
  const { port, hangUp, leave } = await pagePort();
  const town = await openTown({
    ...options,
    port,
    prepare: (server) => registerPages(server, { pagesDir: PAGES, pages: SERVER_PAGES }),
  });
  return {
    ...town,
    async close() {
      hangUp();
      await town.close();
      leave();
    },
  };
}

export interface CounterOptions extends BrowserContextOptions {
  /** Existing browser context, for a second page or a later visit of the same clerk. */
  readonly context?: BrowserContext;
}

/** A clerk at a desk. */
export class Counter {
  readonly page: Page;
  /** Exceptions and refused resources of the page. */
  readonly faults: string[];

  constructor(page: Page) {
    this.page = page;
    // The browser logs refusals too, although the page shows them as text.
    this.faults = faultsOf(page, /status of 4\d\d|WebSocket|ERR_/);
  }

  /** Opens the page, at sign-in or where this browser was last. */
  static async at(town: Pick<Town, 'address'>, browser: Browser, options: CounterOptions = {}): Promise<Counter> {
    const { context: given, ...more } = options;
    const context =
      given ??
      (await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        timezoneId: 'UTC',
        ...more,
      }));
    const counter = new Counter(await context.newPage());
    await counter.page.goto(`${town.address}/counter`);
    return counter;
  }

  /** A clerk who is signed in at a desk. */
  static async seated(
    town: Pick<Town, 'address'>,
    browser: Browser,
    who: { readonly name: string; readonly desk: string },
    options: CounterOptions = {},
  ): Promise<Counter> {
    const counter = await Counter.at(town, browser, options);
    await counter.isUser(who.name);
    await counter.sitsAt(who.desk);
    return counter;
  }

  async isUser(name: string): Promise<void> {
    await this.page.locator('.choice', { hasText: name }).first().click();
  }

  async signsIn(userId: string, password: string): Promise<void> {
    await this.page.locator('input[autocomplete="username"]').fill(userId);
    await this.page.locator('input[type="password"]').first().fill(password);
    await this.page.locator('button[type="submit"]').click();
  }

  async sitsAt(desk: string): Promise<void> {
    await this.page.locator('.choices-desks .choice', { hasText: desk }).click();
    await this.isReady();
  }

  /** Waits for the lists and the event connection. */
  async isReady(): Promise<void> {
    await this.page.locator('.work').waitFor();
    await this.page.locator('.stale[data-stale="false"]').waitFor({ state: 'attached' });
  }

  act(name: RegExp | string): Locator {
    return this.page.locator('.acts').getByRole('button', { name });
  }

  async callNext(): Promise<void> {
    await this.page.locator('#next').click();
  }

  async endAndNext(): Promise<void> {
    await this.callNext();
  }

  async call(label: string): Promise<void> {
    await this.page.getByRole('button', { name: `Call ${label}`, exact: true }).click();
  }

  async end(): Promise<void> {
    await this.act(/^End( E)?$/).click();
  }

  async pause(): Promise<void> {
    await this.act(/^Pause/).click();
  }

  async didNotCome(): Promise<void> {
    await this.act(/^No-show( X)?$/).click();
  }

  async callAgain(): Promise<void> {
    await this.act(/^Recall/).click();
  }

  async sheet(name: 'Waiting' | 'Paused' | 'No-shows'): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Waits until that ticket is at the desk and no action is pending; null for a free desk. */
  async serves(label: string | null): Promise<void> {
    if (label === null) await this.page.locator('.now[data-state="free"][data-busy="false"]').waitFor();
    else await this.page.locator('.now[data-busy="false"] .label-big', { hasText: label }).waitFor();
  }

  /** Label at the desk, or null. */
  async serving(): Promise<string | null> {
    const label = this.page.locator('.now .label-big');
    return (await label.count()) === 0 ? null : label.textContent();
  }

  /** Waits until the open list shows these labels in this order. */
  async lists(labels: readonly string[]): Promise<void> {
    await this.page.waitForFunction(
      (wanted) =>
        JSON.stringify([...document.querySelectorAll('.rows .label')].map((label) => label.textContent)) === wanted,
      JSON.stringify(labels),
    );
  }

  row(label: string): Locator {
    return this.page.locator('.row', { hasText: label });
  }

  dialog(): Locator {
    return this.page.locator('dialog[open]');
  }

  /** Waits for a notice with this text. */
  async isTold(words: string | RegExp): Promise<void> {
    await this.page.locator('.notices .notice', { hasText: words }).first().waitFor();
  }

  notices(): Promise<string[]> {
    return this.page.locator('.notices .notice').allTextContents();
  }

  /** Violations that axe finds. */
  async barriers(): Promise<string[]> {
    // Axe measures current colours, so transitions must have ended.
    await still(this.page);
    return barriersOf(this.page);
  }

  /** Whether content is wider than the window. */
  async overflows(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  }
}
