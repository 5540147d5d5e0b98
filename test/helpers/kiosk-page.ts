/**
 * The built kiosk page in a real Chromium, with a scripted host behind it: a test says which state the host is in, and
 * reads which calls the page made. Needs `npx vite build -c vite.renderer.config.ts` to have run.
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
const DEMO = fileURLToPath(new URL('../../assets/demo', import.meta.url));
const ALIVE_MS = 5_000;

/** As strict as the program's own: nothing inline, nothing from elsewhere. */
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
  /** Inputs of the calls of that name, oldest first. */
  callsOf<Name extends KioskCallName>(name: Name): readonly KioskCallInput<Name>[];
  /** Sends this state now, and to every page that connects later. */
  send(state: KioskState): void;
  /** Answers to calls of that name from now on; `{ok: true}` if nothing was said. */
  answerWith(name: KioskCallName, answer: KioskReply): void;
  forgetCalls(): void;
  /** Cuts every connection; with `refuse` new ones are refused until `accept`. */
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
      // Its sign of life.
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
/** The same engine without windows: half the work for each page. */
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
 * Work that helps pages of long life, and these end in a minute: what draws is no process of its own, no code is made
 * faster, and no threads look together for what a page has left.
 */
const SHORT_LIVED = ['--in-process-gpu', '--js-flags=--no-maglev --no-turbofan --no-sparkplug --single-threaded-gc'];

/**
 * Debian's Chromium, quiet enough for a machine without a network; the one without windows, where it is. A process has one
 * for all of its test files, with its pages, as `keepingPages` tells; it ends with the process.
 */
export function launchChromium(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = existsSync(HEADLESS) ? HEADLESS : CHROMIUM;
  const args = [...QUIET, ...SHORT_LIVED, ...switches];
  return keepingPages(switches.join(' '), () => chromium.launch({ executablePath, args }));
}

/** With what belongs to a desktop, such as notifications and outputs of sound. */
export function launchWholeChromium(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...QUIET, ...switches] });
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page: exceptions, console errors, refused resources. */
  readonly faults: readonly string[];
}

/**
 * A page of the kiosk, opened and drawn with its fonts.
 *
 * @param prepare what its context needs before the page comes
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

/** Waits until the fonts of all that is shown are there and the page has drawn itself with them. */
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
 * Waits until nothing moves but what moves for ever. It asks again with each frame: Chromium does not always keep the
 * promise `finished` of a transition out of sight, though its state says `finished` (seen with 156, headless).
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
  // Nobody has recorded anything.
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
  });
  createReadStream(file).pipe(response);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
