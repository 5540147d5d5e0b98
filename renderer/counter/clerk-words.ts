/** The words of what a desk needs only after its start: windows, undo, finding, the served. */
import english from '../../assets/locales/en/clerk.json';
import { type MoreTexts, type TextFile, textLoaders } from '../shared/i18n.ts';

const files = import.meta.glob<TextFile>(['../../assets/locales/*/clerk.json', '!../../assets/locales/en/*.json'], {
  import: 'default',
});

export const clerkWords: MoreTexts = { english, loaders: textLoaders(files) };
