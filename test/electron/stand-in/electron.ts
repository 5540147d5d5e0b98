/**
 * Simulated `electron` module for machines without its runtime. It has the calls and events that this program uses,
 * with Debian's Chromium as the renderer. The real modules of the main process and the real bundled preload script
 * run on it.
 */
import type { Browser, BrowserContext } from 'playwright-core';
import type { Electron } from '../../../main/kiosk/shells/electron/desktop.ts';
import { AppStandIn } from './app.ts';
import { IpcMainStandIn } from './ipc-main.ts';
import { MANNERS, type Manner } from './manner.ts';
import { preventable } from './preventable.ts';
import { ScreenStandIn } from './screen.ts';
import { ProtocolStandIn, SessionStandIn } from './session.ts';
import { WebContentsStandIn } from './web-contents.ts';
import { BrowserWindowStandIn, type Desk, type WindowOptions } from './window.ts';

export interface ElectronStandIn {
  /** For the program. */
  readonly electron: Electron;
  readonly app: AppStandIn;
  readonly ipcMain: IpcMainStandIn;
  readonly windows: readonly BrowserWindowStandIn[];
  /** Menus set by the program; empty: Electron's default menu. */
  readonly menus: readonly unknown[];
  /** Message boxes that a user must close. */
  readonly boxes: readonly string[];
  /** The window with the keyboard focus. */
  readonly focused: () => BrowserWindowStandIn | null;
  /** Whether a user can leave the kiosk without another machine. */
  readonly hasWayOut: () => boolean;
  /** Active power save blockers. */
  readonly blockers: () => readonly string[];
  readonly protocol: ProtocolStandIn;
  readonly screen: ScreenStandIn;
  session(partition: string): SessionStandIn;
  close(): Promise<void>;
}

export function standInElectron(browser: Browser, manner: Manner = MANNERS['Linux X11']): ElectronStandIn {
  const app = new AppStandIn(manner);
  const ipcMain = new IpcMainStandIn();
  const schemes: ConstructorParameters<typeof ProtocolStandIn>[1] = [];
  const protocol = new ProtocolStandIn(() => app.isReady, schemes);
  const screen = new ScreenStandIn();
  const desk: Desk = { app, screen, manner, focused: null };
  const sessions = new Map<string, SessionStandIn>();
  const contexts = new Map<SessionStandIn, Promise<BrowserContext>>();
  const windows: BrowserWindowStandIn[] = [];
  const menus: unknown[] = [];
  const blockers = new Map<number, string>();
  let lastBlocker = 0;
  const boxes: string[] = [];

  function session(partition: string): SessionStandIn {
    const made = sessions.get(partition) ?? new SessionStandIn(new ProtocolStandIn(() => app.isReady, schemes));
    sessions.set(partition, made);
    return made;
  }

  function contextOf(of: SessionStandIn): Promise<BrowserContext> {
    const made = contexts.get(of) ?? browser.newContext({ viewport: { width: 1080, height: 1920 } });
    contexts.set(of, made);
    return made;
  }

  class BrowserWindow extends BrowserWindowStandIn {
    constructor(options: WindowOptions) {
      if (!app.isReady) throw new Error('Cannot create BrowserWindow before app is ready');
      const { webPreferences } = options;
      const contents = new WebContentsStandIn(webPreferences, ipcMain, () => contextOf(webPreferences.session));
      super(options, desk, contents);
      windows.push(this);
      app.windows = windows;
      app.emit('web-contents-created', preventable(), contents);
    }
  }

  const electron = {
    app,
    BrowserWindow,
    ipcMain,
    protocol,
    screen,
    session: { fromPartition: session },
    dialog: {
      showErrorBox: (title: string, content: string) => {
        if (app.isReady || manner.boxesBeforeReady) boxes.push(`${title}: ${content}`);
      },
    },
    Menu: { setApplicationMenu: (menu: unknown) => void menus.push(menu) },
    powerSaveBlocker: {
      start(kind: string) {
        blockers.set(++lastBlocker, kind);
        return lastBlocker;
      },
      stop: (id: number) => blockers.delete(id),
    },
  } as unknown as Electron;

  return {
    electron,
    app,
    ipcMain,
    windows,
    menus,
    blockers: () => [...blockers.values()],
    boxes,
    focused: () => desk.focused,
    hasWayOut: () => !manner.locksIn || menus.at(-1) !== null || !windows.some(({ options }) => options.kiosk),
    protocol,
    screen,
    session,
    async close() {
      await Promise.all(windows.map(({ webContents }) => webContents.destroy()));
      for (const context of contexts.values()) await (await context).close();
    },
  };
}
