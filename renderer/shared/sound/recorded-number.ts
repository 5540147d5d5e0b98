/**
 * Number from as few recorded words as possible.
 *
 * By as few as say it, digit by digit if nothing else does. Pure.
 */

/** File by word, as it stands in an address. */
export type Words = Readonly<Record<string, string>>;

export function fileOf(words: Words, word: string): string | null {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null;
}

/** `digits` may have zeros before it, and may be in the figures of any script. Null when a digit is not recorded. */
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

/** `142` if that is recorded; else `100-and` or `100`, then 42; and 42 from `40-and` and `2`, or from `2` and `and-40`. */
function wholeNumber(words: Words, value: number): readonly string[] | null {
  const whole = fileOf(words, String(value));
  if (whole !== null) return [whole];
  // Also what is no number at all.
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

/** `٤`, `４` and `४` as `4`. What is no figure stays as it is. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, latinDigit);
}

/** The figures of a script stand one behind the other, from nought to nine, and nothing of the kind before them. */
function latinDigit(figure: string): string {
  const code = figure.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
