/**
 * Time to show a window that was created hidden.
 *
 * `ready-to-show` is not enough: under Wayland it possibly never comes for a hidden window (electron/electron#48859),
 * nor for a page that fails to load.
 */
import type { BrowserWindow, Session, WebPreferences } from 'electron';
import type { Clock } from '../../../lib/context.ts';

/** Shows the window anyway after this time: empty is better than invisible. */
export const SHOW_ANYWAY_MS = 3_000;

/** Calls `show` once, as soon as there is content. */
export function showOnce(window: BrowserWindow, clock: Clock, show: () => void): void {
  let shown = false;
  let cancel = (): void => {};
  const once = (): void => {
    cancel();
    if (shown || window.isDestroyed()) return;
    shown = true;
    show();
  };
  window.once('ready-to-show', once);
  window.webContents.once('did-finish-load', once);
  window.webContents.once('did-fail-load', once);
  window.once('closed', () => cancel());
  cancel = clock.after(SHOW_ANYWAY_MS, once);
}

/** Preferences of every window: one sandboxed page, without other features. */
export function lockedPreferences(session: Session, production: boolean): WebPreferences {
  return {
    session,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    webviewTag: false,
    devTools: !production,
    spellcheck: false,
    navigateOnDragDrop: false,
    disableDialogs: true,
    // Timers of the page must continue while another window is in front.
    backgroundThrottling: false,
  };
}
