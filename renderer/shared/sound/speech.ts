/**
 * Speech with local voices of this computer.
 *
 * Remote voices would send every call to a third party.
 */
import { languageTag } from '../i18n.ts';

export interface Speech {
  /** A voice of that language, preferably of its region; null without any that worked last time. */
  voiceFor(lang: string): SpeechSynthesisVoice | null;
  /** Resolves after speaking; false if it failed. `signal` aborts it. */
  say(text: string, voice: SpeechSynthesisVoice, manner: Manner, signal: AbortSignal): Promise<boolean>;
}

/** `volume` from 0 to 1; `rate` 1 is the voice's normal speed, default `UNHURRIED`. */
export interface Manner {
  readonly volume: number;
  readonly rate?: number;
}

/** Abort reason that does not count as a failure of the voice. Any other reason disables it for a while. */
export const INTERRUPTED = 'interrupted';

export const UNHURRIED = 0.9;
/** An engine that has not started by then will not, or too late. */
const START_MS = 2_500;
/** How long a failed voice is not used. */
const REST_MS = 180_000;

/** Timeout: twice the time of a slow voice; an engine that has not ended by then never will. */
function longestMs(text: string, rate: number): number {
  return 5_000 + (200 * text.length) / Math.min(1, rate / UNHURRIED);
}

export function openSpeech(synthesis: SpeechSynthesis | undefined = window.speechSynthesis): Speech {
  /** End of the disabled time, by voice. */
  const resting = new Map<string, number>();
  // Chromium loads its voices at the first request.
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
          // Some engines do not report the end.
          deadline = window.setTimeout(stop, longestMs(text, rate));
        };
        words.onend = () => end(true);
        words.onerror = ({ error }) => {
          // Before the first touch, browsers block speech; that is no failure of the voice.
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
