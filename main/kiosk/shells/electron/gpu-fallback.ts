/**
 * Choice of GPU or software rendering.
 *
 * It must precede Electron's ready event, so a note on disk sets the command line of the next start. The note is valid
 * for one start; the next one tries the GPU again.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';
import type { Log } from '../../../lib/context.ts';

type Drawing = Pick<App, 'getPath' | 'disableHardwareAcceleration'>;

const noteOf = (app: Pick<App, 'getPath'>): string => join(app.getPath('userData'), 'draw-by-program');

/** Applies the note. Call this before Electron is ready. */
export function drawAsNoted(app: Drawing, log: Log): void {
  try {
    rmSync(noteOf(app));
  } catch {
    return;
  }
  log.warn('gpu.disabled');
  app.disableHardwareAcceleration();
}

/** @returns whether the note was stored for the next start */
export function noteDrawing(app: Pick<App, 'getPath'>, log: Log): boolean {
  const note = noteOf(app);
  try {
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, '');
    return true;
  } catch (error) {
    log.error('gpu.flag-write-failed', { error: String(error) });
    return false;
  }
}
