/**
 * Arabic text with vowels, in eSpeak NG phonemes.
 *
 * Endings are said within a phrase and left out before a pause. Pure.
 */

import { append } from '../../../lib/lists.ts';
import { plain } from './lexicon.ts';

const FATHA = '\u064E';
const DAMMA = '\u064F';
const KASRA = '\u0650';
const SHADDA = '\u0651';
const SUKUN = '\u0652';
const SHORT: Readonly<Record<string, string>> = { [FATHA]: 'a', [DAMMA]: 'u', [KASRA]: 'i' };
const WITH_N: Readonly<Record<string, string>> = { '\u064B': 'a', '\u064C': 'u', '\u064D': 'i' };
const LONG_A = '\u0670';

const CONSONANTS: Readonly<Record<string, string>> = {
  ء: '?',
  أ: '?',
  إ: '?',
  ؤ: '?',
  ئ: '?',
  ب: 'b',
  ت: 't',
  ث: 'T',
  ج: 'dZ',
  ح: 'H',
  خ: 'X',
  د: 'd',
  ذ: 'D',
  ر: 'R',
  ز: 'z',
  س: 's',
  ش: 'S',
  ص: 's[',
  ض: 'dH',
  ط: 't[',
  ظ: 'Z',
  ع: 'A',
  غ: 'Q',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  و: 'w',
  ي: 'j',
  ة: 't',
  پ: 'p',
  چ: 'tS',
  ڤ: 'v',
  گ: 'g',
};
/** Held instead of said twice. */
const STOPS: ReadonlySet<string> = new Set(['b', 't', 'd', 'k', 'q', 't[', 'dZ', '?']);

interface Place {
  /** A pause follows. */
  readonly isLast: boolean;
  /** The word before ends in a vowel, which the article leans on. */
  readonly isAfterVowel: boolean;
}

/** `الرَّقْمُ` is `?aRR'aqm` before a pause. */
export function arabicSounds(word: string, { isLast, isAfterVowel }: Place): string {
  const letters = lettersOf(isLast ? pausal(word) : word);
  const sounds: string[] = [];
  for (const at of letters.keys()) {
    const last = sounds.at(-1) ?? '';
    const long = lengthened(letters, at, last);
    if (long !== null) sounds[sounds.length - 1] = long;
    else append(sounds, soundsAt(letters, at, isAfterVowel));
  }
  return stressed(sounds);
}

/** Of a letter that only says that the vowel before it is long: that vowel. An alef behind another sound is not said at all. */
function lengthened(letters: readonly Letter[], at: number, last: string): string | null {
  const { letter, marks } = letters[at] ?? NO_LETTER;
  if (isAlef(letter)) return isBeginning(letters, at) ? null : last === 'a' ? 'a:' : last;
  if (/[\u064B-\u0652\u0670]/u.test(marks)) return null;
  if (letter === 'و' && last === 'u') return 'u:';
  return letter === 'ي' && last === 'i' ? 'i:' : null;
}

function soundsAt(letters: readonly Letter[], at: number, isAfterVowel: boolean): readonly string[] {
  const { letter, marks } = letters[at] ?? NO_LETTER;
  const after = letters[at + 1] ?? NO_LETTER;
  const own = [...marks].find((mark) => mark in SHORT || mark in WITH_N);
  if (letter === 'آ') return ['?', 'a:'];
  if (isAlef(letter)) {
    // It joins its word to the one before; between a prefix and the article it is not said.
    return at > 0 || isAfterVowel ? [] : ['?', SHORT[own ?? (after.letter === 'ل' ? FATHA : KASRA)] ?? ''];
  }
  // The lam of the article becomes one with some letters.
  if (letter === 'ل' && marks === '' && after.marks.includes(SHADDA)) return [];
  const consonant = CONSONANTS[letter] ?? '';
  const held = STOPS.has(consonant) ? ':' : consonant;
  const consonants = marks.includes(SHADDA) ? [consonant, held] : [consonant];
  if (marks.includes(LONG_A)) return [...consonants, 'a:'];
  if (own === undefined) return consonants;
  return own in SHORT ? [...consonants, SHORT[own] ?? ''] : [...consonants, WITH_N[own] ?? '', 'n'];
}

const isAlef = (letter: string): boolean => /[اىٱ]/u.test(letter);
const isVowel = (sound: string): boolean => /^[aiu]:?$/.test(sound);

/** Whether it ends in a vowel, said within a phrase. */
export function endsInVowel(word: string): boolean {
  return /[\u064E\u064F\u0650]\u0651?$|\u064E\u0651?\u0627$|\u0649$|\u064F\u0648\u0627?$|\u0650\u064A$/u.test(
    word.normalize('NFC'),
  );
}

interface Letter {
  readonly letter: string;
  readonly marks: string;
}

const NO_LETTER: Letter = { letter: '', marks: '' };

function lettersOf(word: string): readonly Letter[] {
  const found = word
    .normalize('NFC')
    .replaceAll('ـ', '')
    .matchAll(/(\p{L})(\p{M}*)/gu);
  return [...found].map(([, letter = '', marks = '']) => ({ letter, marks }));
}

/** Whether the alef there is no vowel of its own: first of all, or of an article behind a prefix. */
function isBeginning(letters: readonly Letter[], at: number): boolean {
  if (at === 0) return true;
  const [next, prefix] = [letters[at + 1], letters[at - 1]];
  const isArticle =
    next?.letter === 'ل' && (next.marks === '' || next.marks.includes(SUKUN)) && at + 3 < letters.length;
  return (
    at === 1 &&
    isArticle &&
    'وبكفل'.includes(prefix?.letter ?? '') &&
    letters[at + 2]?.letter !== 'ا' &&
    isPrefixed(letters)
  );
}

/** `وَالصَّوْت` has an article: what follows its lam is held, or the lam has a sukun. */
function isPrefixed(letters: readonly Letter[]): boolean {
  return letters[2]?.marks.includes(SUKUN) === true || letters[3]?.marks.includes(SHADDA) === true;
}

/** Without the ending that is not said before a pause; `-an` is, as in `شُكْرًا`. */
function pausal(word: string): string {
  const letters = word.normalize('NFC');
  if (/ة\p{M}*$/u.test(letters)) return letters.replace(/ة\p{M}*$/u, '');
  // `هُوَ` keeps its vowel.
  if (plain(letters).length < 3) return letters;
  return letters.replace(/[\u064C-\u0650](\u0651?)$/u, '$1');
}

/** The last syllable where it is very long, else the one before it where it is long, else the one before that. The mark stands before the vowel. */
function stressed(sounds: readonly string[]): string {
  const vowels = sounds.flatMap((sound, at) => (isVowel(sound) ? [at] : []));
  const isWeak = vowels.length <= 1 && sounds.length < 4;
  const at = isWeak ? -1 : stressAt(sounds, vowels);
  return sounds.map((sound, index) => (index === at ? `'${sound}` : sound)).join('');
}

function stressAt(sounds: readonly string[], vowels: readonly number[]): number {
  /** 1 short, 2 long, 3 very long. */
  const weight = (index: number): number => {
    const from = vowels[index] ?? 0;
    const to = vowels[index + 1] ?? sounds.length + 1;
    return (sounds[from]?.endsWith(':') === true ? 2 : 1) + Math.max(0, to - from - 2);
  };
  const last = vowels.length - 1;
  if (weight(last) >= 3) return vowels[last] ?? -1;
  if (last < 2 || weight(last - 1) >= 2) return vowels[Math.max(0, last - 1)] ?? -1;
  return vowels[last - 2] ?? -1;
}

/** Words whose last vowel is no ending. */
const FIXED: ReadonlySet<string> = new Set('أنت أين كيف ثم منذ عند بعد قبل بدون حول بين حيث هذه مع'.split(' '));

/** Before another word: "the card of", or by itself, as it is before a pause. */
export function linkedArabic(word: string, next: string): string {
  const letters = plain(word);
  if (FIXED.has(letters) || letters.length < 3) return word;
  const isIndefinite = !letters.startsWith('ال');
  const bare = word.normalize('NFC').replace(/[\u064B-\u0650](\u0651?)$/u, '$1');
  if (isIndefinite && !/[اىيو]$/u.test(letters) && (letters.endsWith('ة') || next.startsWith('ال')))
    return `${bare}${DAMMA}`;
  return pausal(word);
}

/** The name of a letter, or of each of some that are no word, by which it is called when it stands alone. */
export function arabicLetter(signs: string): string | null {
  if (/^[أإآؤئىةء]{2,}$/u.test(signs)) return [...signs].map((sign) => LETTER_NAMES[sign]).join(' ');
  return LETTER_NAMES[signs] ?? null;
}

const LETTER_NAMES: Readonly<Record<string, string>> = {
  ا: 'أَلِف',
  أ: 'أَلِف فَوْقَهَا هَمْزَة',
  إ: 'أَلِف تَحْتَهَا هَمْزَة',
  آ: 'أَلِف مَدَّة',
  ؤ: 'وَاو فَوْقَهَا هَمْزَة',
  ئ: 'يَاء فَوْقَهَا هَمْزَة',
  ى: 'أَلِف مَقْصُورَة',
  ة: 'تَاء مَرْبُوطَة',
  ب: 'بَاء',
  ت: 'تَاء',
  ث: 'ثَاء',
  ج: 'جِيم',
  ح: 'حَاء',
  خ: 'خَاء',
  د: 'دَال',
  ذ: 'ذَال',
  ر: 'رَاء',
  ز: 'زَاي',
  س: 'سِين',
  ش: 'شِين',
  ص: 'صَاد',
  ض: 'ضَاد',
  ط: 'طَاء',
  ظ: 'ظَاء',
  ع: 'عَيْن',
  غ: 'غَيْن',
  ف: 'فَاء',
  ق: 'قَاف',
  ك: 'كَاف',
  ل: 'لَام',
  م: 'مِيم',
  ن: 'نُون',
  ه: 'هَاء',
  و: 'وَاو',
  ي: 'يَاء',
  ء: 'هَمْزَة',
};
