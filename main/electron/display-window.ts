/**
 * The display of this house in a window of its own, on the screen that the kiosk does not have: opened when that screen
 * is there, closed when it is gone, and never in the way of the kiosk, whose keys it must not catch.
 */
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Screen, Session } from 'electron';
import type { Clock, Log } from '../context.ts';
import { LOAD_RETRY_MS, UNRESPONSIVE_MS } from './crash.ts';
import { lockDownSession } from './lockdown.ts';
import { lockedPreferences } from './web-preferences.ts';

export interface DisplayWindowParts {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly screen: Screen;
  readonly session: Session;
  /** Address of the page, with its key behind the `#`. */
  readonly url: string;
  /** An installed program: its windows stay. */
  readonly production: boolean;
  /** True once the program is on its way out. */
  quitting(): boolean;
  readonly clock: Clock;
  readonly log: Log;
}

function windowOptions(bounds: Rectangle, session: Session, production: boolean): BrowserWindowConstructorOptions {
  return {
    title: 'Take a Number: display',
    x: bounds.x,
    y: bounds.y,
    width: bounds.width,
    height: bounds.height,
    frame: false,
    fullscreen: true,
    show: false,
    // A reader that types like a keyboard types into the window that has the focus: that is the kiosk's.
    focusable: false,
    skipTaskbar: true,
    backgroundColor: '#000000',
    autoHideMenuBar: true,
    minimizable: false,
    webPreferences: {
      ...lockedPreferences(session, production),
      // Nobody touches a screen on the wall.
      autoplayPolicy: 'no-user-gesture-required',
    },
  };
}

/** Its own server, and pictures of other origins: the page itself shows only those that the site names. */
function allowedFrom(url: string): (address: string, resource: string) => boolean {
  const { host } = new URL(url);
  return (address, resource) => {
    const asked = URL.canParse(address) ? new URL(address) : null;
    if (asked === null) return false;
    const isServer = asked.host === host && /^(https?|wss?):$/.test(asked.protocol);
    return isServer || (resource === 'image' && asked.protocol === 'https:');
  };
}

/** Keeps the page there: a dead or missing one is loaded again for as long as the window lives. */
function keepPage(window: BrowserWindow, { url, clock, log }: DisplayWindowParts): void {
  let cancelHang = (): void => {};
  const load = (): void => {
    if (!window.isDestroyed()) window.loadURL(url).catch(() => {});
  };
  const loadAgain = (reason: string): void => {
    cancelHang();
    log.warn('display.loads-again', { reason });
    clock.after(LOAD_RETRY_MS, load);
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => loadAgain(reason));
  window.webContents.on('did-fail-load', (_event, _code, description, _url, isMainFrame) => {
    if (isMainFrame) loadAgain(description);
  });
  window.on('unresponsive', () => {
    cancelHang();
    cancelHang = clock.after(UNRESPONSIVE_MS, () => window.webContents.forcefullyCrashRenderer());
  });
  window.on('responsive', () => cancelHang());
  window.on('closed', () => cancelHang());
  load();
}

/** Returns how to end it. */
export function openDisplayWindow(parts: DisplayWindowParts): () => void {
  const { BrowserWindow: Window, screen, session, url, production, log } = parts;
  let shown: { readonly window: BrowserWindow; readonly screenId: number } | null = null;
  lockDownSession(session, { production, log, allows: allowedFrom(url) });

  function close(): void {
    const old = shown;
    shown = null;
    if (old !== null && !old.window.isDestroyed()) old.window.destroy();
  }

  function place(): void {
    const primary = screen.getPrimaryDisplay().id;
    const second = screen.getAllDisplays().find(({ id }) => id !== primary);
    if (second !== undefined && second.id === shown?.screenId) return;
    close();
    if (second === undefined) {
      log.warn('display.no-second-screen');
      return;
    }
    const window = new Window(windowOptions(second.bounds, session, production));
    shown = { window, screenId: second.id };
    window.removeMenu();
    window.once('ready-to-show', () => window.showInactive());
    window.on('close', (event) => {
      if (production && !parts.quitting()) event.preventDefault();
    });
    log.info('display.opened', { screen: second.id });
    keepPage(window, parts);
  }

  place();
  screen.on('display-added', place);
  screen.on('display-removed', place);
  return () => {
    screen.removeListener('display-added', place);
    screen.removeListener('display-removed', place);
    close();
  };
}
