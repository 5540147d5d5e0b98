/**
 * Speech output by a program of this computer.
 *
 * One thing at a time, the newest alone.
 */
import type { KioskReply } from '../contract/kiosk.ts';
import type { SpeechProgram } from '../voice/speech-program.ts';
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
