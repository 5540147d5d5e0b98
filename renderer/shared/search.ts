/** Text search without case and accents. */
import { foldText } from '../../main/lib/fold-text.ts';

/** Folds a text for comparison. The Turkish ı becomes i, because a capital I is the same letter. */
export const foldSearch = (text: string): string => foldText(text).replaceAll('ı', 'i');

export function searchFor(words: string): (text: () => string) => boolean {
  const wanted = foldSearch(words);
  return (text) => wanted === '' || foldSearch(text()).includes(wanted);
}
