/** Kiosk in a simulated Electron: real desktop modules, preload script and page, and a fake host. */
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

/** No recorded speech. */
export const noWords: DesktopProgram['recorded'] = async () => ({ status: 404, type: '', body: new Uint8Array() });

export interface KioskOptions extends ProcessFacts {
  /** Simulated system; default: Linux with X11. */
  readonly manner?: MannerName;
  /** Whether the program is installed; default: true. */
  readonly packaged?: boolean;
  readonly mounted?: boolean;
  readonly runsAlready?: boolean;
  readonly secondScreen?: boolean;
  /** Folder of data that outlives the program; default: a folder that does not exist. */
  readonly userData?: string;
  /** Program behind the window; default: a host that does nothing. */
  start?(restart: () => void): Promise<DesktopProgram>;
}

/** A started program, with or without a window. */
export interface Started {
  readonly desk: ElectronStandIn;
  readonly system: ProcessStandIn;
  readonly clock: ManualClock;
  readonly log: RecordingLog;
  /** Notices to the user who started the program, apart from its output. */
  readonly told: readonly string[];
  /** Notices to the service manager (`ready`, `stopping`), and its heartbeat request `alive`. */
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
  /** Pages connected to the host so far, including reloaded ones. */
  readonly pages: readonly KioskPage[];
  /** Restart requested by the program. */
  restart(): void;
}

/** Starts the program like its main script, until its window opens or it ends. */
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
