/** Translated texts of the server, through i18next. */
import { createInstance, type i18n } from 'i18next';
import type mail from '../../assets/locales/en/mail.json';
import type passwordMail from '../../assets/locales/en/password-mail.json';
import type report from '../../assets/locales/en/report.json';
import { localeTexts } from './assets.ts';
import { LANGUAGES, STAFF_LANGUAGES } from './languages.ts';
import { textsLanguage } from './texts-language.ts';

/** Files with the languages that have them. */
const FILES = { mail: STAFF_LANGUAGES, 'password-mail': LANGUAGES, report: STAFF_LANGUAGES } as const;

/** i18next selects the plural form by the number. */
type Singular<Key> = Key extends `${infer Name}_${'zero' | 'one' | 'other'}` ? Name : Key;

interface Texts {
  readonly mail: keyof typeof mail;
  readonly 'password-mail': keyof typeof passwordMail;
  readonly report: Singular<keyof typeof report>;
}

let instance: i18n | null = null;

function texts(): i18n {
  if (instance !== null) return instance;
  const resources: Record<string, Record<string, object>> = {};
  for (const [file, languages] of Object.entries(FILES)) {
    for (const [language, words] of localeTexts<object>(file, languages)) {
      // Also registered under the regional tag.
      for (const name of new Set([language, textsLanguage(language)]))
        resources[name] = { ...resources[name], [file]: words };
    }
  }
  const made = createInstance();
  // Synchronous, because all texts are in memory.
  void made.init({
    resources,
    fallbackLng: 'en',
    ns: Object.keys(FILES),
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  instance = made;
  return made;
}

/** @param language can include a region (`pt_PT`); an unknown one falls back to English */
export function serverText<File extends keyof Texts>(
  language: string,
  file: File,
  key: Texts[File],
  values: Readonly<Record<string, string | number>> = {},
): string {
  return texts().t(String(key), { ...values, ns: file, lng: textsLanguage(language.replaceAll('_', '-')) });
}
