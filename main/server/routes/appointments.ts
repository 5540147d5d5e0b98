/** Ours: the appointment that a code stands for, and whether the visitor may check in. */
import { ERRNO } from '../../contract/errno.ts';
import { AppointmentLookupAnswer, AppointmentLookupParameters } from '../../contract/rest/appointments.ts';
import { ok } from '../../contract/result.ts';
import { meantVisit } from '../../core/check-in.ts';
import { essenceOf } from '../../core/typed-code.ts';
import { wallTime } from '../answers/ticket-shapes.ts';
import { MOST_VISITS } from '../appointments/booked.ts';
import { findVisits, type Visit } from '../appointments/find-visits.ts';
import { CARD_DEVICES } from '../auth/device-kinds.ts';
import type { RequestContext } from '../deps.ts';
import { operation } from '../operation.ts';
import { refuse } from '../refusal.ts';

export const lookupAppointment = operation({
  name: 'appointment_lookup',
  method: 'POST',
  path: '/restapi/v2/appointments/lookup',
  roles: ['acl_qmpad_access'],
  orRoles: ['appointments_desk', 'admin_site'],
  devices: CARD_DEVICES,
  guess: 'appointment',
  parameters: AppointmentLookupParameters,
  answer: AppointmentLookupAnswer,
  async handle({ code, location_id, typed }, context) {
    const { site, languages } = context;
    const { caller, address, now } = context;
    const guess = context.guesses.begin('appointment', { caller, address, locationId: location_id, now });
    if (!guess.ok) return guess;
    let visit: Visit | undefined;
    let open: readonly Visit[] = [];
    try {
      const exact = await visitsOf(code, location_id, context);
      const visits = exact.length === 0 && typed ? await visitsLike(code, location_id, context) : exact;
      visit = meantVisit(visits);
      open = visits.filter(({ checkIn }) => checkIn === 'open').toSorted((a, b) => a.bookedAt - b.bookedAt);
    } finally {
      guess.value.end(visit !== undefined);
    }
    if (visit === undefined) return refuse(ERRNO.notFound, 'code');
    const { location, window, checkIn } = visit;
    const named = ({ appointment, service, location, bookedAt }: Visit) => ({
      id: appointment.id,
      service: {
        id: service.id,
        name: site.serviceText(service, site.chooseLanguage(languages[0] ?? '', location.id)).name,
        tag: service.tag,
      },
      scheduled_to: wallTime(site, location.id, bookedAt),
    });
    return ok({
      success: true,
      appointment: {
        ...named(visit),
        checkin: checkIn,
        opens_at: wallTime(site, location.id, window.opensAt),
        walk_in: checkIn === 'late' && location.late_as_walk_in,
      },
      ...(open.length > 1 ? { choices: open.map(named) } : {}),
    });
  },
});

type Lookup = Pick<RequestContext, 'site' | 'store' | 'now'>;

async function visitsOf(code: string, locationId: string, context: Lookup): Promise<readonly Visit[]> {
  const visits = await findVisits(code, context);
  return visits.filter(
    ({ appointment, location }) => appointment.code === code && (locationId === '' || location.id === locationId),
  );
}

/** None when the codes of several people look alike: nobody is to get what is another's. */
async function visitsLike(typed: string, locationId: string, context: Lookup): Promise<readonly Visit[]> {
  const essence = essenceOf(typed);
  if (essence === '') return [];
  const like = await context.store.query('appointmentsOfCode', { code: essence, alike: true, limit: MOST_VISITS });
  const codes = new Set(like.map(({ appointment }) => appointment.code));
  const found = await Promise.all([...codes].map((code) => visitsOf(code, locationId, context)));
  const alike = found.filter((visits) => visits.length > 0);
  return alike.length === 1 ? alike.flat() : [];
}
