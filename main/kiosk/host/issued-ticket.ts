/** Issued ticket as shown on the screen and printed. */

import { inLanguage } from '../../lib/language.ts';
import { simpleLanguage } from '../../lib/simple-language.ts';
import { writingDirection } from '../../lib/writing-direction.ts';
import type { PaperPart, PaperTicket } from '../../printing/contract/printing.ts';
import type { CreateTicketAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { ticketLabel } from '../../queue/rules/ticket-class.ts';
import { SIMPLE_FRAGMENT } from '../../visitor-phone/contract/phone-protocol.ts';
import { spokenWait } from '../../wait-times/contract/wait.ts';
import type { KioskTicket } from '../contract/kiosk.ts';
import type { Catalog } from '../machine/catalog.ts';
import { paperText } from './paper-texts.ts';

export interface IssuedTicket {
  readonly screen: KioskTicket;
  readonly paper: PaperTicket;
}

/** The last whole number in a text: servers send it alone or in a phrase. */
function numberIn(text: string): number | null {
  const found = text.match(/\d+/g)?.at(-1);
  return found === undefined ? null : Number(found);
}

function peopleBefore(answer: CreateTicketAnswer): number {
  const said = numberIn(answer.ticket_strings.people_waiting);
  return said ?? Math.max(0, (numberIn(answer.ticket.number_of_waiting_tickets) ?? 1) - 1);
}

/** Seconds, or null when the server sends no estimate. */
function expectedWait(answer: CreateTicketAnswer, before: number): number | null {
  const seconds = Number.parseInt(answer.ticket_strings.waiting_time, 10);
  return Number.isNaN(seconds) || (seconds === 0 && before > 0) ? null : seconds;
}

function waitText(lang: string, seconds: number | null): string {
  if (seconds === null || seconds === 0) return '';
  const said = spokenWait(seconds, '-');
  return paperText(lang, 'wait', { minutes: said.kind === 'minutes' ? said.minutes : 60 * said.hours + said.minutes });
}

/** A bare number becomes a phrase; a phrase of the server is kept. */
function peopleText(lang: string, said: string, before: number): string {
  return said === '' || /^\d+$/.test(said) ? paperText(lang, 'people', { count: before }) : said;
}

/** The ticket's own time in the server's format, if there is no text for it. */
function dateText(answer: CreateTicketAnswer): string {
  return answer.ticket_strings.date_text || answer.ticket.date;
}

/** A response as returned by the client, which adds the page. */
type Answer = CreateTicketAnswer & { readonly page?: string | null };

/** Visitors who use simple language get the page in simple language. */
const pageFor = (page: string, { simple = false }: RequestedTicket): string => (simple ? page + SIMPLE_FRAGMENT : page);

/** The QR code leads to the ticket's page; without one it contains the ticket's identity. */
function qrOf({ ticket, page = null }: Answer, lang: string, asked: RequestedTicket): PaperTicket['qr'] {
  return page === null
    ? { content: ticket.id, caption: paperText(lang, 'qr') }
    : { content: pageFor(page, asked), caption: paperText(lang, 'follow') };
}

/** How a ticket was requested. */
export interface RequestedTicket {
  /** Empty: chosen by the server. */
  readonly lang: string;
  readonly priority: boolean;
  /** Whether to use simple language for the organisation's texts, where available. */
  readonly simple?: boolean;
}

/** Language of the organisation's texts on a ticket. */
export const organisationLanguage = (lang: string, { simple = false }: Pick<RequestedTicket, 'simple'>): string =>
  simple ? simpleLanguage(lang) : lang;

function layoutIn({ layout = [], defaultLang }: Catalog, lang: string): readonly PaperPart[] {
  return layout.map(({ texts, ...part }) => ({ ...part, text: inLanguage(texts, lang, defaultLang) ?? '' }));
}

/** The organisation's parts of a ticket. @param house result of `organisationLanguage` */
export function organisationParts(
  catalog: Catalog,
  lang: string,
  house: string,
  logo: Uint8Array | null,
): Pick<PaperTicket, 'lang' | 'dir' | 'siteName' | 'logo' | 'layout' | 'copyText' | 'copyWord'> {
  return {
    lang,
    dir: writingDirection(lang),
    siteName: inLanguage(catalog.siteNames, house, catalog.defaultLang) ?? '',
    logo,
    layout: layoutIn(catalog, house),
    copyText: '',
    copyWord: paperText(lang, 'copy'),
  };
}

export function readIssuedTicket(
  answer: Answer,
  asked: RequestedTicket,
  catalog: Catalog,
  logo: Uint8Array | null,
): IssuedTicket {
  const { ticket, ticket_strings: strings } = answer;
  const lang = ticket.lang || asked.lang;
  const house = organisationLanguage(lang, asked);
  const service = catalog.services.find((each) => each.id === ticket.ticket_service.id);
  const said = service && inLanguage(service.texts, house, catalog.defaultLang);
  const serviceName = said?.name || ticket.ticket_service.name;
  const number = ticketLabel(ticket.ticket_service.tag, ticket.number, catalog.numberWidth);
  const before = peopleBefore(answer);
  const waitSeconds = expectedWait(answer, before);
  const priorityText = strings.prioritary_ticket || (asked.priority ? paperText(lang, 'priority') : '');
  return {
    screen: {
      number,
      serviceName,
      colour: service?.colour ?? '',
      before,
      waitSeconds,
      priority: asked.priority,
      ...(answer.page == null ? {} : { page: pageFor(answer.page, asked) }),
    },
    paper: {
      ...organisationParts(catalog, lang, house, logo),
      ticketId: ticket.id,
      issued: { service: ticket.ticket_service.id, number: Number(ticket.number) },
      serviceName,
      number,
      priorityText,
      peopleText: peopleText(lang, strings.people_waiting, before),
      waitText: waitText(lang, waitSeconds),
      dateText: dateText(answer),
      extraText: said?.extraText ?? strings.extra_text,
      footerText: said?.footerText ?? strings.footer_text,
      qr: qrOf(answer, lang, asked),
    },
  };
}
