/** The few words on paper that the server does not send, in the visitor's language, through i18next. */
import { createInstance, type i18n } from 'i18next';
import ar from '../../assets/locales/ar/paper.json' with { type: 'json' };
import de from '../../assets/locales/de/paper.json' with { type: 'json' };
import en from '../../assets/locales/en/paper.json' with { type: 'json' };
import es from '../../assets/locales/es/paper.json' with { type: 'json' };
import fr from '../../assets/locales/fr/paper.json' with { type: 'json' };
import pt from '../../assets/locales/pt/paper.json' with { type: 'json' };
import zh from '../../assets/locales/zh/paper.json' with { type: 'json' };

const TEXTS = { ar, de, en, es, fr, pt, zh };

/**
 * The mark of a copy in further languages whose letters come with the program. All other words on a ticket are those of
 * the site, or fall back to English; whoever finds this one must know what it says.
 */
const COPY_WORDS: Readonly<Record<string, string>> = {
  el: 'ΑΝΤΙΓΡΑΦΟ',
  fa: 'رونوشت',
  he: 'העתק',
  hi: 'प्रति',
  it: 'COPIA',
  ja: 'コピー',
  ko: '사본',
  nl: 'KOPIE',
  pl: 'KOPIA',
  ru: 'КОПИЯ',
  th: 'สำเนา',
  tr: 'KOPYA',
  uk: 'КОПІЯ',
  ur: 'نقل',
  vi: 'BẢN SAO',
};

type PaperText = keyof typeof en;

let instance: i18n | null = null;

function texts(): i18n {
  if (instance !== null) return instance;
  const made = createInstance();
  const marks = Object.entries(COPY_WORDS).map(([lang, copy]): [string, object] => [lang, { copy }]);
  const resources = Object.fromEntries([...Object.entries(TEXTS), ...marks].map(([lang, paper]) => [lang, { paper }]));
  // All texts are in the program, so this is done when it returns.
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

/** `lang` may carry a region (`pt_PT`); an unknown language falls back to English. */
export function paperText(lang: string, key: PaperText, values: Readonly<Record<string, number>> = {}): string {
  return texts().t(key, { ...values, lng: lang.replaceAll('_', '-') });
}
