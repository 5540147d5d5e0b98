/**
 * Line breaks of a text.
 *
 * Broken at spaces, between the characters of scripts that are written without spaces, and, only where a word is
 * longer than a line, inside the word. Lines are made one by one, as they are asked for, and each costs a few
 * measurements of about its own length, however long the text or one of its words is.
 */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Written without spaces: a line may end between any two of these. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff9f]/u;
/** Written without spaces as well, but a line ends between two words only: which those are, a dictionary tells. */
const JOINED_WORDS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/**
 * Must not begin a line: closing marks, and the small marks that belong to the character before (JIS X 4051, and the
 * repetition and abbreviation marks of Thai and Lao).
 */
const NOT_FIRST =
  /^[\p{Pe}\p{Pf}!%),.:;?\]}·…‥、。〃々〻ゝゞヽヾ〉》」』】〕〗〙〛〟！％），．：；？］｝｠～〜゠–‼⁇⁈⁉・･ーｰ｡｣､ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯﾞﾟ°′″℃ๆฯ๚๛ໆ]/u;
/** Must not end a line: opening marks. */
const NOT_LAST = /[\p{Ps}\p{Pi}¥$£€＄￡￥（［｛｟「『【《〈〔〖〘〝｢]$/u;

/** Words that a line is first tried with; the next one is tried with as many as the line before took. */
const FIRST_GUESS = 6;

export type Measure = (text: string) => number;

/** A part of a word, with what stands between it and the one before on the same line. */
interface Piece {
  readonly text: string;
  readonly glue: string;
}

function split(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const dictionary = new Intl.Segmenter('th', { granularity: 'word' });

/** The stretches between which a line may end as far as the script goes; what stands at their ends may forbid it. */
function stretches(word: string): readonly string[] {
  if (!JOINED_WORDS.test(word)) return UNSPACED.test(word) ? split(word) : [word];
  return Array.from(dictionary.segment(word), ({ segment }) => segment).flatMap((segment) =>
    UNSPACED.test(segment) ? split(segment) : [segment],
  );
}

const breaksAnywhere = (text: string): boolean => UNSPACED.test(text) || JOINED_WORDS.test(text);

/** The dictionary parts compounds too, such as the Thai one for a screen; a word this short is mostly the end of one. */
const MAX_CLINGING_LETTERS = 2;
/** Thai words that make one noun with the word behind them, such as the ones for a fee, an official and a room. */
const PREFIX = /^(?:การ|ความ|ผู้|นัก|ค่า|ชาว|โรง|ห้อง|ใบ)$/u;

function bind(before: string, word: string): boolean {
  if (!JOINED_WORDS.test(word) || !JOINED_WORDS.test(before)) return false;
  return PREFIX.test(before) || Array.from(word).length <= MAX_CLINGING_LETTERS;
}

/** The parts of a word (no spaces in it) between which a line may end. */
function parts(word: string): string[] {
  const result: string[] = [];
  let part = '';
  let last = '';
  let isOpen = false;
  let isBound = false;
  for (const stretch of stretches(word)) {
    const opens = breaksAnywhere(stretch);
    // One after another, or a row of short words would have no place to break.
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

/** The largest count up to `most` that fits, when none does that is larger than one that does not; 0 always fits. */
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

/** A word that is too long by itself, cut so that every piece fits. At least one character stands on each line. */
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

/** A line before it is written: its first part, or the rest of a broken one, and the parts behind that. */
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
    // What is left of a broken word goes on with the words behind it.
    const start = fits ? first : { ...first, text: yield* hardBreak(first.text, width, measure) };
    const from = at;
    const upTo = (count: number): Line => ({ start, more: pieces.slice(from, from + count), isRest: !fits });
    const count = largest(pieces.length - from, guess, (each) => measure(written(upTo(each))) <= width);
    yield upTo(count);
    at += count;
    guess = count;
  }
}

/** A last part that stands alone gets the one before it as company, where that leaves no other one alone. */
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

/** The stretches of a text in which no line may end. */
export function unbrokenParts(text: string): readonly string[] {
  return text.split(/[ \n]/).flatMap(parts);
}

/** A line that ends with this mark, without as many of its last letters as it takes. */
export function endWith(mark: string, line: string, width: number, measure: Measure): string {
  const characters = split(line);
  const upTo = (count: number): string => characters.slice(0, count).join('').trimEnd() + mark;
  return upTo(largest(characters.length, characters.length, (count) => measure(upTo(count)) <= width));
}

/** `measure` and `width` are in the same unit: columns or dots. Line ends in the text are kept, empty lines are not. */
export function* wrapLines(text: string, width: number, measure: Measure): Generator<string, void> {
  for (const paragraph of text.split('\n')) yield* wrapParagraph(paragraph, width, measure);
}
