/**
 * Texts of the setup wizard, loaded with it.
 *
 * A page that is set up never fetches them.
 */
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'preact/hooks';
import english from '../../../assets/locales/en/guide.json';
import { createTexts, type TextFile, type Texts, textLoaders } from '../../shared/i18n.ts';
import { useStaff } from '../../shared/staff.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/guide.json', '!../../../assets/locales/en/guide.json'],
  { import: 'default' },
);

/**
 * Null until those of the page's language are there, and English where they cannot be had. Nothing stands in English meanwhile:
 * a browser goes on telling screen readers the first name of a group, and of the parts of a date, when their words become others.
 */
export function useGuideTexts(): TFunction | null {
  const { language } = useStaff();
  const [texts] = useState<Texts>(() => createTexts(english, textLoaders(files)));
  const [tried, setTried] = useState<string | null>(null);
  const id = language.id.value;
  useEffect(() => {
    void texts.load(id).then(() => setTried(id));
  }, [texts, id]);
  return texts.ready(id) ?? (tried === id ? texts.ready('en') : null);
}
