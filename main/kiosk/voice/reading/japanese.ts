/**
 * Japanese text in kana: own texts by a list, others by MeCab.
 *
 * MeCab (Debian's packages `mecab` and `mecab-ipadic-utf8`) knows the pronunciation of some hundred thousand words.
 */
import { type ProgramRunner, programRunner } from '../run-program.ts';
import { counterAt, japaneseNumber } from './japanese-numbers.ts';
import type { Reader } from './reader.ts';

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
