/**
 * Lines out of text: broken at spaces, between the characters of scripts that are written without spaces, and, only
 * where a word is longer than a line, inside the word.
 */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Written without spaces: a line may end between any two of these. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
/** Must not begin a line: closing marks, and the small marks that belong to the character before. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}!%),.:;?\]}·…、。〃々〉》」』】〕〗〙〛！％），．：；？］｝～ー]/u;
/** Must not end a line: opening marks. */
const NOT_LAST = /[\p{Ps}\p{Pi}¥$£€（［｛「『【《〈]$/u;

function split(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function mayBreak(before: string, after: string): boolean {
  if (NOT_FIRST.test(after) || NOT_LAST.test(before)) return false;
  return UNSPACED.test(before) || UNSPACED.test(after);
}

/** The parts of a word (no spaces in it) between which a line may end. */
function parts(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const result: string[] = [];
  let part = '';
  for (const grapheme of split(word)) {
    if (part !== '' && mayBreak(part, grapheme)) {
      result.push(part);
      part = '';
    }
    part += grapheme;
  }
  return [...result, part];
}

/** A word that is too long by itself, cut so that every piece fits. At least one character stands on each line. */
function hardBreak(word: string, width: number, measure: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const grapheme of split(word)) {
    if (piece !== '' && measure(piece + grapheme) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += grapheme;
  }
  return [...pieces, piece];
}

function wrapParagraph(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string, glue: string): void => {
    if (line !== '' && measure(line + glue + piece) <= width) {
      line += glue + piece;
      return;
    }
    if (line !== '') lines.push(line);
    const broken = measure(piece) <= width ? [piece] : hardBreak(piece, width, measure);
    lines.push(...broken.slice(0, -1));
    line = broken.at(-1) ?? '';
  };
  for (const word of text.split(' ')) {
    if (word === '') continue;
    for (const [index, part] of parts(word).entries()) add(part, index === 0 ? ' ' : '');
  }
  return line === '' ? lines : [...lines, line];
}

/** The widest stretch of a text in which no line may end. */
export function longestUnbroken(text: string, measure: (text: string) => number): number {
  return Math.max(0, ...text.split(/[ \n]/).flatMap(parts).map(measure));
}

/** `measure` and `width` are in the same unit: columns or dots. Line ends in the text are kept, empty lines are not. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
}
