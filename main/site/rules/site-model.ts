/**
 * Immutable site with indexed look-ups.
 *
 * A changed site is a new `Site`.
 */

import { baseLanguage, matchLanguage } from '../../lib/language.ts';
import { inOrder } from '../../lib/lists.ts';
import { essenceOf } from '../../lib/typed-code.ts';
import { ticketLabel } from '../../queue/rules/ticket-class.ts';
import {
  type BreakReason,
  type Desk,
  type Device,
  type Location,
  type Outcome,
  type OVERRIDABLE_SETTINGS,
  PRIVATE_NETWORKS,
  type ServerService,
  type Service,
  type ServiceGroup,
  type ServiceText,
  type SettingOverride,
  type SiteSettings,
  type SiteSetup,
  type TicketPart,
  type User,
} from '../contract/site.ts';
import { itemsOf, type SiteItems } from './site-items.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export type SettingOverrides = Partial<Pick<SiteSettings, (typeof OVERRIDABLE_SETTINGS)[number]>>;

const NO_OVERRIDES: SettingOverrides = {};

/** The overriding values. */
export function settingOverrides(given: readonly SettingOverride[]): SettingOverrides {
  return given.length === 0 ? NO_OVERRIDES : Object.fromEntries(given.map(({ setting, value }) => [setting, value]));
}

export class Site {
  readonly file: SiteSetup;
  /** Effective settings: those of the file, with this server's overrides. */
  readonly settings: SiteSettings;

  readonly overrides: SettingOverrides;
  readonly #locations: SiteItems<Location>;
  readonly #services: SiteItems<Service>;
  readonly #serverServices: SiteItems<ServerService>;
  readonly #desks: SiteItems<Desk>;
  readonly #users: SiteItems<User>;
  readonly #devices: SiteItems<Device>;
  readonly #groups: SiteItems<ServiceGroup>;
  /** Caches: lists by location, and services by desk. */
  readonly #servicesOf = new Map<string, readonly Service[]>();
  readonly #desksOf = new Map<string, readonly Desk[]>();
  readonly #devicesOf = new Map<string, readonly Device[]>();
  /** Devices by normalised code; null for ambiguous ones. Built at first use. */
  #devicesByEssence: ReadonlyMap<string, Device | null> | null = null;
  readonly #servedBy = new Map<string, readonly Service[]>();
  readonly #serving = new Map<string, readonly Desk[]>();
  readonly #sharedServices: Shared<Service> = new Map();
  readonly #sharedDesks: Shared<Desk> = new Map();
  /** Cache of texts by service and language. */
  readonly #texts = new Map<Service, Map<string, ServiceText>>();

  /**
   * @param file a valid site from `parseSite`
   * @param before site that it was derived from: unchanged parts are reused
   * @param overrides settings of this server only; never part of the file
   */
  constructor(file: SiteSetup, before?: SiteSetup, overrides: SettingOverrides = NO_OVERRIDES) {
    this.file = file;
    this.overrides = overrides;
    const settings = file.settings ?? DEFAULT_SETTINGS;
    this.settings = overrides === NO_OVERRIDES ? settings : { ...settings, ...overrides };
    this.#locations = itemsOf('locations', file.locations, before?.locations);
    this.#services = itemsOf('services', file.services, before?.services);
    this.#serverServices = itemsOf('server_services', file.server_services, before?.server_services);
    this.#desks = itemsOf('desks', file.desks, before?.desks);
    this.#users = itemsOf('users', file.users, before?.users);
    this.#devices = itemsOf('devices', file.devices, before?.devices);
    this.#groups = itemsOf('service_groups', file.service_groups, before?.service_groups);
  }

  /** Lists are sorted by name, then id. */
  get locations(): readonly Location[] {
    return this.#locations.sorted;
  }

  get services(): readonly Service[] {
    return this.#services.sorted;
  }

  get serverServices(): readonly ServerService[] {
    return this.#serverServices.sorted;
  }

  get desks(): readonly Desk[] {
    return this.#desks.sorted;
  }

  get users(): readonly User[] {
    return this.#users.sorted;
  }

  get devices(): readonly Device[] {
    return this.#devices.sorted;
  }

  get groups(): readonly ServiceGroup[] {
    return this.#groups.sorted;
  }

  location(id: string): Location | undefined {
    return this.#locations.byId(id);
  }

  service(id: string): Service | undefined {
    return this.#services.byId(id);
  }

  serverService(id: string): ServerService | undefined {
    return this.#serverServices.byId(id);
  }

  desk(id: string): Desk | undefined {
    return this.#desks.byId(id);
  }

  /** By id, else by username. */
  user(idOrUsername: string): User | undefined {
    return this.#users.byId(idOrUsername) ?? this.#users.byKey(idOrUsername);
  }

  device(id: string): Device | undefined {
    return this.#devices.byId(id);
  }

  /** The device with the `code` of a card. */
  deviceByCode(code: string): Device | undefined {
    return this.#devices.byKey(code);
  }

  /**
   * The device whose `code` has the same letters and digits, ignoring case: a keyboard reader types lowercase letters
   * while Caps Lock is on. Undefined if ambiguous.
   */
  deviceByCodeAlike(code: string): Device | undefined {
    this.#devicesByEssence ??= devicesByEssence(this.file.devices);
    return this.#devicesByEssence.get(essenceOf(code)) ?? undefined;
  }

  group(id: string): ServiceGroup | undefined {
    return this.#groups.byId(id);
  }

  servicesOf(locationId: string): readonly Service[] {
    return once(this.#servicesOf, locationId, () => inOrder(byName(this.#services.at(locationId))));
  }

  desksOf(locationId: string): readonly Desk[] {
    return once(this.#desksOf, locationId, () => byName(this.#desks.at(locationId)));
  }

  devicesOf(locationId: string): readonly Device[] {
    return once(this.#devicesOf, locationId, () => byName(this.#devices.at(locationId)));
  }

  servicesServedBy(deskId: string): readonly Service[] {
    return once(this.#servedBy, deskId, () => {
      const desk = this.desk(deskId);
      const served = desk === undefined ? [] : this.servicesOf(desk.location).filter((one) => isServed(desk, one));
      return shared(this.#sharedServices, served);
    });
  }

  desksServing(serviceId: string): readonly Desk[] {
    return once(this.#serving, serviceId, () => {
      const service = this.service(serviceId);
      const serving =
        service === undefined ? [] : this.desksOf(service.location).filter((one) => isServed(one, service));
      return shared(this.#sharedDesks, serving);
    });
  }

  serves(deskId: string, serviceId: string): boolean {
    return this.desksServing(serviceId).some((desk) => desk.id === deskId);
  }

  ticketLabel(service: Service, number: number): string {
    return ticketLabel(service.tag, number, this.location(service.location)?.number_width ?? 0);
  }

  /** Languages of a location, its own before the site's; never empty. */
  languagesOf(locationId: string): readonly string[] {
    const own = this.location(locationId)?.languages ?? [];
    return [...new Set([...own, this.settings.default_lang, ...this.settings.languages])];
  }

  /**
   * The best language for a request: region, then base language, then the location's first, then the system's. Without
   * a request, the system's.
   */
  chooseLanguage(wanted: string, locationId: string): string {
    if (wanted === '') return this.settings.default_lang;
    const own = this.location(locationId)?.languages ?? [];
    return matchLanguage(wanted, this.languagesOf(locationId)) ?? own[0] ?? this.settings.default_lang;
  }

  /** Texts of a service in `lang`. */
  serviceText(service: Service, lang: string): ServiceText {
    let known = this.#texts.get(service);
    if (known === undefined) {
      known = new Map();
      this.#texts.set(service, known);
    }
    let texts = known.get(lang);
    if (texts === undefined) {
      texts = this.#readTexts(service, lang);
      known.set(lang, texts);
    }
    return texts;
  }

  #readTexts(service: Service, lang: string): ServiceText {
    const text = (field: keyof ServiceText): string =>
      this.#translate(service.translations, (entry) => entry[field], service[field], lang, service.location);
    return {
      name: text('name'),
      description: text('description'),
      extra_text: text('extra_text'),
      footer_text: text('footer_text'),
    };
  }

  locationName(location: Location, lang: string): string {
    return this.#translate(location.translations, (entry) => entry.name, location.name, lang, location.id);
  }

  /** The organisation's text in this part of a ticket; empty for other parts. */
  ticketPartText(location: Location, part: TicketPart, lang: string): string {
    return this.#translate(part.translations, (entry) => entry.text, part.text, lang, location.id);
  }

  outcomeName(service: Service, outcome: Outcome, lang: string): string {
    return this.#translate(outcome.translations, (entry) => entry.name, outcome.name, lang, service.location);
  }

  breakReasonName(reason: BreakReason, lang: string, locationId: string): string {
    return this.#translate(reason.translations, (entry) => entry.name, reason.name, lang, locationId);
  }

  deskName(desk: Desk, lang: string): string {
    return this.#translate(desk.translations, (entry) => entry.name, desk.name, lang, desk.location);
  }

  groupText(group: ServiceGroup, lang: string): { readonly name: string; readonly description: string } {
    const { translations, location } = group;
    return {
      name: this.#translate(translations, (entry) => entry.name, group.name, lang, location),
      description: this.#translate(translations, (entry) => entry.description, group.description, lang, location),
    };
  }

  /** The untranslated text counts as the system's language. */
  #translate<Entry>(
    translations: Readonly<Record<string, Entry>>,
    read: (entry: Entry) => string,
    plain: string,
    lang: string,
    locationId: string,
  ): string {
    const offered = Object.keys(translations);
    const system = this.settings.default_lang;
    for (const wanted of [lang, this.location(locationId)?.languages[0] ?? '', system]) {
      const match = matchLanguage(wanted, offered);
      const entry = match === null ? undefined : translations[match];
      const text = entry === undefined ? '' : read(entry);
      if (text !== '') return text;
      if (plain !== '' && baseLanguage(wanted) === baseLanguage(system)) return plain;
    }
    return plain;
  }
}

const DEFAULT_SETTINGS: SiteSettings = {
  default_lang: 'en',
  languages: ['en'],
  failure_status: 'truth',
  call_policy: 'end_current',
  transfer_place: 'behind',
  break_reasons: [],
  card_rules: [],
  trusted_networks: [],
  cors_origins: [],
  allowed_hosts: [],
  trusted_proxies: [],
  names_on_displays: false,
  keep_tickets: 0,
  keep_clerks: 0,
  record_reads: false,
  public_url: '',
  webhook_networks: [],
  printer_networks: [...PRIVATE_NETWORKS],
  mail_server: '',
  mail_port: 587,
  mail_security: 'starttls',
  mail_user: '',
  mail_from: '',
  mail_domains: [],
  media_origins: [],
  pronunciations: [],
};

/**
 * A desk without services serves all of its location, and a service without desks is served at all: both can restrict.
 */
function isServed(desk: Desk, service: Service): boolean {
  return (
    (desk.services.length === 0 || desk.services.includes(service.id)) &&
    (service.desks.length === 0 || service.desks.includes(desk.id))
  );
}

function byName<T extends Named>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => order(a.name, b.name) || order(a.id, b.id));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function devicesByEssence(devices: readonly Device[]): ReadonlyMap<string, Device | null> {
  const found = new Map<string, Device | null>();
  for (const device of devices) {
    const essence = essenceOf(device.code);
    if (essence !== '') found.set(essence, found.has(essence) ? null : device);
  }
  return found;
}

/** Lists by size and ends, which rarely match while the middles differ. */
type Shared<T> = Map<string, (readonly T[])[]>;

/** Maximum candidates per key; further lists are not shared. */
const MAX_ALIKE = 8;

/** Shares equal lists. Most desks serve the same services: 500 desks took 8 MiB unshared. */
function shared<T extends Named>(lists: Shared<T>, list: readonly T[]): readonly T[] {
  const key = `${list.length} ${list[0]?.id} ${list.at(-1)?.id}`;
  const alike = lists.get(key) ?? [];
  const same = alike.find((known) => known.every((item, at) => item === list[at]));
  if (same !== undefined) return same;
  if (alike.length < MAX_ALIKE) lists.set(key, [...alike, list]);
  return list;
}

function once<T>(known: Map<string, readonly T[]>, key: string, make: () => readonly T[]): readonly T[] {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    // Do not cache unknown names: they come from clients, in any number.
    if (value.length > 0) known.set(key, value);
  }
  return value;
}
