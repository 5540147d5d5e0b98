/** Ticket fields that an appointment or external booking sets. */
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { parseWallTime } from '../../lib/zone.ts';
import type { CreateTicketParameters } from '../../queue/contract/rest/queue-parameters.ts';
import type { CreateTicketInput } from '../../queue/operations/create-ticket.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Location } from '../../site/contract/site.ts';
import type { ServiceHere } from '../../site/service/service-hours.ts';
import { attendance, meantVisit } from '../rules/check-in.ts';
import { findVisits, type Visit } from './find-visits.ts';

export interface Booking {
  /** Whether the ticket belongs to an appointment; a late walk-in does not. */
  readonly isAppointment: boolean;
  /** The stored appointment; null for a walk-in or an external booking. */
  readonly visit: Visit | null;
  readonly input: Pick<CreateTicketInput, 'scheduledAt' | 'appointment' | 'attendance'>;
}

const WALK_IN: Booking = { isAppointment: false, visit: null, input: { scheduledAt: null } };

export async function checkIn(
  here: ServiceHere,
  parameters: CreateTicketParameters,
  context: Pick<RequestContext, 'site' | 'store' | 'now'>,
): Promise<Result<Booking, Refusal>> {
  const { appointment, scheduled_to } = parameters;
  const { location } = here;
  const given = scheduled_to === '' ? null : parseWallTime(scheduled_to, location.timezone);
  if (scheduled_to !== '' && given === null) return skippedTime(location);
  if (appointment === '') return ok(given === null ? WALK_IN : bookedAt(given, location));

  const visits = await findVisits(appointment, context);
  if (visits.length === 0) return refuse(ERRNO.notFound, 'appointment');
  const visit = meantVisit(visits.filter(({ service }) => service.id === here.service.id));
  if (visit === undefined) return refuseAs('wrong_service', { parameter: 'service_id' });
  const mark = { id: visit.appointment.id, bookedAt: visit.bookedAt, displayName: displayName(visit) };
  switch (visit.checkIn) {
    case 'open':
    // The store decides whether it is already checked in, because a request can be repeated.
    case 'done': {
      const booked = bookedAt(given ?? visit.bookedAt, location);
      return ok({ ...booked, visit, input: { ...booked.input, appointment: mark } });
    }
    case 'late':
      if (!parameters.late_as_walk_in || !location.late_as_walk_in) return refuse(ERRNO.outsideCheckIn);
      return ok({ ...WALK_IN, visit, input: { scheduledAt: null, appointment: mark } });
    case 'early':
      return refuse(ERRNO.outsideCheckIn);
  }
}

/** The dates are already validated, so only a skipped hour of the location's clocks can fail. */
function skippedTime({ timezone }: Location): Result<never, Refusal> {
  const error = `This time does not exist in ${timezone}, because summer time begins. Send a time one hour earlier or later.`;
  return fail({ errno: ERRNO.invalidParameters, parameter: 'scheduled_to', error });
}

function bookedAt(instant: number, location: Location): Booking {
  return {
    isAppointment: true,
    visit: null,
    input: { scheduledAt: instant, attendance: attendance(instant, location) },
  };
}

/** The booked time, where the booking has no display name. */
function displayName({ appointment }: Visit): string {
  return appointment.app_displayname || appointment.scheduled_to.slice(11, 16);
}
