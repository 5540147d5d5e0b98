import english from '../../../assets/locales/en/lookup.json';
import { lookup as simpleEnglish } from '../../../assets/locales/en/simple.json';
import { type MoreTexts, type TextFile, textLoaders } from '../../shared/i18n.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/lookup.json', '!../../../assets/locales/en/lookup.json'],
  { import: 'default' },
);
const simpleFiles = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/simple.json', '!../../../assets/locales/en/simple.json'],
  { import: 'lookup' },
);

/** Texts of the look-up, which few kiosks offer. */
export const lookUpTexts: readonly MoreTexts[] = [
  { english, loaders: textLoaders(files) },
  { isSimple: true, english: simpleEnglish, loaders: textLoaders(simpleFiles) },
];
