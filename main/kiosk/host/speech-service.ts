/**
 * Speech output by a program of this computer.
 *
 * One thing at a time, the newest alone.
 */

import { join } from 'node:path';
import type { Log } from '../../lib/context.ts';
import { readKept, writeKept } from '../../printing/json-file.ts';
import type { KioskReply } from '../contract/kiosk.ts';
import { SAFE_VOLUME, VOLUME_STEPS } from '../contract/kiosk-access.ts';
import type { SpeechProgram } from '../voice/run-program.ts';
import type { VoiceCall } from './check-call.ts';

export interface SpeechService {
  /** The languages of the site that can be said here, or the sound; what was asked for before, and is not there yet, is not wanted any more. */
  answer(asked: VoiceCall, languages: readonly string[]): Promise<KioskReply>;
  close(): void;
}

const NO_VOICE: KioskReply = {
  ok: false,
  error: { code: 'not-allowed', message: 'This cannot be said here. Install eSpeak NG, or a voice of that language.' },
};

/** @param program null where the kiosk is only shown from here: its page has a computer of its own. */
export function openSpeechService(program: SpeechProgram | null): SpeechService {
  let asked = new AbortController();
  return {
    async answer(wanted, languages) {
      if (wanted.kind === 'voices') return { ok: true, voices: (await program?.languages(languages)) ?? [] };
      asked.abort();
      asked = new AbortController();
      const { text, lang, rate } = wanted;
      const sound = (await program?.say({ text, language: lang, rate }, asked.signal)) ?? null;
      return sound === null ? NO_VOICE : { ok: true, sound: Buffer.from(sound).toString('base64') };
    },
    close() {
      asked.abort();
      program?.close();
    },
  };
}

/**
 * Initial speech volume of each visit.
 *
 * Set at its operator panel, kept on its disk.
 */
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
