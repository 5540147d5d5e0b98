/**
 * The whole system in a test: the real program with the demo site in a new data folder, a virtual printer, a card
 * reader on a real serial port, and the real page in Chromium. Closed with the test.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { type Program, startProgram } from '../../main/app/app.ts';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import type { SpeechProgram } from '../../main/kiosk/voice/run-program.ts';
import { openPty } from '../../main/lib/ports/pty.ts';
import type { Settings } from '../../main/lib/settings/settings.ts';
import { type RecordingLog, recordingLog } from '../kiosk/readers/recording-log.ts';
import { settled } from './kiosk-page.ts';
import { faultsOf } from './page-faults.ts';
import { pagePort } from './page-port.ts';
import { quickHasher } from './quick-hasher.ts';
import { createVirtualPrinter, type VirtualPrinter, type VirtualPrinterOptions } from './virtual-printer.ts';

export interface MachineOptions {
  /** Connection of the printer; `none` leaves it out, `absent` uses a port without a listener. */
  readonly printer?: 'tcp' | 'serial' | 'none' | 'absent';
  readonly printerOptions?: VirtualPrinterOptions;
  /** URL options of the reader, such as `rule=table`; the reader uses a pseudo terminal. */
  readonly serialReader?: string;
  readonly wedge?: string;
  readonly site?: string;
  /** Starts without the demo site. */
  readonly isEmpty?: boolean;
  /** URL of a PostgreSQL database. */
  readonly database?: string;
  /** Shared folder of `media`, `voice` and `sign`. */
  readonly files?: string;
  /** Additional allowed ports of the mail server. */
  readonly mailPorts?: readonly number[];
  /** Display that the program shows on a second screen. */
  readonly secondScreen?: string;
  /** Authentication flag of the command line. */
  readonly authentication?: 'on' | 'off';
  /** Uses the default speech program, or this one; otherwise there is no speech. */
  readonly speaks?: boolean | SpeechProgram;
}

export interface Machine {
  readonly program: Program;
  readonly dataDir: string;
  readonly printer: VirtualPrinter;
  readonly log: RecordingLog;
  /** Console output of all starts. */
  readonly shown: readonly string[];
  /** Sends a line on the card reader's serial port. */
  swipe(card: string): Promise<void>;
  /** Waits for a matching kiosk state. */
  until(fits: (state: KioskState) => boolean): Promise<KioskState>;
  post<T>(operation: string, parameters: object): Promise<T>;
  get<T>(path: string): Promise<T>;
  /** Restarts the program with the same data, on the same port or on a new one that no client knows. */
  restart(port?: 'same' | 'another'): Promise<void>;
}

export async function openMachine(options: MachineOptions = {}): Promise<Machine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'take-a-number-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const printer = createVirtualPrinter(options.printerOptions);
  onTestFinished(() => printer.close());
  const reader = options.serialReader === undefined ? null : openPty();
  if (reader !== null) onTestFinished(() => reader.close());

  const { port, hangUp, leave } = await pagePort();
  onTestFinished(leave);
  const log = recordingLog();
  const settings: Settings = {
    host: '127.0.0.1',
    port,
    dataDir,
    filesDir: options.files ?? null,
    siteFile: options.site ?? null,
    isEmptyAtFirst: options.isEmpty ?? false,
    demoPerVisitor: false,
    allowsNewDatabase: false,
    database: options.database ?? null,
    server: null,
    deviceKey: null,
    location: null,
    ca: null,
    apiAuthentication: options.authentication ?? null,
    device: null,
    printer: await printerUrl(printer, options.printer ?? 'tcp'),
    readers: [
      ...(reader === null ? [] : [`serial://${reader.path}?${options.serialReader}`]),
      ...(options.wedge === undefined ? [] : [`wedge:?${options.wedge}`]),
    ],
    lang: null,
    secondScreen: options.secondScreen ?? null,
    secondScreenKey: null,
    tls: null,
    backup: null,
    traces: null,
    otelMetrics: null,
    updateFeed: null,
    overrides: [],
    logLevel: null,
    logFormat: null,
    logsRequests: false,
    mailPorts: options.mailPorts ?? [],
    mayRestartMachine: false,
    screen: null,
    restartAt: null,
    drainSeconds: 0,
    databaseReplica: null,
    databaseWaitSeconds: 0,
    secretFlags: [],
  };
  const shown: string[] = [];
  const show = (line: string): void => void shown.push(line);
  // Real password hashing is tested with the started program.
  const { speaks = false } = options;
  const voice = speaks === true ? undefined : () => (speaks === false ? MUTE : speaks);
  const start = (wanted: Settings): Promise<Program> => startProgram(wanted, log, show, quickHasher(), null, voice);
  let program = await start(settings);
  onTestFinished(() => {
    hangUp();
    return program.close();
  });

  return {
    get program() {
      return program;
    },
    dataDir,
    printer,
    log,
    shown,
    async swipe(card) {
      if (reader === null) throw new Error('This machine has no serial reader.');
      await reader.write(Buffer.from(`${card}\r\n`));
    },
    until: (fits) =>
      new Promise((resolve) => {
        const stop = program.host().subscribe((state) => {
          if (!fits(state)) return;
          resolve(state);
          queueMicrotask(() => stop());
        });
      }),
    async post(operation, parameters) {
      const response = await fetch(`${program.address}/restapi/v2/queuemanagement/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
      });
      return (await response.json()) as never;
    },
    async get(path) {
      return (await (await fetch(`${program.address}${path}`)).json()) as never;
    },
    async restart(where = 'same') {
      const { port } = new URL(program.address);
      await program.close();
      // Open pages and browser storage belong to an origin, which includes the port.
      program = await start({ ...settings, port: where === 'same' ? Number(port) : 0 });
    },
  };
}

async function printerUrl(printer: VirtualPrinter, kind: NonNullable<MachineOptions['printer']>): Promise<string> {
  switch (kind) {
    case 'tcp':
      return `tcp://127.0.0.1:${await printer.listenTcp()}`;
    case 'serial':
      return `serial://${await printer.listenPty()}?baudRate=115200`;
    case 'absent': {
      // A port that was free a moment ago and has no listener now.
      const port = await printer.listenTcp();
      printer.powerOff();
      return `tcp://127.0.0.1:${port}`;
    }
    case 'none':
      return 'none:';
  }
}

/** No speech output: tests check the texts, not the sound. */
export const MUTE: SpeechProgram = { languages: async () => [], say: async () => null, close: () => undefined };

/** Answer to the question whether a visitor needs priority. */
export const priorityOption = (page: Page, answer: 'Yes' | 'No'): Locator =>
  page.locator('[data-screen="priority"] .option').nth(answer === 'Yes' ? 0 : 1);

/** A visitor at the kiosk page. */
export class Visitor {
  readonly page: Page;
  readonly faults: string[];

  private constructor(page: Page) {
    this.page = page;
    this.faults = faultsOf(page);
  }

  /**
   * @param device kiosk of the site; by default the program's own
   * @param options of the browser context besides the viewport
   */
  static async at(
    machine: { readonly program: Pick<Program, 'address'> },
    browser: Browser,
    viewport = { width: 1080, height: 1920 },
    device?: string,
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({ viewport, ...options });
    onTestFinished(() => context.close());
    const visitor = new Visitor(await context.newPage());
    await visitor.page.goto(`${machine.program.address}/kiosk${device === undefined ? '' : `?device=${device}`}`);
    await visitor.sees('choose');
    await settled(visitor.page);
    return visitor;
  }

  /** Waits for a screen by its name. */
  async sees(screen: string): Promise<void> {
    await this.page.waitForSelector(`[data-screen="${screen}"]`);
  }

  async speaks(language: string): Promise<void> {
    const choice = this.page.getByRole('button', { name: language, exact: true });
    const list = this.page.locator('.to-languages');
    if (await list.isVisible()) {
      await list.click();
      await choice.click();
      await list.filter({ hasText: language }).waitFor();
      return;
    }
    await choice.click();
    await this.page.getByRole('button', { name: language, exact: true, pressed: true }).waitFor();
  }

  /** Touches the group or service with this name; asked about priority, the visitor needs none. */
  async touch(name: string): Promise<void> {
    await this.#touchAndAnswer(name, 'No');
  }

  async touchPriority(name: string): Promise<void> {
    await this.#touchAndAnswer(name, 'Yes');
  }

  async #touchAndAnswer(name: string, answer: 'Yes' | 'No'): Promise<void> {
    const main = this.choice(name).locator('.choice-main');
    const isOff = (await main.getAttribute('aria-disabled')) === 'true';
    const before = await this.page.locator('.page').getAttribute('data-screen');
    await main.click();
    if (isOff) return;
    await this.page.waitForFunction(
      (screen) => document.querySelector('.page')?.getAttribute('data-screen') !== screen,
      before,
    );
    const option = priorityOption(this.page, answer);
    if ((await option.count()) > 0) await option.click();
  }

  /** The only choice whose name starts with the text; descriptions are ignored. */
  choice(name: string): Locator {
    const named = this.page.locator('.choice-name', {
      hasText: new RegExp(`^\\s*${name.replaceAll(/[^\p{L}\p{N} ]/gu, '.')}`),
    });
    return this.page.locator('.choice:not([hidden])', { has: named });
  }

  async text(): Promise<string> {
    return (await this.page.locator('body').allInnerTexts()).join('');
  }

  async isDone(): Promise<void> {
    await this.page.locator('.foot .bar-nav .nav-primary').click();
    await this.sees('choose');
  }
}
