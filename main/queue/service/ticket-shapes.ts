/** REST API shapes of tickets and calls, with names from the site. */

import type { Audience } from '../../access/service/audience.ts';
import { viewTicket } from '../../access/service/ticket-view.ts';
import { formatWallTime } from '../../lib/zone.ts';
import type { LastCallEntry, QueueAnswer, QueueTicket } from '../../rest/contract/shapes.ts';
import type { Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { TICKET_STATE, type TicketRecord } from '../contract/records.ts';
import type { CalledTicket, TicketNow } from '../operations/call-records.ts';
import { deskAndUser } from '../rules/desk-and-user.ts';
import { ticketLabel } from '../rules/ticket-class.ts';

/** Local time `yyyy-mm-dd hh:mm:ss` of the location; empty for null. */
export function wallTime(site: Site, locationId: string, instant: number | null): string {
  return instant === null ? '' : formatWallTime(instant, site.location(locationId)?.timezone ?? 'UTC');
}

export function ticketShape(site: Site, { ticket: whole, answer }: TicketNow, audience: Audience): QueueTicket {
  const ticket = viewTicket(site, { ...whole, ...deskAndUser(whole, answer) }, audience);
  return {
    id: ticket.id,
    number: String(ticket.number),
    date: wallTime(site, ticket.locationId, ticket.issuedAt),
    cancelled: String(ticket.state === TICKET_STATE.cancelled),
    transferred: String(ticket.transferred),
    state: String(ticket.state),
    note: ticket.note,
    lang: ticket.lang,
    custom_field: ticket.customField,
    client_name: ticket.clientName,
    flags: String(ticket.flags),
    app_displayname: ticket.appDisplayName,
    app_id: ticket.appId,
    scheduled_to: wallTime(site, ticket.locationId, ticket.scheduledAt),
    ticket_service: serviceRef(site, ticket.serviceId),
    dst_service: serviceRef(site, ticket.dstServiceId),
    dst_desk: deskRef(site, ticket.dstDeskId),
    dst_user: userRef(site, ticket.dstUserId),
    device: deviceRef(site, ticket.deviceId),
  };
}

/** Label as printed; computed for tickets stored before labels were. */
export function labelOf(site: Site, { label, serviceId, number, locationId }: TicketRecord): string {
  const tag = site.service(serviceId)?.tag ?? '';
  return label || ticketLabel(tag, number, site.location(locationId)?.number_width ?? 1);
}

/** The field `label` of a ticket, if the request asks for it. */
export function labelField(site: Site, ticket: TicketRecord, isWanted: boolean): { readonly label?: string } {
  return isWanted ? { label: labelOf(site, ticket) } : {};
}

export function answerShape(site: Site, { answer, ticket }: CalledTicket, audience: Audience): QueueAnswer {
  return {
    id: answer.id,
    call_date: wallTime(site, answer.locationId, answer.calledAt),
    end_date: wallTime(site, answer.locationId, answer.endedAt),
    state: String(answer.state),
    ticket: ticketShape(site, { ticket, answer }, audience),
  };
}

export function lastCallShape(site: Site, { answer, ticket }: CalledTicket): LastCallEntry {
  const service = site.service(ticket.serviceId);
  const desk = site.desk(answer.deskId);
  return {
    ticket_id: ticket.id,
    ticketService: service?.name ?? '',
    ticketServiceTag: service?.tag ?? '',
    ticketNumber: ticket.number,
    ticketDeskTag: desk?.tag ?? '',
    ticketDeskName: desk?.name ?? '',
    callDate: wallTime(site, answer.locationId, answer.calledAt),
  };
}

/** The `description` of a service in REST responses: its description, or else its name. */
export function serviceLabel(service: Pick<Service, 'name' | 'description'>): string {
  return service.description || service.name;
}

/** `hh:mm:ss`; hours can exceed 99. */
export function clockTime(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
}

// Items deleted from the site keep their id in old tickets, without a name.

function serviceRef(site: Site, id: string): QueueTicket['ticket_service'] {
  const service = site.service(id);
  return { id, name: service?.name ?? '', tag: service?.tag ?? '' };
}

function deskRef(site: Site, id: string): QueueTicket['dst_desk'] {
  const desk = site.desk(id);
  return { id, name: desk?.name ?? '', tag: desk?.tag ?? '' };
}

function userRef(site: Site, id: string): QueueTicket['dst_user'] {
  const user = site.user(id);
  return { id, display_name: user?.name ?? '', username: user?.username ?? '' };
}

function deviceRef(site: Site, id: string): QueueTicket['device'] {
  const device = site.device(id);
  return { id, type: device === undefined ? '' : String(device.type), name: device?.name ?? '' };
}
