/** The words on a ticket, in the language of its visitor. They come when a ticket is there. */
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'preact/hooks';
import english from '../../../assets/locales/en/paper.json';
import { createTexts, type TextFile, textLoaders } from '../../shared/i18n.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/paper.json', '!../../../assets/locales/en/*.json'],
  { import: 'default' },
);
const texts = createTexts(english, textLoaders(files));

/** Null until they are there: a ticket is not printed in two languages. */
export function usePaperWords(lang: string): TFunction | null {
  const [, redraw] = useState(0);
  const ready = texts.ready(lang);
  useEffect(() => {
    if (ready === null) void texts.load(lang).then(() => redraw((count) => count + 1));
  }, [lang]);
  return ready;
}
