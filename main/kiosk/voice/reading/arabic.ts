/**
 * Arabic text with vowels, in eSpeak NG phonemes.
 *
 * Endings are pronounced within a phrase and dropped before a pause. Pure.
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

/** Doubled by a hold instead of a repetition. */
const STOPS: ReadonlySet<string> = new Set(['b', 't', 'd', 'k', 'q', 't[', 'dZ', '?']);

interface Place {
  /** A pause follows. */
  readonly isLast: boolean;
  /** The previous word ends in a vowel, to which the article attaches. */
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

/** The long vowel of a letter that only lengthens the previous vowel. An alef after another sound is silent. */
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
    // A linking alef joins its word to the previous one; between a prefix and the article it is silent.
    return at > 0 || isAfterVowel ? [] : ['?', SHORT[own ?? (after.letter === 'ل' ? FATHA : KASRA)] ?? ''];
  }
  // The lam of the article assimilates to some letters.
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

/** Whether it ends in a vowel that is pronounced within a phrase. */
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

/** Whether the alef is no vowel: the first letter, or part of an article after a prefix. */
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

/** `وَالصَّوْت` has an article: the letter after its lam is doubled, or the lam has a sukun. */
function isPrefixed(letters: readonly Letter[]): boolean {
  return letters[2]?.marks.includes(SUKUN) === true || letters[3]?.marks.includes(SHADDA) === true;
}

/** Without the ending that is silent before a pause; `-an` is pronounced, as in `شُكْرًا`. */
function pausal(word: string): string {
  const letters = word.normalize('NFC');
  if (/ة\p{M}*$/u.test(letters)) return letters.replace(/ة\p{M}*$/u, '');
  // `هُوَ` keeps its vowel.
  if (plain(letters).length < 3) return letters;
  return letters.replace(/[\u064C-\u0650](\u0651?)$/u, '$1');
}

/**
 * Stresses the last syllable if very long, else the one before if long, else the one before that. The mark precedes the
 * vowel.
 */
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

/** Form before another word: construct ("the card of"), or the pausal form. */
export function linkedArabic(word: string, next: string): string {
  const letters = plain(word);
  if (FIXED.has(letters) || letters.length < 3) return word;
  const isIndefinite = !letters.startsWith('ال');
  const bare = word.normalize('NFC').replace(/[\u064B-\u0650](\u0651?)$/u, '$1');
  if (isIndefinite && !/[اىيو]$/u.test(letters) && (letters.endsWith('ة') || next.startsWith('ال')))
    return `${bare}${DAMMA}`;
  return pausal(word);
}

/** Name of a letter or of each of several that form no word, for letters that are read alone. */
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

/** Arabic numbers with vowels. Pure. */

/** Masculine counted nouns; from three on with the feminine-looking ending. */
const MASCULINE = 'صِفْر وَاحِد اِثْنَان ثَلَاثَة أَرْبَعَة خَمْسَة سِتَّة سَبْعَة ثَمَانِيَة تِسْعَة عَشَرَة'.split(' ');

const FEMININE = 'صِفْر وَاحِدَة اِثْنَتَان ثَلَاث أَرْبَع خَمْس سِتّ سَبْع ثَمَانِي تِسْع عَشْر'.split(' ');

const TEENS_MASCULINE = 'أَحَدَ اِثْنَا ثَلَاثَةَ أَرْبَعَةَ خَمْسَةَ سِتَّةَ سَبْعَةَ ثَمَانِيَةَ تِسْعَةَ'.split(' ');

const TEENS_FEMININE = 'إِحْدَى اِثْنَتَا ثَلَاثَ أَرْبَعَ خَمْسَ سِتَّ سَبْعَ ثَمَانِيَ تِسْعَ'.split(' ');

const TENS = 'عِشْرُونَ ثَلَاثُونَ أَرْبَعُونَ خَمْسُونَ سِتُّونَ سَبْعُونَ ثَمَانُونَ تِسْعُونَ'.split(' ');

const HUNDREDS = 'مِئَة مِئَتَان ثَلَاثُمِئَة أَرْبَعُمِئَة خَمْسُمِئَة سِتُّمِئَة سَبْعُمِئَة ثَمَانِيمِئَة تِسْعُمِئَة'.split(' ');

const THOUSANDS = 'أَلْف|أَلْفَان|ثَلَاثَةُ آلَاف|أَرْبَعَةُ آلَاف|خَمْسَةُ آلَاف|سِتَّةُ آلَاف|سَبْعَةُ آلَاف|ثَمَانِيَةُ آلَاف|تِسْعَةُ آلَاف'.split('|');

/** Ordinals for hours ("the third"). */
const HOURS =
  'الصِّفْر|الْوَاحِدَة|الثَّانِيَة|الثَّالِثَة|الرَّابِعَة|الْخَامِسَة|السَّادِسَة|السَّابِعَة|الثَّامِنَة|التَّاسِعَة|الْعَاشِرَة|الْحَادِيَةَ عَشْرَة|الثَّانِيَةَ عَشْرَة|الثَّالِثَةَ عَشْرَة|الرَّابِعَةَ عَشْرَة|الْخَامِسَةَ عَشْرَة|السَّادِسَةَ عَشْرَة|السَّابِعَةَ عَشْرَة|الثَّامِنَةَ عَشْرَة|التَّاسِعَةَ عَشْرَة|الْعِشْرُون|الْحَادِيَةُ وَالْعِشْرُون|الثَّانِيَةُ وَالْعِشْرُون|الثَّالِثَةُ وَالْعِشْرُون'.split(
    '|',
  );

const MOST = 9999;

/** Forms for one, two, three to ten, and more, after "about" or "before". */
const UNITS: Readonly<Record<string, readonly [one: string, two: string, few: string, many: string]>> = {
  minutes: ['دَقِيقَةٍ وَاحِدَةٍ', 'دَقِيقَتَيْنِ', 'دَقَائِقَ', 'دَقِيقَةً'],
  hours: ['سَاعَةٍ وَاحِدَةٍ', 'سَاعَتَيْنِ', 'سَاعَاتٍ', 'سَاعَةً'],
};

/**
 * @param manner `m` and `f` count a noun of that gender, `fg` after a preposition, `minutes` and `hours` these units;
 * otherwise a number alone
 */
export function arabicNumber(written: string, manner: string): string {
  const [least = '', most] = written.split('–');
  // "Five to ten": the counted noun follows the second number.
  if (most !== undefined) return `${leastOf(Number(least), manner)} إِلَى ${arabicNumber(most, manner)}`;
  const [hours, minutes] = written.split(':');
  if (minutes !== undefined) {
    const hour = HOURS[Number(hours)] ?? '';
    return Number(minutes) === 0 ? hour : `${hour} ${joined(cardinal(Number(minutes), true))} دَقِيقَة`;
  }
  const value = Number(written);
  if (value > MOST || /^0\d/.test(written))
    return [...written].map((digit) => cardinal(Number(digit), false)).join(' ');
  const unit = UNITS[manner];
  if (unit !== undefined) {
    if (value === 1 || value === 2) return unit[value - 1] ?? '';
    return `${oblique(counting(cardinal(value, true)))} ${isFew(value) ? unit[2] : unit[3]}`;
  }
  if (manner === 'fg') return oblique(counting(cardinal(value, true)));
  return manner === '' || manner === 'n' ? cardinal(value, false) : counting(cardinal(value, manner === 'f'));
}

function leastOf(value: number, manner: string): string {
  const unit = UNITS[manner];
  if (unit !== undefined && value === 1) return unit[0].split(' ')[0] ?? '';
  if (unit !== undefined && value === 2) return unit[1];
  return oblique(counting(cardinal(value, manner !== 'm')));
}

function cardinal(value: number, isFeminine: boolean): string {
  const below = value % 100;
  const parts = [THOUSANDS[Math.floor(value / 1000) - 1] ?? '', HUNDREDS[(Math.floor(value / 100) % 10) - 1] ?? ''];
  if (value === 0 || below > 0) parts.push(belowHundred(below, isFeminine));
  const said = parts.filter((part) => part !== '');
  return said.map((part, at) => (at === 0 ? part : joined(part))).reduce(linked);
}

function belowHundred(value: number, isFeminine: boolean): string {
  const units = isFeminine ? FEMININE : MASCULINE;
  if (value <= 10) return units[value] ?? '';
  const teens = isFeminine ? TEENS_FEMININE : TEENS_MASCULINE;
  if (value < 20) return `${teens[value - 11] ?? ''} ${isFeminine ? 'عَشْرَة' : 'عَشَر'}`;
  const tens = TENS[Math.floor(value / 10) - 2] ?? '';
  const unit = value % 10 === 1 && isFeminine ? 'إِحْدَى' : (units[value % 10] ?? '');
  return value % 10 === 0 ? tens : linked(unit, joined(tens));
}

/** First word with its ending before another word. */
function linked(first: string, second: string): string {
  if (/[ىيَ]$/u.test(first)) return `${first} ${second}`;
  return `${first}${first.endsWith('ان') ? 'ِ' : 'ٌ'} ${second}`;
}

/** The ending before the counted noun. */
function counting(number: string): string {
  if (/(?:ي|ونَ)$/u.test(number)) return number;
  return number.endsWith('عَشَر') || number.endsWith('عَشْرَة') ? `${number}َ` : `${number}ُ`;
}

function isFew(value: number): boolean {
  const below = value % 100;
  return below >= 3 && below <= 10;
}

/** The form after a preposition. */
function oblique(number: string): string {
  return number
    .replaceAll('ٌ', 'ٍ')
    .replace(/ُ$/u, 'ِ')
    .replace(/ُونَ$/u, 'ِينَ')
    .replace(/^اِثْن(تَ|َ)ا/u, 'اِثْن$1يْ');
}

function joined(words: string): string {
  // The alef of "two" is silent after it.
  return `وَ${words.startsWith('ا') && !words.startsWith('ال') ? words.replace(/^ا\p{M}*/u, '') : words}`;
}
