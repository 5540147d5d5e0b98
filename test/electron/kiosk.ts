/** A whole kiosk on the stand-in: the real desktop modules, preload and page, and a host that a test writes. */
import type { Browser } from 'playwright-core';
import type { KioskReply, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { checkCall } from '../../main/kiosk/host/check-call.ts';
import type { KioskPage } from '../../main/kiosk/host/maintenance/kiosk-pages.ts';
import type { DesktopProgram } from '../../main/kiosk/shells/electron/desktop.ts';
import { runWindow } from '../../main/kiosk/shells/electron/run-window.ts';
import { type ManualClock, manualClock } from '../kiosk/readers/manual-clock.ts';
import { type RecordingLog, recordingLog } from '../kiosk/readers/recording-log.ts';
import type { Built } from './built.ts';
import { idle } from './kiosk-states.ts';
import { type ElectronStandIn, standInElectron } from './stand-in/electron.ts';
import { MANNERS, type MannerName } from './stand-in/manner.ts';
import { type ProcessFacts, ProcessStandIn } from './stand-in/process.ts';
import type { BrowserWindowStandIn } from './stand-in/window.ts';

/** Nobody has recorded anything. */
export const noWords: DesktopProgram['recorded'] = async () => ({ status: 404, type: '', body: new Uint8Array() });

export interface KioskOptions extends ProcessFacts {
  /** Which system's ways the stand-in has; without a word those of Linux under X11. */
  readonly manner?: MannerName;
  /** An installed program; without a word it is one. */
  readonly packaged?: boolean;
  readonly mounted?: boolean;
  readonly runsAlready?: boolean;
  readonly secondScreen?: boolean;
  /** Where Electron keeps what is to outlive the program; without a word a folder that is not there. */
  readonly userData?: string;
  /** What is behind the window; without it a host that does nothing. */
  start?(restart: () => void): Promise<DesktopProgram>;
}

/** A program that was started, whether or not it has come up. */
export interface Started {
  readonly desk: ElectronStandIn;
  readonly system: ProcessStandIn;
  readonly clock: ManualClock;
  readonly log: RecordingLog;
  /** What whoever started the program was told, apart from its output. */
  readonly told: readonly string[];
  /** What the service manager was told: `ready`, `stopping`; it asks for a sign of life by `alive`. */
  readonly service: { readonly heard: readonly string[]; alive(): Promise<void> };
  close(): Promise<void>;
}

export interface Kiosk extends Started {
  readonly window: BrowserWindowStandIn;
  /** Calls that reached the host, oldest first. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  /** True once the program behind the window has been closed. */
  readonly ended: () => boolean;
  show(state: KioskState): void;
  /** Pages that have come so far, also one that was loaded anew, as the host knows them. */
  readonly pages: readonly KioskPage[];
  /** The program asks to be started anew. */
  restart(): void;
}

/** Starts the program as its main script does, up to its window or to its end. */
export async function start(
  browser: Browser,
  built: Pick<Built, 'pagesDir' | 'preload'>,
  options: KioskOptions & Required<Pick<KioskOptions, 'start'>>,
): Promise<Started> {
  const manner = MANNERS[options.manner ?? 'Linux X11'];
  const desk = standInElectron(browser, manner);
  desk.app.isPackaged = options.packaged ?? true;
  desk.app.isMounted = options.mounted ?? false;
  desk.app.firstInstance = !(options.runsAlready ?? false);
  const system = new ProcessStandIn(manner, options);
  const clock = manualClock();
  const log = recordingLog();
  const told: string[] = [];
  const heard: string[] = [];
  let alive = (): Promise<void> => Promise.reject(new Error('not ready'));
  if (options.userData !== undefined) desk.app.userData = options.userData;
  await runWindow(desk.electron, {
    system,
    secondScreen: options.secondScreen ?? false,
    start: (restart) => options.start(restart),
    runsAlready: async () => void told.push('runs already'),
    service: {
      ready(_status, lives) {
        heard.push('ready');
        alive = lives;
      },
      stopping: () => void heard.push('stopping'),
    },
    exitCodeOf: () => 1,
    clock,
    log,
    pagesDir: built.pagesDir,
    preload: built.preload,
  });
  return { desk, system, clock, log, told, service: { heard, alive: () => alive() }, close: () => desk.close() };
}

export async function startKiosk(
  browser: Browser,
  built: Pick<Built, 'pagesDir' | 'preload'>,
  options: KioskOptions = {},
): Promise<Kiosk> {
  const calls: { name: string; input: unknown }[] = [];
  const listeners = new Set<(state: KioskState) => void>();
  let current = idle;
  let ended = false;
  let restart = (): void => {};
  const pages: KioskPage[] = [];
  const host = {
    async call(name: string, input: unknown): Promise<KioskReply> {
      const checked = checkCall(name, input);
      if (!checked.ok) return checked;
      calls.push({ name, input });
      return { ok: true };
    },
    subscribe(listener: (state: KioskState) => void, page?: KioskPage) {
      if (page !== undefined) pages.push(page);
      listeners.add(listener);
      listener(current);
      return () => void listeners.delete(listener);
    },
  };
  const program: DesktopProgram = {
    address: 'http://127.0.0.1:1',
    displayUrl: null,
    host: () => host,
    recorded: noWords,
    alive: async () => {},
    close: async () => {
      ended = true;
    },
  };
  const ready = async (again: () => void): Promise<DesktopProgram> => {
    restart = again;
    return program;
  };
  const started = await start(browser, built, { ...options, start: options.start ?? ready });
  const [window] = started.desk.windows;
  if (window === undefined) throw new Error(`No window was opened: ${started.system.said.join('; ')}`);
  return {
    ...started,
    window,
    calls,
    ended: () => ended,
    pages,
    restart: () => restart(),
    show(state) {
      current = state;
      for (const listener of listeners) listener(state);
    },
  };
}
