/**
 * Folds a text for searches: without case, accents and repeated spaces.
 *
 * Databases store folded texts: after a change here, recompute them.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
