/**
 * Desktop for screen reader tests: a virtual display, a session bus, AT-SPI, and Debian's Chromium with real windows. A
 * separate program reads the page's AT-SPI tree, as a screen reader does.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { onTestFinished, vi } from 'vitest';

const READER = fileURLToPath(new URL('atspi-tree.py', import.meta.url));
/** Debian's Python, because the AT-SPI modules are installed for it only. */
export const PYTHON = '/usr/bin/python3';
const CHROMIUM = '/usr/bin/chromium';
const LAUNCHER = '/usr/libexec/at-spi-bus-launcher';
const FILES = [CHROMIUM, '/usr/bin/Xvfb', '/usr/bin/dbus-daemon', LAUNCHER];
const PACKAGES = 'chromium xvfb dbus-daemon at-spi2-core python3-gi gir1.2-atspi-2.0';

const PATIENCE = { timeout: 60_000, interval: 100 };

/** An accessible object as AT-SPI names it: `push button`, `heading`; states such as `focusable`, `pressed`. */
export interface AtspiObject {
  readonly role: string;
  readonly name: string;
  /** Read after the name: hints and faults. */
  readonly description: string;
  readonly states: readonly string[];
  /** As the browser exposes them: `level` of a heading, `live` of a live region, `xml-roles`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own text; each child object is one character, U+FFFC. */
  readonly text: string;
  /** Language of the text, as the page declares it. */
  readonly lang: string;
}

export interface AssistedDesktop {
  readonly browser: Browser;
  /** Environment for programs of this desktop. */
  readonly env: Env;
  /** Objects of the open page, in document order. */
  objects(): Promise<readonly AtspiObject[]>;
}

/** Closed with the test. `withReader` is called before the browser starts, like a screen reader of a real desktop. */
export async function openDesktop(withReader?: (env: Env) => Promise<void>): Promise<AssistedDesktop> {
  const isThere = FILES.every((file) => existsSync(file));
  const hasModules = isThere && spawnSync(PYTHON, ['-c', 'import gi; gi.require_version("Atspi", "2.0")']).status === 0;
  if (!hasModules) throw new Error(`Type: apt-get install ${PACKAGES}`);

  const home = await mkdtemp(join(tmpdir(), 'desktop-'));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  const runtime = join(home, 'run');
  await mkdir(runtime, { mode: 0o700 });

  // Desktop settings stay in memory.
  const settings = { GSETTINGS_BACKEND: 'memory', LANG: 'C.UTF-8' };
  const bare = { PATH: '/usr/bin:/bin', HOME: home, XDG_RUNTIME_DIR: runtime, ...settings };
  const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x2100x24', '-nolisten', 'tcp'], bare);
  const display = await firstLine(screen.stdio[3] as Readable);
  const bus = start('/usr/bin/dbus-daemon', ['--session', '--nofork', '--print-address=3'], bare);
  const env = {
    ...bare,
    DISPLAY: `:${display}`,
    DBUS_SESSION_BUS_ADDRESS: await firstLine(bus.stdio[3] as Readable),
  };
  start(LAUNCHER, ['--launch-immediately', '--a11y=1', '--screen-reader=1'], env);

  const objects = async (): Promise<readonly AtspiObject[]> => {
    const { stdout } = await promisify(execFile)(PYTHON, [READER], { env, maxBuffer: 1 << 26 });
    return JSON.parse(stdout) as readonly AtspiObject[];
  };
  // A browser checks only at its start whether assistive technology is running.
  await vi.waitFor(objects, PATIENCE);
  await withReader?.(env);

  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    headless: false,
    env,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-features=Translate',
      '--force-renderer-accessibility',
    ],
  });
  onTestFinished(() => browser.close());
  return { browser, env, objects };
}

export type Env = Readonly<Record<string, string>>;

/** Ends the process with the test, by `signal`. */
export function start(
  command: string,
  args: readonly string[],
  env: Env,
  signal: NodeJS.Signals = 'SIGTERM',
): ChildProcess {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill(signal);
    await ended;
  });
  return child;
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) if (line !== '') return line;
  throw new Error('It ended without a word.');
}
