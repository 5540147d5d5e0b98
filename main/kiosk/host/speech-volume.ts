/**
 * Initial speech volume of each visit.
 *
 * Set at its operator panel, kept on its disk.
 */
import { join } from 'node:path';
import type { Log } from '../../lib/context.ts';
import { readKept, writeKept } from '../../printing/json-file.ts';
import { SAFE_VOLUME, VOLUME_STEPS } from '../contract/kiosk-access.ts';

export interface SpeechVolume {
  /** From 1 to `VOLUME_STEPS`. */
  step(): number;
  /** In force at once. Settles when it is on the disk, or the disk does not take it: then it lasts as long as the program. */
  set(step: number): Promise<void>;
}

interface SpeechVolumeOptions {
  readonly deviceId: string;
  /** Folder of what the kiosk keeps; null: nothing outlives it. */
  readonly dir: string | null;
  readonly log: Log;
}

const FILE = 'speech-volume.json';

const isStep = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= VOLUME_STEPS;

export function openSpeechVolume({ deviceId, dir, log }: SpeechVolumeOptions): SpeechVolume {
  const path = dir === null ? null : join(dir, FILE);
  const kept = (path === null ? null : readKept(path)) as { readonly step?: unknown } | null;
  let at = isStep(kept?.step) ? kept.step : SAFE_VOLUME;
  let writing: Promise<void> = Promise.resolve();
  return {
    step: () => at,
    set(step) {
      at = step;
      if (path !== null)
        writing = writing
          .then(() => writeKept(path, { step }))
          .catch((error: unknown) => log.warn('panel.volume-write-failed', { device: deviceId, error: String(error) }));
      return writing;
    },
  };
}
