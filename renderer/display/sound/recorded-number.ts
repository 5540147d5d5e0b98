/** A number put together from recorded words: by as few as say it, digit by digit if nothing else does. Pure. */

/** File by word. */
export type Words = Readonly<Record<string, string>>;

export function fileOf(words: Words, word: string): string | null {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null;
}

/** `digits` may have zeros before it, and may be in Arabic figures. Null when a digit is not recorded. */
export function recordedNumber(words: Words, digits: string): readonly string[] | null {
  const plain = latinDigits(digits);
  const padded = fileOf(words, plain);
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
  if (value >= 1000) return null;
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

function latinDigits(digits: string): string {
  return digits.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}
