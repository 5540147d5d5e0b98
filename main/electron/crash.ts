/**
 * Keeps the kiosk page alive. Electron does not bring a dead page back by itself: the screen would stay white until
 * somebody comes.
 */
import type { App, BrowserWindow } from 'electron';
import type { Clock, Log } from '../context.ts';
import type { Relaunch } from './relaunch.ts';

export interface WatchOptions {
  readonly app: App;
  readonly window: BrowserWindow;
  /** Address of the page. */
  readonly url: string;
  /** Ends the program and has it started anew. */
  readonly relaunch: Relaunch;
  readonly clock: Clock;
  readonly log: Log;
}

export const MAX_RELOADS = 3;
export const RELOAD_WINDOW_MS = 300_000;
export const UNRESPONSIVE_MS = 10_000;
export const LOAD_RETRY_MS = 2_000;
const MAX_GPU_CRASHES = 2;
/** Chromium's `ERR_ABORTED`: another load took its place. */
const ABORTED = -3;

/** At most `limit` times within `windowMs`. */
function createBudget(clock: Clock, limit: number, windowMs: number): () => boolean {
  let spent: readonly number[] = [];
  return () => {
    const now = clock.now();
    spent = [...spent.filter((at) => now - at < windowMs), now];
    return spent.length <= limit;
  };
}

export function watchPage({ app, window, url, relaunch, clock, log }: WatchOptions): void {
  const contents = window.webContents;
  const mayReload = createBudget(clock, MAX_RELOADS, RELOAD_WINDOW_MS);
  let cancelHang = (): void => {};
  let gpuCrashes = 0;

  function load(): void {
    if (window.isDestroyed()) return;
    // A load that fails is told by `did-fail-load` as well.
    window.loadURL(url).catch(() => {});
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    cancelHang();
    if (reason === 'clean-exit') return;
    log.error('page.gone', { reason, exitCode });
    if (mayReload()) {
      // Never from inside the event: Electron may crash when a page is loaded there.
      clock.after(0, load);
    } else {
      relaunch.now([]);
    }
  });

  window.on('unresponsive', () => {
    cancelHang();
    log.warn('page.unresponsive');
    cancelHang = clock.after(UNRESPONSIVE_MS, () => {
      log.error('page.hung');
      contents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => cancelHang());

  contents.on('did-fail-load', (_event, errorCode, description, _url, isMainFrame) => {
    if (!isMainFrame || errorCode === ABORTED) return;
    log.error('page.not-loaded', { errorCode, description });
    clock.after(LOAD_RETRY_MS, load);
  });

  app.on('child-process-gone', (_event, { type, reason }) => {
    log.warn('process.gone', { type, reason });
    if (type !== 'GPU' || reason === 'clean-exit') return;
    gpuCrashes++;
    // Drawing in software is slower, and better than not at all. It can only be chosen at the start; where no switch
    // can be handed on, Chromium gets there by itself after some more crashes.
    const mayHelp = relaunch.takesSwitches && !relaunch.argv.includes('--disable-gpu');
    if (gpuCrashes === MAX_GPU_CRASHES && mayHelp) relaunch.now(['--disable-gpu']);
  });

  load();
}
