/**
 * Messages in the footer, split to be readable at a glance. Pure.
 */

export interface TickerMessage {
  readonly lang: string;
  readonly text: string;
}

/** Capacity of two lines; Chinese, Japanese and Korean characters count twice. */
const ROOM = 130;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/;
/** Time to look up, and to read slowly. */
const MIN_MS = 7_000;
const PER_LETTER_MS = 90;

/**
 * Messages by line, in each language of the display; untranslated text is used for the system's language, or for all.
 */
export function tickerMessages(
  {
    ticker,
    ticker_translations,
  }: { readonly ticker: string; readonly ticker_translations: Readonly<Record<string, string>> },
  languages: readonly string[],
  defaultLang: string,
): readonly TickerMessage[] {
  const texts = { ...(ticker === '' ? {} : { [defaultLang]: ticker }), ...ticker_translations };
  const own = languages.filter((lang) => (texts[lang] ?? '') !== '');
  const shown = own.length > 0 ? own : Object.keys(texts).slice(0, 1);
  const lines = shown.map((lang) => ({ lang, lines: linesOf(texts[lang] ?? '') }));
  const most = Math.max(0, ...lines.map((each) => each.lines.length));
  // Each message in all languages before the next one.
  return Array.from({ length: most }, (_, at) =>
    lines.flatMap((each) => (each.lines[at] ?? []).map((text) => ({ lang: each.lang, text }))),
  ).flat();
}

export function readingMs({ text }: TickerMessage): number {
  return MIN_MS + room(text) * PER_LETTER_MS;
}

function linesOf(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(pieces);
}

/** Splits a long message between words. */
function pieces(line: string): readonly string[] {
  if (room(line) <= ROOM) return [line];
  const words = line.includes(' ') ? line.split(/(?<= )/) : [...line];
  const found: string[] = [];
  let piece = '';
  for (const word of words) {
    if (piece !== '' && room(piece + word) > ROOM) {
      found.push(`${piece.trimEnd()} …`);
      piece = '';
    }
    piece += word;
  }
  return [...found, piece.trim()];
}

function room(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}
