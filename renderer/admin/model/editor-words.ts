/** Texts of editors, lists and boards, loaded on demand. */
import alarms from '../../../assets/locales/en/alarms.json';
import english from '../../../assets/locales/en/editor.json';
import { type MoreTexts, type TextFile, textLoaders } from '../../shared/i18n.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/{editor,alarms}.json', '!../../../assets/locales/en/*.json'],
  { import: 'default' },
);

export const editorWords: MoreTexts = { english: { ...english, ...alarms }, loaders: textLoaders(files) };
