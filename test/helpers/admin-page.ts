/** An administrator in front of the real back office: what people do there, in their words. */
import type { RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { barriersOf } from './barriers.ts';
import { settled, still } from './kiosk-page.ts';
import type { Machine } from './machine.ts';
import { faultsOf } from './page-faults.ts';

/** Of a request that a screen gave up as it went, the browser does not always tell the end: nobody waits for it longer. */
const GIVEN_UP_MS = 5_000;

export class Administrator {
  readonly page: Page;
  readonly faults: string[];
  /** What has been asked for and not answered yet. */
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
    // An answer that refuses something is told on the page, and by the browser too.
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

  /** Goes to a screen by its name in the menu. */
  async open(screen: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
    await this.heading(screen);
  }

  /** Opens the thing with that name in the list. */
  async choose(name: string): Promise<void> {
    await this.page.locator('.list-name', { hasText: new RegExp(`^${name}`) }).click();
    await this.heading(name);
  }

  /** Goes to a screen by its address, and waits until it has all that it asked for. */
  async look(address: string): Promise<void> {
    const url = new URL(address, this.page.url()).href;
    // Else only the part after # would change, and what stood there before would still be there for a moment. By way of
    // the same server: from `about:blank` the browser starts another process for it.
    await this.page.goto(new URL('/healthz', this.page.url()).href);
    this.#asked.clear();
    await this.page.goto(url);
    await this.page.locator('.screen:not([data-screen="loading"])').waitFor();
    await this.#hasAll();
  }

  /** Goes to a known screen by its address as the page goes there itself, and waits until it has all that it asked for. */
  async turnTo(address: string): Promise<void> {
    const go = (to: string) => this.page.evaluate((hash) => window.location.assign(hash), to);
    // By way of one that is unknown: else what stood there before would still be there for a moment.
    await go('#/elsewhere');
    await this.page.locator('[data-screen="unknown"]').waitFor();
    this.#asked.clear();
    await go(address);
    await this.page.locator('.screen:not([data-screen="loading"], [data-screen="unknown"])').waitFor();
    await this.#hasAll();
  }

  /** A screen asks for more when it has been drawn with an answer: it has all when that brought no further request. */
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

  /** Saves, and waits until the server has it. */
  async save(): Promise<void> {
    // What was said of an earlier saving may stand there still.
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

  /** The rows of the list, by their first cell. */
  async list(): Promise<readonly string[]> {
    return (await this.page.locator('.list-name').allTextContents()).map((text) => text.trim());
  }

  /** What axe finds wrong with the screen as it stands; `options` are axe's own. */
  async barriers(options: RunOptions = {}): Promise<readonly string[]> {
    await settled(this.page);
    // Axe counts colours as they are: a notice that rises is not there yet.
    await still(this.page);
    return barriersOf(this.page, options);
  }
}
