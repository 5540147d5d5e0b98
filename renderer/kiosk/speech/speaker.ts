/** Speech queue over the first available voice. */
import { SAFE_VOLUME } from '../../../main/kiosk/contract/kiosk-access.ts';
import type { Pronounce } from '../../../main/site/contract/pronunciation.ts';
import { INTERRUPTED, type Manner } from '../../shared/sound/speech.ts';
import type { SpeechAudience } from './audio-routing.ts';

export interface Utterance {
  readonly text: string;
  /** Text on the page, if pronunciation corrections changed it. */
  readonly written?: string;
  readonly lang: string;
  /** Replacement if others can hear it. */
  readonly aloud?: string;
  /** Spoken on any output, regardless of the audience: staff test the voice. */
  readonly isTrial?: boolean;
  /** For a number to remember. */
  readonly isSlow?: boolean;
  /** The number itself, if it is spelt. */
  readonly number?: string;
}

/** A source of speech: the kiosk program, the browser, or recordings. */
export interface Voice {
  /** Whether it supports the language; with an `utterance`, whether it can say that one. */
  speaks(lang: string, utterance?: Utterance): boolean;
  /** Routes its sound to the headset, if possible. */
  lead?(): Promise<void>;
  /** Current audience. */
  audience(): SpeechAudience;
  /** False if it failed silently; then the next voice tries. */
  say(utterance: Utterance, manner: Required<Manner>, signal: AbortSignal): Promise<boolean>;
}

export interface Speaker {
  /** Whether a voice is available. */
  knows(lang: string): boolean;
  /** Whether that voice is currently audible. */
  speaks(lang: string): boolean;
  /** Whether the utterance is currently audible: it may be recorded in a language without a voice. */
  says(utterance: Utterance): boolean;
  /** Interrupts the current speech. Resolves when everything was spoken or interrupted. */
  say(utterances: readonly Utterance[]): Promise<void>;
  /** Appends to the current speech. */
  add(utterances: readonly Utterance[]): Promise<void>;
  hush(): void;
  /** One step up or down. Returns the new step and the number of steps. */
  turn(what: 'volume' | 'speed', by: 1 | -1): SpeechStep;
  /** Resets the volume for the next visitor, who may be frightened by a high one. */
  reset(): void;
}

export interface SpeechStep {
  readonly step: number;
  readonly steps: number;
}

/** Gain by step: `VOLUME_STEPS` entries. */
const VOLUMES: readonly number[] = [0.1, 0.16, 0.25, 0.4, 0.63, 1];
const RATES: readonly number[] = [0.6, 0.75, 0.9, 1.15, 1.4, 1.8];
/** Index of the start rate. */
const USUAL_RATE = 2;
const SLOWER = 0.7;

interface SpeakerOptions {
  /** Pronunciation corrections of the organisation. */
  readonly pronounce?: Pronounce;
  /** Start volume as a step from 1 to `VOLUME_STEPS`. */
  readonly startVolume?: () => number;
  /** Called after uninterrupted speech, with whether any of it was audible. */
  readonly onSaid?: (isHeard: boolean) => void;
}

export function createSpeaker(
  voices: readonly Voice[],
  { pronounce = (text) => text, startVolume = () => SAFE_VOLUME, onSaid = () => undefined }: SpeakerOptions = {},
): Speaker {
  let running = new AbortController();
  let line: Promise<void> = Promise.resolve();
  const atFirst = () => ({ volume: startVolume() - 1, speed: USUAL_RATE });
  let at = atFirst();

  /** False if this voice failed, or would be audible to the wrong audience. */
  async function sayBy(voice: Voice, utterance: Utterance, signal: AbortSignal): Promise<boolean> {
    const { text, aloud = text, lang, isSlow = false, isTrial = false } = utterance;
    if (!voice.speaks(lang, utterance)) return false;
    await voice.lead?.();
    if (signal.aborted) return false;
    const audience = voice.audience();
    if (audience === 'nobody' && !isTrial) return false;
    const rate = (RATES[at.speed] ?? 1) * (isSlow ? SLOWER : 1);
    const manner = { volume: VOLUMES[at.volume] ?? 0, rate };
    const written = audience === 'visitor' ? text : aloud;
    return voice.say({ ...utterance, text: pronounce(written, lang), written }, manner, signal).catch(() => false);
  }

  async function sayAll(utterances: readonly Utterance[], signal: AbortSignal): Promise<void> {
    let isHeard = false;
    for (const utterance of utterances) {
      for (const voice of voices) {
        if (signal.aborted) return;
        if (!(await sayBy(voice, utterance, signal))) continue;
        isHeard = true;
        break;
      }
    }
    if (!signal.aborted && utterances.length > 0) onSaid(isHeard);
  }
  const hush = (): void => {
    running.abort(INTERRUPTED);
    running = new AbortController();
    line = Promise.resolve();
  };
  const add: Speaker['add'] = (utterances) => {
    const { signal } = running;
    line = line.then(() => sayAll(utterances, signal));
    return line;
  };

  return {
    knows: (lang) => voices.some((voice) => voice.speaks(lang)),
    speaks: (lang) => voices.some((voice) => voice.speaks(lang) && voice.audience() !== 'nobody'),
    says: (utterance) =>
      voices.some((voice) => voice.speaks(utterance.lang, utterance) && voice.audience() !== 'nobody'),
    say(utterances) {
      hush();
      return add(utterances);
    },
    add,
    hush,
    turn(what, by) {
      const steps = (what === 'volume' ? VOLUMES : RATES).length;
      at[what] = Math.min(steps - 1, Math.max(0, at[what] + by));
      return { step: at[what] + 1, steps };
    },
    reset() {
      at = atFirst();
    },
  };
}
