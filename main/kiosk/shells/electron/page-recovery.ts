/**
 * Keeps the kiosk page alive. Electron does not bring a dead page back by itself: the screen would stay white until
 * somebody comes.
 */
import type { App, BrowserWindow } from 'electron';
import type { Clock, Log } from '../../../lib/context.ts';
import { noteDrawing } from './gpu-fallback.ts';
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
/** With fewer in this time the graphics processor had a bad moment, and goes on. */
export const MAX_GPU_CRASHES = 2;
export const GPU_WINDOW_MS = 600_000;
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
  const mayDrawOn = createBudget(clock, MAX_GPU_CRASHES - 1, GPU_WINDOW_MS);

  function load(): void {
    if (window.isDestroyed()) return;
    // A load that fails is told by `did-fail-load` as well.
    window.loadURL(url).catch(() => {});
  }

  function again(): void {
    // Never from inside the event: Electron may crash when a page is loaded there.
    if (mayReload()) clock.after(0, load);
    else relaunch.now([]);
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    cancelHang();
    if (reason === 'clean-exit') return;
    log.error('page.crashed', { reason, exit_code: exitCode });
    again();
  });

  // Without the bridge to the host the page draws nothing, ever.
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
    // Drawing in software is slower, and better than not at all. It can only be chosen at the start.
    if (relaunch.argv.includes('--disable-gpu')) return;
    if (relaunch.takesSwitches) relaunch.now(['--disable-gpu']);
    else if (noteDrawing(app, log)) relaunch.now([]);
  });

  load();
}
