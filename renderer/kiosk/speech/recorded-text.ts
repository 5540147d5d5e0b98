/**
 * Page text from recorded sentences, phrases and numbers.
 *
 * As a whole if that is recorded, else sentence by sentence, phrase by phrase, and numbers by those that there are for
 * numbers. Pure.
 */
import { fileOf, recordedNumber, type Words } from '../../shared/sound/recorded-voice.ts';

/** Where a text is taken apart, the largest pieces first. A figure stays, and is a number. */
const CUTS: readonly RegExp[] = [/[.!?…。！？؟।]/u, /[,;:()،؛、，；：|–—]/u, /(\p{Nd}+)/u];

/** Signs, spaces and capitals are nothing that is heard: `Touch here!` is `touch here`. */
export function wordsOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Recordings also by what they say, however their files put signs between the words. */
export function bySaying(words: Words): Words {
  return { ...Object.fromEntries(Object.entries(words).map(([word, file]) => [wordsOf(word), file])), ...words };
}

/** @param words as `bySaying` gives them. Files in their order; null when a part of it is not recorded. */
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
