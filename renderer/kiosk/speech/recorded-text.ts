/**
 * Page text from recorded sentences, phrases and numbers. Pure.
 *
 * The whole text if recorded, else by sentence, phrase and number.
 */
import { fileOf, recordedNumber, type Words } from '../../shared/sound/recorded-voice.ts';

/** Split points of a text, largest pieces first. Numbers are kept as pieces. */
const CUTS: readonly RegExp[] = [/[.!?…。！？؟।]/u, /[,;:()،؛、，；：|–—]/u, /(\p{Nd}+)/u];

/** Ignores punctuation, spaces and case: `Touch here!` is `touch here`. */
export function wordsOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Adds look-up by spoken text, whatever punctuation the file names have. */
export function bySaying(words: Words): Words {
  return { ...Object.fromEntries(Object.entries(words).map(([word, file]) => [wordsOf(word), file])), ...words };
}

/** @param words result of `bySaying`. Files in order; null if a part is not recorded. */
export function recordedText(words: Words, text: string): readonly string[] | null {
  const said = wordsOf(text);
  const whole = fileOf(words, said);
  if (whole !== null) return [whole];
  if (/^\p{Nd}+$/u.test(said)) return recordedNumber(words, said);
  for (const cut of CUTS) {
    const pieces = text.split(cut).filter((piece) => wordsOf(piece) !== '');
    if (pieces.length < 2) continue;
    const files = pieces.map((piece) => recordedText(words, piece));
    return files.some((each) => each === null) ? null : files.flatMap((each) => each ?? []);
  }
  return null;
}
