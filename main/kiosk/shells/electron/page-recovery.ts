/**
 * Recovery of a dead kiosk page.
 *
 * Electron does not reload it: the screen would stay white until a person restarts the program.
 */
import type { App, BrowserWindow } from 'electron';
import type { Clock, ClockAndLog } from '../../../lib/context.ts';
import { noteDrawing } from './gpu-fallback.ts';
import type { Relaunch } from './relaunch.ts';

export interface WatchOptions extends ClockAndLog {
  readonly app: App;
  readonly window: BrowserWindow;
  /** Address of the page. */
  readonly url: string;
  /** Ends and restarts the program. */
  readonly relaunch: Relaunch;
}

export const MAX_RELOADS = 3;
export const RELOAD_WINDOW_MS = 300_000;
export const UNRESPONSIVE_MS = 10_000;
export const LOAD_RETRY_MS = 2_000;
/** Fewer crashes in this time count as a temporary GPU fault. */
export const MAX_GPU_CRASHES = 2;
export const GPU_WINDOW_MS = 600_000;
/** Chromium's `ERR_ABORTED`: another load replaced this one. */
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
  const mayDrawOn = createBudget(clock, MAX_GPU_CRASHES - 1, GPU_WINDOW_MS);

  function load(): void {
    if (window.isDestroyed()) return;
    // A failed load is also reported by `did-fail-load`.
    window.loadURL(url).catch(() => {});
  }

  function again(): void {
    // Deferred: Electron can crash when a page is loaded inside this event.
    if (mayReload()) clock.after(0, load);
    else relaunch.now([]);
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    cancelHang();
    if (reason === 'clean-exit') return;
    log.error('page.crashed', { reason, exit_code: exitCode });
    again();
  });

  // Without the bridge to the host the page stays empty.
  contents.on('preload-error', (_event, _path, error) => {
    log.error('page.bridge-missing', { error: String(error) });
    clock.after(LOAD_RETRY_MS, again);
  });

  window.on('unresponsive', () => {
    cancelHang();
    log.warn('page.unresponsive');
    cancelHang = clock.after(UNRESPONSIVE_MS, () => {
      log.error('page.hang-detected');
      contents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => cancelHang());

  contents.on('did-fail-load', (_event, errorCode, description, _url, isMainFrame) => {
    if (!isMainFrame || errorCode === ABORTED) return;
    log.error('page.load-failed', { error_code: errorCode, error: description });
    clock.after(LOAD_RETRY_MS, load);
  });

  app.on('child-process-gone', (_event, { type, reason }) => {
    log.warn('process.exited', { kind: type, reason });
    if (type !== 'GPU' || reason === 'clean-exit') return;
    if (mayDrawOn()) return;
    // Software rendering is slower, but works. It can only be chosen at the start.
    if (relaunch.argv.includes('--disable-gpu')) return;
    if (relaunch.takesSwitches) relaunch.now(['--disable-gpu']);
    else if (noteDrawing(app, log)) relaunch.now([]);
  });

  load();
}
