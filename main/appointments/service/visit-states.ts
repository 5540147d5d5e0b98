/**
 * Current visit states of appointments.
 *
 * Asked of the store together for each of their locations.
 */

import { parseWallTime } from '../../lib/zone.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Appointment } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { VisitState } from '../contract/visit-state.ts';
import { checkInAt, checkInWindow } from '../rules/check-in.ts';
import { visitState } from '../rules/visit-state.ts';

export interface VisitNow {
  readonly id: string;
  readonly state: VisitState;
  /** As on paper; empty without a ticket. */
  readonly number: string;
  /** Whether the visitor may check in now. */
  readonly open: boolean;
}

interface Placed {
  readonly id: string;
  readonly locationId: string;
  readonly bookedAt: number;
  readonly appointment: Appointment;
}

const DAY_MS = 86_400_000;

/** Those whose service is gone are left out, and those of days whose tickets are: nobody knows any more who came. */
export async function visitStates(
  appointments: readonly Appointment[],
  { site, store, now }: Pick<RequestContext, 'site' | 'store' | 'now'>,
): Promise<readonly VisitNow[]> {
  const { keep_tickets: kept } = site.settings;
  const knownSince = kept === 0 ? 0 : now - kept * DAY_MS;
  const placed = appointments
    .flatMap((appointment) => placedVisit(site, appointment))
    .filter(({ bookedAt }) => bookedAt >= knownSince);
  const states: VisitNow[] = [];
  for (const [locationId, there] of Map.groupBy(placed, (visit) => visit.locationId)) {
    const location = site.location(locationId);
    if (location === undefined) continue;
    const tickets = await store.query('visits', { locationId, appointments: there });
    for (const [place, { id, bookedAt, appointment }] of there.entries()) {
      const ticket = tickets[place] ?? null;
      const booked = { state: appointment.state, bookedAt, window: checkInWindow(bookedAt, location) };
      const state = visitState(booked, ticket, now);
      const open = (state === 'expected' || state === 'late') && checkInAt(now, booked.window) === 'open';
      states.push({ id, state, number: ticket?.label ?? '', open });
    }
  }
  return states;
}

function placedVisit(site: Site, appointment: Appointment): readonly Placed[] {
  const location = site.location(site.service(appointment.service)?.location ?? '');
  const bookedAt = location === undefined ? null : parseWallTime(appointment.scheduled_to, location.timezone);
  if (location === undefined || bookedAt === null) return [];
  return [{ id: appointment.id, locationId: location.id, bookedAt, appointment }];
}
