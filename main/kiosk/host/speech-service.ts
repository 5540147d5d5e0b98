/**
 * Speech output by a program of this computer.
 *
 * It speaks one text at a time; a new one replaces the others.
 */

import { join } from 'node:path';
import type { Log } from '../../lib/context.ts';
import { readKept, writeKept } from '../../printing/json-file.ts';
import type { KioskReply } from '../contract/kiosk.ts';
import { SAFE_VOLUME, VOLUME_STEPS } from '../contract/kiosk-access.ts';
import type { SpeechProgram } from '../voice/run-program.ts';
import type { VoiceCall } from './check-call.ts';

export interface SpeechService {
  /** Returns the supported languages of the site, or the sound. A new request cancels the pending one. */
  answer(asked: VoiceCall, languages: readonly string[]): Promise<KioskReply>;
  close(): void;
}

const NO_VOICE: KioskReply = {
  ok: false,
  error: { code: 'not-allowed', message: 'No voice for this language. Install eSpeak NG, or a voice of the language.' },
};

/** @param program null for a kiosk that is only shown here: its page runs on another computer */
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

/** Initial speech volume of each visit, set at the operator panel and stored on disk. */
export interface SpeechVolume {
  /** From 1 to `VOLUME_STEPS`. */
  step(): number;
  /** Takes effect at once. Resolves when it is on disk, or after a failed write: it then ends with the program. */
  set(step: number): Promise<void>;
}

interface SpeechVolumeOptions {
  readonly deviceId: string;
  /** The kiosk's data folder; null: nothing survives a restart. */
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
