/** Bidi isolates for numbers and Latin words in right-to-left lines. */
const FIRST_STRONG = '\u2068';
const POP = '\u2069';
const WORD = "[A-Za-z\\u00c0-\\u024f][\\p{L}\\p{N}'’&.-]*[\\p{L}\\p{N}]|[A-Za-z\\u00c0-\\u024f]";
const LATIN = `(?:${WORD})(?: (?:${WORD}|\\d+))*`;
const NUMBER = '[A-Za-z]*\\p{Sc}?\\d(?:[\\d./:,+×-]*\\d)?(?:\\p{Nd})*[A-Za-z]*(?:%|°|\\p{Sc})?';
const RUN = new RegExp(`${NUMBER}|${LATIN}`, 'gu');

export function isolateNumbers(text: string): string {
  return text.replace(RUN, (run) => FIRST_STRONG + run + POP);
}
