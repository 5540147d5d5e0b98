/** The words of the guide, which come with it: a page that is set up never fetches them. */
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'preact/hooks';
import english from '../../../assets/locales/en/guide.json';
import { createTexts, type TextFile, type Texts, textLoaders } from '../../shared/i18n.ts';
import { useStaff } from '../../shared/staff.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/guide.json', '!../../../assets/locales/en/guide.json'],
  { import: 'default' },
);

/** In English until those of the page's language are there. */
export function useGuideTexts(): TFunction {
  const { language } = useStaff();
  const [texts] = useState<Texts>(() => createTexts(english, textLoaders(files)));
  const [, redraw] = useState(0);
  const id = language.id.value;
  useEffect(() => {
    void texts.load(id).then(() => redraw((count) => count + 1));
  }, [texts, id]);
  const t = texts.ready(id) ?? texts.ready('en');
  if (t === null) throw new Error('English is part of every page.');
  return t;
}
