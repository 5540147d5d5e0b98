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

type PaperText = keyof typeof en;

let instance: i18n | null = null;

function texts(): i18n {
  if (instance !== null) return instance;
  const made = createInstance();
  const resources = Object.fromEntries(Object.entries(TEXTS).map(([lang, paper]) => [lang, { paper }]));
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
