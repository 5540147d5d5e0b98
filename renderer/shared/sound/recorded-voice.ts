/**
 * Recorded words on the server: list and files.
 */

/** Number from as few recorded words as possible, digit by digit as a last resort. Pure. */

/** File by word, as in its URL. */
export type Words = Readonly<Record<string, string>>;

export function fileOf(words: Words, word: string): string | null {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null;
}

/** `digits` can have leading zeros, and digits of any script. Null if a digit is not recorded. */
export function recordedNumber(words: Words, digits: string): readonly string[] | null {
  const plain = latinDigits(digits);
  const padded = fileOf(words, plain);
  if (!/^\d+$/.test(plain)) return null;
  return padded === null ? (wholeNumber(words, Number(plain)) ?? digitByDigit(words, plain)) : [padded];
}

export function digitByDigit(words: Words, digits: string): readonly string[] | null {
  const files: string[] = [];
  for (const digit of latinDigits(digits)) {
    const file = fileOf(words, digit);
    if (file === null) return null;
    files.push(file);
  }
  return files;
}

/** `142` if recorded; else `100-and` or `100`, then 42; and 42 from `40-and` and `2`, or from `2` and `and-40`. */
function wholeNumber(words: Words, value: number): readonly string[] | null {
  const whole = fileOf(words, String(value));
  if (whole !== null) return [whole];
  // Also rejects NaN.
  if (!(value < 1000)) return null;
  const step = value > 100 ? 100 : 10;
  const rest = value % step;
  const round = value - rest;
  const after = rest === 0 || round === 0 ? null : wholeNumber(words, rest);
  if (after === null) return null;
  const before = fileOf(words, `${round}-and`) ?? (step === 100 ? fileOf(words, String(round)) : null);
  if (before !== null) return [before, ...after];
  const behind = fileOf(words, `and-${round}`);
  return behind === null ? null : [...after, behind];
}

/** `٤`, `４` and `४` as `4`. Other characters stay. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, latinDigit);
}

/** The digits of a script are consecutive from zero to nine, and no digit precedes them. */
function latinDigit(figure: string): string {
  const code = figure.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Entry of `/voice/` for one language. */
export interface Recording {
  readonly words: Words;
  /** Empty: the default order. */
  readonly phrase: string;
}

export interface RecordedVoice {
  /** By language; requested for each call, so that new words are available at once. */
  recordings(): Promise<Readonly<Record<string, Recording>>>;
  /** URL of a recording: `file` as in its list, with the version of its content. */
  addressOf(language: string, file: string): string;
}

const PATIENCE_MS = 3_000;

/** A missing list is not requested again for this time. */
const REST_MS = 30_000;

type Recordings = Readonly<Record<string, Recording>>;

/** `folder` ends in a slash. If the server is unavailable, the last known words are used. */
export function recordedVoiceAt(folder: string): RecordedVoice {
  let known: Recordings = {};
  let restsUntil = 0;
  return {
    async recordings() {
      if (performance.now() < restsUntil) return known;
      try {
        const response = await fetch(folder, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE_MS) });
        if (!response.ok) throw new Error('There is no such list.');
        known = (await response.json()) as Recordings;
      } catch {
        restsUntil = performance.now() + REST_MS;
      }
      return known;
    },
    addressOf: (language, file) => `${folder}${encodeURIComponent(language)}/${file}`,
  };
}

/** Recordings of that language, preferably of its region. */
export function recordedLanguage(languages: readonly string[], lang: string): string | null {
  const plain = (id: string): string => id.replaceAll('-', '_').toLowerCase();
  const base = (id: string): string => plain(id).split('_')[0] ?? '';
  return (
    languages.find((each) => plain(each) === plain(lang)) ?? languages.find((each) => base(each) === base(lang)) ?? null
  );
}
