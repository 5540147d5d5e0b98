import english from '../../../assets/locales/en/lookup.json';
import { type MoreTexts, type TextFile, textLoaders } from '../../shared/i18n.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/lookup.json', '!../../../assets/locales/en/lookup.json'],
  { import: 'default' },
);

/** Words of the look-up, which few kiosks offer. */
export const lookUpTexts: MoreTexts = { english, loaders: textLoaders(files) };
