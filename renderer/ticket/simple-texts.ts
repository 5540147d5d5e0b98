/** The words of the page in simple language: fetched when the first visitor wants them. What they lack is said as usual. */
import english from '../../assets/locales/en/simple-phone.json';
import { type MoreTexts, type TextFile, textLoaders } from '../shared/i18n.ts';

const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/simple-phone.json', '!../../assets/locales/en/simple-phone.json'],
  { import: 'default' },
);

export const simpleTexts: MoreTexts = { isSimple: true, english, loaders: textLoaders(files) };
