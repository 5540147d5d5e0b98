/**
 * Hebrew text with vowels, in eSpeak NG phonemes.
 *
 * Modern pronunciation: no long vowels, no doubled consonants. Two marks resolve ambiguities here. The accent ole
 * (U+05AB) marks a stressed syllable that is neither the last one nor given by a rule. The meteg (U+05BD) marks a
 * pronounced shva without a rule. Pure.
 */
import { append } from '../../../lib/lists.ts';

const DAGESH = '\u05BC';

const SHIN_DOT = '\u05C1';

const SIN_DOT = '\u05C2';

const SHVA = '\u05B0';

const METEG = '\u05BD';

const OLE = '\u05AB';

const HOLAM = '\u05B9';

const PATAH = '\u05B7';

const VOWELS: Readonly<Record<string, string>> = {
  '\u05B1': 'e',
  '\u05B2': 'a',
  '\u05B3': 'o',
  '\u05B4': 'i',
  '\u05B5': 'e',
  '\u05B6': 'e',
  '\u05B7': 'a',
  '\u05B8': 'a',
  '\u05B9': 'o',
  '\u05BA': 'o',
  '\u05BB': 'u',
  '\u05C7': 'o',
};

const CONSONANTS: Readonly<Record<string, string>> = {
  ב: 'v',
  ג: 'g',
  ד: 'd',
  ה: 'h',
  ו: 'v',
  ז: 'z',
  ח: 'X',
  ט: 't',
  י: 'j',
  כ: 'X',
  ך: 'X',
  ל: 'l',
  מ: 'm',
  ם: 'm',
  נ: 'n',
  ן: 'n',
  ס: 's',
  פ: 'f',
  ף: 'f',
  צ: 'ts',
  ץ: 'ts',
  ק: 'k',
  ר: 'Q"',
  ת: 't',
};

const WITH_DAGESH: Readonly<Record<string, string>> = { ב: 'b', כ: 'k', ך: 'k', פ: 'p', ף: 'p' };

const WITH_GERESH: Readonly<Record<string, string>> = { ג: 'dZ', ז: 'Z', צ: 'tS', ץ: 'tS' };

/** Has a vowel, a shva or a dagesh. */
const POINTED = /[\u05B0-\u05BC\u05C7]/u;

const VOWELED = /[\u05B1-\u05BB\u05C7]/u;

/** Letters whose initial shva is pronounced. */
const SAID_AT_FIRST = 'לרמניו';

const LAST_FORMS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

interface Letter {
  readonly letter: string;
  readonly marks: string;
  readonly hasGeresh: boolean;
}

const NO_LETTER: Letter = { letter: '', marks: '', hasGeresh: false };

/** `מִסְפָּר` is `misp'aQ"`. */
export function hebrewSounds(word: string): string {
  const letters = lettersOf(word);
  const sounds: string[] = [];
  /** Index of the letter whose vowel was last. */
  let voweled = -1;
  let isMarked = false;
  let stress = -1;
  for (const [at, { marks }] of letters.entries()) {
    isMarked ||= marks.includes(OLE);
    for (const sound of soundsAt(letters, at, sounds.at(-1) ?? '', voweled === at - 1)) {
      if (isVowel(sound)) {
        if (isMarked) stress = sounds.length;
        isMarked = false;
        voweled = at;
      }
      sounds.push(sound);
    }
  }
  return stressed(sounds, word, stress);
}

/**
 * @param last the previous sound
 * @param isVoweled the previous letter has its vowel
 */
function soundsAt(letters: readonly Letter[], at: number, last: string, isVoweled: boolean): readonly string[] {
  const each = letters[at] ?? NO_LETTER;
  const { letter, marks } = each;
  const [before, after] = [letters[at - 1], letters[at + 1]];
  const own = [...marks].find((mark) => mark in VOWELS);
  if (letter === 'ו') {
    // Doubled in writing where it is a consonant.
    if (!POINTED.test(marks) && (before?.letter === 'ו' || (after?.letter === 'ו' && after.marks !== ''))) return [];
    if (marks.includes(DAGESH) && own === undefined && (at === 0 || !isVoweled)) return ['u'];
    if (own === HOLAM && at > 0 && !isVoweled) return ['o'];
  }
  if (letter === 'י' && before?.letter === 'י' && isVoweled && own === undefined) return [];
  if (isSilentYod(letters, at, last)) return [];
  if (own === PATAH && after === undefined && isVowel(last) && last !== 'a' && isGuttural(each)) {
    return letter === 'ח' ? ['a', 'X'] : ['a'];
  }
  const consonant = consonantOf(each, after);
  const vowel = own === undefined ? (isSaid(letters, at) ? 'e' : '') : (VOWELS[own] ?? '');
  return [consonant, vowel].filter((sound) => sound !== '');
}

const isVowel = (sound: string): boolean => /^[aeiou]$/.test(sound);

/** A yod that is only part of the previous vowel's spelling. */
function isSilentYod(letters: readonly Letter[], at: number, last: string): boolean {
  const { letter, marks } = letters[at] ?? NO_LETTER;
  const after = letters[at + 1];
  if (letter !== 'י' || POINTED.test(marks) || !isVowel(last) || isVowelVav(after)) return false;
  if (last === 'a') return after?.letter === 'ו' && letters.length === at + 2;
  return after !== undefined || !/[ou]/.test(last);
}

/** A vav that is a vowel. */
function isVowelVav(letter: Letter | undefined): boolean {
  return letter?.letter === 'ו' && (letter.marks.includes(HOLAM) || letter.marks === DAGESH);
}

function lettersOf(word: string): readonly Letter[] {
  const found = word.normalize('NFD').matchAll(/([א-ת])(\p{M}*)(['׳]?)/gu);
  return [...found].map(([, letter = '', marks = '', geresh]) => ({ letter, marks, hasGeresh: geresh !== '' }));
}

function isGuttural({ letter, marks }: Letter): boolean {
  return letter === 'ח' || letter === 'ע' || (letter === 'ה' && marks.includes(DAGESH));
}

function consonantOf({ letter, marks, hasGeresh }: Letter, after: Letter | undefined): string {
  if (letter === 'ש') return marks.includes(SIN_DOT) && !marks.includes(SHIN_DOT) ? 's' : 'S';
  if (letter === 'א' || letter === 'ע') return VOWELED.test(marks) || isVowelVav(after) ? '?' : '';
  if (letter === 'ה' && after === undefined && !VOWELED.test(marks)) return '';
  if (hasGeresh && WITH_GERESH[letter] !== undefined) return WITH_GERESH[letter];
  return (marks.includes(DAGESH) ? WITH_DAGESH[letter] : undefined) ?? CONSONANTS[letter] ?? '';
}

/** Whether it has a pronounced shva. */
function isSaid(letters: readonly Letter[], at: number): boolean {
  const { letter, marks } = letters[at] ?? NO_LETTER;
  if (!marks.includes(SHVA)) return false;
  if (marks.includes(METEG)) return true;
  if (at === 0)
    return letters.length === 1 || SAID_AT_FIRST.includes(letter) || 'אהע'.includes(letters[1]?.letter ?? ' ');
  return at < letters.length - 1 && at > 1 && letters[at - 1]?.marks.includes(SHVA) === true;
}

/** The mark precedes the vowel. A word of one syllable and two sounds is unstressed. */
function stressed(sounds: readonly string[], word: string, marked: number): string {
  const vowels = sounds.flatMap((sound, at) => (isVowel(sound) ? [at] : []));
  const isBeforeLast = vowels.length > 1 && BEFORE_LAST.some((rule) => rule.test(word.normalize('NFD')));
  const at = marked >= 0 ? marked : vowels.at(isBeforeLast ? -2 : -1);
  const isWeak = vowels.length === 1 && sounds.length < 3;
  return sounds.map((sound, index) => (index === at && !isWeak ? `'${sound}` : sound)).join('');
}

/** Unstressed endings: `-et`, `-aim`, `-nu`, `-ti`, and the vowel inserted before a final guttural. */
const BEFORE_LAST: readonly RegExp[] = [
  /\u05B6[^א-ת]*[בגדזחטכךלמםנןסעפףצץקרשת][\u05BC\u05C1\u05C2\u05B0]*$/u,
  /\u05B7[^א-ת]*י[^א-ת]*\u05B4[^א-ת]*י?[^א-ת]*[םן]$/u,
  /נו\u05BC$/u,
  /ת[^א-ת]*\u05B4[^א-ת]*י$/u,
  /(?:ו\u05B9|ו\u05BC|\u05B4[^א-ת]*י|\u05B5[^א-ת]*י|\u05B5|\u05B4)[^א-ת]*[חעה]\u05BC?\u05B7\u05BC?$/u,
];

/** An initial pronounced shva is also pronounced after a prefix. */
export function prefixedHebrew(prefix: string, word: string): string {
  const letters = lettersOf(word);
  const marks = letters[0]?.marks ?? '';
  const isHeard = marks.includes(SHVA) && !marks.includes(METEG) && isSaid(letters, 0);
  return `${prefix}${isHeard ? word.normalize('NFD').replace(SHVA, SHVA + METEG) : word}`;
}

/** Name of a letter that is read alone, such as the first character of a ticket number. */
export function hebrewLetter(sign: string): string | null {
  const letter = sign.replace(/['׳]$/u, '');
  return LETTER_NAMES[LAST_FORMS[letter] ?? letter] ?? null;
}

const LETTER_NAMES: Readonly<Record<string, string>> = {
  א: 'אָ֫לֶף',
  ב: 'בֵּית',
  ג: 'גִּ֫ימֶל',
  ד: 'דָּ֫לֶת',
  ה: 'הֵא',
  ו: 'וָו',
  ז: 'זַ֫יִן',
  ח: 'חֵית',
  ט: 'טֵית',
  י: 'יוֹד',
  כ: 'כַּף',
  ל: 'לָ֫מֶד',
  מ: 'מֵם',
  נ: 'נוּן',
  ס: 'סָ֫מֶךְ',
  ע: 'עַ֫יִן',
  פ: 'פֵּא',
  צ: 'צָ֫דִי',
  ק: 'קוּף',
  ר: 'רֵישׁ',
  ש: 'שִׁין',
  ת: 'תָּו',
};

/** A word with unknown vowels: uses the written ones, and `a` or `e` between consonants. */
export function guessedHebrew(word: string): string {
  const letters = lettersOf(word).map(({ letter }) => letter);
  const sounds: string[] = [];
  for (const at of letters.keys()) append(sounds, guessedAt(letters, at, sounds.at(-1) ?? ''));
  return stressed(sounds, '', -1);
}

function guessedAt(letters: readonly string[], at: number, last: string): readonly string[] {
  const [letter = '', before = '', next = ''] = [letters[at], letters[at - 1], letters[at + 1]];
  const [isFirst, isLast, isOpen] = [at === 0, at === letters.length - 1, isVowel(last)];
  if (letter === 'ו' && !isFirst && before === 'ע') return ['u'];
  if (letter === 'ו' && !isFirst && !isOpen) return ['o'];
  if (letter === 'י' && !isFirst && !isOpen && next !== 'ו') return ['i'];
  if (letter === 'ה' && isLast && !isFirst) return isOpen ? [] : ['a'];
  if (letter === 'א' || letter === 'ע') return isOpen || (isFirst && /[וי]/.test(next)) ? [] : ['a'];
  const isHard = isFirst || (at === 1 && /[הבלמ]/.test(before));
  const consonant = (isHard ? WITH_DAGESH[letter] : undefined) ?? CONSONANTS[letter] ?? 'S';
  const isAlone = isFirst || isOpen || (letter === 'י' && next === 'ו');
  return isAlone ? [consonant] : [isLast ? 'e' : 'a', consonant];
}

/** Hebrew numbers with vowels. Pure. */

const FEMININE = 'אֶ֫פֶס אַחַת שְׁתַּ֫יִם שָׁלוֹשׁ אַרְבַּע חָמֵשׁ שֵׁשׁ שֶׁ֫בַע שְׁמוֹ֫נֶה תֵּ֫שַׁע עֶ֫שֶׂר'.split(' ');

const MASCULINE = 'אֶ֫פֶס אֶחָד שְׁנַ֫יִם שְׁלוֹשָׁה אַרְבָּעָה חֲמִשָּׁה שִׁשָּׁה שִׁבְעָה שְׁמוֹנָה תִּשְׁעָה עֲשָׂרָה'.split(' ');

const TEEN_FEMININE = 'אַחַת שְׁתֵּים שְׁלוֹשׁ אַרְבַּע חֲמֵשׁ שֵׁשׁ שְׁבַע שְׁמוֹנֶה תְּשַׁע'.split(' ');

const TEEN_MASCULINE = 'אַחַד שְׁנֵים שְׁלוֹשָׁה אַרְבָּעָה חֲמִשָּׁה שִׁשָּׁה שִׁבְעָה שְׁמוֹנָה תִּשְׁעָה'.split(' ');

const TENS = 'עֶשְׂרִים שְׁלוֹשִׁים אַרְבָּעִים חֲמִישִּׁים שִׁישִּׁים שִׁבְעִים שְׁמוֹנִים תִּשְׁעִים'.split(' ');

const HUNDREDS = 'מֵאָה|מָאתַ֫יִם|שְׁלוֹשׁ מֵאוֹת|אַרְבַּע מֵאוֹת|חֲמֵשׁ מֵאוֹת|שֵׁשׁ מֵאוֹת|שְׁבַע מֵאוֹת|שְׁמוֹנֶה מֵאוֹת|תְּשַׁע מֵאוֹת'.split('|');

const THOUSANDS = 'אֶ֫לֶף|אַלְפַּ֫יִם|שְׁלוֹשֶׁת אֲלָפִים|אַרְבַּ֫עַת אֲלָפִים|חֲמֵשֶׁת אֲלָפִים|שֵׁשֶׁת אֲלָפִים|שִׁבְעַת אֲלָפִים|שְׁמוֹנַת אֲלָפִים|תִּשְׁעַת אֲלָפִים'.split('|');

const MOST = 9999;

const UNITS: Readonly<Record<string, readonly [one: string, two: string, many: string]>> = {
  minutes: ['דַּקָּה אַחַת', 'שְׁתֵּי דַּקּוֹת', 'דַּקּוֹת'],
  hours: ['שָׁעָה אַחַת', 'שְׁעָתַ֫יִם', 'שָׁעוֹת'],
};

/**
 * @param manner `m` and `f` count a noun of that gender, `minutes` and `hours` these units; otherwise a number alone,
 * which is feminine
 */
export function hebrewNumber(written: string, manner: string): string {
  const [least = '', most] = written.split('–');
  // "Five to ten": the counted noun follows the second number.
  if (most !== undefined) {
    const [one = ''] = UNITS[manner]?.[0].split(' ') ?? [];
    const from = one !== '' && least === '1' ? one : cardinal(Number(least), manner === 'm');
    return `${from} עַד ${hebrewNumber(most, manner)}`;
  }
  const [hours, minutes] = written.split(':');
  if (minutes !== undefined) {
    const hour = cardinal(Number(hours), false);
    return Number(minutes) === 0 ? hour : `${hour} ${joined(cardinal(Number(minutes), false))}`;
  }
  const value = Number(written);
  const unit = UNITS[manner];
  if (unit !== undefined) return value === 1 ? unit[0] : value === 2 ? unit[1] : `${cardinal(value, false)} ${unit[2]}`;
  // A code, a telephone number, or a number with leading zeros.
  if (value > MOST || /^0\d/.test(written))
    return [...written].map((digit) => cardinal(Number(digit), false)).join(' ');
  if (value === 2 && manner === 'm') return 'שְׁנֵי';
  if (value === 2 && manner === 'f') return 'שְׁתֵּי';
  return cardinal(value, manner === 'm');
}

function cardinal(value: number, isMasculine: boolean): string {
  const below = value % 100;
  const parts = [THOUSANDS[Math.floor(value / 1000) - 1] ?? '', HUNDREDS[(Math.floor(value / 100) % 10) - 1] ?? ''];
  if (value === 0 || below > 0) parts.push(belowHundred(below, isMasculine));
  const said = parts.filter((part) => part !== '');
  const last = said.pop() ?? '';
  // The last part gets "and", unless it contains one.
  const isAnded = said.length > 0 && (below <= 20 || below % 10 === 0);
  return [...said, isAnded ? joined(last) : last].join(' ');
}

function belowHundred(value: number, isMasculine: boolean): string {
  const units = isMasculine ? MASCULINE : FEMININE;
  if (value <= 10) return units[value] ?? '';
  const teens = isMasculine ? TEEN_MASCULINE : TEEN_FEMININE;
  if (value < 20) return `${teens[value - 11] ?? ''} ${isMasculine ? 'עָשָׂר' : 'עֶשְׂרֵה'}`;
  const tens = TENS[Math.floor(value / 10) - 2] ?? '';
  return value % 10 === 0 ? tens : `${tens} ${joined(units[value % 10] ?? '')}`;
}

function joined(words: string): string {
  return `וְ${words}`;
}
