/** Texts of a part of a staff page, loaded with that part. */
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'preact/hooks';
import { createTexts, type TextFile, type TextLoader, textLoaders } from './i18n.ts';
import { useStaff } from './staff.ts';

interface PartWords {
  /** In the page's language; English until loaded. */
  useWords(): TFunction;
  /** Null until loaded; English if loading failed. */
  useLoadedWords(): TFunction | null;
}

/** @param files result of `import.meta.glob`, without English */
export function partWords(english: TextFile, files: Readonly<Record<string, TextLoader>>): PartWords {
  const texts = createTexts(english, textLoaders(files));

  function useLoadedWords(): TFunction | null {
    const { language } = useStaff();
    const id = language.id.value;
    const [tried, setTried] = useState<string | null>(null);
    useEffect(() => {
      if (texts.ready(id) === null) void texts.load(id).then(() => setTried(id));
    }, [id]);
    return texts.ready(id) ?? (tried === id ? texts.ready('en') : null);
  }

  return {
    useLoadedWords,
    useWords() {
      const words = useLoadedWords() ?? texts.ready('en');
      if (words === null) throw new Error('English is part of every page.');
      return words;
    },
  };
}
