/**
 * Display page in a window on the second screen.
 *
 * It opens and closes with that screen, and never takes the kiosk's focus.
 */
import type { BrowserWindow, BrowserWindowConstructorOptions, Display, Rectangle, Screen, Session } from 'electron';
import type { ClockAndLog } from '../../../lib/context.ts';
import { lockDownSession } from './lockdown.ts';
import { LOAD_RETRY_MS } from './page-recovery.ts';
import { byScript, startPageWatchdog } from './page-watchdog.ts';
import { lockedPreferences, showOnce } from './show-window.ts';

export interface DisplayWindowParts extends ClockAndLog {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly screen: Screen;
  readonly session: Session;
  /** URL of the page, with its key behind the `#`. */
  readonly url: string;
  /** An installed program: its windows cannot be closed. */
  readonly production: boolean;
  readonly platform: NodeJS.Platform;
  /** True once the program is ending. */
  quitting(): boolean;
}

/**
 * Under X11 a window without focus cannot become full screen (electron/electron#28130), because the window manager
 * ignores it. There it gets the size of its screen and is moved by its bounds.
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
    // A keyboard-wedge reader types into the focused window, which must be the kiosk's.
    focusable: false,
    skipTaskbar: true,
    backgroundColor: '#000000',
    autoHideMenuBar: true,
    minimizable: false,
    webPreferences: {
      ...lockedPreferences(session, production),
      // A wall display gets no touch, which autoplay would need.
      autoplayPolicy: 'no-user-gesture-required',
    },
  };
}

/** Allows its own server and pictures of other origins; the page itself shows only those that the site names. */
function allowedFrom(url: string): (address: string, resource: string) => boolean {
  const { host } = new URL(url);
  return (address, resource) => {
    const asked = URL.canParse(address) ? new URL(address) : null;
    if (asked === null) return false;
    const isServer = asked.host === host && /^(https?|wss?):$/.test(asked.protocol);
    return isServer || (resource === 'image' && asked.protocol === 'https:');
  };
}

/** Keeps the page alive: reloads a dead or missing one while the window exists, and ends one that hangs. */
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
  // Chromium detects a hanging page only on input, which a display never gets.
  startPageWatchdog({ window, ask: byScript(window.webContents), clock, log });
  load();
}

/** Moves a window to its screen's present position. */
function moveTo(window: BrowserWindow, bounds: Rectangle, platform: NodeJS.Platform): void {
  const fills = isFullScreen(platform);
  // A full-screen window cannot be moved.
  if (fills) window.setFullScreen(false);
  window.setBounds(bounds);
  if (fills) window.setFullScreen(true);
}

function sameBounds(one: Rectangle, other: Rectangle): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

/** Returns the function to close it. */
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
