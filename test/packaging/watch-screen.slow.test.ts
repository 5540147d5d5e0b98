/** Watchdog of Chromium on the screen of the server's package, with a headless Chromium. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

const WATCHER = resolve(import.meta.dirname, '../../packaging/server/watch-screen.mjs');
const PATIENCE = { timeout: 180_000, interval: 100 };

let dir: string;
let screen: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'watch-screen-'));
  screen = join(dir, 'screen');
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
});

const told = async (): Promise<readonly string[]> =>
  (await readFile(screen, 'utf8').catch(() => '')).split('\n').filter(Boolean);

/** Process ids with a matching command line. */
function processes(pattern: string): readonly string[] {
  try {
    const found = execFileSync('pgrep', ['-f', '--', pattern], { encoding: 'utf8' });
    return found.split('\n').filter(Boolean);
  } catch {
    return []; // It finds none.
  }
}

interface Shown {
  /** Whether the page has been fetched. */
  readonly isLoaded: () => boolean;
  readonly watcher: ChildProcess;
  readonly said: () => string;
  /** Processes of its pages. */
  readonly renderers: () => readonly string[];
  /** All processes of Chromium, and the watchdog. */
  readonly chromium: () => readonly string[];
  say(what: 'black' | 'lit'): void;
}

/** A page that turns black on request, like the kiosk of a closed location. */
async function show(page: string): Promise<Shown> {
  let black = 'lit';
  let isLoaded = false;
  const server = createServer((request, response) => {
    if (request.url === '/black') return void response.end(black);
    isLoaded = true;
    response.setHeader('content-type', 'text/html').end(page);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const program = join(dir, 'switch');
  await writeFile(program, `#!/bin/sh\necho "$@" >> ${screen}\n`);
  await chmod(program, 0o755);
  const profile = join(dir, 'profile');
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, '--no-first-run'];
  const watcher = spawn(process.execPath, [WATCHER, '/usr/bin/chromium', ...flags, `http://127.0.0.1:${port}/`], {
    env: { ...process.env, TAN_SCREEN_ON: `${program} --on`, TAN_SCREEN_OFF: `${program}  --off` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  watcher.stderr?.on('data', (text) => {
    said += String(text);
  });
  onTestFinished(() => void watcher.kill());
  return {
    isLoaded: () => isLoaded,
    watcher,
    said: () => said,
    renderers: () => processes(`--type=renderer.*${profile}`),
    chromium: () => processes(`user-data-dir=${profile}`),
    say(what) {
      black = what;
    },
  };
}

const PAGE = `<div id="page"><p>Kiosk</p></div><script>
  const look = async () => {
    const black = await (await fetch('/black')).text() === 'black';
    document.querySelector('.dark-screen')?.remove();
    if (black) document.body.insertAdjacentHTML('beforeend', '<div class="dark-screen"></div>');
    setTimeout(look, 100);
  };
  look();
</script>`;

it('switches the screen off while the page is black, and on when it is not', async () => {
  const kiosk = await show(PAGE);
  await expect.poll(told, PATIENCE).toEqual(['--on']);
  kiosk.say('black');
  await expect.poll(told, PATIENCE).toEqual(['--on', '--off']);
  kiosk.say('lit');
  await expect.poll(told, PATIENCE).toEqual(['--on', '--off', '--on']);
  expect(kiosk.watcher.exitCode).toBeNull();
});

it.each([
  ['has died', 'SIGKILL', 'page process crashed'],
  ['hangs', 'SIGSTOP', 'did not respond for 30 s'],
] as const)('ends Chromium completely when the process of its page %s', async (_what, signal, word) => {
  const kiosk = await show(PAGE);
  await expect.poll(told, PATIENCE).toEqual(['--on']);
  const pages = kiosk.renderers();
  expect(pages).not.toEqual([]);
  for (const each of pages) process.kill(Number(each), signal);
  await expect.poll(() => kiosk.watcher.exitCode, PATIENCE).toBe(1);
  expect(kiosk.said()).toContain(word);
  await expect.poll(kiosk.chromium, PATIENCE).toEqual([]);
});

it('ends it if the page stays white, because its scripts were not loaded', async () => {
  const kiosk = await show('<div id="page"></div><script type="module" src="/nothing.js"></script>');
  await expect.poll(kiosk.isLoaded, PATIENCE).toBe(true);
  await expect.poll(() => kiosk.watcher.exitCode, PATIENCE).toBe(1);
  expect([kiosk.said(), await told()]).toEqual([expect.stringContaining('did not respond for 120 s'), []]);
});

it('ends with Chromium, and vice versa', async () => {
  const kiosk = await show(PAGE);
  await expect.poll(told, PATIENCE).toEqual(['--on']);
  kiosk.watcher.kill('SIGKILL');
  await expect.poll(kiosk.chromium, PATIENCE).toEqual([]);
});
