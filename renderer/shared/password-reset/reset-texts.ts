/** Texts of the password reset in all languages: few enough for one file. */
import english from '../../../assets/locales/en/password.json';
import { type MoreTexts, type TextFile, textLoaders } from '../i18n.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/password.json', '!../../../assets/locales/en/*.json'],
  { import: 'default', eager: true },
);

const loaders = Object.entries(files).map(([path, texts]) => [path, async () => texts] as const);

export const resetTexts: MoreTexts = { english, loaders: textLoaders(Object.fromEntries(loaders)) };
