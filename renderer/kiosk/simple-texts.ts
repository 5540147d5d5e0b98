/**
 * Texts in simple language, loaded on demand.
 *
 * Missing ones fall back to standard language.
 */
import english from '../../assets/locales/en/simple.json';
import { type MoreTexts, type TextFile, textLoaders } from '../shared/i18n.ts';

/** One file has all simple texts of the kiosk; these are those of the page. */
const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/simple.json', '!../../assets/locales/en/simple.json'],
  {
    import: 'kiosk',
  },
);

export const simpleTexts: MoreTexts = { isSimple: true, english: english.kiosk, loaders: textLoaders(files) };
