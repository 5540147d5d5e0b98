/**
 * The built kiosk page in Chromium with a scripted host: a test sets the host's state and reads the calls of the page.
 * Needs `npx vite build -c vite.renderer.config.ts` first.
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type WebSocket, WebSocketServer } from 'ws';
import type { KioskCallInput, KioskCallName, KioskReply, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { keepingPages } from './kept-pages.ts';
import { faultsOf } from './page-faults.ts';
import { pagePort } from './page-port.ts';

const PAGES = fileURLToPath(new URL('../../dist/renderer', import.meta.url));
const ASSETS = join(PAGES, 'assets/');
const DEMO = fileURLToPath(new URL('../../assets/demo', import.meta.url));
const ALIVE_MS = 5_000;

/** As strict as the program's own policy: no inline code, nothing from other origins. */
const POLICY =
  "default-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

interface RecordedCall {
  readonly call: KioskCallName;
  readonly input: KioskCallInput<KioskCallName>;
}

export interface ScriptedHost {
  readonly url: string;
  readonly calls: readonly RecordedCall[];
  /** Inputs of all calls with that name, oldest first. */
  callsOf<Name extends KioskCallName>(name: Name): readonly KioskCallInput<Name>[];
  /** Sends a state to all pages, including those that connect later. */
  send(state: KioskState): void;
  /** Sets the reply to calls of that name; the default is `{ok: true}`. */
  answerWith(name: KioskCallName, answer: KioskReply): void;
  forgetCalls(): void;
  /** Closes every connection; with `refuse`, new ones are refused until `accept`. */
  cut(refuse?: boolean): void;
  accept(): void;
  close(): Promise<void>;
}

export async function startScriptedHost(first: KioskState | null = null): Promise<ScriptedHost> {
  if (!existsSync(join(PAGES, 'kiosk/index.html'))) {
    throw new Error('The pages are not built: run `npx vite build -c vite.renderer.config.ts` first.');
  }
  const calls: RecordedCall[] = [];
  const answers = new Map<string, KioskReply>();
  let state = first;
  let refusing = false;

  const server = createServer((request, response) => serveFile(request.url ?? '/', response));
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (refusing || !request.url?.startsWith('/kiosk/shell')) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (page) => greet(page));
  });

  const greet = (page: WebSocket): void => {
    if (state !== null) page.send(JSON.stringify({ state }));
    const alive = setInterval(() => page.send(JSON.stringify({ alive: true })), ALIVE_MS);
    page.on('close', () => clearInterval(alive));
    page.on('error', () => page.terminate());
    page.on('message', (data) => {
      const message = JSON.parse(String(data)) as RecordedCall & { readonly id: number };
      // The heartbeat.
      if (message.id === 0) return;
      calls.push({ call: message.call, input: message.input });
      page.send(JSON.stringify({ id: message.id, answer: answers.get(message.call) ?? { ok: true } }));
    });
  };

  const { port, leave } = await pagePort();
  await listen(server, port);

  return {
    url: `http://127.0.0.1:${port}/kiosk/`,
    calls,
    callsOf: (name) => calls.filter((each) => each.call === name).map((each) => each.input) as never,
    send(next) {
      state = next;
      for (const page of sockets.clients) page.send(JSON.stringify({ state: next }));
    },
    answerWith: (name, answer) => void answers.set(name, answer),
    forgetCalls: () => void calls.splice(0),
    cut(refuse = false) {
      refusing = refuse;
      for (const page of sockets.clients) page.terminate();
    },
    accept() {
      refusing = false;
    },
    async close() {
      for (const page of sockets.clients) page.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      leave();
    },
  };
}

const CHROMIUM = '/usr/bin/chromium';
/** The headless shell of the same version, which needs half the time per page. */
const HEADLESS = '/usr/lib/chromium/chromium-headless-shell';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Turns off work that pays off only for long-lived pages, while these end within a minute: a separate GPU process,
 * optimizing compilers and parallel garbage collection. The baseline compiler pays off: axe needs a fifth less with it.
 */
const SHORT_LIVED = ['--in-process-gpu', '--js-flags=--no-maglev --no-turbofan --single-threaded-gc'];

/**
 * Debian's Chromium without network services; the headless shell if it is installed. One per process for all of its
 * test files, with reused pages as in `keepingPages`; it ends with the process.
 */
export function launchChromium(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = existsSync(HEADLESS) ? HEADLESS : CHROMIUM;
  const args = [...QUIET, ...SHORT_LIVED, ...switches];
  return keepingPages(switches.join(' '), () => chromium.launch({ executablePath, args }));
}

/** Chromium with desktop features, such as notifications and audio outputs. */
export function launchWholeChromium(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...QUIET, ...switches] });
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Exceptions, console errors and refused resources of the page. */
  readonly faults: readonly string[];
}

/**
 * Opens a kiosk page and waits until it is rendered with its fonts.
 *
 * @param prepare prepares the context before the page opens
 */
export async function openKiosk(
  browser: Browser,
  host: ScriptedHost,
  options: BrowserContextOptions = {},
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1080, height: 1920 }, ...options });
  await prepare?.(context);
  const page = await context.newPage();
  const faults = faultsOf(page, /WebSocket/);
  await page.goto(host.url);
  await page.waitForSelector('h1');
  await settled(page);
  return { page, context, faults };
}

/** Waits until the fonts of the visible text are loaded and rendered. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));
    await frame();
    await document.fonts.ready;
    await frame();
    await frame();
  });
}

/**
 * Waits until all finite animations have ended. It polls each frame, because Chromium does not always resolve
 * `finished` of a transition that is out of view (seen with version 156, headless).
 */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = (each: Animation): boolean =>
      each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    while (document.getAnimations().some(moves)) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

function serveFile(address: string, response: ServerResponse): void {
  const path = normalize(decodeURIComponent(new URL(address, 'http://host').pathname));
  // There are no recordings.
  if (['/voice/', '/voice/shipped/'].includes(path)) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const file = path.startsWith('/demo/')
    ? join(DEMO, path.slice('/demo/'.length))
    : join(PAGES, path.endsWith('/') ? `${path}index.html` : path);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    // As from the program: otherwise each load would fetch and compile all scripts again.
    'cache-control': file.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  createReadStream(file).pipe(response);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
