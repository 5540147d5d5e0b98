/**
 * Texts of the setup wizard, loaded with it.
 *
 * A page that is set up never fetches them.
 */
import english from '../../../assets/locales/en/guide.json';
import type { TextFile } from '../../shared/i18n.ts';
import { partWords } from '../../shared/part-words.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/guide.json', '!../../../assets/locales/en/guide.json'],
  { import: 'default' },
);

/**
 * Nothing is in English meanwhile: a browser continues to tell screen readers the first name of a group, and of the parts of a
 * date, when their words become others.
 */
export const { useLoadedWords: useGuideTexts } = partWords(english, files);
