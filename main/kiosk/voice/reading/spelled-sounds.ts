/** Reads Hebrew and Arabic texts with vowels from a lexicon. Pure. */

import { arabicLetter, arabicNumber, arabicSounds, endsInVowel, linkedArabic } from './arabic.ts';
import { guessedHebrew, hebrewLetter, hebrewNumber, hebrewSounds, prefixedHebrew } from './hebrew.ts';
import { type Lexicon, plain, readLexicon, type Token, type Tokenize, type Vocalised } from './lexicon.ts';

export interface SoundReader {
  /** Phonemes are between `[[` and `]]`, which eSpeak NG uses unchanged. */
  read(text: string): string;
  /** Words with unknown vowels. */
  unknown(text: string): readonly string[];
  tokenize: Tokenize;
}

interface Script {
  readonly tokenize: Tokenize;
  /** Phonemes of words with vowels, between two pauses. */
  sounds(words: readonly string[], arePausal: readonly boolean[]): readonly string[];
  number(written: string, manner: string): string;
  letter(sign: string): string | null;
  /** A known word before a word outside its entry: with the ending for that position. */
  linked(word: string, next: string): string;
  /** A known word with a prefix, such as the article; null for others. */
  composed(word: string, known: (word: string) => string | null): string | null;
  /** Null: the voice pronounces it unchanged. */
  guess(word: string): string | null;
}

const NUMBER = /\d{1,2}:\d{2}(?!\d)|\d+(?:–\d+)?/u;
const HEBREW_WORD = /(?:[א-ת]\p{M}*)(?:["״'׳]?[א-ת]\p{M}*)*['׳]?(?:־|-(?=[\dא-ת]))?/u;
const ARABIC_WORD = /(?:[\u0621-\u064A\u0671-\u06D3]\p{M}*)+/u;
/** Direction marks are not pronounced. */
const DIRECTIONS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

function tokenizer(word: RegExp): Tokenize {
  const pattern = new RegExp(`(?<word>${word.source})|(?<number>${NUMBER.source})`, 'gu');
  return (text) => {
    const whole = text.normalize('NFC').replaceAll(DIRECTIONS, '');
    const tokens: Token[] = [];
    const other = (from: number, to: number): void => {
      const between = whole.slice(from, to);
      if (between.trim() !== '') tokens.push({ kind: 'other', text: between });
    };
    let end = 0;
    for (const match of whole.matchAll(pattern)) {
      other(end, match.index);
      const { word: found, number = '' } = match.groups ?? {};
      if (found === undefined) tokens.push({ kind: 'number', text: number, manner: '' });
      else tokens.push({ kind: 'word', text: found.replace(/-$/u, '־') });
      end = match.index + match[0].length;
    }
    other(end, whole.length);
    return tokens;
  };
}

/** Prefixes written as one word with the next, with their vowels. */
const HEBREW_PREFIXES: readonly Prefix[] = [
  ['ה', 'הַ'],
  ['ו', 'וְ'],
  ['ב', 'בְּֽ'],
  ['ל', 'לְ'],
  ['מ', 'מִ'],
  ['ש', 'שֶׁ'],
];
const ARABIC_PREFIXES: readonly Prefix[] = [
  ['لل', 'لِلْ'],
  ['ال', 'الْ'],
  ['و', 'وَ'],
  ['ب', 'بِ'],
  ['ل', 'لِ'],
];
/** The lam of the article assimilates to these. */
const SUN_LETTERS = 'تثدذرزسشصضطظلن';

type Prefix = readonly [written: string, said: string];

function composed(
  word: string,
  prefixes: readonly Prefix[],
  known: (word: string) => string | null,
  join: (prefix: string, word: string) => string = (prefix, rest) => `${prefix}${rest}`,
  depth = 2,
): string | null {
  for (const [written, said] of depth === 0 ? [] : prefixes) {
    if (!word.startsWith(written)) continue;
    const rest = word.slice(written.length);
    const found = known(rest) ?? composed(rest, prefixes, known, join, depth - 1);
    if (found === null) continue;
    const isHeld = written.endsWith('ل') && written.length === 2 && SUN_LETTERS.includes(found[0] ?? ' ');
    return isHeld ? `${said.slice(0, -1)}${found[0]}\u0651${found.slice(1)}` : join(said, found);
  }
  return null;
}

const HEBREW: Script = {
  tokenize: tokenizer(HEBREW_WORD),
  sounds: (words) => words.map(hebrewSounds),
  number: hebrewNumber,
  letter: hebrewLetter,
  linked: (word) => word,
  composed: (word, known) => composed(word, HEBREW_PREFIXES, known, prefixedHebrew),
  guess: guessedHebrew,
};

const ARABIC: Script = {
  tokenize: tokenizer(ARABIC_WORD),
  sounds: (words, arePausal) =>
    words.map((word, at) =>
      arabicSounds(word, {
        isLast: arePausal[at] === true,
        isAfterVowel: at > 0 && arePausal[at - 1] !== true && endsInVowel(words[at - 1] ?? ''),
      }),
    ),
  number: arabicNumber,
  letter: arabicLetter,
  linked: linkedArabic,
  composed: (word, known) => composed(word, ARABIC_PREFIXES, known),
  guess: () => null,
};

export const hebrewReader = (lines: string): SoundReader => soundReader(lines, HEBREW);
export const arabicReader = (lines: string): SoundReader => soundReader(lines, ARABIC);

function soundReader(lines: string, script: Script): SoundReader {
  const lexicon = readLexicon(lines, script.tokenize);
  return {
    tokenize: script.tokenize,
    read(text) {
      const said: string[] = [];
      for (const run of runsOf(script.tokenize(text))) {
        if (run[0]?.kind === 'other') said.push(harmless(run[0].text));
        else said.push(readRun(run, lexicon, script));
      }
      return said.join(' ').trim();
    },
    unknown: (text) =>
      runsOf(script.tokenize(text))
        .filter((run) => run[0]?.kind !== 'other')
        .flatMap((run) => lexicon.vocalised(run))
        .filter(({ text: known, token }) => known === null && byItself(token.text, lexicon, script) === null)
        .map(({ token }) => token.text),
  };
}

/** Runs of words and numbers without punctuation, and each punctuation mark alone. */
function runsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const runs: Token[][] = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    if (token.kind === 'other' || last === undefined || last[0]?.kind === 'other') runs.push([token]);
    else last.push(token);
  }
  return runs;
}

/** Removes brackets, because text from outside must not contain phonemes. */
function harmless(text: string): string {
  return text.replaceAll(/[[\]]/g, ' ');
}

interface Said {
  /** With vowels; null where the voice pronounces it unchanged. */
  readonly text: string | null;
  readonly written: string;
  readonly isPausal: boolean;
}

function readRun(run: readonly Token[], lexicon: Lexicon, script: Script): string {
  const read = lexicon
    .vocalised(run)
    .flatMap((each, at, all) => wordsOf(each, all[at + 1]?.token.text ?? null, lexicon, script));
  const vocalised = read.filter(({ text }) => text !== null);
  const sounds = script.sounds(
    vocalised.map(({ text }) => text ?? ''),
    vocalised.map(({ isPausal }) => isPausal),
  );
  let at = 0;
  return read
    .map(({ text, written }) => {
      const sound = text === null ? script.guess(written) : (sounds[at++] ?? '');
      // A word that ends in a hyphen joins the next one.
      return sound === null ? `${written} ` : `[[${sound}${written.endsWith('־') ? '' : ' '}]]`;
    })
    .join('')
    .replaceAll(']][[', '')
    .replaceAll(' ]]', ']] ')
    .trim();
}

/** @param next the following token before the next pause; null at a pause */
function wordsOf(
  { token, text, isAlone }: Vocalised,
  next: string | null,
  lexicon: Lexicon,
  script: Script,
): readonly Said[] {
  const written = token.text;
  const isLast = next === null;
  if (token.kind === 'number') {
    const isByItself = token.manner === '' || token.manner === 'n';
    return saidIn(script.number(written, token.manner), isLast || isByItself);
  }
  // Vowels written by the organisation take precedence.
  if (isVocalised(written) && isAlone) return [{ text: written, written, isPausal: isLast }];
  const known = text ?? byItself(written, lexicon, script);
  if (known === null) return [{ text: null, written, isPausal: isLast }];
  if (known.includes(' ')) return saidIn(known, true);
  return [{ text: isAlone && !isLast ? script.linked(known, next) : known, written, isPausal: isLast }];
}

/** Several words for one: only the last can precede a pause. */
function saidIn(words: string, isPausal: boolean): readonly Said[] {
  const all = words.split(' ');
  return all.map((word, at) => ({ text: word, written: word, isPausal: isPausal && at === all.length - 1 }));
}

function byItself(written: string, lexicon: Lexicon, script: Script): string | null {
  return script.letter(written) ?? script.composed(written, lexicon.word);
}

/** Some words show a single vowel or a doubling on the screen, which is no complete reading. */
function isVocalised(word: string): boolean {
  const letters = plain(word).length;
  return word.normalize('NFC').replaceAll(/[^\p{M}]/gu, '').length * 2 >= letters;
}
