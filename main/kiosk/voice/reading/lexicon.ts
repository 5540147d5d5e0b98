/**
 * Lexicon of texts with vowels, one per line.
 *
 * Without its vowel marks a line is the text on the screen; if their letters differ, the screen text precedes ` = `.
 * `{m}` and `{f}` are numbers that count a masculine or feminine noun, `{n}` a number alone, `{}` any words. Empty
 * lines and lines that start with `#` are ignored. Pure.
 */
import { append } from '../../../lib/lists.ts';

export type Token =
  | { readonly kind: 'word'; readonly text: string }
  /** As written: `043`, `14:30`, `5–10`. `manner`: how it counts, if a lexicon entry defines it. */
  | { readonly kind: 'number'; readonly text: string; readonly manner: string }
  /** Punctuation, or words of another script. */
  | { readonly kind: 'other'; readonly text: string };

/** Tokenises a text, dropping spaces between words. */
export type Tokenize = (text: string) => readonly Token[];

export interface Lexicon {
  /** Reads words and numbers without punctuation between them: each with vowels, or null when unknown. */
  vocalised(tokens: readonly Token[]): readonly Vocalised[];
  /** One word, without marks. */
  word(written: string): string | null;
}

export interface Vocalised {
  readonly token: Token;
  /** Null: unknown reading. */
  readonly text: string | null;
  /** The word is known, but not its context. */
  readonly isAlone: boolean;
}

const MARKS = /\p{M}|ـ/gu;

/** Its letters, as on the screen. */
export function plain(word: string): string {
  return word.normalize('NFC').replaceAll(MARKS, '');
}

interface Entry {
  readonly key: string;
  readonly tokens: readonly Token[];
}

export function readLexicon(lines: string, tokenize: Tokenize): Lexicon {
  const phrases = new Map<string, readonly Token[]>();
  const words = new Map<string, string>();
  let longest = 1;
  for (const { key, tokens } of entriesOf(lines, tokenize)) {
    if (!phrases.has(key)) phrases.set(key, tokens);
    longest = Math.max(longest, key.split(' ').length);
    for (const token of tokens) {
      if (token.kind === 'word' && !words.has(plain(token.text))) words.set(plain(token.text), token.text);
    }
  }

  return {
    word: (written) => words.get(written) ?? null,
    vocalised(tokens) {
      const found: Vocalised[] = [];
      for (let at = 0; at < tokens.length; ) {
        const phrase = longestAt(tokens, at);
        if (phrase !== null) {
          const { length, reading } = phrase;
          const [written, said] = [tokens[at], reading[0]];
          if (length === 1 && reading.length === 1 && written !== undefined && said?.kind === 'word') {
            found.push({ token: written, text: said.text, isAlone: true });
          } else {
            append(
              found,
              reading.map((token) => ({ token, text: token.text, isAlone: false })),
            );
          }
          at += length;
          continue;
        }
        const token = tokens[at];
        if (token === undefined) break;
        const known = token.kind === 'word' ? (words.get(plain(token.text)) ?? null) : token.text;
        found.push({ token, text: known, isAlone: true });
        at += 1;
      }
      return found;
    },
  };

  function longestAt(tokens: readonly Token[], at: number): { length: number; reading: readonly Token[] } | null {
    for (let length = Math.min(longest, tokens.length - at); length > 0; length -= 1) {
      const some = tokens.slice(at, at + length);
      const reading = phrases.get(keyOf(some));
      if (reading === undefined) continue;
      const numbers = some.filter(({ kind }) => kind === 'number');
      const filled = reading.map((token) =>
        token.kind === 'number' ? { ...token, text: numbers.shift()?.text ?? '' } : token,
      );
      return { length, reading: filled };
    }
    return null;
  }
}

function keyOf(tokens: readonly Token[]): string {
  return tokens.map(({ kind, text }) => (kind === 'number' ? '{n}' : plain(text))).join(' ');
}

function entriesOf(lines: string, tokenize: Tokenize): readonly Entry[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [written = '', said = written] = line.split(' = ');
      const readings = segmentsOf(said, tokenize);
      return segmentsOf(written, tokenize).map((tokens, at) => ({
        key: keyOf(tokens),
        tokens: readings[at] ?? tokens,
      }));
    });
}

/** Runs of words and numbers between punctuation and placeholders. */
export function segmentsOf(line: string, tokenize: Tokenize): readonly (readonly Token[])[] {
  const segments: Token[][] = [[]];
  for (const piece of line.split(/(\{\w*\})/)) {
    const manner = /^\{(\w*)\}$/.exec(piece)?.[1];
    if (manner === '') segments.push([]);
    else if (manner !== undefined) segments.at(-1)?.push({ kind: 'number', text: '', manner });
    else {
      for (const token of tokenize(piece)) {
        if (token.kind === 'other') segments.push([]);
        else segments.at(-1)?.push(token);
      }
    }
  }
  return segments.filter((segment) => segment.length > 0);
}
