/** The texts of a printed ticket in the visitor's language: the interface's `ticket_strings`. */

import { languageTag } from '../../lib/language.ts';
import type { TicketStrings } from '../../rest/contract/shapes.ts';
import type { Location, Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { ticketPhrases } from './ticket-phrases.ts';

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
  /** What was written last: the text changes once a minute. */
  minute: number;
  text: string;
}

const formats = new Map<string, DateFormat>();
const MINUTE_MS = 60_000;

/** When a ticket was drawn, as it is printed. */
export function dateText(instant: number, lang: string, location: Pick<Location, 'timezone' | 'timeformat'>): string {
  const known = dateFormat(lang, location);
  const minute = Math.floor(instant / MINUTE_MS);
  if (known.minute !== minute) {
    known.text = known.format.format(instant);
    known.minute = minute;
  }
  return known.text;
}

/** Digits are Latin in every language, so that they match the number on the paper and on the displays. */
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

/** English of no country writes the day before the month, on paper as on the pages. */
function supported(lang: string): readonly string[] {
  const tag = languageTag(lang);
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag === 'en' ? 'en-GB' : tag);
  } catch {
    return [];
  }
}
