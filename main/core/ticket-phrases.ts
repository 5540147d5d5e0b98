/** The server's own words in a ticket's texts, by language. The one place on this side that knows i18next. */
import i18next from 'i18next';
import ar from '../../assets/locales/ar/ticket.json' with { type: 'json' };
import de from '../../assets/locales/de/ticket.json' with { type: 'json' };
import en from '../../assets/locales/en/ticket.json' with { type: 'json' };
import es from '../../assets/locales/es/ticket.json' with { type: 'json' };
import fr from '../../assets/locales/fr/ticket.json' with { type: 'json' };
import pt from '../../assets/locales/pt/ticket.json' with { type: 'json' };
import zh from '../../assets/locales/zh/ticket.json' with { type: 'json' };
import { baseLanguage } from './language.ts';

/** Stands where the number will. */
const PLACE = '#';

const texts = { ar, de, en, es, fr, pt, zh };
const i18n = i18next.createInstance();
// Nothing is loaded, so this is done when it returns.
void i18n.init({
  initAsync: false,
  fallbackLng: 'en',
  defaultNS: 'ticket',
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(Object.entries(texts).map(([lang, ticket]) => [lang, { ticket }])),
});

export interface TicketPhrases {
  /** With the number in it, in a form that needs no plural. */
  people(before: number): string;
  readonly priority: string;
}

/** The phrases of a language; English where we do not speak it. */
export function ticketPhrases(lang: string): TicketPhrases {
  return phrases.get(baseLanguage(lang)) ?? english;
}

/** The number goes in by hand: every ticket asks, and translating costs more than the rest of its texts. */
function phrasesOf(lang: string): TicketPhrases {
  const t = i18n.getFixedT(lang);
  const [before = '', after = ''] = t('people_waiting', { people: PLACE }).split(PLACE);
  return {
    people: (people) => `${before}${people}${after}`,
    priority: t('priority'),
  };
}

const english = phrasesOf('en');
const phrases = new Map(Object.keys(texts).map((lang) => [lang, phrasesOf(lang)]));
