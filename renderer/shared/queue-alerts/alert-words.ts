/** Texts of queue alerts, loaded with the parts that show them. */
import english from '../../../assets/locales/en/limits.json';
import type { TextFile } from '../i18n.ts';
import { partWords } from '../part-words.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/limits.json', '!../../../assets/locales/en/*.json'],
  { import: 'default' },
);

export const { useWords: useLimitWords } = partWords(english, files);
