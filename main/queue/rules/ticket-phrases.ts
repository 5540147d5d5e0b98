/** The server's own words in a ticket's texts, by language. The one place on this side that knows i18next. */
import i18next, { type ResourceKey } from 'i18next';
import { localeTexts } from '../../lib/assets.ts';
import { baseLanguage } from '../../lib/language.ts';
import { LANGUAGES } from '../../lib/languages.ts';

/** Stands where the number will. */
const PLACE = '#';

const texts = localeTexts<ResourceKey>('ticket', LANGUAGES);
const i18n = i18next.createInstance();
// All texts are there, so this is done when it returns.
void i18n.init({
  initAsync: false,
  fallbackLng: 'en',
  defaultNS: 'ticket',
  interpolation: { escapeValue: false },
  resources: Object.fromEntries([...texts].map(([lang, ticket]) => [lang, { ticket }])),
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
const phrases = new Map([...texts.keys()].map((lang) => [lang, phrasesOf(lang)]));
