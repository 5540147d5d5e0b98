/** Speech queue over the first available voice. */
import { SAFE_VOLUME } from '../../../main/kiosk/contract/kiosk-access.ts';
import type { Pronounce } from '../../../main/site/contract/pronunciation.ts';
import { INTERRUPTED, type Manner } from '../../shared/sound/speech.ts';
import type { SpeechAudience } from './audio-routing.ts';

export interface Utterance {
  readonly text: string;
  /** As it stands on the page, where voices are told to say it otherwise. */
  readonly written?: string;
  readonly lang: string;
  /** Said instead where others hear it too. */
  readonly aloud?: string;
  /** Said wherever sound goes, whatever visitors may hear there: a technician tries the voice. */
  readonly isTrial?: boolean;
  /** For a number that is to be remembered. */
  readonly isSlow?: boolean;
  /** Of a number that is spelled: itself. */
  readonly number?: string;
}

/** Something that can speak: this kiosk's program, the browser, recorded words. */
export interface Voice {
  /** Whether it can say anything in that language; with an `utterance`, whether it may be asked for that. */
  speaks(lang: string, utterance?: Utterance): boolean;
  /** Brings its sound to the headset, where it can be sent there. */
  lead?(): Promise<void>;
  /** Who hears it now. */
  audience(): SpeechAudience;
  /** False when it could not, and nothing was heard; the next one tries then. */
  say(utterance: Utterance, manner: Required<Manner>, signal: AbortSignal): Promise<boolean>;
}

export interface Speaker {
  /** Whether there is a voice for it. */
  knows(lang: string): boolean;
  /** Whether that voice is to be heard now. */
  speaks(lang: string): boolean;
  /** Whether this is to be heard now: it may be recorded in a language that no voice speaks. */
  says(utterance: Utterance): boolean;
  /** Silences what is being said. Resolves when all of this has been said or was interrupted. */
  say(utterances: readonly Utterance[]): Promise<void>;
  /** After what is being said. */
  add(utterances: readonly Utterance[]): Promise<void>;
  hush(): void;
  /** One step up or down. Gives the step it is at, of so many. */
  turn(what: 'volume' | 'speed', by: 1 | -1): SpeechStep;
  /** For whoever comes next: never as loud as somebody hard of hearing has left it. */
  reset(): void;
}

export interface SpeechStep {
  readonly step: number;
  readonly steps: number;
}

/** Gain by step: `VOLUME_STEPS` of them. */
const VOLUMES: readonly number[] = [0.1, 0.16, 0.25, 0.4, 0.63, 1];
const RATES: readonly number[] = [0.6, 0.75, 0.9, 1.15, 1.4, 1.8];
/** The index of the pace at which everybody begins. */
const USUAL_RATE = 2;
const SLOWER = 0.7;

interface SpeakerOptions {
  /** How the house wants it said. */
  readonly pronounce?: Pronounce;
  /** The step of loudness at which everybody begins, from 1 to `VOLUME_STEPS`. */
  readonly startVolume?: () => number;
  /** Told of all that was to be said and not interrupted: whether any of it was. */
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

  /** False when this voice could not, or it would have been heard where it may not be. */
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
