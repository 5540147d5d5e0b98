/** REST operations for number leases and offline tickets. */

import { KIOSK_DEVICES } from '../../access/service/device-kinds.ts';
import type { Log } from '../../lib/context.ts';
import { type Coded, errorCode } from '../../lib/error-catalogue.ts';
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../lib/result.ts';
import { uuidTime } from '../../lib/uuid.ts';
import type { OfflineTicket } from '../../queue/operations/hand-over-tickets.ts';
import { RESTORED_KEY, readRestoredMark } from '../../queue/operations/restored-mark.ts';
import { dayBegan, nextReset } from '../../queue/rules/business-day.ts';
import { issuedToday } from '../../queue/service/issued-today.ts';
import { ownKiosk } from '../../rest/operation/own-device.ts';
import { today } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Device, Location, Service } from '../../site/contract/site.ts';
import { deviceLanguages } from '../../site/service/device-location.ts';
import { HAND_OVER_TICKETS, LEASE_NUMBERS } from '../contract/kiosk-endpoints.ts';
import {
  HAND_OVER_DAYS,
  HandOverAnswer,
  HandOverParameters,
  LeaseAnswer,
  LeaseParameters,
} from '../contract/rest/offline.ts';
import { kioskHere } from './kiosks.ts';

const DAY_MS = 86_400_000;
const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface KioskOfflineServices {
  readonly log: Log;
}

const leaseNumbers = ({ log }: KioskOfflineServices) =>
  operation({
    name: 'lease_numbers',
    area: 'devices',
    summary:
      'Leases numbers of the business day to a kiosk client, for when this server is unavailable. 115 when its file is older than its last lease.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.ticketState, ERRNO.deviceUnavailable],
    endpoint: LEASE_NUMBERS,
    devices: KIOSK_DEVICES,
    devicesOnly: true,
    parameters: LeaseParameters,
    answer: LeaseAnswer,
    async handle({ device_id, holder, request, turn, slot, printed }, context) {
      const kiosk = kioskOfCaller(device_id, context);
      if (!kiosk.ok) return kiosk;
      const { device, location, services } = kiosk.value;
      const { site, store, now } = context;
      const unknown = await unknownOf(printed, kiosk.value, { ...context, log });
      if (!unknown.ok) return unknown;
      const lent = await store.run(
        'leaseNumbers',
        {
          ...today(location, now),
          deviceId: device.id,
          holder,
          request,
          turn,
          slot: slot < 0 ? null : slot,
          services: services.map((service) => ({
            serviceId: service.id,
            firstNumber: service.first_ticket_number,
            maxNumber: service.maxTicketNumber,
            count: service.offline_numbers,
          })),
        },
        { now },
      );
      if (!lent.ok) return lent;
      const languages = deviceLanguages(site, device, location);
      return ok({
        success: true,
        slot: lent.value.slot,
        turn: lent.value.turn,
        now: new Date(now).toISOString(),
        until: new Date(nextReset(now, location.timezone, location.reset_time)).toISOString(),
        leases: lent.value.leases.map(({ serviceId, first, last, leasedAt }) => {
          const service = services.find(({ id }) => id === serviceId);
          const texts = languages.map((lang) => {
            const { extra_text = '', footer_text = '' } = service === undefined ? {} : site.serviceText(service, lang);
            return [lang, { extra_text, footer_text }] as const;
          });
          return {
            service_id: serviceId,
            first,
            last,
            leased_at: new Date(leasedAt).toISOString(),
            texts: Object.fromEntries(texts),
          };
        }),
        unknown_tickets: [...unknown.value],
      });
    },
  });

const handOverTickets = ({ log }: KioskOfflineServices) =>
  operation({
    name: 'sync_offline_tickets',
    area: 'devices',
    summary:
      'Syncs offline tickets of a kiosk, each once, in the queue position of their issue (flag 16). Each ticket has its own result.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.deviceUnavailable],
    endpoint: HAND_OVER_TICKETS,
    devices: KIOSK_DEVICES,
    devicesOnly: true,
    parameters: HandOverParameters,
    answer: HandOverAnswer,
    async handle({ device_id, holder, tickets }, context) {
      const kiosk = kioskOfCaller(device_id, context);
      if (!kiosk.ok) return kiosk;
      const { device, location, services } = kiosk.value;
      const { store, now } = context;
      const offered = new Map(services.map((service) => [service.id, service.offline_numbers]));
      const read = new Map<string, OfflineTicket>();
      const refused = new Map<string, Coded>();
      for (const given of tickets) {
        const ticket = readTicket(given, { location, offered }, context);
        if (ticket.ok) read.set(given.id, ticket.value);
        else refused.set(given.id, ticket.error);
      }
      const taken = await store.run(
        'handOverTickets',
        {
          ...today(location, now),
          deviceId: device.id,
          holder,
          dayBegan: dayBegan(now, location.timezone, location.reset_time),
          restored: readRestoredMark(await store.readMeta(RESTORED_KEY)),
          tickets: [...read.values()],
        },
        { now },
      );
      if (!taken.ok) return taken;
      for (const { id, errno, doubled } of taken.value.tickets) {
        if (errno !== 0) refused.set(id, { errno });
        if (doubled) log.error('offline.duplicate-number', { device: device.id, ticket: id });
      }
      return ok({
        success: true,
        tickets: tickets.map(({ id }) => {
          const refusal = refused.get(id);
          if (refusal === undefined) return { id, taken: true, errno: 0 };
          return { id, taken: false, errno: refusal.errno, code: errorCode(refusal) };
        }),
      });
    },
  });

/** Today's tickets that a kiosk has printed but this database lacks. Their numbers are skipped. */
async function unknownOf(
  printed: LeaseParameters['printed'],
  {
    device,
    location,
    services,
  }: { readonly device: Device; readonly location: Location; readonly services: readonly Service[] },
  { store, now, log }: Pick<RequestContext, 'store' | 'now'> & KioskOfflineServices,
): Promise<Result<readonly string[], Refusal>> {
  if (printed.length === 0) return ok([]);
  const noted = await store.run('noteIssued', issuedToday(printed, services, location, now), { now });
  if (!noted.ok) return noted;
  const { unknown } = noted.value;
  if (unknown.length > 0) log.error('queue.numbers-skipped', { device: device.id, count: unknown.length });
  return ok(unknown);
}

/** The calling kiosk, if active, with its services. */
function kioskOfCaller(deviceId: string, context: RequestContext) {
  const kiosk = ownKiosk(deviceId, context);
  if (!kiosk.ok) return kiosk;
  const here = kioskHere(context.site, kiosk.value);
  return here === null
    ? refuseAs('device_without_location', { parameter: 'device_id' })
    : ok({ device: kiosk.value, ...here });
}

interface Offer {
  readonly location: Location;
  /** Service → its offline number range. */
  readonly offered: ReadonlyMap<string, number>;
}

/**
 * Accepted even if the service is closed, full or disabled by now: the visitor holds the paper. Drops the priority
 * where the service allows none.
 */
function readTicket(
  { id, service_id, number, lang, priority }: HandOverParameters['tickets'][number],
  { location, offered }: Offer,
  { site, now }: RequestContext,
): Result<OfflineTicket, Refusal> {
  const service = site.service(service_id);
  if (service === undefined || service.location !== location.id) return refuse(ERRNO.notFound, 'service_id');
  const issuedAt = UUID_7.test(id) ? uuidTime(id) : Number.NaN;
  // A kiosk whose clock is wrong by more than a day would not have used its lease.
  if (!(issuedAt >= now - HAND_OVER_DAYS * DAY_MS && issuedAt <= now + DAY_MS)) {
    return refuse(ERRNO.invalidParameters, 'tickets');
  }
  return ok({
    id,
    serviceId: service.id,
    number,
    issuedAt,
    lang: site.chooseLanguage(lang, location.id),
    priority: priority && service.priority_allowed,
    tag: service.tag,
    numberWidth: location.number_width,
    firstNumber: service.first_ticket_number,
    maxNumber: service.maxTicketNumber,
    dayBegan: dayBegan(issuedAt, location.timezone, location.reset_time),
    count: offered.get(service.id) ?? 0,
  });
}

export const kioskOfflineOperations = (services: KioskOfflineServices): readonly Operation[] => [
  leaseNumbers(services),
  handOverTickets(services),
];
