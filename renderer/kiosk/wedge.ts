/**
 * Distinguishes a keyboard-wedge card reader from typing, by the rhythm of the keys.
 *
 * Times are `event.timeStamp` in milliseconds, the time of the keydown even on a busy page.
 */
import { type TypedCard, type TypedKey, USUAL_RHYTHM, type WedgeRhythm } from '../../main/devices/contract/wedge.ts';

interface WedgeVerdict {
  /** The key belongs to a reader: hide it from the page. */
  readonly swallow: boolean;
  /** The card's text, if this key completes it. */
  readonly scan: TypedCard | null;
}

export interface Wedge {
  /** `typed` is the key's position, if known. */
  key(key: string, at: number, typed?: TypedKey): WedgeVerdict;
  /** A key was missed while no reader was expected: a text from here on lacks its start, and is no card. */
  missed(at: number): void;
  /** Call it after `SILENCE_MS` without a key: completes reads without a final Enter. */
  silence(): TypedCard | null;
  /** Time of the last key of a read, or null; used to ignore following keys. */
  lastReadAt(): number | null;
}

export const SILENCE_MS = 120;
/** After a read, Enter, Tab, Space and keyboard clicks are ignored for this time. */
export const AFTERMATH_MS = 300;
const MAX_LENGTH = 1000;
/** A single gap can exceed the median. */
const MAX_GAP_MS = 80;
const SAME_VALUE_MS = 3_000;

const PASS: WedgeVerdict = { swallow: false, scan: null };
const SWALLOW: WedgeVerdict = { swallow: true, scan: null };
/** Keys that a reader presses to produce a character. */
const SILENT_KEYS: ReadonlySet<string> = new Set([
  'Shift',
  'CapsLock',
  'AltGraph',
  'Alt',
  'Control',
  'NumLock',
  'Dead',
]);

/** @param rhythm of the connected readers */
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
      // Combines with the next key; in another layout it can be a whole character.
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
        // Typed by a machine if Enter follows at once, even if it is no card: Enter must press nothing.
        if (gap > maxGapMs()) {
          clear();
          return SWALLOW;
        }
        const scan = finish();
        return { swallow: true, scan };
      }

      // An Arabic keyboard has keys with two letters.
      if ([...key].length !== 1 && !isDead && !/^(?:Key|Digit)/.test(typed?.code ?? '')) {
        clear();
        return PASS;
      }

      const follows = isTyping && gap <= maxGapMs();
      // The silence may have passed while the page was busy: then the earlier text was complete.
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
