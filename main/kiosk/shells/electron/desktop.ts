/** Kiosk window of the program, from Electron's start to its end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  App,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Dialog,
  IpcMain,
  IpcMainInvokeEvent,
  Menu,
  PowerSaveBlocker,
  Protocol,
  Screen,
  Session,
} from 'electron';
import type { Clock, ClockAndLog, Log } from '../../../lib/context.ts';
import type { CallFault, KioskReply, KioskState } from '../../contract/kiosk.ts';
import type { KioskHost } from '../../host/kiosk-host.ts';
import type { KioskPage, PagePicture } from '../../host/maintenance/kiosk-pages.ts';
import { CALL_CHANNEL, STATE_CHANNEL, SUBSCRIBE_CHANNEL } from './channels.ts';
import { openDisplayWindow } from './display-window.ts';
import { lockDownContents, lockDownSession } from './lockdown.ts';
import { KIOSK_URL, PAGE_ORIGIN } from './page-address.ts';
import { watchPage } from './page-recovery.ts';
import { overBridge, startPageWatchdog } from './page-watchdog.ts';
import { type FindRecorded, PAGE_SCHEMES, servePages } from './protocol.ts';
import type { Relaunch } from './relaunch.ts';
import { lockedPreferences, showOnce } from './show-window.ts';

/** Binds a kiosk host to its window: calls in, states out. Accepts calls only from our own page in our own window. */

/** Widths of screenshots, best first: text is readable in all of them. */
const WIDTHS = [1280, 800, 480];

interface IpcParts {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  readonly window: BrowserWindow;
  readonly host: Pick<KioskHost, 'call' | 'subscribe'>;
  /** Called with each state sent to the page. */
  onState(state: KioskState): void;
  readonly log: Log;
}

const fault = (code: CallFault['code'], message: string): KioskReply => ({ ok: false, error: { code, message } });

/** Returns the function to unbind it. */
function bindIpc({ ipcMain, window, host, onState, log }: IpcParts): () => void {
  const { webContents } = window;
  let latest: KioskState | null = null;

  function isOurPage(event: IpcMainInvokeEvent): boolean {
    const frame = event.senderFrame;
    return (
      event.sender === webContents && frame !== null && frame === webContents.mainFrame && frame.origin === PAGE_ORIGIN
    );
  }

  function send(): void {
    if (latest !== null && !window.isDestroyed() && !webContents.isCrashed()) webContents.send(STATE_CHANNEL, latest);
  }

  async function call(request: unknown): Promise<KioskReply> {
    if (typeof request !== 'object' || request === null || !('name' in request) || typeof request.name !== 'string') {
      return fault('invalid-input', 'A call must have a name and an input.');
    }
    try {
      return await host.call(request.name, 'input' in request ? request.input : undefined);
    } catch (error) {
      log.error('ipc.unexpected-error', { call: request.name.slice(0, 40), error: String(error) });
      return fault('not-allowed', 'Unexpected error. The program has logged it.');
    }
  }

  function handle(channel: string, answer: (request: unknown) => Promise<KioskReply>): void {
    ipcMain.handle(channel, (event, request: unknown) => {
      if (isOurPage(event)) return answer(request);
      log.warn('ipc.rejected', { channel, origin: event.senderFrame?.origin ?? '' });
      return fault('not-allowed', 'Only the kiosk page can call.');
    });
  }

  handle(CALL_CHANNEL, call);
  // The state is sent as an event, not returned, so that the order of states is kept.
  handle(SUBSCRIBE_CHANNEL, async () => {
    // A reloaded page is a new subscriber of the host.
    const before = unsubscribe;
    unsubscribe = subscribe();
    before();
    return { ok: true };
  });
  const page: KioskPage = {
    reload() {
      if (!window.isDestroyed()) webContents.reload();
    },
    capture: (mostBytes) => pictureOf(window, mostBytes),
  };
  const subscribe = (): (() => void) =>
    host.subscribe((state) => {
      latest = state;
      onState(state);
      send();
    }, page);
  let unsubscribe = subscribe();

  return () => {
    unsubscribe();
    ipcMain.removeHandler(CALL_CHANNEL);
    ipcMain.removeHandler(SUBSCRIBE_CHANNEL);
  };
}

/** Screenshot of a window, scaled down until it fits. */
async function pictureOf(
  window: Pick<BrowserWindow, 'isDestroyed' | 'webContents'>,
  mostBytes: number,
): Promise<PagePicture> {
  if (window.isDestroyed() || window.webContents.isCrashed()) return null;
  const image = await window.webContents.capturePage();
  if (image.isEmpty()) return null;
  for (const width of WIDTHS) {
    const png = (image.getSize().width > width ? image.resize({ width }) : image).toPNG();
    if (png.length <= mostBytes) return png;
  }
  return 'too-large';
}

/** The used parts of Electron. */
export interface Electron {
  readonly app: App;
  readonly BrowserWindow: typeof BrowserWindow;
  readonly dialog: Dialog;
  readonly ipcMain: IpcMain;
  readonly Menu: typeof Menu;
  readonly powerSaveBlocker: PowerSaveBlocker;
  readonly protocol: Protocol;
  readonly screen: Screen;
  readonly session: { fromPartition(partition: string): Session };
}

/** The running program behind the window. */
export interface DesktopProgram {
  readonly address: string;
  /** The display for the second screen; null: none. */
  readonly displayUrl: string | null;
  host(): Pick<KioskHost, 'call' | 'subscribe'>;
  /** Recorded words of the organisation and of the program. */
  readonly recorded: FindRecorded;
  /**
   * Liveness check: resolves while the program works, or knows why it cannot. It never resolves when the program hangs.
   */
  alive(): Promise<void>;
  close(): Promise<void>;
}

export interface DesktopOptions extends ClockAndLog {
  /** Starts server and kiosk. An error ends the program. */
  start(): Promise<DesktopProgram>;
  /** Exit code of a normal end. */
  exitCode(): number;
  /** Absolute path of the built pages. */
  readonly pagesDir: string;
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  readonly production: boolean;
  readonly platform: NodeJS.Platform;
  readonly relaunch: Relaunch;
}

/** A service manager kills the program after five seconds, so the close must be faster. */
const CLOSE_DEADLINE_MS = 4_500;
/** In memory only: page data ends with the program. */
const PARTITION = 'kiosk';
const DISPLAY_PARTITION = 'display';

/** Settings that must precede Electron's ready event. */
export function prepareDesktop({ app, protocol, Menu }: Electron, platform: NodeJS.Platform): void {
  protocol.registerSchemesAsPrivileged(PAGE_SCHEMES);
  app.commandLine.appendSwitch('disable-pinch');
  app.commandLine.appendSwitch('overscroll-history-navigation', '0');
  // On macOS the keys to quit belong to the menu, which development needs.
  if (app.isPackaged || platform !== 'darwin') Menu.setApplicationMenu(null);
}

function endWith(app: App, program: DesktopProgram, unbind: () => void, options: DesktopOptions): void {
  const { exitCode, clock, log } = options;
  let ending = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    // `exit` skips this event, so it can always be prevented.
    event.preventDefault();
    if (ending) return;
    ending = true;
    unbind();
    const deadline = new Promise<boolean>((resolve) => void clock.after(CLOSE_DEADLINE_MS, () => resolve(false)));
    const closed = program.close().then(
      () => true,
      () => false,
    );
    void Promise.race([closed, deadline]).then((clean) => {
      log.info('app.stopped', { clean });
      app.exit(clean ? exitCode() : 1);
    });
  });
}

/** Opens the window; resolves when the page is loading. Call `prepareDesktop` first, before Electron is ready. */
export async function runDesktop(electron: Electron, options: DesktopOptions): Promise<DesktopProgram> {
  const { app, ipcMain, powerSaveBlocker } = electron;
  const { clock, log, pagesDir, preload, production, platform } = options;
  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });
  app.on('web-contents-created', (_event, contents) => lockDownContents(contents, options));
  for (const needed of [join(pagesDir, 'kiosk', 'index.html'), preload]) {
    if (!existsSync(needed)) throw new Error(`${needed} is missing: the program is not built completely`);
  }
  const [program] = await Promise.all([options.start(), app.whenReady()]);
  const session = electron.session.fromPartition(PARTITION);
  lockDownSession(session, options);
  servePages(session.protocol, pagesDir, program.recorded);
  const window = openKioskWindow(electron.BrowserWindow, {
    preload,
    session,
    production,
    platform,
    clock,
    quitting: () => quitting,
  });
  app.on('second-instance', () => {
    window.show();
    window.focus();
  });
  const light = keepScreenLit(powerSaveBlocker);
  const unbind = bindIpc({ ipcMain, window, host: program.host(), onState: light, log });
  endWith(app, program, unbind, options);
  startPageWatchdog({ window, ask: overBridge(ipcMain, window.webContents), clock, log });
  watchPage({ app, window, url: KIOSK_URL, relaunch: options.relaunch, clock, log });
  if (program.displayUrl !== null) {
    const closeDisplay = openDisplayWindow({
      BrowserWindow: electron.BrowserWindow,
      screen: electron.screen,
      session: electron.session.fromPartition(DISPLAY_PARTITION),
      url: program.displayUrl,
      production,
      platform,
      quitting: () => quitting,
      clock,
      log,
    });
    window.on('closed', closeDisplay);
  }
  return program;
}

/**
 * Keeps the screen on while the kiosk is open. While its page is dark, the system can switch the screen off by its own
 * settings, because only it knows which screens support that. A touch wakes the screen and the page. Call this with
 * every state shown.
 */
function keepScreenLit(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>): (state: Pick<KioskState, 'dark'>) => void {
  let lit: number | null = blocker.start('prevent-display-sleep');
  return ({ dark }) => {
    if (dark && lit !== null) {
      blocker.stop(lit);
      lit = null;
    } else if (!dark && lit === null) lit = blocker.start('prevent-display-sleep');
  };
}

interface KioskWindowOptions {
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  readonly session: Session;
  /** An installed kiosk cannot be left. From the sources the window can be closed and has developer tools. */
  readonly production: boolean;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  /** True once the program is ending, so that the window can close. */
  quitting(): boolean;
}

function kioskWindowOptions({ production, platform, session, preload }: KioskWindowOptions) {
  const options: BrowserWindowConstructorOptions = {
    title: 'Take a Number',
    // On macOS, kiosk mode blocks switching to other programs and forced quitting.
    kiosk: production || platform !== 'darwin',
    fullscreen: true,
    frame: false,
    show: false,
    backgroundColor: '#ffffff',
    autoHideMenuBar: true,
    // Not `closable: false`: on Windows and macOS such a window cannot be closed by the program either, which then
    // never ends (electron/electron#5891). An installed kiosk prevents the close in its `close` event.
    minimizable: false,
    webPreferences: { ...lockedPreferences(session, production), preload },
  };
  return options;
}

/** Opens the kiosk window: full screen, page only. */
function openKioskWindow(Window: typeof BrowserWindow, options: KioskWindowOptions): BrowserWindow {
  const window = new Window(kioskWindowOptions(options));
  window.removeMenu();
  showOnce(window, options.clock, () => window.show());
  window.on('close', (event) => {
    if (options.production && !options.quitting()) event.preventDefault();
  });
  return window;
}
