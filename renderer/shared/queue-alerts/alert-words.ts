/** Words of alarms of limits. They come with what shows them, and not at the start of a page. */
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'preact/hooks';
import english from '../../../assets/locales/en/limits.json';
import { createTexts, type TextFile, textLoaders } from '../i18n.ts';
import { useStaff } from '../staff.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/limits.json', '!../../../assets/locales/en/*.json'],
  { import: 'default' },
);
const texts = createTexts(english, textLoaders(files));

/** In the language of the page; English until that has come. */
export function useLimitWords(): TFunction {
  const { language } = useStaff();
  const lang = language.id.value;
  const [, redraw] = useState(0);
  const ready = texts.ready(lang);
  useEffect(() => {
    if (ready === null) void texts.load(lang).then(() => redraw((count) => count + 1));
  }, [lang]);
  const words = ready ?? texts.ready('en');
  if (words === null) throw new Error('English is part of these words.');
  return words;
}
