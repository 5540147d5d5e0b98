/**
 * Japanese text in kana: own texts by a list, others by MeCab.
 *
 * MeCab (Debian's packages `mecab` and `mecab-ipadic-utf8`) knows the pronunciation of some hundred thousand words.
 */
import { type ProgramRunner, programRunner } from '../run-program.ts';
import type { Reader } from './reader.ts';

const DIGITS = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュー'];
const HUNDREDS = [
  '',
  'ヒャク',
  'ニヒャク',
  'サンビャク',
  'ヨンヒャク',
  'ゴヒャク',
  'ロッピャク',
  'ナナヒャク',
  'ハッピャク',
  'キューヒャク',
];
const THOUSANDS = [
  '',
  'セン',
  'ニセン',
  'サンゼン',
  'ヨンセン',
  'ゴセン',
  'ロクセン',
  'ナナセン',
  'ハッセン',
  'キューセン',
];
const MOST = 9999;

interface Counter {
  readonly written: string;
  readonly said: string;
  /** Number and counter as one word, by last digit (10 for a ten). */
  readonly changed?: Readonly<Record<number, string>>;
  /** Irregular forms of whole numbers. */
  readonly own?: Readonly<Record<number, string>>;
}

/** Before counters that start with k: `イッカイ`. */
const held = (said: string): Readonly<Record<number, string>> => ({
  1: `イッ${said}`,
  6: `ロッ${said}`,
  8: `ハッ${said}`,
  10: `ジュッ${said}`,
});
const MINUTES = { 1: 'イップン', 3: 'サンプン', 4: 'ヨンプン', 6: 'ロップン', 8: 'ハップン', 10: 'ジュップン' };
const DAYS = {
  1: 'ツイタチ',
  2: 'フツカ',
  3: 'ミッカ',
  4: 'ヨッカ',
  5: 'イツカ',
  6: 'ムイカ',
  7: 'ナノカ',
  8: 'ヨーカ',
  9: 'ココノカ',
  10: 'トーカ',
  14: 'ジューヨッカ',
  20: 'ハツカ',
  24: 'ニジューヨッカ',
};
const THINGS = {
  1: 'ヒトツ',
  2: 'フタツ',
  3: 'ミッツ',
  4: 'ヨッツ',
  5: 'イツツ',
  6: 'ムッツ',
  7: 'ナナツ',
  8: 'ヤッツ',
  9: 'ココノツ',
  10: 'トー',
};

/** By their names in `assets/readings/ja.txt`. */
const COUNTERS: Readonly<Record<string, Counter>> = {
  jikan: { written: '時間', said: 'ジカン', changed: { 4: 'ヨジカン', 9: 'クジカン' } },
  ji: { written: '時', said: 'ジ', changed: { 4: 'ヨジ', 7: 'シチジ', 9: 'クジ' }, own: { 0: 'レイジ' } },
  fun: { written: '分', said: 'フン', changed: MINUTES, own: { 100: 'ヒャップン' } },
  byou: { written: '秒', said: 'ビョー' },
  nin: { written: '人', said: 'ニン', changed: { 4: 'ヨニン' }, own: { 1: 'ヒトリ', 2: 'フタリ' } },
  mei: { written: '名', said: 'メー' },
  ken: { written: '件', said: 'ケン', changed: held('ケン') },
  kai: { written: '回', said: 'カイ', changed: held('カイ') },
  floor: { written: '階', said: 'カイ', changed: { ...held('カイ'), 3: 'サンガイ' } },
  ko: { written: '個', said: 'コ', changed: held('コ') },
  tsu: { written: 'つ', said: 'ツ', own: THINGS },
  bai: { written: '倍', said: 'バイ' },
  ban: { written: '番', said: 'バン' },
  go: { written: '号', said: 'ゴー' },
  mai: { written: '枚', said: 'マイ' },
  en: { written: '円', said: 'エン', changed: { 4: 'ヨエン' } },
  sai: {
    written: '歳',
    said: 'サイ',
    changed: { 1: 'イッサイ', 8: 'ハッサイ', 10: 'ジュッサイ' },
    own: { 20: 'ハタチ' },
  },
  nen: { written: '年', said: 'ネン', changed: { 4: 'ヨネン' } },
  getsu: { written: '月', said: 'ガツ', changed: { 4: 'シガツ', 7: 'シチガツ', 9: 'クガツ' } },
  nichi: { written: '日', said: 'ニチ', own: DAYS },
};

/** @param manner name of the counter; otherwise a number alone */
function japaneseNumber(written: string, manner: string): string {
  const [least = '', most] = written.split('–');
  if (most !== undefined) return `${japaneseNumber(least, '')} カラ ${japaneseNumber(most, manner)}`;
  const [hours, minutes] = written.split(':');
  if (minutes !== undefined) {
    const hour = japaneseNumber(String(Number(hours)), 'ji');
    return Number(minutes) === 0 ? hour : `${hour} ${japaneseNumber(String(Number(minutes)), 'fun')}`;
  }
  const counter = COUNTERS[manner];
  const value = Number(written);
  if (value > MOST || (/^0\d/.test(written) && counter === undefined)) {
    return [...written].map((digit) => DIGITS[Number(digit)] ?? '').join(' ');
  }
  return counter === undefined ? cardinal(value) : counted(value, counter);
}

/** Counter after a number, with its written length. */
function counterAt(text: string): { readonly manner: string; readonly length: number } | null {
  const found = Object.entries(COUNTERS).find(([, { written }]) => text.startsWith(written));
  return found === undefined ? null : { manner: found[0], length: found[1].written.length };
}

function counted(value: number, { said, changed = {}, own = {} }: Counter): string {
  if (own[value] !== undefined) return own[value];
  const last = value % 10 === 0 && value % 100 !== 0 ? 10 : value % 10;
  const end = changed[last];
  if (end === undefined || value === 0 || value % 100 === 0) return `${cardinal(value)}${said}`;
  const rest = last === 10 ? value / 10 - 1 : value - last;
  const tens = last === 10 ? (value % 100 === 10 ? '' : (DIGITS[Math.floor((value % 100) / 10)] ?? '')) : '';
  const before = last === 10 ? higher(value - (value % 100)) : rest === 0 ? '' : cardinal(rest);
  return `${before}${tens}${end}`;
}

function higher(value: number): string {
  return value === 0 ? '' : cardinal(value);
}

function cardinal(value: number): string {
  if (value === 0) return 'ゼロ';
  const tens = Math.floor(value / 10) % 10;
  return [
    THOUSANDS[Math.floor(value / 1000)] ?? '',
    HUNDREDS[Math.floor(value / 100) % 10] ?? '',
    tens === 0 ? '' : `${tens === 1 ? '' : (DIGITS[tens] ?? '')}ジュー`,
    value % 10 === 0 ? '' : (DIGITS[value % 10] ?? ''),
  ].join('');
}

const MECAB = 'mecab';
const DICTIONARY = '/var/lib/mecab/dic/ipadic-utf8';
/** Output per word: part of speech and pronunciation. */
const SHOWN = ['-F', '%f[0],%f[1],%f[8]\\t', '-U', '%f[0],%f[1],%m\\t', '-E', '\\n'];
const never = new AbortController().signal;

const NUMBER = /\d{1,2}:\d{2}(?!\d)|\d+(?:–\d+)?/u;
const PIECES = new RegExp(
  `(${NUMBER.source}|[^\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆\\d]+)`,
  'u',
);
/** Excludes the colon of a time. */
const PAUSES = /((?:[、。…・「」『』()!?,\s]|(?<!\d):|:(?!\d)|\.(?=\s|$))+)/u;
const PAUSE = /^[、。…・「」『』()!?,:.\s]/u;
const HAN = /[\p{Script=Han}々〆]/u;

/** @param lines of `assets/readings/ja.txt` */
export function japaneseReader(lines: string, program = MECAB): Reader & Pick<JapaneseList, 'known'> {
  const mecab = programRunner(program);
  const list = japaneseList(lines);
  let isThere = false;
  return {
    known: list.known,
    async isReady() {
      isThere ||= (await wordsOf(mecab, ['番号'], never))?.[0] === 'バンゴー';
      return isThere;
    },
    async read(text, signal) {
      const parts = list.parts(text);
      const unread = parts.flatMap(({ japanese }) => japanese ?? []);
      const read = unread.length === 0 ? [] : await wordsOf(mecab, unread, signal);
      if (read === null) return null;
      const rest = [...read];
      return parts
        .map(({ japanese, said }) => (japanese === undefined ? said : (rest.shift() ?? '')))
        .join(' ')
        .trim();
    },
    close: () => mecab.close(),
  };
}

interface Part {
  readonly said: string;
  /** Text with an unknown reading. */
  readonly japanese?: string;
}

interface JapaneseList {
  parts(text: string): readonly Part[];
  /** The reading, with numbers as `{n}`; null when unknown. */
  known(segment: string): string | null;
}

function japaneseList(lines: string): JapaneseList {
  const readings = new Map(
    lines
      .split('\n')
      .filter((line) => line.includes(' = ') && !line.startsWith('#'))
      .map((line) => {
        const [written = '', said = ''] = line.split(' = ');
        return [written.normalize('NFKC').trim(), said.trim()];
      }),
  );
  const known = (written: string): string | null => readings.get(written.normalize('NFKC')) ?? null;

  /** The text between punctuation marks. */
  function segment(text: string): readonly Part[] {
    const numbers = [...text.matchAll(new RegExp(NUMBER, 'gu'))].map(([number]) => number);
    const whole = known(text.replaceAll(new RegExp(NUMBER, 'gu'), '{n}'));
    if (whole !== null) {
      return [
        { said: whole.replaceAll(/\{(\w+)\}/g, (_, manner: string) => japaneseNumber(numbers.shift() ?? '', manner)) },
      ];
    }
    const parts: Part[] = [];
    let number: string | null = null;
    for (const piece of text.split(PIECES).filter((each) => each !== '')) {
      if (number !== null) {
        const counter = counterAt(piece);
        parts.push({ said: japaneseNumber(number, counter?.manner ?? '') });
        number = null;
        const rest = piece.slice(counter?.length ?? 0);
        if (rest !== '') parts.push(words(rest));
      } else if (/^\d/.test(piece)) number = piece;
      else parts.push(words(piece));
    }
    if (number !== null) parts.push({ said: japaneseNumber(number, '') });
    return parts;
  }

  function words(piece: string): Part {
    const said = known(piece);
    if (said !== null) return { said };
    // Alone it is a letter, not the particle with another pronunciation; katakana are phonetic already.
    if (/^(?:\p{Script=Hiragana}|[\p{Script=Katakana}ー]+)$/u.test(piece)) return { said: piece };
    return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(piece)
      ? { said: piece, japanese: piece }
      : { said: harmless(piece) };
  }

  return {
    known,
    parts: (text) =>
      text
        .normalize('NFKC')
        .split(PAUSES)
        .filter((each) => each !== '')
        .flatMap((each) => (PAUSE.test(each) ? [{ said: harmless(each.replaceAll('・', '、')) }] : segment(each))),
  };
}

/** Removes brackets, because text from outside must not contain phonemes. */
function harmless(text: string): string {
  return text.replaceAll(/[[\]]/g, ' ');
}

/** Reading of each text, by phrase; null without the program or its dictionary. */
async function wordsOf(
  mecab: ProgramRunner,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const output = await mecab.run(['-d', DICTIONARY, ...SHOWN], `${texts.join('\n')}\n`, signal);
  return output === null ? null : String(output).split('\n').slice(0, texts.length).map(phrased);
}

/** Particles and endings join the phrase of the previous word. */
function phrased(words: string): string {
  let phrase = '';
  let isPrefix = false;
  for (const word of words.split('\t').filter((each) => each !== '')) {
    const [kind = '', way = '', said = ''] = word.split(',');
    const isJoined = isPrefix || kind.startsWith('助') || way === '接尾' || way === '非自立';
    phrase += isJoined ? said : ` ${said}`;
    isPrefix = kind === '接頭詞';
  }
  return phrase.replaceAll(new RegExp(HAN, 'gu'), '').trim();
}
