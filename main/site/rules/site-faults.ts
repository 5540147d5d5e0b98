/**
 * Validation of a site beyond its schema.
 *
 * Checks that references exist, time zones exist and opening hours are valid.
 */

import { describeAppointmentFaults } from '../../appointments/rules/read-appointment.ts';
import { MAX_CARD_SALTS } from '../../cards/contract/card-rules.ts';
import { saltOfCard } from '../../cards/rules/judge-card.ts';
import { answerTypeFaults, formFaults } from '../../forms/rules/form-faults.ts';
import { addressName } from '../../lib/host-name.ts';
import { parseNetwork } from '../../lib/network.ts';
import { compilePatternOfAnyCase } from '../../lib/pattern.ts';
import { publicUrlFault } from '../../lib/public-url.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { isZone, parseWallTime } from '../../lib/zone.ts';
import { mailSettingFaults } from '../../mail/rules/mail-settings.ts';
import { webhookUrlFault } from '../../webhooks/rules/webhook-url.ts';
import {
  COLLECTIONS,
  type Device,
  type Location,
  MIN_DAYS_KEPT,
  type Service,
  type SiteFile,
  type SiteSetup,
} from '../contract/site.ts';
import { namedBySettings } from '../contract/site-references.ts';
import { followersIn } from './inheritance/follow-models.ts';
import { ALL_SOUND } from './invalid-parts.ts';
import { scheduleFault } from './opening-hours.ts';
import { type SiteCheck, siteCheck } from './site-check.ts';
import { ticketLayoutFaults } from './ticket-layout-faults.ts';

/** Validation of webhooks and API keys. */
function* tellConnectionFaults({ site, references, pathOf, tell }: SiteCheck): SlicedWork<void> {
  for (const webhook of site.webhooks) {
    const path = pathOf('webhooks', webhook);
    const fault = webhookUrlFault(webhook.url);
    if (fault !== null) tell(`${path}.url: ${fault}`);
    references.ofItem(path, 'webhooks', webhook);
    yield;
  }
  for (const key of site.report_keys) {
    const path = pathOf('report_keys', key);
    references.ofItem(path, 'report_keys', key);
    const { valid_until: day } = key;
    if (day !== '' && parseWallTime(`${day} 00:00:00`, 'UTC') === null) {
      tell(`${path}.valid_until: this day does not exist`);
    }
    yield;
  }
}

/** Validation of devices: card codes and display contents. */
function* tellDeviceFaults(check: SiteCheck): SlicedWork<void> {
  const { site, references, pathOf, isTaken, tell } = check;
  const codes = new Set<string>();
  for (const device of site.devices) {
    const path = pathOf('devices', device);
    references.ofItem(path, 'devices', device);
    // The code is a card value: omit it from the message.
    const { code } = device;
    if (code !== '' && (codes.has(code) || isTaken('devices', 'byKey', code, device))) {
      tell(`${path}.code: is used twice`);
    }
    codes.add(device.code);
    if (device.display !== undefined) tellDisplayFaults(`${path}.display`, device.display, check);
    yield;
  }
}

function tellDisplayFaults(
  path: string,
  { service_groups, media, media_texts }: NonNullable<Device['display']>,
  { site, unsound, references, tell }: SiteCheck,
): void {
  service_groups.forEach((id, entry) => {
    references.exists(`${path}.service_groups[${entry}]`, 'service_groups', id);
  });
  if (media_texts.length > media.length) tell(`${path}.media_texts: has more entries than media`);
  // The allowed URLs depend on these.
  if (unsound.settings.has('media_origins')) return;
  media.forEach((one, entry) => {
    const fault = displayMediaFault(one, site.settings?.media_origins ?? []);
    if (fault !== null) tell(`${path}.media[${entry}]: ${fault}`);
  });
}

/** Validation of locations and services: zones, opening hours, numbers, and references. */
function* tellLocationFaults(check: SiteCheck): SlicedWork<void> {
  const { site, pathOf, tell } = check;
  for (const location of site.locations) {
    const path = pathOf('locations', location);
    const follows = location.follows === '' ? null : followsFault(location, check);
    if (follows !== null) tell(`${path}.follows: ${follows}`);
    if (!isZone(location.timezone)) tell(`${path}.timezone: "${location.timezone}" is not a time zone`);
    tellHoursFault(`${path}.schedule`, location.schedule, location.country, tell);
    for (const fault of ticketLayoutFaults(location.ticket_layout)) tell(`${path}.ticket_layout${fault}`);
    yield;
  }
}

/** A parent location cannot have a parent itself, so that the effects of a change stay visible. */
function followsFault({ id, follows }: Location, { whole, find, isUnread }: SiteCheck): string | null {
  if (follows === id) return 'a location cannot be its own parent';
  if (isUnread('locations', follows)) return null;
  const model = find('locations', follows) as Partial<Location> | undefined;
  if (model === undefined) return `there is no location "${follows}"`;
  if ((model.follows ?? '') !== '') return `"${follows}" inherits from another location: use that one as the parent`;
  if (followersIn(whole.locations).has(id)) return 'other locations inherit from this one, so it cannot have a parent';
  return null;
}

function* tellServerServiceFaults({ site, pathOf, tell }: SiteCheck): SlicedWork<void> {
  for (const service of site.server_services) {
    tellHoursFault(`${pathOf('server_services', service)}.schedule`, service.schedule, '', tell);
    yield;
  }
}

function* tellServiceFaults({ site, references, find, pathOf, tell }: SiteCheck): SlicedWork<void> {
  for (const service of site.services) {
    const path = pathOf('services', service);
    references.ofItem(path, 'services', service);
    // An invalid location can have any value.
    const { country = '' } = (find('locations', service.location) ?? {}) as { readonly country?: unknown };
    if (typeof country === 'string') {
      tellHoursFault(`${path}.schedule`, service.schedule, country, tell);
      yield;
      tellHoursFault(`${path}.app_schedule`, service.app_schedule, country, tell);
    }
    if (service.maxTicketNumber > 0 && service.first_ticket_number > service.maxTicketNumber) {
      tell(`${path}.first_ticket_number: is greater than maxTicketNumber`);
    }
    const codes = service.outcomes.map(({ code }) => code);
    for (const place of repeated(codes)) tell(`${path}.outcomes[${place}].code: is used twice`);
    yield;
  }
}

/** @param country for public holidays in the hours; empty: none */
function tellHoursFault(path: string, hours: string, country: string, tell: SiteCheck['tell']): void {
  const fault = scheduleFault(hours, country);
  if (fault !== null) tell(`${path}: ${fault}`);
}

/** Validation of form questions, and of their answer types. */
function* tellQuestionFaults({ site, whole, unsound, pathOf, isUnread, tell }: SiteCheck): SlicedWork<void> {
  for (const type of site.question_answer_types) {
    const path = pathOf('question_answer_types', type);
    for (const fault of answerTypeFaults(type)) tell(`${path}.${fault}`);
    yield;
  }
  const isUnreadType = (id: string): boolean => isUnread('question_answer_types', id);
  const types = whole.question_answer_types.filter((type: object) => !unsound.items.has(type));
  for (const form of site.forms) {
    const path = pathOf('forms', form);
    for (const fault of formFaults(form, types, isUnreadType)) tell(`${path}.${fault}`);
    yield;
  }
}

/** Validation of networks, names, days and addresses in the settings. */
function tellSettingFaults({ site: { settings }, references, tell }: SiteCheck): void {
  for (const name of ['trusted_networks', 'trusted_proxies', 'webhook_networks', 'printer_networks'] as const) {
    settings?.[name].forEach((text, place) => {
      if (parseNetwork(text) === null) {
        tell(`settings.${name}[${place}]: "${text}" is not a network such as 192.168.4.0/24`);
      }
    });
  }
  settings?.allowed_hosts.forEach((text, place) => {
    if (addressName(text) === null) {
      tell(`settings.allowed_hosts[${place}]: "${text}" is not a name such as queue.example.org`);
    }
  });
  const { keep_tickets: keepTickets = 0 } = settings ?? {};
  if (keepTickets > 0 && keepTickets < MIN_DAYS_KEPT) {
    tell(`settings.keep_tickets: must be 0 (indefinitely) or at least ${MIN_DAYS_KEPT} days`);
  }
  for (const [name, fault] of settings === undefined ? [] : mailSettingFaults(settings))
    tell(`settings.${name}: ${fault}`);
  const reasons = settings?.break_reasons.map(({ id }) => id) ?? [];
  for (const place of repeated(reasons)) tell(`settings.break_reasons[${place}].id: is used twice`);
  const rules = settings?.card_rules ?? [];
  if (new Set(rules.flatMap(({ cards }) => cards).map(saltOfCard)).size > MAX_CARD_SALTS)
    tell(`settings.card_rules: single cards have more than ${MAX_CARD_SALTS} salts; hash them again in one request`);
  settings?.card_rules.forEach(({ pattern, cards, valid_until, lang }, place) => {
    const at = `settings.card_rules[${place}]`;
    if (pattern === '' && cards.length === 0) tell(`${at}.pattern: is missing`);
    const compiled = compilePatternOfAnyCase(pattern);
    if (!compiled.ok) tell(`${at}.pattern: ${compiled.error}`);
    if (valid_until !== '' && parseWallTime(`${valid_until} 00:00:00`, 'UTC') === null)
      tell(`${at}.valid_until: this day does not exist`);
    if (lang !== '' && !settings.languages.includes(lang)) tell(`${at}.lang: "${lang}" is not a language of the site`);
  });
  for (const { field, to, id } of namedBySettings(settings)) references.exists(`settings.${field}`, to, id);
  const publicUrl = publicUrlFault(settings?.public_url ?? '');
  if (publicUrl !== null) tell(`settings.public_url: ${publicUrl}`);
}

/**
 * Every fault of a site. An item of `file` is named by its position (`services[3]`), an older one by its id
 * (`services(passports)`).
 *
 * @param before valid site before the change; parts that cannot have become invalid are skipped
 * @param unsound invalid parts, which are skipped and satisfy any reference
 */
export function* siteFaults(
  whole: SiteFile,
  file: SiteFile,
  before?: SiteSetup,
  unsound = ALL_SOUND,
): SlicedWork<readonly string[]> {
  const faults: string[] = [];
  const check = yield* siteCheck(whole, file, before, unsound, (fault) => faults.push(fault));
  tellSettingFaults(check);
  yield* tellIdsUsedTwice(check);
  yield* tellLocationFaults(check);
  yield* tellReferences('service_groups', check);
  yield* tellServerServiceFaults(check);
  yield* tellServiceFaults(check);
  yield* tellReferences('desks', check);
  yield* tellUserFaults(check);
  yield* tellDeviceFaults(check);
  yield* tellQuestionFaults(check);
  yield* tellBookingFaults(check);
  yield* tellConnectionFaults(check);
  return faults;
}

function* tellIdsUsedTwice({ withUnsound, pathOf, isTaken, tell }: SiteCheck): SlicedWork<void> {
  for (const name of COLLECTIONS) {
    const seen = new Set<unknown>();
    for (const item of withUnsound[name] as readonly { readonly id?: unknown }[]) {
      const { id } = item;
      if (typeof id === 'string' && (seen.has(id) || isTaken(name, 'byId', id, item))) {
        tell(`${pathOf(name, item)}.id: "${id}" is used twice`);
      }
      seen.add(id);
      yield;
    }
  }
}

/** For collections that only have references to check. */
function* tellReferences(name: 'service_groups' | 'desks', { site, references, pathOf }: SiteCheck): SlicedWork<void> {
  for (const item of site[name]) {
    references.ofItem(pathOf(name, item), name, item);
    yield;
  }
}

function* tellUserFaults({ site, references, pathOf, isTaken, tell }: SiteCheck): SlicedWork<void> {
  const usernames = new Set<string>();
  for (const user of site.users) {
    const path = pathOf('users', user);
    references.ofItem(path, 'users', user);
    if (usernames.has(user.username) || isTaken('users', 'byKey', user.username, user)) {
      tell(`${path}.username: "${user.username}" is used twice`);
    }
    usernames.add(user.username);
    yield;
  }
}

function* tellBookingFaults({ site, unsound, references, find, pathOf, tell }: SiteCheck): SlicedWork<void> {
  const sound = (name: 'services' | 'locations', id: string): Partial<Service & Location> => {
    const item = find(name, id);
    return item === undefined || unsound.items.has(item) ? {} : (item as Partial<Service & Location>);
  };
  const around = {
    references,
    homeOf: (id: string) => sound('services', id).location ?? '',
    zoneOf: (id: string) => sound('locations', id).timezone,
  };
  for (const appointment of site.appointments) {
    const path = pathOf('appointments', appointment);
    describeAppointmentFaults(appointment, around, (field) => `${path}.${field}`, tell);
    yield;
  }
}

/** Sources of display images: media folder, embedded images, and allowed addresses. */

/** A plain file name: no folder, no leading dot. */
const MEDIA_FILE = /^[\p{L}\p{N}_][\p{L}\p{N} ._()-]{0,118}\.(?:png|jpe?g|webp|gif|svg|avif)$/iu;

const MEDIA_DATA = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml|avif)[;,]/;

/** Fault of an entry of `display.media`; null if it is valid. */
export function displayMediaFault(media: string, origins: readonly string[]): string | null {
  if (MEDIA_FILE.test(media) || MEDIA_DATA.test(media)) return null;
  if (!/^https?:/.test(media)) return 'is not an image file name, a data: URL or an https: URL';
  const origin = URL.canParse(media) ? new URL(media).origin : '';
  // An origin omits the default port, but a setting may include it.
  const allowed = origins.some((each) => new URL(each).origin === origin);
  return allowed ? null : 'is at an origin that is not in media_origins of the settings';
}

/** Positions of repeated names. */
function repeated(names: readonly string[]): readonly number[] {
  return [...names.keys()].filter((place) => names.indexOf(names[place] ?? '') < place);
}
