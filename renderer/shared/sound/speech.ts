/** The voices of this computer. Only those that speak on it: others would send every call to somebody's service. */
import { languageTag } from '../i18n.ts';

export interface Speech {
  /** A voice of that language, of its region if there is one; null without any that has spoken when it was last asked to. */
  voiceFor(lang: string): SpeechSynthesisVoice | null;
  /** Resolves when it has been said, or cannot be: then with false. `signal` silences it. */
  say(text: string, voice: SpeechSynthesisVoice, manner: Manner, signal: AbortSignal): Promise<boolean>;
}

/** `volume` from 0 to 1; `rate` 1 is the voice's own, `UNHURRIED` if not said. */
export interface Manner {
  readonly volume: number;
  readonly rate?: number;
}

/** Why a voice was silenced that is not to blame: somebody has heard enough. Every other reason gives it a rest. */
export const INTERRUPTED = 'interrupted';

export const UNHURRIED = 0.9;
/** An engine that has not begun by then will not, or too late for a hall that waits. */
const START_MS = 2_500;
/** A voice that has failed is left alone for so long. */
const REST_MS = 180_000;

/** Twice what a slow voice takes; an engine that has not ended by then never will. */
function longestMs(text: string, rate: number): number {
  return 5_000 + (200 * text.length) / Math.min(1, rate / UNHURRIED);
}

export function openSpeech(synthesis: SpeechSynthesis | undefined = window.speechSynthesis): Speech {
  /** Until when, by voice. */
  const resting = new Map<string, number>();
  // Chromium finds its voices when it is first asked for them.
  synthesis?.getVoices();

  const isFit = (voice: SpeechSynthesisVoice): boolean =>
    voice.localService && (resting.get(voice.voiceURI) ?? 0) <= performance.now();

  return {
    voiceFor(lang) {
      const wanted = languageTag(lang).toLowerCase();
      const own = (synthesis?.getVoices() ?? []).filter(
        (voice) => isFit(voice) && languageOf(voice).split('-')[0] === wanted.split('-')[0],
      );
      return own.find((voice) => languageOf(voice) === wanted) ?? own.find((voice) => voice.default) ?? own[0] ?? null;
    },
    say: (text, voice, { volume, rate = UNHURRIED }, signal) =>
      new Promise((resolve) => {
        if (synthesis === undefined || signal.aborted) return resolve(false);
        const words = new SpeechSynthesisUtterance(text);
        const end = (isSaid: boolean): void => {
          window.clearTimeout(deadline);
          signal.removeEventListener('abort', stop);
          words.onstart = words.onend = words.onerror = null;
          resolve(isSaid);
        };
        const rest = (): void => void resting.set(voice.voiceURI, performance.now() + REST_MS);
        const stop = (): void => {
          if (signal.reason !== INTERRUPTED) rest();
          synthesis.cancel();
          end(true);
        };
        let deadline = window.setTimeout(() => {
          rest();
          synthesis.cancel();
          end(false);
        }, START_MS);
        signal.addEventListener('abort', stop);
        words.voice = voice;
        words.lang = voice.lang;
        words.rate = rate;
        words.volume = volume;
        words.onstart = () => {
          window.clearTimeout(deadline);
          // Some engines speak, and forget to say that they have.
          deadline = window.setTimeout(stop, longestMs(text, rate));
        };
        words.onend = () => end(true);
        words.onerror = ({ error }) => {
          // Before the first touch no voice may speak; that is no fault of this one.
          if (error !== 'not-allowed') rest();
          end(false);
        };
        synthesis.speak(words);
      }),
  };
}

function languageOf({ lang }: SpeechSynthesisVoice): string {
  return languageTag(lang).toLowerCase();
}
