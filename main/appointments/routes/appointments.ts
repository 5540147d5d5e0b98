/** REST operations that look up appointments for check-in, by code or person. */

import { CARD_DEVICES } from '../../access/service/device-kinds.ts';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import { MAX_VISITS } from '../../access/service/scope.ts';
import { codedRefusal, type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { essenceOf } from '../../lib/typed-code.ts';
import { parseWallTime } from '../../lib/zone.ts';
import { wallTime } from '../../queue/service/ticket-shapes.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { FIND_APPOINTMENT, LOOKUP_APPOINTMENT } from '../contract/endpoints.ts';
import {
  AppointmentLookupAnswer,
  AppointmentLookupParameters,
  FindAppointmentParameters,
} from '../contract/rest/appointments.ts';
import { meantVisit } from '../rules/check-in.ts';
import { findByPerson, findVisits, type Visit } from '../service/find-visits.ts';

interface AppointmentLookupServices {
  readonly guesses: GuessLimits;
}

const lookupAppointment = ({ guesses }: AppointmentLookupServices) =>
  operation({
    name: 'appointment_lookup',
    area: 'devices',
    summary: 'The appointment of a code, and whether its check-in is open. Guesses are limited (107).',
    errnos: [ERRNO.notFound, ERRNO.tooMany],
    speaks: true,
    endpoint: LOOKUP_APPOINTMENT,
    roles: ['acl_qmpad_access'],
    orRoles: ['appointments_desk', 'admin_site'],
    devices: CARD_DEVICES,
    guess: 'appointment',
    parameters: AppointmentLookupParameters,
    answer: AppointmentLookupAnswer,
    async handle({ code, location_id, typed }, context) {
      return lookUp(location_id, 'code', guesses, context, async () => {
        const exact = await visitsOf(code, location_id, context);
        return exact.length === 0 && typed ? visitsLike(code, location_id, context) : exact;
      });
    },
  });

/** The response does not show whether name, reference or birthday is unknown, so that it reveals no appointment. */
const findAppointment = ({ guesses }: AppointmentLookupServices) =>
  operation({
    name: 'appointment_find',
    area: 'devices',
    summary:
      'The appointment of a visitor without a code, by birthday and name or number, where the location offers it. Every mismatch is error 6. Guesses are limited (107).',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.tooMany],
    speaks: true,
    endpoint: FIND_APPOINTMENT,
    roles: ['acl_qmpad_access'],
    orRoles: ['appointments_desk', 'admin_site'],
    devices: CARD_DEVICES,
    guess: 'appointment',
    parameters: FindAppointmentParameters,
    answer: AppointmentLookupAnswer,
    async handle({ location_id, ...person }, context) {
      const location = context.site.location(location_id);
      if (location === undefined) return refuse(ERRNO.notFound, 'location_id');
      if (parseWallTime(`${person.birthday} 00:00:00`, 'UTC') === null) {
        return refuse(ERRNO.invalidParameters, 'birthday');
      }
      if (location.appointment_lookup === 'off') return fail(NO_LOOKUP);
      return lookUp(location_id, 'visitor', guesses, context, () => findByPerson(person, location, context));
    },
  });

const NO_LOOKUP = codedRefusal('appointment_search_off', { parameter: 'location_id' });

/** @param parameter request parameter to name in the refusal */
async function lookUp(
  locationId: string,
  parameter: string,
  guesses: GuessLimits,
  context: RequestContext,
  find: () => Promise<readonly Visit[]>,
): Promise<Result<AppointmentLookupAnswer, Refusal>> {
  const { caller, address, now } = context;
  const guess = guesses.begin('appointment', { caller, address, locationId, now });
  if (!guess.ok) return guess;
  let visits: readonly Visit[] = [];
  try {
    visits = await find();
  } finally {
    guess.value.end(visits.length > 0);
  }
  const visit = meantVisit(visits);
  return visit === undefined ? refuse(ERRNO.notFound, parameter) : ok(answerOf(visit, visits, context));
}

/** Response for one visit, with the other visits that can check in now. */
function answerOf(
  visit: Visit,
  visits: readonly Visit[],
  { site, languages }: Pick<RequestContext, 'site' | 'languages'>,
): AppointmentLookupAnswer {
  const open = visits.filter(({ checkIn }) => checkIn === 'open').toSorted((a, b) => a.bookedAt - b.bookedAt);
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
  return {
    success: true,
    appointment: {
      ...named(visit),
      checkin: checkIn,
      opens_at: wallTime(site, location.id, window.opensAt),
      walk_in: checkIn === 'late' && location.late_as_walk_in,
    },
    ...(open.length > 1 ? { choices: open.map(named) } : {}),
  };
}

type Lookup = Pick<RequestContext, 'site' | 'store' | 'now'>;

async function visitsOf(code: string, locationId: string, context: Lookup): Promise<readonly Visit[]> {
  const visits = await findVisits(code, context);
  return visits.filter(
    ({ appointment, location }) => appointment.code === code && (locationId === '' || location.id === locationId),
  );
}

/** None when the codes of several people match: no visitor gets another one's appointment. */
async function visitsLike(typed: string, locationId: string, context: Lookup): Promise<readonly Visit[]> {
  const essence = essenceOf(typed);
  if (essence === '') return [];
  const like = await context.store.query('appointmentsOfCode', { code: essence, alike: true, limit: MAX_VISITS });
  const codes = new Set(like.map(({ appointment }) => appointment.code));
  const found = await Promise.all([...codes].map((code) => visitsOf(code, locationId, context)));
  const alike = found.filter((visits) => visits.length > 0);
  return alike.length === 1 ? alike.flat() : [];
}

export const appointmentLookupOperations = (services: AppointmentLookupServices): readonly Operation[] => [
  lookupAppointment(services),
  findAppointment(services),
];
