/** What a schema cannot say of a site: that references point somewhere, zones exist and opening hours can be read. */
import { COLLECTIONS, type CollectionName, FEWEST_DAYS_KEPT, type SiteFile } from '../contract/site.ts';
import { tellAppointmentFaults } from './appointment-faults.ts';
import { displayMediaFault } from './display-media.ts';
import { answerTypeFaults, formFaults } from './forms/form-faults.ts';
import { addressName } from './host-name.ts';
import { parseNetwork } from './network.ts';
import { scheduleFault } from './opening-hours.ts';
import { publicUrlFault } from './public-url.ts';
import { referencesIn } from './reference-faults.ts';
import { ticketLayoutFaults } from './ticket-layout-faults.ts';
import { ALL_SOUND } from './unsound-parts.ts';
import { webhookUrlFault } from './webhooks/webhook-url.ts';
import { isZone, parseWallTime } from './zone.ts';

interface Item {
  readonly id?: unknown;
  readonly location?: unknown;
}

/**
 * Every fault of a site. A thing that stands in `file` is named by its place there (`services[3]`), one that was known
 * before by its id (`services(passports)`).
 *
 * @param unsound what is passed over, and may be whatever others expect of it
 */
export function siteReferenceFaults(whole: SiteFile, file: SiteFile, unsound = ALL_SOUND): readonly string[] {
  const faults: string[] = [];
  const site = unsound.items.size === 0 ? whole : withoutItems(whole, unsound.items);
  const index = new Map(COLLECTIONS.map((name) => [name, new Map(whole[name].map((item: Item) => [item.id, item]))]));
  const places = new Map(COLLECTIONS.flatMap((name) => file[name].map((item: Item, place) => [item, place] as const)));

  const named = (name: CollectionName, item: Item): string =>
    places.has(item) ? `${name}[${places.get(item)}]` : `${name}(${String(item.id)})`;
  const find = (name: CollectionName, id: string): Item | undefined => index.get(name)?.get(id);
  const tell = (fault: string): unknown => faults.push(fault);
  const references = referencesIn(
    {
      has: (name, id) => find(name, id) !== undefined || unsound.collections.has(name),
      isElsewhere(name, id, location) {
        const item = find(name, id);
        return item !== undefined && !unsound.items.has(item) && item.location !== location;
      },
    },
    tell,
  );
  const schedule = (path: string, text: string, country = ''): void => {
    const fault = scheduleFault(text, country);
    if (fault !== null) faults.push(`${path}: ${fault}`);
  };

  for (const name of ['trusted_networks', 'trusted_proxies', 'webhook_networks', 'printer_networks'] as const) {
    site.settings?.[name].forEach((text, place) => {
      if (parseNetwork(text) === null) {
        faults.push(`settings.${name}[${place}]: "${text}" is not a network such as 192.168.4.0/24`);
      }
    });
  }
  site.settings?.allowed_hosts.forEach((text, place) => {
    if (addressName(text) === null) {
      faults.push(`settings.allowed_hosts[${place}]: "${text}" is not a name such as queue.example.org`);
    }
  });
  const { keep_tickets: keepTickets = 0 } = site.settings ?? {};
  if (keepTickets > 0 && keepTickets < FEWEST_DAYS_KEPT) {
    faults.push(`settings.keep_tickets: must be 0 (for ever) or at least ${FEWEST_DAYS_KEPT} days`);
  }
  const publicUrl = publicUrlFault(site.settings?.public_url ?? '');
  if (publicUrl !== null) faults.push(`settings.public_url: ${publicUrl}`);
  for (const name of COLLECTIONS) {
    const seen = new Set<unknown>();
    file[name].forEach((item: Item, place) => {
      if (typeof item.id === 'string' && seen.has(item.id)) {
        faults.push(`${name}[${place}].id: "${String(item.id)}" is used twice`);
      }
      seen.add(item.id);
    });
  }
  site.locations.forEach((location) => {
    const path = named('locations', location);
    if (!isZone(location.timezone)) faults.push(`${path}.timezone: "${location.timezone}" is not a time zone`);
    schedule(`${path}.schedule`, location.schedule, location.country);
    faults.push(...ticketLayoutFaults(location.ticket_layout).map((fault) => `${path}.ticket_layout${fault}`));
  });
  site.service_groups.forEach((group) => {
    references.ofItem(named('service_groups', group), 'service_groups', group);
  });
  site.server_services.forEach((service) => {
    schedule(`${named('server_services', service)}.schedule`, service.schedule);
  });
  const countries = new Map(whole.locations.map(({ id, country }) => [id, country]));
  site.services.forEach((service) => {
    const path = named('services', service);
    references.ofItem(path, 'services', service);
    const country: unknown = countries.get(service.location) ?? '';
    if (typeof country === 'string') {
      schedule(`${path}.schedule`, service.schedule, country);
      schedule(`${path}.app_schedule`, service.app_schedule, country);
    }
    if (service.maxTicketNumber > 0 && service.first_ticket_number > service.maxTicketNumber) {
      faults.push(`${path}.first_ticket_number: is greater than maxTicketNumber`);
    }
  });
  site.desks.forEach((desk) => {
    references.ofItem(named('desks', desk), 'desks', desk);
  });
  const usernames = new Map<string, string>();
  site.users.forEach((user) => {
    const path = named('users', user);
    references.ofItem(path, 'users', user);
    if (usernames.has(user.username)) faults.push(`${path}.username: "${user.username}" is used twice`);
    usernames.set(user.username, user.id);
  });
  const codes = new Set<string>();
  site.devices.forEach((device) => {
    const path = named('devices', device);
    references.ofItem(path, 'devices', device);
    // The code is a card's value: it stays out of the message.
    if (device.code !== '' && codes.has(device.code)) faults.push(`${path}.code: is used twice`);
    codes.add(device.code);
    if (device.display === undefined) return;
    device.display.service_groups.forEach((id, entry) => {
      references.exists(`${path}.display.service_groups[${entry}]`, 'service_groups', id);
    });
    if (unsound.settings.has('media_origins')) return;
    device.display.media.forEach((media, entry) => {
      const fault = displayMediaFault(media, site.settings?.media_origins ?? []);
      if (fault !== null) faults.push(`${path}.display.media[${entry}]: ${fault}`);
    });
  });
  site.question_answer_types.forEach((type) => {
    const path = named('question_answer_types', type);
    faults.push(...answerTypeFaults(type).map((fault) => `${path}.${fault}`));
  });
  const isUnread = (id: string): boolean => {
    const type = find('question_answer_types', id);
    return unsound.collections.has('question_answer_types') || (type !== undefined && unsound.items.has(type));
  };
  site.forms.forEach((form) => {
    const path = named('forms', form);
    faults.push(...formFaults(form, site.question_answer_types, isUnread).map((fault) => `${path}.${fault}`));
  });
  const homes = new Map(site.services.map(({ id, location }) => [id, location]));
  const zones = new Map(site.locations.map(({ id, timezone }) => [id, timezone]));
  const around = { references, homeOf: (id: string) => homes.get(id) ?? '', zoneOf: (id: string) => zones.get(id) };
  site.appointments.forEach((appointment) => {
    const path = named('appointments', appointment);
    tellAppointmentFaults(appointment, around, (field) => `${path}.${field}`, tell);
  });
  site.webhooks.forEach((webhook) => {
    const path = named('webhooks', webhook);
    const fault = webhookUrlFault(webhook.url);
    if (fault !== null) faults.push(`${path}.url: ${fault}`);
    references.ofItem(path, 'webhooks', webhook);
  });
  site.report_keys.forEach((key) => {
    const path = named('report_keys', key);
    references.ofItem(path, 'report_keys', key);
    const { valid_until: day } = key;
    if (day !== '' && parseWallTime(`${day} 00:00:00`, 'UTC') === null) {
      faults.push(`${path}.valid_until: there is no such day`);
    }
  });
  return faults;
}

function withoutItems(site: SiteFile, left: ReadonlySet<object>): SiteFile {
  const lists = COLLECTIONS.map((name) => [name, site[name].filter((item: object) => !left.has(item))] as const);
  return { ...site, ...Object.fromEntries(lists) };
}
