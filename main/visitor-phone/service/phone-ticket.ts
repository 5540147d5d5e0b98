/**
 * Ticket for a phone, without personal data.
 */

import { iso } from '../../events/service/event-shapes.ts';
import { isSimpleLanguage } from '../../lib/simple-language.ts';
import { TICKET_STATE } from '../../queue/contract/records.ts';
import { isPriority, ticketLabel } from '../../queue/rules/ticket-class.ts';
import { withinTolerance } from '../../queue/rules/transitions.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { PhoneState, PhoneTicket } from '../contract/rest/phone-tickets.ts';
import type { FollowedTicket } from '../operations/followed-tickets.ts';
import { logoPath } from './location-logos.ts';
import type { QueuePosition } from './queue-positions.ts';

const STATES: Readonly<Record<number, PhoneState>> = {
  [TICKET_STATE.waiting]: 'waiting',
  [TICKET_STATE.inService]: 'called',
  [TICKET_STATE.paused]: 'paused',
  [TICKET_STATE.cancelled]: 'cancelled',
  [TICKET_STATE.ended]: 'ended',
};

/** How long a ticket stays visible after its end. */
const SHOWN_AFTER_END_MS = 24 * 3600 * 1000;

/** Whether its page still exists. Cancelled tickets count as ended here, although they can be called again. */
export function isShown({ ticket, changedAt }: FollowedTicket, now: number): boolean {
  const isOver = ticket.state === TICKET_STATE.ended || ticket.state === TICKET_STATE.cancelled;
  return !isOver || now - changedAt < SHOWN_AFTER_END_MS;
}

interface Named {
  readonly translations: Readonly<Record<string, { readonly name: string }>>;
}

/** All names in simple language: the server does not know the reader's choice. */
function simpleNames(thing: Named | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(thing?.translations ?? {})
      .filter(([lang, { name }]) => isSimpleLanguage(lang) && name !== '')
      .map(([lang, { name }]) => [lang, name]),
  );
}

/** @param recalledAt time of the last recall; null if there is none, as far as this process knows */
export function phoneTicket(
  site: Site,
  followed: FollowedTicket,
  place: QueuePosition | null,
  recalledAt: number | null,
): PhoneTicket {
  const { ticket, answer, calledSince } = followed;
  const location = site.location(ticket.locationId);
  const numbered = site.service(ticket.serviceId);
  const service = site.service(ticket.dstServiceId) ?? numbered;
  const desk = site.desk(answer?.deskId ?? '');
  const isCalled = ticket.state === TICKET_STATE.inService;
  const languages = [...new Set([ticket.lang, ...site.languagesOf(ticket.locationId)])];
  const inLanguages = (read: (lang: string) => string): Record<string, string> =>
    Object.fromEntries(languages.map((lang) => [lang, read(lang)]));
  const named = (thing: Named | undefined, read: (lang: string) => string): Record<string, string> => ({
    ...inLanguages(read),
    ...simpleNames(thing),
  });
  return {
    label: ticket.label || ticketLabel(numbered?.tag ?? '', ticket.number, location?.number_width ?? 1),
    state: STATES[ticket.state] ?? 'ended',
    lang: ticket.lang,
    service: named(service, (lang) => (service === undefined ? '' : site.serviceText(service, lang).name)),
    location: named(location, (lang) => (location === undefined ? '' : site.locationName(location, lang))),
    colour: service === undefined || service.rgbColour === '' ? '' : `#${service.rgbColour.replace(/^#/, '')}`,
    accent: location?.colour ?? '',
    logo: location === undefined ? '' : logoPath(location),
    time_zone: location?.timezone ?? 'UTC',
    before: place?.before ?? -1,
    wait_seconds: place?.waitSeconds ?? 0,
    priority: isPriority(ticket),
    transferred: ticket.transferred,
    scheduled_at: iso(ticket.scheduledAt),
    desk: desk === undefined ? {} : named(desk, (lang) => site.deskName(desk, lang)),
    desk_tag: desk?.tag ?? '',
    called_at: isCalled ? iso(answer?.calledAt) : '',
    recalled_at: isCalled ? iso(recalledAt) : '',
    can_return:
      ticket.state === TICKET_STATE.cancelled && withinTolerance(calledSince ?? 0, location?.ticket_tolerance ?? 0),
  };
}
