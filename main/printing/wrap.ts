/**
 * Line breaks of a text.
 *
 * Text breaks at spaces, between characters of scripts without spaces, and inside a word only if it is longer than a
 * line. Lines are generated on demand. Each costs a few measurements of about its own length, however long the text is.
 */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Scripts without spaces: a line can end between any two characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff9f]/u;
/** Scripts without spaces where a line can end only between words, which a dictionary finds. */
const JOINED_WORDS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/**
 * Must not begin a line: closing marks, and small marks that belong to the previous character (JIS X 4051, and the
 * repetition and abbreviation marks of Thai and Lao).
 */
const NOT_FIRST =
  /^[\p{Pe}\p{Pf}!%),.:;?\]}·…‥、。〃々〻ゝゞヽヾ〉》」』】〕〗〙〛〟！％），．：；？］｝｠～〜゠–‼⁇⁈⁉・･ーｰ｡｣､ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯﾞﾟ°′″℃ๆฯ๚๛ໆ]/u;
/** Must not end a line: opening marks. */
const NOT_LAST = /[\p{Ps}\p{Pi}¥$£€＄￡￥（［｛｟「『【《〈〔〖〘〝｢]$/u;

/** Initial guess of words per line; the next line starts with the count of the previous one. */
const FIRST_GUESS = 6;

export type Measure = (text: string) => number;

/** Part of a word, with the separator before it on the same line. */
interface Piece {
  readonly text: string;
  readonly glue: string;
}

function split(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const dictionary = new Intl.Segmenter('th', { granularity: 'word' });

/** Segments between which the script allows a line to end; characters at their ends can still forbid it. */
function stretches(word: string): readonly string[] {
  if (!JOINED_WORDS.test(word)) return UNSPACED.test(word) ? split(word) : [word];
  return Array.from(dictionary.segment(word), ({ segment }) => segment).flatMap((segment) =>
    UNSPACED.test(segment) ? split(segment) : [segment],
  );
}

const breaksAnywhere = (text: string): boolean => UNSPACED.test(text) || JOINED_WORDS.test(text);

/**
 * The dictionary also splits compounds, such as the Thai word for screen; such a short segment is usually the end of
 * one.
 */
const MAX_CLINGING_LETTERS = 2;
/** Thai words that form a noun with the next word, such as those for fee, official and room. */
const PREFIX = /^(?:การ|ความ|ผู้|นัก|ค่า|ชาว|โรง|ห้อง|ใบ)$/u;

function bind(before: string, word: string): boolean {
  if (!JOINED_WORDS.test(word) || !JOINED_WORDS.test(before)) return false;
  return PREFIX.test(before) || Array.from(word).length <= MAX_CLINGING_LETTERS;
}

/** Parts of a word (without spaces) between which a line can end. */
function parts(word: string): string[] {
  const result: string[] = [];
  let part = '';
  let last = '';
  let isOpen = false;
  let isBound = false;
  for (const stretch of stretches(word)) {
    const opens = breaksAnywhere(stretch);
    // Not twice in a row, or a series of short words could not break.
    isBound = part !== '' && !isBound && bind(last, stretch);
    const mayBreak = part !== '' && !isBound && !NOT_FIRST.test(stretch) && !NOT_LAST.test(last) && (isOpen || opens);
    if (mayBreak) {
      result.push(part);
      part = '';
      isOpen = false;
    }
    part += stretch;
    last = stretch;
    isOpen ||= opens;
  }
  return [...result, part];
}

function piecesOf(paragraph: string): Piece[] {
  return paragraph
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => parts(word).map((text, index) => ({ text, glue: index === 0 ? ' ' : '' })));
}

/** Largest count up to `most` that fits, assuming that all smaller counts fit; 0 always fits. */
function largest(most: number, guess: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most + 1];
  let next = Math.min(guess, most);
  for (let step = 1; high - low > 1; step *= 2) {
    if (next <= low || next >= high) next = (low + high) >> 1;
    if (fits(next)) {
      low = next;
      next += step;
    } else {
      high = next;
      next -= step;
    }
  }
  return low;
}

/** Splits a word that is longer than a line. Each line gets at least one character. */
function* hardBreak(word: string, width: number, measure: Measure): Generator<string, string> {
  const characters = split(word);
  let at = 0;
  let guess = FIRST_GUESS;
  for (;;) {
    const from = at;
    const upTo = (count: number): string => characters.slice(from, from + count).join('');
    const count = Math.max(
      1,
      largest(characters.length - from, guess, (each) => measure(upTo(each)) <= width),
    );
    at += count;
    guess = count;
    if (at >= characters.length) return upTo(count);
    yield upTo(count);
  }
}

/** An unfinished line: its first part, or the rest of a broken word, and the following parts. */
interface Line {
  readonly start: Piece;
  readonly more: readonly Piece[];
  readonly isRest: boolean;
}

const written = ({ start, more }: Line): string =>
  more.reduce((line, { glue, text }) => line + glue + text, start.text);

function* filledLines(pieces: readonly Piece[], width: number, measure: Measure): Generator<Line | string, void> {
  let at = 0;
  let guess = FIRST_GUESS;
  while (at < pieces.length) {
    const first = pieces[at++] ?? { text: '', glue: '' };
    const fits = measure(first.text) <= width;
    // The rest of a broken word continues with the following words.
    const start = fits ? first : { ...first, text: yield* hardBreak(first.text, width, measure) };
    const from = at;
    const upTo = (count: number): Line => ({ start, more: pieces.slice(from, from + count), isRest: !fits });
    const count = largest(pieces.length - from, guess, (each) => measure(written(upTo(each))) <= width);
    yield upTo(count);
    at += count;
    guess = count;
  }
}

/** Moves a word to a single-word last line, unless that leaves a single word on the line before. */
function accompanied(before: Line, last: Line, width: number, measure: Measure): readonly [Line, Line] {
  const moved = before.more.at(-1);
  if (last.more.length > 0 || before.more.length < 2 || moved === undefined) return [before, last];
  if (before.isRest || last.isRest) return [before, last];
  const longer: Line = { ...last, start: moved, more: [last.start] };
  return measure(written(longer)) <= width ? [{ ...before, more: before.more.slice(0, -1) }, longer] : [before, last];
}

function* wrapParagraph(paragraph: string, width: number, measure: Measure): Generator<string, void> {
  let before: Line | null = null;
  let held: Line | null = null;
  for (const line of filledLines(piecesOf(paragraph), width, measure)) {
    if (before !== null) yield written(before);
    before = held;
    held = null;
    if (typeof line !== 'string') held = line;
    else {
      if (before !== null) yield written(before);
      before = null;
      yield line;
    }
  }
  if (held === null) return;
  const [one, last] = before === null ? [null, held] : accompanied(before, held, width, measure);
  if (one !== null) yield written(one);
  yield written(last);
}

/** Parts of a text that must not be broken. */
export function unbrokenParts(text: string): readonly string[] {
  return text.split(/[ \n]/).flatMap(parts);
}

/** Truncates a line so that it fits with this mark at its end. */
export function endWith(mark: string, line: string, width: number, measure: Measure): string {
  const characters = split(line);
  const upTo = (count: number): string => characters.slice(0, count).join('').trimEnd() + mark;
  return upTo(largest(characters.length, characters.length, (count) => measure(upTo(count)) <= width));
}

/** `measure` and `width` use the same unit: columns or dots. Keeps line breaks, and drops empty lines. */
export function* wrapLines(text: string, width: number, measure: Measure): Generator<string, void> {
  for (const paragraph of text.split('\n')) yield* wrapParagraph(paragraph, width, measure);
}
