/**
 * Time to show a window that was created hidden.
 *
 * `ready-to-show` is not enough: under Wayland it may never come for a hidden window (electron/electron#48859), nor
 * for a page that cannot be loaded.
 */
import type { BrowserWindow, Session, WebPreferences } from 'electron';
import type { Clock } from '../../../lib/context.ts';

/** A window that nothing was heard of is shown all the same: empty is better than invisible. */
export const SHOW_ANYWAY_MS = 3_000;

/** Calls `show` once, as soon as there is something to see. */
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

/** What every window of this program may do: show a page, in a sandbox of its own, and nothing else. */
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
    // The page must go on counting down while something else has the screen for a moment.
    backgroundThrottling: false,
  };
}
