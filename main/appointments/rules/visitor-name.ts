/**
 * Comparison of a booked name with a typed one.
 *
 * Case, accents, hyphens, blanks and the order of given and family names do not count; a part of a word never does.
 */

/** Marks that people leave out; vowel signs of other scripts are letters to their readers. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670'’‘ʼ`´]/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', þ: 'th', ı: 'i' },
  // Arabic, as it is written with and without care, and in Persian.
  ...{ ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك' },
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const HIRAGANA = /[\u3041-\u3096]/gu;
const TO_KATAKANA = 0x60;

/** Words besides the booked ones, such as titles and middle names. A list of names is no name. */
const MAX_MORE_WORDS = 3;

/** `part`: the words of one of them, two at least, are all in the other, such as without a middle name or title. */
export type NameMatch = 'whole' | 'part' | 'none';

export function matchNames(booked: string, typed: string): NameMatch {
  return nameMatcher(typed)(booked);
}

/** Reads the typed text once, so that its length does not show with how many names it is compared. */
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
      // Müller, Mueller and Muller are one name.
      .replace(/([aou])e/g, '$1')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
  );
}

/** The same words in any order, or the same letters with blanks in other places: Anna Maria Vale, Vale Annamaria. */
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
