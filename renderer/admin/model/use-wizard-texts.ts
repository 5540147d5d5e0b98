/**
 * Texts of the setup wizard, loaded with it.
 *
 * A site that is set up never loads them.
 */
import english from '../../../assets/locales/en/guide.json';
import type { TextFile } from '../../shared/i18n.ts';
import { partWords } from '../../shared/part-words.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/guide.json', '!../../../assets/locales/en/guide.json'],
  { import: 'default' },
);

/**
 * There is no English fallback while the texts load: browsers keep the first accessible name of a group, or of the
 * parts of a date, even when the text changes later.
 */
export const { useLoadedWords: useGuideTexts } = partWords(english, files);
