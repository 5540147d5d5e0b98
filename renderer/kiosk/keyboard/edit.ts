/**
 * Editing of a typed text by keys.
 *
 * The caret is always at the end, because a kiosk has no space for cursor control.
 */
export type KeyPress = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'backspace' | 'clear' };

/** Maximum length of a text. */
const MOST = 500;

let segmenter: Intl.Segmenter | undefined;

/** Hangul letters in typing order, for composition to syllables. Pure. */
const FIRST = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];

const VOWELS = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'];

const LAST = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'];

/** Compound letters that are typed as two. */
const PAIRS: Readonly<Record<string, string>> = {
  ㅗㅏ: 'ㅘ',
  ㅗㅐ: 'ㅙ',
  ㅗㅣ: 'ㅚ',
  ㅜㅓ: 'ㅝ',
  ㅜㅔ: 'ㅞ',
  ㅜㅣ: 'ㅟ',
  ㅡㅣ: 'ㅢ',
  ㄱㅅ: 'ㄳ',
  ㄴㅈ: 'ㄵ',
  ㄴㅎ: 'ㄶ',
  ㄹㄱ: 'ㄺ',
  ㄹㅁ: 'ㄻ',
  ㄹㅂ: 'ㄼ',
  ㄹㅅ: 'ㄽ',
  ㄹㅌ: 'ㄾ',
  ㄹㅍ: 'ㄿ',
  ㄹㅎ: 'ㅀ',
  ㅂㅅ: 'ㅄ',
};

const BEGIN = 0xac00;

const SYLLABLES = 11_172;

const joined = (first: number, vowel: number, last = 0): string =>
  String.fromCodePoint(BEGIN + (first * VOWELS.length + vowel) * LAST.length + last);

/** Composes the last character with the next letter; both unchanged if they do not combine. */
function joinHangul(before: string, letter: string): string {
  const vowel = VOWELS.indexOf(letter);
  if (FIRST.includes(before) && vowel >= 0) return joined(FIRST.indexOf(before), vowel);
  const code = (before.codePointAt(0) ?? 0) - BEGIN;
  if (code < 0 || code >= SYLLABLES) return before + letter;
  const last = code % LAST.length;
  const middle = Math.floor(code / LAST.length) % VOWELS.length;
  const first = Math.floor(code / LAST.length / VOWELS.length);
  if (vowel < 0) {
    const longer = LAST.indexOf(PAIRS[`${LAST[last]}${letter}`] ?? (last === 0 ? letter : '-'));
    return longer > 0 ? joined(first, middle, longer) : before + letter;
  }
  if (last === 0) {
    const longer = VOWELS.indexOf(PAIRS[`${VOWELS[middle]}${letter}`] ?? '');
    return longer < 0 ? before + letter : joined(first, longer);
  }
  // A vowel takes over the preceding consonant; of a pair, the second.
  const pair = Object.keys(PAIRS).find((keys) => PAIRS[keys] === LAST[last]) ?? `${LAST[last]}`;
  const [stays, moves] = pair.length === 2 ? [pair.slice(0, 1), pair.slice(1)] : ['', pair];
  const begins = FIRST.indexOf(moves);
  return begins < 0 ? before + letter : joined(first, middle, LAST.indexOf(stays)) + joined(begins, vowel);
}

/** @param length maximum length; 0: no limit from the question */
export function edit(text: string, press: KeyPress, length: number): string {
  switch (press.kind) {
    case 'clear':
      return '';
    case 'backspace': {
      segmenter ??= new Intl.Segmenter();
      // Removes a letter together with its combining marks.
      const last = [...segmenter.segment(text)].at(-1);
      return last === undefined ? '' : text.slice(0, last.index);
    }
    case 'text': {
      // A letter and a following combining mark form one character.
      const next = /^[\u3131-\u3163]$/.test(press.text)
        ? text.slice(0, -1) + joinHangul(text.slice(-1), press.text)
        : (text + press.text).normalize('NFC');
      return [...next].length > (length > 0 ? length : MOST) ? text : next;
    }
  }
}
