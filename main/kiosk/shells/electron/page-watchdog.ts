/**
 * Asks a page every few seconds whether it lives. Chromium itself notices a page that hangs only when somebody touches it, which
 * may be the first visitor of the morning; and a page whose scripts could not be run looks well to it, and is white.
 */
import type { BrowserWindow, IpcMain, WebContents } from 'electron';
import type { Clock, Log } from '../../../lib/context.ts';
import { BEAT_CHANNEL, PULSE_CHANNEL } from './channels.ts';

export const PULSE_MS = 5_000;
/** So many questions in a row without an answer: it hangs. A slow machine that draws a ticket answers within one. */
export const MAX_MISSED = 6;
const HAS_DRAWN = "(document.querySelector('#page')?.childElementCount ?? 0) > 0";

/** Asks once; `heard` is to be called when the page answers as one does that has drawn something. */
export type AskPage = (heard: () => void) => void;

export interface WatchdogParts {
  readonly window: BrowserWindow;
  readonly ask: AskPage;
  readonly clock: Clock;
  readonly log: Log;
}

/** Of a page that has a bridge to the host. */
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

/** Of a page that has none. */
export function byScript(contents: WebContents): AskPage {
  return (heard) => {
    contents.executeJavaScript(HAS_DRAWN).then(
      (draws: unknown) => {
        if (draws === true) heard();
      },
      // It has gone meanwhile.
      () => {},
    );
  };
}

/** A page that hangs, or draws nothing, is ended; whoever watches over its window loads it again. */
export function startPageWatchdog({ window, ask, clock, log }: WatchdogParts): void {
  const contents = window.webContents;
  let missed = 0;
  let isLoaded = false;
  /** Whether it answered as a page does that draws the kiosk. */
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
    // An answer that lies ready is heard first: this process may have been busy itself, or the machine asleep.
    clock.after(PULSE_MS, () => setImmediate(look));
  }
  later();
}
