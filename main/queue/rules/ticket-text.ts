/** Texts of a printed ticket in the visitor's language: the API's `ticket_strings`. */

import i18next, { type ResourceKey } from 'i18next';
import { localeTexts } from '../../lib/assets.ts';
import { baseLanguage, languageTag } from '../../lib/language.ts';
import { LANGUAGES } from '../../lib/languages.ts';
import type { TicketStrings } from '../../rest/contract/shapes.ts';
import type { Location, Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';

export const NO_TICKET_STRINGS: TicketStrings = {
  people_waiting: '',
  waiting_time: '',
  date_text: '',
  prioritary_ticket: '',
  extra_text: '',
  footer_text: '',
};

export interface TicketTextInput {
  readonly site: Site;
  readonly service: Service;
  readonly location: Location;
  /** One of the site's languages. */
  readonly lang: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  readonly before: number;
  readonly waitSeconds: number;
  readonly priority: boolean;
}

/** Placeholder for the number. */
const PLACE = '#';

const texts = localeTexts<ResourceKey>('ticket', LANGUAGES);

const i18n = i18next.createInstance();

// All texts are bundled, so initialization is complete when this returns.
void i18n.init({
  initAsync: false,
  fallbackLng: 'en',
  defaultNS: 'ticket',
  interpolation: { escapeValue: false },
  resources: Object.fromEntries([...texts].map(([lang, ticket]) => [lang, { ticket }])),
});

/** Server phrases in a ticket's texts, by language. The only use of i18next in the server. */
interface TicketPhrases {
  /** Text with the number of people before, in a form that needs no plural. */
  people(before: number): string;
  readonly priority: string;
}

/** The phrases of a language; English for unsupported languages. */
export function ticketPhrases(lang: string): TicketPhrases {
  return phrases.get(baseLanguage(lang)) ?? english;
}

/** Splits the translation once per language: translating per ticket would cost more than its other texts. */
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

export function ticketStrings(input: TicketTextInput): TicketStrings {
  const phrases = ticketPhrases(input.lang);
  const texts = input.site.serviceText(input.service, input.lang);
  return {
    people_waiting: phrases.people(input.before),
    waiting_time: String(Math.round(input.waitSeconds)),
    date_text: dateText(input.issuedAt, input.lang, input.location),
    prioritary_ticket: input.priority ? phrases.priority : '',
    extra_text: texts.extra_text,
    footer_text: texts.footer_text,
  };
}

interface DateFormat {
  readonly format: Intl.DateTimeFormat;
  /** Cached text: it changes once a minute. */
  minute: number;
  text: string;
}

const formats = new Map<string, DateFormat>();

const MINUTE_MS = 60_000;

/** Printed date and time of issue. */
export function dateText(instant: number, lang: string, location: Pick<Location, 'timezone' | 'timeformat'>): string {
  const known = dateFormat(lang, location);
  const minute = Math.floor(instant / MINUTE_MS);
  if (known.minute !== minute) {
    known.text = known.format.format(instant);
    known.minute = minute;
  }
  return known.text;
}

/** Digits are Latin in every language, so that they match the number on paper and displays. */
function dateFormat(lang: string, { timezone, timeformat }: Pick<Location, 'timezone' | 'timeformat'>): DateFormat {
  const key = `${lang} ${timezone} ${timeformat}`;
  let known = formats.get(key);
  if (known === undefined) {
    const format = new Intl.DateTimeFormat([...supported(lang), 'en'], {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: timezone,
      numberingSystem: 'latn',
      calendar: 'gregory',
      hourCycle: /[hKa]/.test(timeformat) ? 'h12' : 'h23',
    });
    known = { format, minute: Number.NaN, text: '' };
    if (formats.size >= 1000) formats.clear();
    formats.set(key, known);
  }
  return known;
}

/** English without a country writes the day before the month, like the pages. */
function supported(lang: string): readonly string[] {
  const tag = languageTag(lang);
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag === 'en' ? 'en-GB' : tag);
  } catch {
    return [];
  }
}
