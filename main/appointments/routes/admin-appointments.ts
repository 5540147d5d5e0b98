/**
 * REST operations for appointments in the back office (extension).
 *
 * They read and change single appointments or pages, never a whole site.
 */

import Type, { type Static } from 'typebox';
import { siteEditor } from '../../access/service/caller.ts';
import { foldText } from '../../lib/fold-text.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../lib/result.ts';
import { ADMIN, isTheirs, ofBookings, toReadBookings } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { shortCode } from '../../rest/short-code.ts';
import type { Appointment } from '../../site/contract/site.ts';
import { itemOperations } from '../../site/routes/item-operations.ts';
import { siteItemViewSchema } from '../../site/rules/site-json-schema.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { withoutVisitor } from '../contract/appointment-privacy.ts';
import { LIST_APPOINTMENT_TIMES, LIST_APPOINTMENTS_OF, SEARCH_APPOINTMENTS } from '../contract/endpoints.ts';
import {
  AppointmentListParameters,
  AppointmentSearchParameters,
  AppointmentTimesAnswer,
  AppointmentTimesParameters,
  AppointmentUseParameters,
  appointmentListAnswer,
} from '../contract/rest/admin-appointments.ts';
import { bookedIn, slotsOf } from '../rules/appointment-slots.ts';
import { addAppointment, removeAppointment, replaceAppointment } from '../service/edit-appointment.ts';
import { type ListCursor, listAppointments, visitStates } from '../service/list-appointments.ts';

const BOOKED = 1;

/** Bookable times of a day and their number of bookings (extension). */
const appointmentTimes = operation({
  name: 'admin_appointment_times',
  area: 'admin',
  summary: 'Time slots of a service on a day, with the number of appointments in each.',
  errnos: [ERRNO.notFound, ERRNO.outsideLocations],
  endpoint: LIST_APPOINTMENT_TIMES,
  ...toReadBookings,
  parameters: AppointmentTimesParameters,
  answer: AppointmentTimesAnswer,
  async handle({ service: id, day }, context) {
    const { site, store } = context;
    const service = site.service(id);
    const location = service && site.location(service.location);
    if (service === undefined || location === undefined) return refuse(ERRNO.notFound, 'service');
    const wanted = { locations: [location.id], from: day, until: day, state: BOOKED, text: '', services: [] };
    const { appointments } = await listAppointments(store, wanted, null, Number.MAX_SAFE_INTEGER);
    const booked = appointments.filter((each) => each.service === id).map(({ scheduled_to }) => scheduled_to);
    const slots = slotsOf(service, location, day);
    const counts = bookedIn(slots, service.slot_time, booked);
    const times = slots.map((slot, place) => ({ scheduled_to: `${slot}:00`, booked: counts[place] ?? 0 }));
    return ok({ success: true, capacity: service.capacity, times });
  },
});
const PATH = `${ADMIN}/appointments`;
const view = Type.Unsafe<Appointment>(siteItemViewSchema('appointments'));
const ListAnswer = appointmentListAnswer(view);

interface AppointmentServices {
  readonly sites: SiteHolder;
}

const list = operation({
  name: 'admin_list_appointments',
  area: 'admin',
  summary:
    'Appointments by location and time. With a `limit` one page, with the cursor of the following one in `next`; otherwise all.',
  errnos: [ERRNO.notFound],
  method: 'GET',
  path: PATH,
  ...toReadBookings,
  personalRead: { subject: 'location' },
  parameters: AppointmentListParameters,
  answer: ListAnswer,
  handle: (parameters, context) => listed({ ...parameters, text: '' }, context),
});

const search = operation({
  name: 'admin_search_appointments',
  area: 'admin',
  summary: 'Appointments that contain a text, by location and time, page by page.',
  errnos: [ERRNO.notFound],
  endpoint: SEARCH_APPOINTMENTS,
  // Users who may not see names may not search by names either.
  ...ofBookings,
  personalRead: { subject: 'location' },
  parameters: AppointmentSearchParameters,
  answer: ListAnswer,
  handle: listed,
});

/** Appointments that refer to a service, user or desk. */
const uses = operation({
  name: 'admin_appointment_references',
  area: 'admin',
  summary: 'Some of the appointments that refer to a service, user or desk, and must be deleted before it.',
  endpoint: LIST_APPOINTMENTS_OF,
  ...toReadBookings,
  personalRead: { subject: 'service' },
  parameters: AppointmentUseParameters,
  answer: ListAnswer,
  async handle({ service, user, desk, limit }, context) {
    const of = { services: ids(service), users: ids(user), desks: ids(desk) };
    const { appointments } = await context.store.query('appointmentsOf', { of, limit });
    const here = isTheirs(context);
    const seen = appointments
      .filter(({ locationId }) => here(locationId))
      .map(({ appointment }) => seenAppointment(appointment, context));
    return ok({ success: true, appointments: seen, next: '' });
  },
});

async function listed(
  wanted: Static<typeof AppointmentSearchParameters>,
  context: RequestContext,
): Promise<Result<Static<typeof ListAnswer>, Refusal>> {
  const { site, store } = context;
  const { location, from_day, to_day, state, limit, after, visits } = wanted;
  if (!isDay(from_day)) return refuse(ERRNO.invalidParameters, 'from_day');
  if (!isDay(to_day)) return refuse(ERRNO.invalidParameters, 'to_day');
  if (location !== '' && site.location(location) === undefined) return refuse(ERRNO.notFound, 'location');
  const locations = location === '' ? site.locations.map(({ id }) => id) : [location];
  const place = readPlace(after);
  if (place === undefined || (place !== null && !locations.includes(place.locationId))) {
    return refuse(ERRNO.invalidParameters, 'after');
  }
  const text = foldText(wanted.text);
  const asked = {
    locations,
    from: from_day,
    until: to_day,
    state: state === '' ? null : Number(state),
    text,
    services: servicesNamed(site, text),
  };
  const most = limit === 0 ? Number.MAX_SAFE_INTEGER : limit;
  const { appointments, next } = await listAppointments(store, asked, place, most);
  const seen = appointments.map((appointment) => seenAppointment(appointment, context));
  const answer = { success: true, appointments: seen, next: writePlace(next) } as const;
  return ok(visits ? { ...answer, visits: [...(await visitStates(appointments, context))] } : answer);
}

const ofOne = ({ sites }: AppointmentServices) =>
  itemOperations(
    'appointments',
    {
      async find(id, context) {
        const kept = await context.store.query('appointment', { id });
        return kept === null || !isTheirs(context)(kept.locationId)
          ? undefined
          : seenAppointment(kept.appointment, context);
      },
      add: (item, context) => addAppointment(sites, withCode(item), siteEditor(context)),
      replace: (item, revision, context) => replaceAppointment(sites, item, siteEditor(context), revision),
      remove: (id, revision, context) => removeAppointment(sites, id, siteEditor(context), revision),
    },
    { read: { ...toReadBookings, personalRead: { subject: 'id' } }, write: ofBookings },
  );

/** Hides personal data from users who can read everything but do not serve visitors. */
export function seenAppointment(
  appointment: Appointment,
  { caller, keysAsked }: Pick<RequestContext, 'caller' | 'keysAsked'>,
): Appointment {
  if (!keysAsked || caller.kind !== 'user' || SEE_NAMES.some((role) => caller.roles.includes(role))) return appointment;
  return withoutVisitor(appointment);
}

const SEE_NAMES = ['admin_site', 'admin_branch', 'appointments_desk', 'acl_qmpad_access'] as const;

/** Length of generated codes: visitors type them at a kiosk, which limits wrong attempts. */
const CODE_LENGTH = 8;

/** Generates a code for a booking without one, so that every visitor can check in. */
function withCode(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return item.code === undefined || item.code === '' ? { ...item, code: shortCode(CODE_LENGTH) } : item;
}

/** A day, or empty. */
function isDay(text: string): boolean {
  return /^(\d{4}-\d{2}-\d{2})?$/.test(text);
}

function ids(id: string): readonly string[] {
  return id === '' ? [] : [id];
}

/** Services whose name matches, so that a search finds all of their appointments. */
function servicesNamed(site: Site, wanted: string): readonly string[] {
  if (wanted === '') return [];
  return site.services
    .filter(({ name, translations }) =>
      [name, ...Object.values(translations).map((texts) => texts.name)].some((each) => foldText(each).includes(wanted)),
    )
    .map(({ id }) => id);
}

function writePlace(next: ListCursor | null): string {
  if (next === null) return '';
  const { locationId, place } = next;
  return JSON.stringify([locationId, ...(place === null ? [] : [place.day, place.time, place.id])]);
}

/** Null for the first page, undefined for an invalid cursor. */
function readPlace(text: string): ListCursor | null | undefined {
  if (text === '') return null;
  try {
    const parts: unknown = JSON.parse(text);
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
    const [locationId = '', day = '', time = '', id = ''] = parts;
    return { locationId, place: parts.length === 1 ? null : { day, time, id } };
  } catch {
    return undefined;
  }
}

export const appointmentOperations = (services: AppointmentServices): readonly Operation[] => [
  list,
  search,
  uses,
  appointmentTimes,
  ...ofOne(services),
];
