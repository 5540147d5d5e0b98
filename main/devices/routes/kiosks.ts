/** REST operations for a kiosk's configuration and card devices. */

import type { Caller } from '../../access/service/caller.ts';
import { CARD_DEVICES, isCardOnly, KIOSK_DEVICES } from '../../access/service/device-kinds.ts';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import { kioskForms } from '../../forms/service/question-shape.ts';
import { inOrder } from '../../lib/lists.ts';
import { refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { isSimpleLanguage } from '../../lib/simple-language.ts';
import { formatWallTime } from '../../lib/zone.ts';
import { ownKiosk } from '../../rest/operation/own-device.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { LOOKUP_DEVICE } from '../../site/contract/endpoints.ts';
import type { AppointmentLookup, Device, Location, Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { deviceLanguages, deviceLocation } from '../../site/service/device-location.ts';
import { isServiceOpen, serviceOpensAt } from '../../site/service/service-hours.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { standingStaffCall } from '../../staff-calls/routes/staff-calls.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Waits } from '../../wait-times/service/waits.ts';
import { nextWait } from '../../wait-times/service/waits.ts';
import { READ_KIOSK, SAY_KIOSK_STATUS } from '../contract/kiosk-endpoints.ts';
import {
  KioskAnswer,
  KioskParameters,
  type KioskService,
  KioskStatusAnswer,
  KioskStatusParameters,
  LookupAnswer,
  LookupParameters,
} from '../contract/rest/kiosks.ts';
import { hearKiosk } from '../service/connections/handle-status.ts';
import type { DeviceActions } from '../service/device-actions.ts';
import type { DevicePresence } from '../service/presence/device-presence.ts';

const MINUTE_MS = 60_000;

interface KioskServices {
  readonly deviceActions: DeviceActions;
  readonly guesses: GuessLimits;
  readonly presence: DevicePresence;
  readonly sites: SiteHolder;
  readonly waits: Waits;
}

const kiosk = ({ deviceActions, presence, sites, waits }: KioskServices) =>
  operation({
    name: 'kiosk',
    area: 'devices',
    summary: 'Configuration of a kiosk.',
    errnos: [ERRNO.notFound],
    endpoint: READ_KIOSK,
    devices: KIOSK_DEVICES,
    reach: { asDevice: 'alone' },
    parameters: KioskParameters,
    answer: KioskAnswer,
    async handle({ device_id }, { site, caller, store, now }) {
      const device = site.device(device_id);
      if (device === undefined) return refuse(ERRNO.notFound, 'device_id');
      // The name of a card is often that of its owner.
      const isForOthers = caller.kind === 'user' && isCardOnly(device, presence.of(device.id));
      if (isForOthers) return refuse(ERRNO.notFound, 'device_id');
      if (device.state !== 1) return refuse(ERRNO.deviceUnavailable, 'device_id');
      const here = kioskHere(site, device);
      if (here === null) return refuseAs('device_without_location', { parameter: 'device_id' });
      const { location, services } = here;
      const forecast = await waits.of(location.id);
      const groupIds = new Set(services.map(({ service_group }) => service_group));
      const { default_lang } = site.settings;
      return ok({
        success: true,
        device: {
          id: device.id,
          name: device.name,
          type: device.type,
          languages: device.languages,
          printer: device.printer,
          readers: device.readers,
          dark_when_closed: device.dark_when_closed,
          ticket_slot: device.ticket_slot,
          screen_inches: device.screen_inches,
          roll_metres: device.roll_metres,
          staff_call: device.staff_call,
          speech: device.speech,
          headset_output: device.headset_output,
          keys: device.keys,
          scan_seconds: device.scan_seconds,
          less_motion: device.less_motion,
          panel_pin: isItself(caller, device) ? sites.credentials.panelPin(device.id) : '',
          asked: deviceActions.mayBeAsked(device.id),
        },
        location: {
          id: location.id,
          name: location.name,
          state: location.state,
          timezone: location.timezone,
          timeformat: location.timeformat,
          schedule: location.schedule,
          country: location.country,
          logo: location.logo,
          colour: location.colour,
          number_width: location.number_width,
          ticket_layout: location.ticket_layout,
          translations: location.translations,
        },
        languages: [...deviceLanguages(site, device, location)],
        default_lang,
        // Groups without a position keep the administrator's order of the site file.
        groups: inOrder(site.file.service_groups.filter(({ id }) => groupIds.has(id))).map(
          ({ id, name, description, pictogram, translations }) => ({ id, name, description, pictogram, translations }),
        ),
        services: services.map((service) => kioskService(site, service, nextWait(forecast, service), now)),
        personal_texts: false,
        pronunciations: site.settings.pronunciations,
        check_in: takesCodes(await store.query('lastCodeDay', { locationId: location.id }), location, now),
        ...(await lookupHere(store, location, now)),
        ...(site.settings.card_rules.length > 0 ? { card_rules: true } : {}),
        forms: kioskForms(site, services, device.type),
        ...(device.staff_call ? await standingStaffCall(store, location.id, device.id, now) : {}),
      });
    },
  });

function isItself(caller: Caller, { id }: Device): boolean {
  return caller.kind === 'device' && caller.device.id === id;
}

/** Whether an appointment with a code can still be checked in. To the day, which is exact enough to show a button. */
function takesCodes(lastDay: string, location: Location, now: number): boolean {
  if (lastDay === '') return false;
  return lastDay >= formatWallTime(now - location.t_checkin_after * MINUTE_MS, location.timezone).slice(0, 10);
}

/** The lookup method while appointments with a birthday are expected. */
async function lookupHere(
  store: Store,
  location: Location,
  now: number,
): Promise<{ readonly lookup?: Exclude<AppointmentLookup, 'off'> }> {
  const { appointment_lookup: lookup } = location;
  if (lookup === 'off') return {};
  const lastDay = await store.query('lastBirthdayDay', { locationId: location.id });
  return takesCodes(lastDay, location, now) ? { lookup } : {};
}

/** Location of a kiosk and its services there; null without a location. */
export function kioskHere(
  site: Site,
  device: Device,
): { readonly location: Location; readonly services: readonly Service[] } | null {
  const location = deviceLocation(site, device);
  return location === undefined ? null : { location, services: offered(site, device, location) };
}

/** In the order of the device's list, else by name. */
function offered(site: Site, device: Device, location: Location): readonly Service[] {
  const all = site.servicesOf(location.id).filter(({ qm_enabled }) => qm_enabled);
  if (device.services.length === 0) return all;
  return device.services.flatMap((id) => all.find((service) => service.id === id) ?? []);
}

function kioskService(site: Site, service: Service, wait: number, now: number): KioskService {
  const colour = service.rgbColour.replace(/^#/, '');
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    tag: service.tag,
    colour: colour === '' ? '' : `#${colour}`,
    pictogram: service.pictogram,
    group: service.service_group,
    position: service.position,
    schedule: service.schedule,
    state: service.state,
    open: isServiceOpen(site, service, now),
    opens_at: serviceOpensAt(site, service, now),
    next_wait: wait,
    priority_allowed: service.priority_allowed,
    max_waiting: service.max_waiting,
    forms: service.forms,
    translations: Object.fromEntries(
      Object.entries(service.translations).map(([lang, { name, description, ...paper }]) => [
        lang,
        { name, description, ...(isSimpleLanguage(lang) ? paper : {}) },
      ]),
    ),
  };
}

/** Heartbeat of a remote kiosk. */
const kioskStatus = ({ deviceActions, presence }: KioskServices) =>
  operation({
    name: 'kiosk_status',
    area: 'devices',
    summary:
      'Reports the status of a kiosk: at once after a change, and otherwise after `next_in` seconds. A kiosk without a report for 45 seconds is offline.',
    errnos: [ERRNO.notFound, ERRNO.deviceUnavailable],
    endpoint: SAY_KIOSK_STATUS,
    devices: KIOSK_DEVICES,
    devicesOnly: true,
    parameters: KioskStatusParameters,
    answer: KioskStatusAnswer,
    async handle({ device_id, ...said }, context) {
      const kiosk = ownKiosk(device_id, context);
      return kiosk.ok
        ? ok({ success: true, ...(await hearKiosk(device_id, said, { presence, deviceActions, now: context.now })) })
        : kiosk;
    },
  });

const lookupDevice = ({ guesses }: KioskServices) =>
  operation({
    name: 'device_lookup',
    area: 'devices',
    summary:
      'The device with this card value. After ten unknown values (6) in a minute, the key is throttled until the minute ends (107), also for known values.',
    errnos: [ERRNO.notFound, ERRNO.deviceUnavailable, ERRNO.tooMany],
    guess: 'card',
    endpoint: LOOKUP_DEVICE,
    devices: CARD_DEVICES,
    parameters: LookupParameters,
    answer: LookupAnswer,
    async handle({ code }, { site, caller, address, now }) {
      const guess = guesses.begin('card', { caller, address, now });
      if (!guess.ok) return guess;
      const device = site.deviceByCode(code) ?? site.deviceByCodeAlike(code);
      guess.value.end(device !== undefined);
      if (device === undefined) return refuse(ERRNO.notFound, 'code');
      if (device.state !== 1) return refuse(ERRNO.deviceUnavailable);
      return ok({ success: true, device: { id: device.id, name: device.name, type: device.type } });
    },
  });

export const kioskOperations = (services: KioskServices): readonly Operation[] => [
  kiosk(services),
  kioskStatus(services),
  lookupDevice(services),
];
