/** Lookups of the ids in a request, each with its error code. */
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../lib/result.ts';
import type { AtLocation, Idempotency, QueueFault } from '../../queue/contract/request.ts';
import { dayKey } from '../../queue/rules/business-day.ts';
import type { Desk, Location, User } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { ServiceHere } from '../../site/service/service-hours.ts';
import type { QueueOperations } from '../../store/contract/operation-types.ts';
import type { RequestContext } from '../request-context.ts';

export function resolveService(site: Site, serviceId: string): Result<ServiceHere, Refusal> {
  const service = site.service(serviceId);
  const location = service && site.location(service.location);
  if (service === undefined || location === undefined) return refuse(ERRNO.notFound, 'service_id');
  return ok({ service, location });
}

export interface DeskHere {
  readonly desk: Desk;
  readonly location: Location;
}

export function resolveDesk(site: Site, deskId: string): Result<DeskHere, Refusal> {
  const desk = site.desk(deskId);
  const location = desk && site.location(desk.location);
  if (desk === undefined || location === undefined) return refuse(ERRNO.notFound, 'desk_id');
  return ok({ desk, location });
}

/** An active user of the location, by id or username. */
export function resolveUser(
  site: Site,
  userId: string,
  locationId: string,
  parameter = 'user_id',
): Result<User, Refusal> {
  const user = site.user(userId);
  if (user === undefined) return refuse(ERRNO.notFound, parameter);
  if (user.state !== 1 || (user.locations.length > 0 && !user.locations.includes(locationId))) {
    return refuseAs('user_unavailable', { parameter });
  }
  return ok(user);
}

/** Errors of `resolveCaller` and of the store when a ticket cannot be called to a desk. */
export const CALLING_ERRNOS = [
  ERRNO.notFound,
  ERRNO.cannotConclude,
  ERRNO.deskUnavailable,
  ERRNO.userServesElsewhere,
  ERRNO.ticketState,
] as const;

/** Errors of a call that cannot be changed. */
export const CALL_ENDED_ERRNOS = [ERRNO.notFound, ERRNO.answerEnded] as const;

export interface CallerHere extends DeskHere {
  readonly user: User;
}

/** An open desk, and the user who calls from it. */
export function resolveCaller(
  site: Site,
  parameters: { readonly desk_id: string; readonly user_id: string },
): Result<CallerHere, Refusal> {
  const here = resolveDesk(site, parameters.desk_id);
  if (!here.ok) return here;
  const { desk, location } = here.value;
  const user = resolveUser(site, parameters.user_id, location.id);
  if (!user.ok) return user;
  if (desk.state !== 1 || location.state !== 1) return refuse(ERRNO.deskUnavailable, 'desk_id');
  return ok({ desk, location, user: user.value });
}

/** The location with its current business day. */
export function today(location: Location, now: number): AtLocation {
  return { locationId: location.id, day: dayKey(now, location.timezone, location.reset_time) };
}

export function servedIds(site: Site, deskId: string): readonly string[] {
  return site.servicesServedBy(deskId).map(({ id }) => id);
}

/** Time and idempotency key of a change, in the store's shape. */
export function when({ now, idempotency, replay }: RequestContext): {
  now: number;
  idempotency?: Idempotency;
  onReplay?: () => void;
} {
  return idempotency === undefined ? { now } : { now, idempotency, onReplay: replay.note };
}

export function storeRefusal(fault: QueueFault): { readonly ok: false; readonly error: Refusal } {
  return { ok: false, error: fault };
}

/** The open call that the counter shows at its desk; empty if the request does not state it. */
export function knownCall(current: string): { readonly current?: string | null } {
  if (current === '') return {};
  return { current: current === NO_CALL ? null : current };
}

const NO_CALL = 'none';

/**
 * The stored response to the same request; null for a new request.
 * A retry gets it even if the request would be refused now, for example because a service has closed.
 */
export async function earlierOutcome<Op extends keyof QueueOperations>(
  _operation: Op,
  { store, idempotency, now, replay }: RequestContext,
): Promise<Result<QueueOperations[Op]['output'], QueueFault> | null> {
  if (idempotency === undefined) return null;
  // The fingerprint contains the operation, so the type of the result matches.
  const earlier = (await store.query('earlierOutcome', { idempotency, now })) as Result<
    QueueOperations[Op]['output'],
    QueueFault
  > | null;
  if (earlier?.ok) replay.note();
  return earlier;
}
