/** The voices of this computer. Only those that speak on it: others would send every call to somebody's service. */
import { languageTag } from '../../shared/i18n.ts';

export interface Speech {
  /** A voice of that language, of its region if there is one; null without any. */
  voiceFor(lang: string): SpeechSynthesisVoice | null;
  /** Resolves when it has been said, or cannot be. */
  say(text: string, voice: SpeechSynthesisVoice, volume: number): Promise<void>;
}

/** Unhurried. */
const RATE = 0.9;
/** A call takes about five seconds; an engine that has not ended by then never will. */
const DEADLINE_MS = 20_000;

export function openSpeech(synthesis: SpeechSynthesis | undefined = window.speechSynthesis): Speech {
  // Chromium finds its voices when it is first asked for them.
  synthesis?.getVoices();
  return {
    voiceFor(lang) {
      const wanted = languageTag(lang).toLowerCase();
      const own = (synthesis?.getVoices() ?? []).filter(
        (voice) => voice.localService && languageOf(voice).split('-')[0] === wanted.split('-')[0],
      );
      return own.find((voice) => languageOf(voice) === wanted) ?? own.find((voice) => voice.default) ?? own[0] ?? null;
    },
    say: (text, voice, volume) =>
      new Promise((resolve) => {
        if (synthesis === undefined) return resolve();
        const words = new SpeechSynthesisUtterance(text);
        const end = (): void => {
          window.clearTimeout(deadline);
          resolve();
        };
        const deadline = window.setTimeout(() => {
          synthesis.cancel();
          end();
        }, DEADLINE_MS);
        words.voice = voice;
        words.lang = voice.lang;
        words.rate = RATE;
        words.volume = volume;
        words.onend = end;
        words.onerror = end;
        synthesis.speak(words);
      }),
  };
}

function languageOf({ lang }: SpeechSynthesisVoice): string {
  return languageTag(lang).toLowerCase();
}
