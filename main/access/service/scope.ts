/**
 * Locations within the scope of a caller.
 *
 * Its locations, its desks, its own name. What lies beyond is 105, or 104 for the name.
 */
import { codedRefusal } from '../../lib/coded-refusal.ts';
import { ERRNO } from '../../lib/errno.ts';
import type { ErrorCode } from '../../lib/error-catalogue.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { TICKET_STATE, type TicketRecord } from '../../queue/contract/records.ts';
import type { Appointment } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Caller } from './caller.ts';
import { isCard } from './device-kinds.ts';

/** What an operation's parameters mean for who calls it. */
export interface ScopeRule {
  /** `desk_id` is where the caller works and `user_id` who the caller is. */
  readonly atDesk?: boolean;
  /** The parameter that holds the id of a ticket, or of a call. */
  readonly ticket?: string;
  readonly call?: string;
  /** What happens to the ticket belongs to its visit: at a desk of the caller's, or on its way to one. */
  readonly visit?: boolean;
  /** `device_id` is the device that asks, or also a card that is read at its location. */
  readonly asDevice?: 'alone' | 'with-cards';
}

interface Request {
  readonly caller: Caller;
  /** What the caller sees. */
  readonly site: Site;
  readonly whole: Site;
  readonly store: Store;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Why the caller may not do this with these parameters; null when it may. Ids that nobody knows are left alone. */
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

/** Whom the other user may be is asked elsewhere: somebody who works at that location. */
function mayActForUsers(roles: readonly string[]): boolean {
  return roles.includes('admin_site') || roles.includes('qm_act_for_users');
}

/** A device speaks for itself, and gives tickets for the cards that are read at its location. */
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

/** Whether the visitor is at a desk of the caller's, or waits for one. */
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

/** To a caller who sees only a part, what is missing may lie in another: then it is 105 instead of 6. */
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

/** One person may have many visits under one code, such as the number of a card. */
export const MAX_VISITS = 500;

/** The appointment with this id, else those with this code. One that was called off is not there. */
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
