/**
 * Locations, desks and user names within the scope of a caller.
 *
 * Requests beyond the scope get error 105, or 104 for another user's name.
 */

import type { ErrorCode } from '../../lib/error-catalogue.ts';
import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import { ERRNO } from '../../lib/result.ts';
import { TICKET_STATE, type TicketRecord } from '../../queue/contract/records.ts';
import type { Appointment } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Caller } from './caller.ts';
import { isCard } from './device-kinds.ts';

/** How an operation's parameters are checked against the caller's scope. */
export interface ScopeRule {
  /** `desk_id` must be a desk of the caller and `user_id` the caller. */
  readonly atDesk?: boolean;
  /** The parameter with the id of a ticket; `call`: with the id of a call. */
  readonly ticket?: string;
  readonly call?: string;
  /** The ticket's visit must be at one of the caller's desks, or wait for one. */
  readonly visit?: boolean;
  /** `device_id` must be the calling device; `with-cards`: or a card read at its location. */
  readonly asDevice?: 'alone' | 'with-cards';
}

interface Request {
  readonly caller: Caller;
  /** The site reduced to the caller's scope. */
  readonly site: Site;
  readonly whole: Site;
  readonly store: Store;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Why the caller may not use these parameters; null when allowed. Unknown ids pass, for the operation to refuse. */
export async function reachFault(reach: ScopeRule, parameters: Parameters, request: Request): Promise<Refusal | null> {
  const { caller } = request;
  if (caller.kind === 'anyone') return null;
  return (
    (reach.atDesk ? (deskFault(parameters, request) ?? userFault(parameters, request)) : null) ??
    (reach.asDevice === undefined ? null : deviceFault(reach.asDevice, parameters, request)) ??
    (await ticketFault(reach, parameters, request)) ??
    (await callFault(reach, parameters, request))
  );
}

function deskFault({ desk_id }: Parameters, { caller, whole }: Request): Refusal | null {
  if (caller.kind !== 'user' || typeof desk_id !== 'string' || whole.desk(desk_id) === undefined) return null;
  return mayUseDesk(caller, desk_id) ? null : codedRefusal('desk_not_yours', { parameter: 'desk_id' });
}

function userFault({ user_id }: Parameters, { caller, whole }: Request): Refusal | null {
  if (caller.kind !== 'user' || typeof user_id !== 'string') return null;
  const named = whole.user(user_id);
  if (named === undefined || named.id === caller.user.id || mayActForUsers(caller.roles)) return null;
  return codedRefusal('acting_not_allowed', { parameter: 'user_id' });
}

/** Whether the caller may act for other users. The operation checks that the other user works at the location. */
function mayActForUsers(roles: readonly string[]): boolean {
  return roles.includes('admin_site') || roles.includes('qm_act_for_users');
}

/** A device can act for itself, and for cards read at its location. */
function deviceFault(
  as: 'alone' | 'with-cards',
  { device_id }: Parameters,
  { caller, site, whole }: Request,
): Refusal | null {
  if (caller.kind !== 'device' || typeof device_id !== 'string' || device_id === caller.device.id) return null;
  if (whole.device(device_id) === undefined) return null;
  const device = site.device(device_id);
  return as === 'with-cards' && device !== undefined && isCard(device)
    ? null
    : codedRefusal('device_not_yours', { parameter: 'device_id' });
}

async function ticketFault(reach: ScopeRule, parameters: Parameters, request: Request): Promise<Refusal | null> {
  const ticketId = reach.ticket === undefined ? undefined : parameters[reach.ticket];
  const { caller, site, whole, store } = request;
  const isVisit = reach.visit === true && caller.kind === 'user' && caller.user.desks.length > 0;
  if (typeof ticketId !== 'string' || (site === whole && !isVisit)) return null;
  const ticket = await store.query('ticket', { ticketId });
  if (ticket === null) return null;
  if (site.location(ticket.locationId) === undefined) return outside(reach.ticket);
  if (!isVisit || (await isVisitOf(caller, ticket, request))) return null;
  return outside(reach.ticket, 'visit_not_yours');
}

/** Whether the visitor is at one of the caller's desks, or waits for one. */
async function isVisitOf(caller: Caller, ticket: TicketRecord, { whole, store }: Request): Promise<boolean> {
  if (ticket.state === TICKET_STATE.inService) {
    const calls = await store.query('openAnswers', { locationId: ticket.locationId });
    return calls.some(({ answer }) => answer.ticketId === ticket.id && mayUseDesk(caller, answer.deskId));
  }
  if (ticket.dstDeskId !== '') return mayUseDesk(caller, ticket.dstDeskId);
  return whole.desksServing(ticket.dstServiceId).some(({ id }) => mayUseDesk(caller, id));
}

async function callFault(reach: ScopeRule, parameters: Parameters, request: Request): Promise<Refusal | null> {
  const { caller, site, whole, store } = request;
  const answerId = reach.call === undefined ? undefined : parameters[reach.call];
  const isBound = site !== whole || (caller.kind === 'user' && caller.user.desks.length > 0);
  if (typeof answerId !== 'string' || !isBound) return null;
  const call = await store.query('answer', { answerId });
  if (call === null) return null;
  if (site.location(call.answer.locationId) === undefined) return outside(reach.call);
  return mayUseDesk(caller, call.answer.deskId) ? null : outside(reach.call, 'call_not_yours');
}

function mayUseDesk(caller: Caller, deskId: string): boolean {
  return caller.kind !== 'user' || caller.user.desks.length === 0 || caller.user.desks.includes(deskId);
}

function outside(parameter: string | undefined, code: ErrorCode = 'outside_locations'): Refusal {
  return codedRefusal(code, parameter === undefined ? {} : { parameter });
}

/** Replaces error 6 by 105 for a caller with a limited scope: the missing item can belong to another location. */
export async function missingOrOutside(
  refusal: Refusal,
  parameters: Parameters,
  { site, whole, store }: Request,
): Promise<Refusal> {
  const { errno, parameter } = refusal;
  if (errno !== ERRNO.notFound || parameter === undefined || site === whole) return refusal;
  const ids = [parameters[parameter]].flat().filter((id) => typeof id === 'string');
  if (ids.some((id) => isIn(whole, id) && !isIn(site, id))) return outside(parameter);
  const isElsewhere = parameter === 'appointment' && (await isBookedElsewhere(ids[0] ?? '', { site, whole, store }));
  return isElsewhere ? outside(parameter) : refusal;
}

function isIn(site: Site, id: string): boolean {
  const found = [site.location(id), site.service(id), site.desk(id), site.user(id), site.device(id), site.group(id)];
  return found.some((thing) => thing !== undefined);
}

/** Limit: one person can have many visits under one code, such as a card number. */
export const MAX_VISITS = 500;

/** The appointment with this id, or else those with this code. Excludes cancelled ones. */
export async function booked(store: Store, idOrCode: string): Promise<readonly Appointment[]> {
  const kept = await store.query('appointment', { id: idOrCode });
  if (kept?.appointment.state === 1) return [kept.appointment];
  const ofCode = await store.query('appointmentsOfCode', { code: idOrCode, alike: false, limit: MAX_VISITS });
  return ofCode.map(({ appointment }) => appointment);
}

async function isBookedElsewhere(
  idOrCode: string,
  { site, whole, store }: Pick<Request, 'site' | 'whole' | 'store'>,
): Promise<boolean> {
  const found = await booked(store, idOrCode);
  return found.some(({ service }) => whole.service(service) !== undefined && site.service(service) === undefined);
}
