/** Text that shrinks until its longest word fits. */
import type { JSX } from 'preact';

interface FitTextProps {
  readonly text: string;
  readonly class?: string;
  /** Texts that must have the same size. */
  readonly like?: readonly string[];
}

/**
 * Text that shrinks within limits until its longest word fits on a line: German compounds at 200 % are not broken
 * arbitrarily. Its container must be a size container.
 */
export function FitText({ text, class: name = '', like = [] }: FitTextProps): JSX.Element {
  const longest = Math.max(longestWord(text), ...like.map(longestWord));
  return (
    <span class={`fit ${name}`} style={{ '--longest': longest.toFixed(2) }}>
      {text}
    </span>
  );
}

/** Width of the longest unbreakable piece, in average letters. */
export function longestWord(text: string): number {
  let longest = 1;
  for (const word of text.split(/[\s\u00ad\u200b-]+/u)) {
    let width = 0;
    for (const letter of word) width += letterWidth(letter);
    longest = Math.max(longest, width);
  }
  return longest;
}

function letterWidth(letter: string): number {
  // Invisible direction marks and combining marks have no width.
  if (/[\p{Cf}\p{Mn}]/u.test(letter)) return 0;
  // Ideographs break anywhere.
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(letter)) return 0.4;
  // Hangul syllables are square.
  if (/[\uac00-\ud7a3]/.test(letter)) return 1.65;
  if (/[MWmw@ЖМФШЩЫЮжмфшщыюअ-औ]/.test(letter)) return 1.45;
  if (/\p{Lu}/u.test(letter)) return 1.15;
  return /[iljft.,’'ıíìії]/.test(letter) ? 0.62 : /[а-яєґ]/.test(letter) ? 1.1 : 1;
}
