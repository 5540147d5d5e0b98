/**
 * Display page in a window on the second screen.
 *
 * Opened when that screen is there, closed when it is gone, and never in the way of the kiosk, whose keys it must not
 * catch.
 */
import type { BrowserWindow, BrowserWindowConstructorOptions, Display, Rectangle, Screen, Session } from 'electron';
import type { Clock, Log } from '../../../lib/context.ts';
import { lockDownSession } from './lockdown.ts';
import { LOAD_RETRY_MS } from './page-recovery.ts';
import { byScript, startPageWatchdog } from './page-watchdog.ts';
import { lockedPreferences, showOnce } from './show-window.ts';

export interface DisplayWindowParts {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly screen: Screen;
  readonly session: Session;
  /** Address of the page, with its key behind the `#`. */
  readonly url: string;
  /** An installed program: its windows stay. */
  readonly production: boolean;
  readonly platform: NodeJS.Platform;
  /** True once the program is on its way out. */
  quitting(): boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Under X11 a window without focus is none of the window manager's business and never becomes full screen
 * (electron/electron#28130): there it is as large as its screen, and moved by hand.
 */
function isFullScreen(platform: NodeJS.Platform): boolean {
  return platform !== 'linux';
}

function windowOptions(
  { x, y, width, height }: Rectangle,
  { session, production, platform }: DisplayWindowParts,
): BrowserWindowConstructorOptions {
  return {
    title: 'Take a Number: display',
    x,
    y,
    width,
    height,
    frame: false,
    fullscreen: isFullScreen(platform),
    enableLargerThanScreen: true,
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

/** Keeps the page there: a dead or missing one is loaded again for as long as the window lives, and one that hangs is ended. */
function keepPage(window: BrowserWindow, { url, clock, log }: DisplayWindowParts): void {
  const load = (): void => {
    if (!window.isDestroyed()) window.loadURL(url).catch(() => {});
  };
  const loadAgain = (reason: string): void => {
    log.warn('display.page-reloaded', { reason });
    clock.after(LOAD_RETRY_MS, load);
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => loadAgain(reason));
  window.webContents.on('did-fail-load', (_event, _code, description, _url, isMainFrame) => {
    if (isMainFrame) loadAgain(description);
  });
  // Nobody touches it, so Chromium itself would never say that it hangs.
  startPageWatchdog({ window, ask: byScript(window.webContents), clock, log });
  load();
}

/** Puts a window onto the place where its screen is now. */
function moveTo(window: BrowserWindow, bounds: Rectangle, platform: NodeJS.Platform): void {
  const fills = isFullScreen(platform);
  // A window that fills its screen cannot be moved.
  if (fills) window.setFullScreen(false);
  window.setBounds(bounds);
  if (fills) window.setFullScreen(true);
}

function sameBounds(one: Rectangle, other: Rectangle): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

/** Returns how to end it. */
export function openDisplayWindow(parts: DisplayWindowParts): () => void {
  const { BrowserWindow: Window, screen, session, url, production, platform, clock, log } = parts;
  let shown: { readonly window: BrowserWindow; readonly screenId: number; readonly bounds: Rectangle } | null = null;
  lockDownSession(session, { production, log, allows: allowedFrom(url) });

  function close(): void {
    const old = shown;
    shown = null;
    if (old !== null && !old.window.isDestroyed()) old.window.destroy();
  }

  function open({ id, bounds }: Display): void {
    const window = new Window(windowOptions(bounds, parts));
    shown = { window, screenId: id, bounds };
    window.removeMenu();
    showOnce(window, clock, () => window.showInactive());
    window.on('close', (event) => {
      if (production && !parts.quitting()) event.preventDefault();
    });
    log.info('display.opened', { screen: id });
    keepPage(window, parts);
  }

  function place(): void {
    const primary = screen.getPrimaryDisplay().id;
    const second = screen.getAllDisplays().find(({ id }) => id !== primary);
    if (second === undefined) {
      close();
      log.warn('display.second-screen-missing');
    } else if (second.id !== shown?.screenId) {
      close();
      open(second);
    } else if (!sameBounds(second.bounds, shown.bounds)) {
      moveTo(shown.window, second.bounds, platform);
      shown = { ...shown, bounds: second.bounds };
      log.info('display.moved', { screen: second.id });
    }
  }

  const changes = ['display-added', 'display-removed', 'display-metrics-changed'] as const;
  place();
  for (const change of changes) screen.on(change as 'display-added', place);
  return () => {
    for (const change of changes) screen.removeListener(change as 'display-added', place);
    close();
  };
}
