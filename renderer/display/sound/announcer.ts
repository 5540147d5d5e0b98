/** Says a call: chime, then the voice, language after language. One call at a time; whoever asks waits for its end. */
import type { EventTicket } from '../../../main/contract/events.ts';
import type { Loudspeaker } from './loudspeaker.ts';
import { type Recording, recordedPhrase } from './recorded-phrase.ts';
import type { Speech } from './speech.ts';

export interface SpokenCall {
  readonly ticket: EventTicket;
  /** What to say in each language, in this order. */
  readonly phrases: readonly { readonly lang: string; readonly text: string }[];
  readonly chime: boolean;
  /** From 0 to 1; at 0 nothing sounds. */
  readonly volume: number;
}

export interface Announcer {
  /** Resolves when all has been said that can be said. */
  say(call: SpokenCall): Promise<void>;
}

export interface AnnouncerParts {
  readonly loudspeaker: Loudspeaker;
  readonly speech: Speech;
  /** Recorded voices for languages that this computer does not speak: the first that can say a call says all of it. */
  readonly recordedVoices: readonly RecordedVoice[];
}

export interface RecordedVoice {
  /** By language; asked for anew with each call, so that new words are there at once. */
  recordings(): Promise<Readonly<Record<string, Recording>>>;
  /** Address of a recording. */
  addressOf(language: string, file: string): string;
}

export function createAnnouncer({ loudspeaker, speech, recordedVoices }: AnnouncerParts): Announcer {
  async function sayRecorded(ticket: EventTicket, lang: string, volume: number): Promise<void> {
    for (const { recordings, addressOf } of recordedVoices) {
      const recorded = await recordings();
      const language = recordedLanguage(Object.keys(recorded), lang);
      const recording = language === null ? undefined : recorded[language];
      const files = recording === undefined ? null : recordedPhrase(recording, ticket);
      if (language === null || files === null) continue;
      const addresses = files.map((file) => addressOf(language, file));
      if (await loudspeaker.play(addresses, volume)) return;
    }
  }

  return {
    async say({ ticket, phrases, chime, volume }) {
      if (volume <= 0) return;
      if (chime) await loudspeaker.chime(volume);
      for (const { lang, text } of phrases) {
        const voice = speech.voiceFor(lang);
        if (voice !== null) await speech.say(text, voice, volume);
        // While the browser holds the page back, nothing need be fetched for it.
        else if (loudspeaker.isOpen.value) await sayRecorded(ticket, lang, volume);
      }
    },
  };
}

/** The folder of that language: of its region if there is one. */
function recordedLanguage(languages: readonly string[], lang: string): string | null {
  const plain = (id: string): string => id.replaceAll('-', '_').toLowerCase();
  const base = (id: string): string => plain(id).split('_')[0] ?? '';
  return (
    languages.find((each) => plain(each) === plain(lang)) ?? languages.find((each) => base(each) === base(lang)) ?? null
  );
}
