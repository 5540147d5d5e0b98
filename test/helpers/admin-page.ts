/** Page object of the back office: actions of an administrator in the real page. */
import type { RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { barriersOf } from './barriers.ts';
import { leave } from './kept-pages.ts';
import { settled, still } from './kiosk-page.ts';
import type { Machine } from './machine.ts';
import { faultsOf } from './page-faults.ts';

/**
 * Browsers do not always report the end of a request that a closed screen aborted; the wait for it ends after this
 * time.
 */
const GIVEN_UP_MS = 5_000;

export class Administrator {
  readonly page: Page;
  readonly faults: string[];
  /** Pending requests. */
  readonly #asked = new Set<Request>();
  #requests = 0;

  private constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      this.#asked.add(request);
      this.#requests += 1;
    });
    for (const ending of ['requestfinished', 'requestfailed'] as const)
      page.on(ending as 'requestfinished', (request) => void this.#asked.delete(request));
    // A refused request is shown on the page, and logged by the browser too.
    this.faults = faultsOf(page, /Failed to load resource/);
  }

  static async at(
    machine: { readonly program: Pick<Machine['program'], 'address'> },
    browser: Browser,
    { address = '', ...options }: BrowserContextOptions & { readonly address?: string } = {},
  ): Promise<Administrator> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    onTestFinished(() => context.close());
    const administrator = new Administrator(await context.newPage());
    await administrator.page.goto(`${machine.program.address}/admin/${address}`);
    await administrator.page.waitForSelector('h1');
    return administrator;
  }

  async signIn(name: string, password: string): Promise<void> {
    await this.page.getByLabel('User name').fill(name);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.locator('.frame').waitFor();
  }

  /** Opens a screen by its name in the navigation. */
  async open(screen: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
    await this.heading(screen);
  }

  /** Opens the item with that name in the list. */
  async choose(name: string): Promise<void> {
    await this.page.locator('.list-name', { hasText: new RegExp(`^${name}`) }).click();
    await this.heading(name);
  }

  /** Loads a screen by its address and waits until its requests are answered. */
  async look(address: string): Promise<void> {
    const url = new URL(address, this.page.url()).href;
    // Otherwise only the fragment would change, and the previous screen would stay visible for a moment.
    await leave(this.page);
    this.#asked.clear();
    await this.page.goto(url);
    await this.page.locator('.screen:not([data-screen="loading"])').waitFor();
    await this.#hasAll();
  }

  /** Navigates to a screen by its address without a page load, and waits until its requests are answered. */
  async turnTo(address: string): Promise<void> {
    const go = (to: string) => this.page.evaluate((hash) => window.location.assign(hash), to);
    // Detour over an unknown screen: otherwise the previous screen would stay visible for a moment.
    await go('#/elsewhere');
    await this.page.locator('[data-screen="unknown"]').waitFor();
    this.#asked.clear();
    await go(address);
    await this.page.locator('.screen:not([data-screen="loading"], [data-screen="unknown"])').waitFor();
    await this.#hasAll();
  }

  /** An answer may cause further requests: the screen is complete when the last answers caused none. */
  async #hasAll(): Promise<void> {
    const givenUpAt = Date.now() + GIVEN_UP_MS;
    let before: number;
    do {
      before = this.#requests;
      await settled(this.page);
    } while (this.#requests > before || (this.#asked.size > 0 && Date.now() < givenUpAt));
    this.#asked.clear();
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async fill(label: string, value: string): Promise<void> {
    await this.field(label).fill(value);
  }

  async select(label: string, choice: string): Promise<void> {
    await this.field(label).selectOption({ label: choice });
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Saves and waits until the server has stored it. */
  async save(): Promise<void> {
    // A notice of an earlier save may still be visible.
    const answered = this.page.waitForResponse(
      (response) => response.request().method() !== 'GET' && /\/v2\/admin\//u.test(response.url()),
    );
    await this.press('Save');
    await answered;
    await this.sees('Saved.');
  }

  async sees(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Rows of the list, by their first cell. */
  async list(): Promise<readonly string[]> {
    return (await this.page.locator('.list-name').allTextContents()).map((text) => text.trim());
  }

  /** Violations that axe finds in the current screen; `options` are axe's own. */
  async barriers(options: RunOptions = {}): Promise<readonly string[]> {
    await settled(this.page);
    // Axe measures current colours, so transitions must have ended.
    await still(this.page);
    return barriersOf(this.page, options);
  }
}
