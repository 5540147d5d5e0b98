/** View of the ticket page, from its state. */
import type { TFunction } from 'i18next';
import { isSimpleLanguage, usualLanguage } from '../../main/lib/simple-language.ts';
import { ALMOST_BEFORE } from '../../main/visitor-phone/contract/phone-protocol.ts';
import type { PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import type { LineNews } from './ticket-line.ts';

/** States of the page, each with its own view. */
export type Look =
  | 'starting'
  | 'unknown'
  | 'busy'
  | 'waiting'
  | 'almost'
  | 'called'
  | 'paused'
  | 'cancelled'
  | 'ended'
  | 'left';

/** @param left whether the visitor has left the queue on this page */
export function lookOf({ status, ticket }: LineNews, left: boolean): Look {
  if (status === 'unknown') return 'unknown';
  if (status === 'wait') return 'busy';
  if (ticket === null) return 'starting';
  if (ticket.state === 'waiting') return isAlmost(ticket) ? 'almost' : 'waiting';
  return ticket.state === 'ended' && left ? 'left' : ticket.state;
}

function isAlmost({ before }: PhoneTicket): boolean {
  return before >= 0 && before <= ALMOST_BEFORE;
}

/** Changes with each call of this ticket, which triggers the alert. Empty while it is not called. */
export function callOf(ticket: PhoneTicket | null): string {
  return ticket === null || ticket.called_at === '' ? '' : `${ticket.called_at} ${ticket.recalled_at}`;
}

/**
 * Name in the language of the page, else in a region of it, else in the ticket's language; in simple language if wanted
 * and available.
 */
export function nameIn(names: Readonly<Record<string, string>>, lang: string, ticketLang: string): string {
  const base = (id: string): string => id.split(/[-_]/)[0] ?? '';
  const inBase = (isSimple: boolean): string | undefined =>
    Object.entries(names).find(([id]) => base(id) === base(lang) && isSimpleLanguage(id) === isSimple)?.[1];
  const simple = isSimpleLanguage(lang) ? inBase(true) : undefined;
  return simple ?? names[usualLanguage(lang)] ?? inBase(false) ?? names[ticketLang] ?? '';
}

/** `Please go to Desk 4`. */
export function whereTo(ticket: PhoneTicket, t: TFunction, lang: string): string {
  const desk = nameIn(ticket.desk, lang, ticket.lang);
  return desk === '' ? t('called.somewhere') : `${t('called.go')} ${desk}`;
}

/** Sentence for screen readers, announced when it changes. */
export function spoken(look: Look, ticket: PhoneTicket | null, t: TFunction, lang: string): string {
  if (ticket === null) return '';
  switch (look) {
    case 'called':
      return `${t(ticket.recalled_at === '' ? 'called.head' : 'called.again')}. ${whereTo(ticket, t, lang)}`;
    case 'almost':
      return `${t('before', { count: ticket.before })}. ${t('almost')}`;
    case 'waiting':
      return ticket.before < 0 ? '' : t('before', { count: ticket.before });
    default:
      return '';
  }
}
