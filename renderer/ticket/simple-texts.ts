/**
 * Texts in simple language, loaded on demand.
 *
 * Missing ones fall back to standard language.
 */
import english from '../../assets/locales/en/simple-phone.json';
import { type MoreTexts, type TextFile, textLoaders } from '../shared/i18n.ts';

const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/simple-phone.json', '!../../assets/locales/en/simple-phone.json'],
  { import: 'default' },
);

export const simpleTexts: MoreTexts = { isSimple: true, english, loaders: textLoaders(files) };
