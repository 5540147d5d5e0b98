/**
 * Watchdog of a page: asks every few seconds whether it is alive.
 *
 * Chromium detects a hanging page only on input, possibly from the first visitor of the day. It never detects a page
 * that is white because its scripts failed.
 */
import type { BrowserWindow, IpcMain, WebContents } from 'electron';
import type { ClockAndLog } from '../../../lib/context.ts';
import { BEAT_CHANNEL, PULSE_CHANNEL } from './channels.ts';

export const PULSE_MS = 5_000;
/**
 * Consecutive unanswered checks after which a page hangs. A slow machine answers within one even while it draws a
 * ticket.
 */
export const MAX_MISSED = 6;
const HAS_DRAWN = "(document.querySelector('#page')?.childElementCount ?? 0) > 0";

/** Sends one check; `heard` is called when the page answers and has content. */
export type AskPage = (heard: () => void) => void;

export interface WatchdogParts extends ClockAndLog {
  readonly window: BrowserWindow;
  readonly ask: AskPage;
}

/** Check over the bridge, for a page that has one. */
export function overBridge(ipcMain: Pick<IpcMain, 'handle'>, contents: WebContents): AskPage {
  let heard = (): void => {};
  ipcMain.handle(BEAT_CHANNEL, (event, draws: unknown) => {
    if (event.sender === contents && draws === true) heard();
  });
  return (onHeard) => {
    heard = onHeard;
    contents.send(PULSE_CHANNEL);
  };
}

/** Check by script, for a page without a bridge. */
export function byScript(contents: WebContents): AskPage {
  return (heard) => {
    contents.executeJavaScript(HAS_DRAWN).then(
      (draws: unknown) => {
        if (draws === true) heard();
      },
      // The page has gone meanwhile.
      () => {},
    );
  };
}

/** Ends a page that hangs or is empty; the owner of its window reloads it. */
export function startPageWatchdog({ window, ask, clock, log }: WatchdogParts): void {
  const contents = window.webContents;
  let missed = 0;
  let isLoaded = false;
  /** Whether the page answered with content. */
  let answered = true;

  contents.on('did-finish-load', () => {
    isLoaded = true;
    missed = 0;
    answered = true;
  });
  contents.on('render-process-gone', () => {
    isLoaded = false;
  });
  contents.on('did-fail-load', (_event, _code, _description, _url, isMainFrame) => {
    if (isMainFrame) isLoaded = false;
  });

  function look(): void {
    if (window.isDestroyed()) return;
    if (isLoaded && !contents.isCrashed()) {
      missed = answered ? 0 : missed + 1;
      answered = false;
      if (missed < MAX_MISSED) {
        ask(() => {
          answered = true;
        });
      } else {
        log.error('page.watchdog-timeout', { missed });
        missed = 0;
        isLoaded = false;
        contents.forcefullyCrashRenderer();
      }
    }
    later();
  }

  function later(): void {
    // Reads a pending answer first: this process was possibly busy, or the machine suspended.
    clock.after(PULSE_MS, () => setImmediate(look));
  }
  later();
}
