/**
 * Texts of the counter that load after its start.
 *
 * For dialogs, undo, search, served tickets, and device alarms.
 */
import alarms from '../../assets/locales/en/alarms.json';
import english from '../../assets/locales/en/clerk.json';
import { type MoreTexts, type TextFile, textLoaders } from '../shared/i18n.ts';

const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/{clerk,alarms}.json', '!../../assets/locales/en/*.json'],
  {
    import: 'default',
  },
);

export const clerkWords: MoreTexts = { english: { ...english, ...alarms }, loaders: textLoaders(files) };
