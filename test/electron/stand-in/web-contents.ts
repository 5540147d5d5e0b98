/** `webContents`: one Chromium page, controlled by Playwright. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Request as PageRequest, Route } from 'playwright-core';
import { fromBrowser, toBrowser } from './address.ts';
import type { IpcMainStandIn } from './ipc-main.ts';
import { preventable } from './preventable.ts';
import { rendererSide } from './renderer-side.ts';
import type { SessionStandIn } from './session.ts';

export interface WebPreferences {
  readonly preload?: string;
  readonly session: SessionStandIn;
  readonly [name: string]: unknown;
}

export interface FrameStandIn {
  readonly url: string;
  readonly origin: string;
}

interface PictureStandIn {
  isEmpty(): boolean;
  getSize(): { readonly width: number; readonly height: number };
  resize(): PictureStandIn;
  toPNG(): Buffer;
}

interface Message {
  readonly channel: string;
  readonly args: readonly unknown[];
}

const BINDING = '__standInWire';
const LOAD_TIMEOUT_MS = 30_000;

/** Messages from the main process for one document. */
class Mailbox {
  readonly #waiting: Message[] = [];
  #taker: ((message: Message) => void) | null = null;

  put(message: Message): void {
    const taker = this.#taker;
    this.#taker = null;
    if (taker === null) this.#waiting.push(message);
    else taker(message);
  }

  take(): Promise<Message> {
    const next = this.#waiting.shift();
    if (next !== undefined) return Promise.resolve(next);
    return new Promise((resolve) => {
      this.#taker = resolve;
    });
  }
}

export class WebContentsStandIn extends EventEmitter {
  readonly session: SessionStandIn;
  readonly #preferences: WebPreferences;
  readonly #ipcMain: IpcMainStandIn;
  readonly #context: () => Promise<BrowserContext>;
  readonly #frames = new WeakMap<Frame, FrameStandIn>();
  #mailbox: Mailbox | null = null;
  #page: Page | null = null;
  #crashed = false;
  /** Address that the main process loads, which is not a navigation of the page. */
  #loading = '';
  #openHandler: ((details: { readonly url: string }) => { readonly action: string }) | null = null;
  /** Opening of the page, which must finish before the page is closed. */
  #opening: Promise<void> = Promise.resolve();
  readonly openedWindows: string[] = [];
  readonly faults: string[] = [];
  loads = 0;

  constructor(preferences: WebPreferences, ipcMain: IpcMainStandIn, context: () => Promise<BrowserContext>) {
    super();
    this.session = preferences.session;
    this.#preferences = preferences;
    this.#ipcMain = ipcMain;
    this.#context = context;
  }

  /** The Chromium page, for the test. */
  get page(): Page {
    if (this.#page === null) throw new Error('nothing has been loaded yet');
    return this.#page;
  }

  get mainFrame(): FrameStandIn | null {
    return this.#page === null ? null : this.#frame(this.#page.mainFrame());
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  setWindowOpenHandler(handler: (details: { readonly url: string }) => { readonly action: string }): void {
    this.#openHandler = handler;
  }

  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve();
  }

  setZoomLevel(): void {}

  setIgnoreMenuShortcuts(): void {}

  send(channel: string, ...args: readonly unknown[]): void {
    const message = { channel, args: structuredClone(args) };
    this.#mailbox?.put(message);
  }

  async loadURL(address: string): Promise<void> {
    this.loads++;
    if (this.#page === null || this.#crashed || this.#page.isClosed()) {
      this.#opening = this.#open();
      await this.#opening;
    }
    const wanted = toBrowser(address);
    // Requests do not contain the fragment.
    this.#loading = wanted.replace(/#.*$/, '');
    try {
      await this.page.goto(wanted, { timeout: LOAD_TIMEOUT_MS });
    } catch (error) {
      this.emit('did-fail-load', preventable(), -2, 'ERR_FAILED', address, true, 0, 0);
      throw error;
    }
    this.emit('dom-ready');
    this.emit('did-finish-load');
  }

  executeJavaScript(script: string): Promise<unknown> {
    return this.page.evaluate(script);
  }

  reload(): void {
    void this.loadURL(fromBrowser(this.page.url()));
  }

  /** The used part of a `NativeImage`, in its original size. */
  async capturePage(): Promise<PictureStandIn> {
    const png = await this.page.screenshot();
    const size = this.page.viewportSize() ?? { width: 0, height: 0 };
    const image: PictureStandIn = {
      isEmpty: () => png.length === 0,
      getSize: () => size,
      resize: () => image,
      toPNG: () => png,
    };
    return image;
  }

  forcefullyCrashRenderer(): void {
    void this.crash();
  }

  /** Crashes the process of the page. */
  async crash(): Promise<void> {
    const page = this.page;
    const cdp = await page.context().newCDPSession(page);
    const gone = page.waitForEvent('crash');
    // A crashed page does not respond.
    cdp.send('Page.crash').catch(() => {});
    await gone;
  }

  /** Presses a key of the kiosk; returns whether it reached the page. */
  async pressKey(key: string, modifiers: { control?: boolean; alt?: boolean; meta?: boolean } = {}): Promise<boolean> {
    const event = preventable();
    const input = { type: 'keyDown', key, control: false, alt: false, meta: false, shift: false, ...modifiers };
    this.emit('before-input-event', event, input);
    if (event.defaultPrevented) return false;
    await this.page.keyboard.press(key);
    return true;
  }

  async destroy(): Promise<void> {
    await this.#opening.catch(() => {});
    await this.#page?.close();
  }

  #frame(frame: Frame): FrameStandIn {
    const known = this.#frames.get(frame);
    if (known !== undefined) return known;
    const made: FrameStandIn = {
      get url() {
        return fromBrowser(frame.url());
      },
      get origin() {
        return fromBrowser(new URL(frame.url()).origin);
      },
    };
    this.#frames.set(frame, made);
    return made;
  }

  async #open(): Promise<void> {
    const context = await this.#context();
    const dead = this.#page;
    const page = await context.newPage();
    await dead?.close().catch(() => {});
    this.#page = page;
    this.#crashed = false;
    page.on('crash', () => {
      this.#crashed = true;
      this.#mailbox = null;
      this.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 5 });
    });
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.faults.push(message.text()));
    page.on('popup', (popup) => void this.#popup(popup));
    page.on('download', (download) => {
      const event = preventable();
      this.session.emit('will-download', event, { getURL: () => fromBrowser(download.url()) });
      if (event.defaultPrevented) void download.cancel();
    });
    await page.exposeBinding(BINDING, ({ frame }, kind: string, channel = '', args: readonly unknown[] = []) =>
      this.#receive(frame, kind, channel, args),
    );
    const { preload } = this.#preferences;
    const source = preload === undefined ? '' : readFileSync(preload, 'utf8');
    await page.addInitScript(
      `(${rendererSide})(${JSON.stringify(BINDING)}, (require, exports, module) => {${source}\n})`,
    );
    await page.route('**/*', (route, request) => this.#answer(route, request));
  }

  #receive(frame: Frame, kind: string, channel: string, args: readonly unknown[]): unknown {
    if (kind === 'attach') {
      this.#mailbox = new Mailbox();
      return undefined;
    }
    if (kind === 'next') return this.#mailbox?.take();
    return this.#ipcMain.dispatch({ sender: this, senderFrame: this.#frame(frame) }, channel, args);
  }

  async #popup(popup: Page): Promise<void> {
    const url = fromBrowser(popup.url());
    if (this.#openHandler?.({ url }).action !== 'deny') this.openedWindows.push(url);
    await popup.close();
  }

  /** Electron's events before a page navigates. */
  #mayNavigate(request: PageRequest): boolean {
    const isMainFrame = request.frame() === this.page.mainFrame();
    if (isMainFrame && request.url().replace(/#.*$/, '') === this.#loading) {
      this.#loading = '';
      return true;
    }
    const url = fromBrowser(request.url());
    const event = Object.assign(preventable(), { url, isMainFrame });
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  async #answer(route: Route, request: PageRequest): Promise<void> {
    if (request.isNavigationRequest() && !this.#mayNavigate(request)) return route.abort('aborted');
    if (!(await this.session.allows(request.url(), request.resourceType()))) return route.abort('blockedbyclient');
    const url = fromBrowser(request.url());
    const scheme = new URL(url).protocol.slice(0, -1);
    const { protocol } = this.session;
    const handler = protocol.schemes.get(scheme);
    if (handler !== undefined && request.resourceType() === 'fetch' && !protocol.mayFetch(scheme)) return route.abort();
    if (handler === undefined && /^https?:/.test(url)) return route.continue();
    if (handler === undefined) return route.abort('failed');
    const response = await handler(new Request(url, { method: request.method() }));
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }
}
