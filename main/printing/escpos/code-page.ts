/**
 * Encoding of text in a code page, and choice of the page.
 *
 * Never replaces a character by a question mark.
 */
import iconv from 'iconv-lite';
import type { CodePage } from '../profile.ts';

const MAX_KNOWN = 2000;
/** From this length on, the beginning is checked first. */
const MUCH = 200;
const known = new Map<string, boolean>();

function roundTrips(text: string, page: CodePage): boolean {
  // Most pages without a text's characters already lack one of the first.
  if (text.length > MUCH && !carries(page, text.slice(0, MUCH / 2))) return false;
  return iconv.decode(iconv.encode(text, page.encoding), page.encoding) === text;
}

/** Whether the page has every character of the text, one byte each. */
export function carries(page: CodePage, text: string): boolean {
  const key = `${page.name} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const answer = roundTrips(text, page);
  known.set(key, answer);
  return answer;
}

/** The text's bytes. Throws if the page lacks a character: the layout must check first. */
export function encodeText(page: CodePage, text: string): Buffer {
  if (!carries(page, text)) throw new Error(`${page.name} does not contain all characters of this text`);
  return iconv.encode(text, page.encoding);
}

/** The first page that carries all texts; if there is none, the one that carries most of them. */
export function choosePage(pages: readonly [CodePage, ...CodePage[]], texts: readonly string[]): CodePage {
  let best: { readonly page: CodePage; readonly count: number } = { page: pages[0], count: -1 };
  for (const page of pages) {
    const count = texts.filter((text) => carries(page, text)).length;
    if (count > best.count) best = { page, count };
    if (count === texts.length) break;
  }
  return best.page;
}
