/**
 * Stands in for the `electron` module where its runtime cannot be had: the same calls and events as far as this
 * program uses them, with Debian's Chromium as the renderer. Real modules of the main process and the real bundled
 * preload run against it.
 */
import { EventEmitter } from 'node:events';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Electron } from '../../../main/electron/desktop.ts';
import { IpcMainStandIn } from './ipc-main.ts';
import { preventable } from './preventable.ts';
import { ProtocolStandIn, SessionStandIn } from './session.ts';
import { WebContentsStandIn, type WebPreferences } from './web-contents.ts';

interface WindowOptions {
  readonly webPreferences: WebPreferences;
  readonly [name: string]: unknown;
}

export class AppStandIn extends EventEmitter {
  isPackaged = true;
  readonly switches: string[] = [];
  readonly relaunches: (readonly string[])[] = [];
  exitCode: number | null = null;
  isReady = false;
  windows: readonly { close(): void; readonly destroyed: boolean }[] = [];
  firstInstance = true;
  quitting = false;

  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => {
      this.switches.push(value === '' ? name : `${name}=${value}`);
    },
  };

  getVersion(): string {
    return '0.0.0';
  }

  requestSingleInstanceLock(): boolean {
    return this.firstInstance;
  }

  async whenReady(): Promise<void> {
    this.isReady = true;
  }

  relaunch({ args }: { readonly args: readonly string[] }): void {
    this.relaunches.push(args);
  }

  exit(code = 0): void {
    this.exitCode ??= code;
    this.emit('quit', preventable(), code);
  }

  quit(): void {
    const before = preventable();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.quitting = true;
    for (const window of this.windows) window.close();
    this.quitting = false;
    if (this.windows.some(({ destroyed }) => !destroyed)) return;
    const will = preventable();
    this.emit('will-quit', will);
    if (!will.defaultPrevented) this.exit(0);
  }
}

export class BrowserWindowStandIn extends EventEmitter {
  readonly options: WindowOptions;
  readonly webContents: WebContentsStandIn;
  readonly #app: AppStandIn;
  visible = false;
  destroyed = false;
  focused = 0;
  hasMenu = true;

  constructor(options: WindowOptions, app: AppStandIn, webContents: WebContentsStandIn) {
    super();
    this.options = options;
    this.#app = app;
    this.webContents = webContents;
    webContents.once('did-finish-load', () => this.emit('ready-to-show'));
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  removeMenu(): void {
    this.hasMenu = false;
  }

  show(): void {
    this.visible = true;
  }

  showInactive(): void {
    this.visible = true;
  }

  focus(): void {
    this.focused++;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  close(): void {
    if (this.destroyed) return;
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  /** At once, and nobody is asked. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    void this.webContents.destroy();
    this.emit('closed');
    // Not while the app itself quits: then it has nobody to ask.
    if (!this.#app.quitting && this.#app.windows.every(({ destroyed }) => destroyed))
      this.#app.emit('window-all-closed');
  }
}

interface ScreenPlace {
  readonly id: number;
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** `screen`: the first one is the primary one; a test plugs others in and out. */
class ScreenStandIn extends EventEmitter {
  #all: readonly ScreenPlace[] = [{ id: 1, bounds: { x: 0, y: 0, width: 1080, height: 1920 } }];

  getAllDisplays(): readonly ScreenPlace[] {
    return this.#all;
  }

  getPrimaryDisplay(): ScreenPlace | undefined {
    return this.#all[0];
  }

  plugIn(screen: ScreenPlace): void {
    this.#all = [...this.#all, screen];
    this.emit('display-added', preventable(), screen);
  }

  unplug(id: number): void {
    this.#all = this.#all.filter((each) => each.id !== id);
    this.emit('display-removed', preventable(), { id });
  }
}

export interface ElectronStandIn {
  /** For the program. */
  readonly electron: Electron;
  readonly app: AppStandIn;
  readonly ipcMain: IpcMainStandIn;
  readonly windows: readonly BrowserWindowStandIn[];
  readonly menus: readonly unknown[];
  readonly blockers: readonly string[];
  readonly protocol: ProtocolStandIn;
  readonly screen: ScreenStandIn;
  session(partition: string): SessionStandIn;
  close(): Promise<void>;
}

export function standInElectron(browser: Browser): ElectronStandIn {
  const app = new AppStandIn();
  const ipcMain = new IpcMainStandIn();
  const protocol = new ProtocolStandIn(() => app.isReady);
  const screen = new ScreenStandIn();
  const sessions = new Map<string, SessionStandIn>();
  const contexts = new Map<SessionStandIn, Promise<BrowserContext>>();
  const windows: BrowserWindowStandIn[] = [];
  const menus: unknown[] = [];
  const blockers: string[] = [];

  function session(partition: string): SessionStandIn {
    const made = sessions.get(partition) ?? new SessionStandIn(new ProtocolStandIn(() => app.isReady));
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
      super(options, app, contents);
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
    Menu: { setApplicationMenu: (menu: unknown) => void menus.push(menu) },
    powerSaveBlocker: { start: (kind: string) => blockers.push(kind) },
  } as unknown as Electron;

  return {
    electron,
    app,
    ipcMain,
    windows,
    menus,
    blockers,
    protocol,
    screen,
    session,
    async close() {
      for (const context of contexts.values()) await (await context).close();
    },
  };
}
