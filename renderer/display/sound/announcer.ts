/** Says a call: chime, then the voice, language after language. One call at a time; whoever asks waits for its end. */
import type { EventTicket } from '../../../main/events/contract/events.ts';
import type { Loudspeaker } from '../../shared/sound/loudspeaker.ts';
import { type RecordedVoice, recordedLanguage } from '../../shared/sound/recorded-voice.ts';
import type { Speech } from '../../shared/sound/speech.ts';
import { recordedPhrase } from './recorded-phrase.ts';

export interface SpokenCall {
  readonly ticket: EventTicket;
  /** What to say in each language, in this order. */
  readonly phrases: readonly Phrase[];
  readonly chime: boolean;
  /** From 0 to 1; at 0 nothing sounds in the room. */
  readonly volume: number;
}

interface Phrase {
  readonly lang: string;
  /** Null while its texts are not there: recorded words need none. */
  readonly text: string | null;
  /** Where the visitor goes, as it stands on the screen in this language. */
  readonly desk: string;
}

export interface Announcer {
  /** Resolves when all has been said that can be said; `signal` stops it. */
  say(call: SpokenCall, signal: AbortSignal): Promise<void>;
  /** Whether it has a voice for that language, this computer's own or a recorded one. */
  hasVoice(lang: string): Promise<boolean>;
}

export interface AnnouncerParts {
  readonly loudspeaker: Loudspeaker;
  readonly speech: Speech;
  /** For what this computer does not say in a voice of its own: the first of them that can say a call says all of it. */
  readonly recordedVoices: readonly RecordedVoice[];
  /** Whether recorded words come before voices of the computer, which no page can send to an induction loop. */
  readonly isRecordedFirst?: () => boolean;
}

export function createAnnouncer({
  loudspeaker,
  speech,
  recordedVoices,
  isRecordedFirst = () => false,
}: AnnouncerParts): Announcer {
  const faulty = new Set<string>();

  /** A fault in one part of a call takes no other part with it. It is noted once, for whoever looks after the display. */
  async function attempt(part: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!faulty.has(part)) console.error(`A call could not be announced (${part}):`, error);
      faulty.add(part);
    }
  }

  /** Whether one of them could. While the browser holds the page back, nothing need be fetched for it. */
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
