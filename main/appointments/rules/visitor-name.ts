/**
 * Comparison of a booked name with a typed one.
 *
 * Ignores case, accents, hyphens, spaces and the order of given and family names. Never matches parts of a word.
 */

/** Marks that people leave out. Vowel signs of other scripts count as letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670'’‘ʼ`´]/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', þ: 'th', ı: 'i' },
  // Arabic spelling variants, including Persian letters.
  ...{ ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك' },
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const HIRAGANA = /[\u3041-\u3096]/gu;
const TO_KATAKANA = 0x60;

/** Extra words, such as titles and middle names. The limit rejects a list of names. */
const MAX_MORE_WORDS = 3;

/** `part`: all words of one name, at least two, are in the other, such as without a middle name or title. */
export type NameMatch = 'whole' | 'part' | 'none';

export function matchNames(booked: string, typed: string): NameMatch {
  return nameMatcher(typed)(booked);
}

/** Parses the typed text once, so that the response time does not depend on the number of names. */
export function nameMatcher(typed: string): (booked: string) => NameMatch {
  const words = wordsOf(typed);
  return (booked) => matchWords(wordsOf(booked), words);
}

function matchWords(booked: readonly string[], typed: readonly string[]): NameMatch {
  if (booked.length === 0 || typed.length === 0) return 'none';
  if (isSame(booked, typed)) return 'whole';
  if (typed.length > booked.length + MAX_MORE_WORDS) return 'none';
  const [fewer, more] = booked.length < typed.length ? [booked, typed] : [typed, booked];
  return fewer.length > 1 && areAllIn(fewer, more) ? 'part' : 'none';
}

function wordsOf(name: string): readonly string[] {
  return (
    name
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .replace(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter)
      .replace(HIRAGANA, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + TO_KATAKANA))
      // Müller, Mueller and Muller are the same name.
      .replace(/([aou])e/g, '$1')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
  );
}

/** The same words in any order, or the same letters with other spaces: Anna Maria Vale, Vale Annamaria. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.join('').length !== other.join('').length) return false;
  if (one.toSorted().join(' ') === other.toSorted().join(' ')) return true;
  const turned = new Set(turnsOf(one));
  return turnsOf(other).some((letters) => turned.has(letters));
}

function turnsOf(words: readonly string[]): readonly string[] {
  return words.map((_, first) => [...words.slice(first), ...words.slice(0, first)].join(''));
}

function areAllIn(fewer: readonly string[], more: readonly string[]): boolean {
  const left = [...more];
  return fewer.every((word) => {
    const place = left.indexOf(word);
    if (place < 0) return false;
    left.splice(place, 1);
    return true;
  });
}
