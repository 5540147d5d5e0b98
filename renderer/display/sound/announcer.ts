/**
 * Announcement of a call: chime, then speech in each language.
 *
 * One call at a time; the promise resolves at its end.
 */
import type { EventTicket } from '../../../main/events/contract/events.ts';
import type { Loudspeaker } from '../../shared/sound/loudspeaker.ts';
import { type RecordedVoice, recordedLanguage } from '../../shared/sound/recorded-voice.ts';
import type { Speech } from '../../shared/sound/speech.ts';
import { recordedPhrase } from './recorded-phrase.ts';

export interface SpokenCall {
  readonly ticket: EventTicket;
  /** Texts of each language, in order. */
  readonly phrases: readonly Phrase[];
  readonly chime: boolean;
  /** From 0 to 1; at 0 nothing is audible in the room. */
  readonly volume: number;
}

interface Phrase {
  readonly lang: string;
  /** Null while its texts are not loaded: recorded words need none. */
  readonly text: string | null;
  /** Desk name on the screen in this language. */
  readonly desk: string;
}

export interface Announcer {
  /** Resolves when everything possible was spoken; `signal` aborts it. */
  say(call: SpokenCall, signal: AbortSignal): Promise<void>;
  /** Whether a voice or recording of that language is available. */
  hasVoice(lang: string): Promise<boolean>;
}

export interface AnnouncerParts {
  readonly loudspeaker: Loudspeaker;
  readonly speech: Speech;
  /** Fallback without a voice of the computer: the first that can say a call says all of it. */
  readonly recordedVoices: readonly RecordedVoice[];
  /** Whether recordings precede the computer's voices, which a page cannot send to an induction loop. */
  readonly isRecordedFirst?: () => boolean;
}

export function createAnnouncer({
  loudspeaker,
  speech,
  recordedVoices,
  isRecordedFirst = () => false,
}: AnnouncerParts): Announcer {
  const faulty = new Set<string>();

  /** A failing part does not affect the others. Logged once for staff. */
  async function attempt(part: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!faulty.has(part)) console.error(`A call could not be announced (${part}):`, error);
      faulty.add(part);
    }
  }

  /** Whether a recording could be played. Loads nothing while the browser blocks sound. */
  async function sayRecorded(
    { lang, desk }: Phrase,
    { ticket, volume }: SpokenCall,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!loudspeaker.isOpen.value) return false;
    for (const { recordings, addressOf } of recordedVoices) {
      const recorded = await recordings();
      const language = recordedLanguage(Object.keys(recorded), lang);
      const recording = language === null ? undefined : recorded[language];
      const files = recording === undefined ? null : recordedPhrase(recording, ticket, desk);
      if (language === null || files === null) continue;
      const addresses = files.map((file) => addressOf(language, file));
      if (await loudspeaker.play(addresses, volume, signal)) return true;
    }
    return false;
  }

  async function sayIn(phrase: Phrase, call: SpokenCall, signal: AbortSignal): Promise<void> {
    const { lang, text } = phrase;
    const isFirst = isRecordedFirst();
    if (isFirst && (await sayRecorded(phrase, call, signal))) return;
    const voice = text === null || call.volume <= 0 ? null : speech.voiceFor(lang);
    if (text !== null && voice !== null && (await speech.say(text, voice, { volume: call.volume }, signal))) return;
    if (!isFirst) await sayRecorded(phrase, call, signal);
  }

  return {
    async hasVoice(lang) {
      if (speech.voiceFor(lang) !== null) return true;
      const recorded = await Promise.all(recordedVoices.map(({ recordings }) => recordings().catch(() => ({}))));
      return recorded.some((voices) => recordedLanguage(Object.keys(voices), lang) !== null);
    },
    async say(call, signal) {
      if (call.volume <= 0 && !isRecordedFirst()) return;
      if (call.chime) await attempt('chime', () => loudspeaker.chime(call.volume));
      for (const phrase of call.phrases) {
        if (signal.aborted) return;
        await attempt(phrase.lang, () => sayIn(phrase, call, signal));
      }
    },
  };
}
