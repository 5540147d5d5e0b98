/** Translated texts on paper that the server does not send. */
import { createInstance, type i18n } from 'i18next';
import type english from '../../../assets/locales/en/paper.json';
import { localeTexts } from '../../lib/assets.ts';
import { LANGUAGES } from '../../lib/languages.ts';

/**
 * The mark of a copy in further languages whose fonts are included. Other texts come from the site or fall back to
 * English, but everyone must understand this one.
 */
const COPY_WORDS: Readonly<Record<string, string>> = {
  el: 'ΑΝΤΙΓΡΑΦΟ',
  it: 'COPIA',
  nl: 'KOPIE',
  th: 'สำเนา',
  ur: 'نقل',
};

type PaperText = keyof typeof english;

let instance: i18n | null = null;

function texts(): i18n {
  if (instance !== null) return instance;
  const made = createInstance();
  const marks = Object.entries(COPY_WORDS).map(([lang, copy]) => [lang, { paper: { copy } }] as const);
  const whole = [...localeTexts<typeof english>('paper', LANGUAGES)].map(([lang, paper]) => [lang, { paper }] as const);
  const resources = Object.fromEntries([...marks, ...whole]);
  // Synchronous, because all texts are in memory.
  void made.init({
    resources,
    fallbackLng: 'en',
    defaultNS: 'paper',
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  instance = made;
  return made;
}

/** `lang` can include a region (`pt_PT`); an unknown language falls back to English. */
export function paperText(
  lang: string,
  key: PaperText,
  values: Readonly<Record<string, number | string>> = {},
): string {
  return texts().t(key, { ...values, lng: lang.replaceAll('_', '-') });
}
