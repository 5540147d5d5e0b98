/** Texts of rarely opened screens: mail, reports, branches. Loaded with those screens and not at page load. */
import english from '../../../assets/locales/en/office.json';
import type { TextFile } from '../../shared/i18n.ts';
import { partWords } from '../../shared/part-words.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/office.json', '!../../../assets/locales/en/*.json'],
  { import: 'default' },
);

export const { useWords: useOfficeWords } = partWords(english, files);
