/**
 * Tells a keyboard-wedge card reader from a person by the rhythm of the keys.
 *
 * Times are `event.timeStamp` in milliseconds: when the key went down, not when a
 * busy page came round to it.
 */
import { type TypedCard, type TypedKey, USUAL_RHYTHM, type WedgeRhythm } from '../../main/devices/contract/wedge.ts';

interface WedgeVerdict {
  /** The key belongs to a reader: nothing on the page may see it. */
  readonly swallow: boolean;
  /** The card's text, when this key completes it. */
  readonly scan: TypedCard | null;
}

export interface Wedge {
  /** `typed` is the key's place, where the browser knows it. */
  key(key: string, at: number, typed?: TypedKey): WedgeVerdict;
  /** A key went by while no reader was expected: a text that began with it lacks its head, and is no card. */
  missed(at: number): void;
  /** To be called when no key has come for `SILENCE_MS`: readers without a final Enter end here. */
  silence(): TypedCard | null;
  /** When the last key of a reader's text came in, or null. For whoever must ignore what follows upon it. */
  lastReadAt(): number | null;
}

export const SILENCE_MS = 120;
/** For so long after a read, Enter, Tab, Space and clicks made by keys are the reader's, not the visitor's. */
export const AFTERMATH_MS = 300;
const MAX_LENGTH = 1000;
/** One gap may be longer than the median. */
const MAX_GAP_MS = 80;
const SAME_VALUE_MS = 3_000;

const PASS: WedgeVerdict = { swallow: false, scan: null };
const SWALLOW: WedgeVerdict = { swallow: true, scan: null };
/** Keys that a reader presses on the way to a character. */
const SILENT_KEYS: ReadonlySet<string> = new Set([
  'Shift',
  'CapsLock',
  'AltGraph',
  'Alt',
  'Control',
  'NumLock',
  'Dead',
]);

/** @param rhythm of the readers that are plugged in now */
export function createWedge(rhythm: () => WedgeRhythm = () => USUAL_RHYTHM): Wedge {
  let text = '';
  let keys: TypedKey[] = [];
  let isTyping = false;
  let gaps: number[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  let missedAt = Number.NEGATIVE_INFINITY;
  let readAt: number | null = null;
  let reported = { text: '', at: Number.NEGATIVE_INFINITY };

  const clear = (): void => {
    text = '';
    keys = [];
    isTyping = false;
    gaps = [];
  };

  const maxGapMs = (): number => (rhythm().maxMedianGapMs > USUAL_RHYTHM.maxMedianGapMs ? SILENCE_MS : MAX_GAP_MS);

  const finish = (): TypedCard | null => {
    const { maxMedianGapMs, minLength } = rhythm();
    const [value, pressed] = [text, keys];
    const isRead = value.length >= minLength && value.length <= MAX_LENGTH && median(gaps) <= maxMedianGapMs;
    clear();
    if (!isRead) return null;
    readAt = lastAt;
    const again = value === reported.text && lastAt - reported.at < SAME_VALUE_MS;
    reported = { text: value, at: lastAt };
    return again ? null : { text: value, ...(pressed.length > 0 && { keys: pressed }) };
  };

  const isAftermath = (at: number): boolean => readAt !== null && at - readAt < AFTERMATH_MS;

  return {
    key(key, at, typed) {
      // With the next key it makes one character; in another layout it may be a whole character.
      const isDead = key === 'Dead' && typed !== undefined;
      if (SILENT_KEYS.has(key) && !isDead) return PASS;
      if (at - missedAt <= maxGapMs()) {
        missedAt = at;
        return SWALLOW;
      }
      const gap = at - lastAt;

      if (key === 'Enter' || key === 'Tab') {
        const ends = isTyping && gap <= SILENCE_MS;
        if (!ends) {
          clear();
          return isAftermath(at) ? SWALLOW : PASS;
        }
        // Even a text that is no card was typed by a machine if Enter came upon its heels: it must press nothing.
        if (gap > maxGapMs()) {
          clear();
          return SWALLOW;
        }
        const scan = finish();
        return { swallow: true, scan };
      }

      // A key of an Arabic keyboard gives two letters at once.
      if ([...key].length !== 1 && !isDead && !/^(?:Key|Digit)/.test(typed?.code ?? '')) {
        clear();
        return PASS;
      }

      const follows = isTyping && gap <= maxGapMs();
      // The silence may have passed while the page was busy: then the text before this key was complete.
      const scan = !follows && gap > SILENCE_MS ? finish() : null;
      if (!follows) clear();
      else gaps.push(gap);
      isTyping = true;
      if (!isDead) text += key;
      if (typed) keys.push(typed);
      lastAt = at;
      const hurried = follows && (gap <= rhythm().maxMedianGapMs || key === ' ');
      return { swallow: hurried || (key === ' ' && isAftermath(at)), scan };
    },
    missed(at) {
      clear();
      missedAt = at;
    },
    silence: finish,
    lastReadAt: () => readAt,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
}
