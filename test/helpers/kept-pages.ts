/**
 * Browser that reuses its pages. Opening a page in a new context costs more than most tests, so a closed context is
 * reset and given to the next caller with the same options. A context that cannot be reset reliably is closed.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from 'playwright-core';

/** Methods with effects on a page or context that cannot be undone. */
const LASTING = [
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
] as const;
const LASTING_OF_TIME = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

/** Options that a reused context cannot change. */
const LASTING_OPTIONS = ['geolocation', 'offline', 'permissions', 'recordHar', 'recordVideo', 'storageState'] as const;

/** Options that a reused context can change at any time. */
const OPTIONS_OF_NOW: readonly string[] = ['viewport', 'colorScheme', 'reducedMotion', 'forcedColors', 'contrast'];

/**
 * Unloads the page. A script does it, because for an address that the browser opens itself it would start another
 * process. A server would have to answer for any other address.
 */
export async function leave(page: Page): Promise<void> {
  await page.evaluate(() => window.location.replace('about:blank'));
  await page.waitForURL('about:blank');
}

const DEADLINE_MS = 20_000;
/** An idle page answers within milliseconds. */
const TAKE_MS = 10_000;

/** Methods of an object by name, for wrapping them. */
type Functions = Record<string, (...given: never[]) => unknown>;

class KeptContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #closeForGood: () => Promise<void>;
  readonly #giveBack: (kept: KeptContext) => void;
  readonly #forget: (origin: string) => Promise<unknown>;
  readonly #origins = new Set<string>();
  /** Undo functions for changes to the context and its page since it was taken. */
  #undo: (() => unknown)[] = [];
  #isTaken = false;
  #isLasting = false;
  #isOpened = false;
  #isCutOff = false;

  private constructor(
    context: BrowserContext,
    page: Page,
    forget: (origin: string) => Promise<unknown>,
    giveBack: (kept: KeptContext) => void,
  ) {
    this.context = context;
    this.page = page;
    this.#forget = forget;
    this.#giveBack = giveBack;
    this.#closeForGood = context.close.bind(context);
    page.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url());
      if (frame.url() !== 'about:blank') this.#origins.add(origin);
    });
    page.on('crash', () => this.#lasts());
    context.on('serviceworker', () => this.#lasts());
    for (const owner of [context, page]) this.#watch(owner as unknown as Functions);
    for (const name of LASTING_OF_TIME)
      replace(context.clock as unknown as Functions, name, (own, ...given) => {
        this.#lasts();
        return own(...given);
      });
    replace(page as unknown as Functions, 'close', (own, ...given) => {
      this.#lasts();
      return own(...given);
    });
    replace(context as unknown as Functions, 'setOffline', (own, ...given) => {
      this.#isCutOff = given[0] as unknown as boolean;
      return own(...given);
    });
    const another = context.newPage.bind(context);
    context.newPage = async () => {
      if (this.#isOpened) return another();
      this.#isOpened = true;
      return page;
    };
    context.close = () => this.#close();
  }

  static async of(context: BrowserContext, giveBack: (kept: KeptContext) => void): Promise<KeptContext> {
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    const forget = (origin: string) => line.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    return new KeptContext(context, page, forget, giveBack);
  }

  /** Prepares it like a new one with these options. Resolves to false if it does not answer; it is then closed. */
  async take(options: BrowserContextOptions): Promise<boolean> {
    this.#isTaken = true;
    this.#isOpened = false;
    const isReady = await within(this.#become(options), TAKE_MS).catch(() => false);
    if (isReady) return true;
    this.#isTaken = false;
    // Not awaited: a page that does not answer may also close slowly.
    this.#closeForGood().catch(() => undefined);
    return false;
  }

  async #become({
    viewport,
    colorScheme,
    reducedMotion,
    forcedColors,
    contrast,
  }: BrowserContextOptions): Promise<true> {
    await this.page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    await this.page.emulateMedia({
      media: null,
      colorScheme: colorScheme ?? 'light',
      reducedMotion: reducedMotion ?? 'no-preference',
      forcedColors: forcedColors ?? 'none',
      contrast: contrast ?? 'no-preference',
    });
    return true;
  }

  #lasts(): void {
    this.#isLasting = true;
  }

  #watch(owner: Functions): void {
    for (const name of LASTING)
      if (name in owner)
        replace(owner, name, (own, ...given) => {
          this.#lasts();
          return own(...given);
        });
    for (const name of ['on', 'once', 'addListener', 'prependListener'])
      replace(owner, name, (own, ...given) => {
        this.#undo.push(() => owner.removeListener?.(...given));
        return own(...given);
      });
    replace(owner, 'addInitScript', async (own, ...given) => {
      const script = (await own(...given)) as Disposable;
      this.#undo.push(() => script.dispose());
      return script;
    });
  }

  async #close(): Promise<void> {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    const isAsNew = await within(this.#putBack(), DEADLINE_MS).catch(() => false);
    if (isAsNew) this.#giveBack(this);
    else await this.#closeForGood();
  }

  /** Resets the context. Resolves to false if something may remain. */
  async #putBack(): Promise<boolean> {
    const { context, page } = this;
    const isSimple =
      context.pages().length === 1 && page.frames().length === 1 && context.serviceWorkers().length === 0;
    if (this.#isLasting || !isSimple || this.#origins.size > 1) return false;
    const undo = this.#undo;
    this.#undo = [];
    await Promise.all(undo.map((each) => each()));
    await Promise.all([
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    await page.mouse.move(-1, -1);
    await leave(page);
    // Only now: the old page must not reach its server.
    if (this.#isCutOff) await context.setOffline(false);
    this.#isCutOff = false;
    await Promise.all([...this.#origins].map((origin) => this.#forget(origin)));
    this.#origins.clear();
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    return !this.#isLasting;
  }
}

const running = new Map<string, Promise<Browser>>();

/**
 * A browser that reuses pages: the running one of that name in this process, or a new one. Closing it closes its open
 * contexts.
 */
export function keepingPages(name: string, launch: () => Promise<Browser>): Promise<Browser> {
  const before = running.get(name);
  if (before !== undefined) return before;
  const end = (): void => void running.delete(name);
  const browser = launch().then((launched) => keepPagesOf(launched, end));
  running.set(name, browser);
  browser.catch(end);
  return browser;
}

async function keepPagesOf(browser: Browser, onEnd: () => void): Promise<Browser> {
  browser.on('disconnected', onEnd);
  const free = new Map<string, KeptContext[]>();
  const giveBack = (sort: string) => (kept: KeptContext) => free.set(sort, [...(free.get(sort) ?? []), kept]);
  const makeNew = browser.newContext.bind(browser);
  browser.newContext = async (options = {}) => {
    const start = Object.fromEntries(Object.entries(options).filter(([option]) => !OPTIONS_OF_NOW.includes(option)));
    if (options.viewport === null || LASTING_OPTIONS.some((option) => option in start)) return makeNew(options);
    const sort = JSON.stringify(start);
    for (let kept = free.get(sort)?.pop(); kept !== undefined; kept = free.get(sort)?.pop())
      if (await kept.take(options)) return kept.context;
    const made = await KeptContext.of(await makeNew(start), giveBack(sort));
    if (!(await made.take(options))) throw new Error(`A new page of the browser does not answer within ${TAKE_MS} ms.`);
    return made.context;
  };
  // Unused contexts need not be closed.
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

function replace(
  owner: Functions,
  name: string,
  by: (own: (...given: never[]) => unknown, ...given: never[]) => unknown,
): void {
  const own = owner[name]?.bind(owner);
  if (own !== undefined) owner[name] = (...given) => by(own, ...given);
}

/** Resolves to false after the timeout. */
async function within(work: Promise<boolean>, deadlineMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
