/** The words of the page in simple language: fetched when the first visitor wants them. What they lack is said as usual. */
import english from '../../assets/locales/en/simple.json';
import { type MoreTexts, type TextFile, textLoaders } from '../shared/i18n.ts';

/** One file holds them for all that a visitor of the kiosk reads; these are those of the page. */
const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/simple.json', '!../../assets/locales/en/simple.json'],
  {
    import: 'kiosk',
  },
);

export const simpleTexts: MoreTexts = { isSimple: true, english: english.kiosk, loaders: textLoaders(files) };
