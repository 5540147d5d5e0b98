/**
 * Tells a keyboard-wedge card reader from a person by the rhythm of the keys. A reader writes a key every 7 to 20 ms,
 * a fast typist takes 80 ms and more. Times are `event.timeStamp` in milliseconds: when the key went down, not when a
 * busy page came round to it.
 */
interface WedgeVerdict {
  /** The key belongs to a reader: nothing on the page may see it. */
  readonly swallow: boolean;
  /** The card's text, when this key completes it. */
  readonly scan: string | null;
}

export interface Wedge {
  key(key: string, at: number): WedgeVerdict;
  /** A key went by while no reader was expected: a text that began with it lacks its head, and is no card. */
  missed(at: number): void;
  /** To be called when no key has come for `SILENCE_MS`: readers without a final Enter end here. */
  silence(): string | null;
  /** When the last key of a reader's text came in, or null. For whoever must ignore what follows upon it. */
  lastReadAt(): number | null;
}

export const SILENCE_MS = 120;
/** For so long after a read, Enter, Tab, Space and clicks made by keys are the reader's, not the visitor's. */
export const AFTERMATH_MS = 300;
const MIN_LENGTH = 6;
const MAX_LENGTH = 1000;
const MEDIAN_GAP_MS = 35;
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

export function createWedge(): Wedge {
  let text = '';
  let gaps: number[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  let missedAt = Number.NEGATIVE_INFINITY;
  let readAt: number | null = null;
  let reported = { text: '', at: Number.NEGATIVE_INFINITY };

  const clear = (): void => {
    text = '';
    gaps = [];
  };

  const finish = (): string | null => {
    const value = text;
    const isRead = value.length >= MIN_LENGTH && value.length <= MAX_LENGTH && median(gaps) <= MEDIAN_GAP_MS;
    clear();
    if (!isRead) return null;
    readAt = lastAt;
    const again = value === reported.text && lastAt - reported.at < SAME_VALUE_MS;
    reported = { text: value, at: lastAt };
    return again ? null : value;
  };

  const isAftermath = (at: number): boolean => readAt !== null && at - readAt < AFTERMATH_MS;

  return {
    key(key, at) {
      if (SILENT_KEYS.has(key)) return PASS;
      if (at - missedAt <= MAX_GAP_MS) {
        missedAt = at;
        return SWALLOW;
      }
      const gap = at - lastAt;

      if (key === 'Enter' || key === 'Tab') {
        const ends = text !== '' && gap <= SILENCE_MS;
        if (!ends) {
          clear();
          return isAftermath(at) ? SWALLOW : PASS;
        }
        // Even a text that is no card was typed by a machine if Enter came upon its heels: it must press nothing.
        if (gap > MAX_GAP_MS) {
          clear();
          return SWALLOW;
        }
        const scan = finish();
        return { swallow: true, scan };
      }

      if ([...key].length !== 1) {
        clear();
        return PASS;
      }

      const follows = text !== '' && gap <= MAX_GAP_MS;
      // The silence may have passed while the page was busy: then the text before this key was complete.
      const scan = !follows && gap > SILENCE_MS ? finish() : null;
      if (!follows) clear();
      else gaps.push(gap);
      text += key;
      lastAt = at;
      const hurried = follows && (gap <= MEDIAN_GAP_MS || key === ' ');
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
