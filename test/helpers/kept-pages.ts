/**
 * A browser that keeps its pages. To open a page in a context of its own costs more than most of what a test does with
 * it; so a context that is closed is put back as it was when it was new, and whoever wants one with the same options next
 * gets it again, with its page. One that cannot be put back for certain is closed for good.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from 'playwright-core';

/** What stays with a page or a context after these cannot all be undone. */
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

/** Options that are more than the start of a page. */
const LASTING_OPTIONS = ['geolocation', 'offline', 'permissions', 'recordHar', 'recordVideo', 'storageState'] as const;

/** Options that can be another's at any time. */
const OPTIONS_OF_NOW: readonly string[] = ['viewport', 'colorScheme', 'reducedMotion', 'forcedColors', 'contrast'];

/** Where a page waits that nobody has: at the site of all servers here, since for another it would get another process. */
interface WaitingRoom {
  readonly origin: string;
  close(): void;
}

async function openWaitingRoom(): Promise<WaitingRoom> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Nothing</title>');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const DEADLINE_MS = 20_000;
/** A page that has waited for nothing but this answers in milliseconds. */
const TAKE_MS = 10_000;

/** Functions of an object by name, to put others in their place. */
type Functions = Record<string, (...given: never[]) => unknown>;

class KeptContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #closeForGood: () => Promise<void>;
  readonly #giveBack: (kept: KeptContext) => void;
  readonly #forget: (origin: string) => Promise<unknown>;
  readonly #room: WaitingRoom;
  readonly #origins = new Set<string>();
  /** Undoes what was done to the context and its page since it was taken. */
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
    room: WaitingRoom,
  ) {
    this.#room = room;
    this.context = context;
    this.page = page;
    this.#forget = forget;
    this.#giveBack = giveBack;
    this.#closeForGood = context.close.bind(context);
    page.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url());
      if (frame.url() !== 'about:blank' && origin !== room.origin) this.#origins.add(origin);
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

  static async of(
    context: BrowserContext,
    giveBack: (kept: KeptContext) => void,
    room: WaitingRoom,
  ): Promise<KeptContext> {
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    const forget = (origin: string) => line.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    return new KeptContext(context, page, forget, giveBack, room);
  }

  /** As a new one with these options is. False where it does not answer: then it is closed for good. */
  async take(options: BrowserContextOptions): Promise<boolean> {
    this.#isTaken = true;
    this.#isOpened = false;
    const isReady = await within(this.#become(options), TAKE_MS).catch(() => false);
    if (isReady) return true;
    this.#isTaken = false;
    // Nobody waits for it: what does not answer may take its time to end, too.
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

  /** False where something may be left. */
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
    if (this.#isCutOff) {
      // What was on it must not reach its server any more.
      await page.goto('about:blank');
      await context.setOffline(false);
    }
    await page.goto(this.#room.origin);
    await Promise.all([...this.#origins].map((origin) => this.#forget(origin)));
    this.#origins.clear();
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    return !this.#isLasting;
  }
}

const running = new Map<string, Promise<Browser>>();

/**
 * A browser of that name that keeps its pages: the one that runs in this process already, or a new one. To close it
 * closes what is open in it.
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
  const room = await openWaitingRoom();
  browser.on('disconnected', () => {
    onEnd();
    room.close();
  });
  const free = new Map<string, KeptContext[]>();
  const giveBack = (sort: string) => (kept: KeptContext) => free.set(sort, [...(free.get(sort) ?? []), kept]);
  const makeNew = browser.newContext.bind(browser);
  browser.newContext = async (options = {}) => {
    const start = Object.fromEntries(Object.entries(options).filter(([option]) => !OPTIONS_OF_NOW.includes(option)));
    if (options.viewport === null || LASTING_OPTIONS.some((option) => option in start)) return makeNew(options);
    const sort = JSON.stringify(start);
    for (let kept = free.get(sort)?.pop(); kept !== undefined; kept = free.get(sort)?.pop())
      if (await kept.take(options)) return kept.context;
    const made = await KeptContext.of(await makeNew(start), giveBack(sort), room);
    if (!(await made.take(options))) throw new Error(`A new page of the browser does not answer within ${TAKE_MS} ms.`);
    return made.context;
  };
  // Those that wait have nothing to close.
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

/** False where the page does not answer in that time. */
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
