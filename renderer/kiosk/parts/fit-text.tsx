/** Text that shrinks until its longest word fits. */
import type { JSX } from 'preact';

interface FitTextProps {
  readonly text: string;
  readonly class?: string;
  /** Texts beside this one that are to have the same size. */
  readonly like?: readonly string[];
}

/**
 * Text whose size gives way, within bounds, so that its longest word stands on one line whole: German compounds at
 * 200 % keep together and are never broken at a random letter. Its container must be a size container.
 */
export function FitText({ text, class: name = '', like = [] }: FitTextProps): JSX.Element {
  const longest = Math.max(longestWord(text), ...like.map(longestWord));
  return (
    <span class={`fit ${name}`} style={{ '--longest': longest.toFixed(2) }}>
      {text}
    </span>
  );
}

/** Width of the longest unbreakable piece, in letters of average width. */
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
  // Marks of direction are not to be seen, and some signs stand over or under the letter before them.
  if (/[\p{Cf}\p{Mn}]/u.test(letter)) return 0;
  // Ideographs break anywhere: they never make a long word.
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(letter)) return 0.4;
  // Korean syllables are as wide as they are high.
  if (/[\uac00-\ud7a3]/.test(letter)) return 1.65;
  if (/[MWmw@ЖМФШЩЫЮжмфшщыюअ-औ]/.test(letter)) return 1.45;
  if (/\p{Lu}/u.test(letter)) return 1.15;
  return /[iljft.,’'ıíìії]/.test(letter) ? 0.62 : /[а-яєґ]/.test(letter) ? 1.1 : 1;
}
