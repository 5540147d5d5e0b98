/**
 * The site as the rest of the program asks for it: immutable, with every lookup prepared. A changed site is a new `Site`.
 */
import {
  type Desk,
  type Device,
  type Location,
  PRIVATE_NETWORKS,
  type ServerService,
  type Service,
  type ServiceGroup,
  type ServiceText,
  type SiteSettings,
  type SiteSetup,
  type TicketPart,
  type User,
} from '../contract/site.ts';
import { baseLanguage, matchLanguage } from './language.ts';
import { ticketLabel } from './ticket-label.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export class Site {
  readonly file: SiteSetup;
  readonly settings: SiteSettings;
  /** All lists are by name, then id. */
  readonly locations: readonly Location[];
  readonly services: readonly Service[];
  readonly serverServices: readonly ServerService[];
  readonly desks: readonly Desk[];
  readonly users: readonly User[];
  readonly devices: readonly Device[];
  readonly groups: readonly ServiceGroup[];

  readonly #locations: ReadonlyMap<string, Location>;
  readonly #services: ReadonlyMap<string, Service>;
  readonly #serverServices: ReadonlyMap<string, ServerService>;
  readonly #desks: ReadonlyMap<string, Desk>;
  readonly #users: ReadonlyMap<string, User>;
  readonly #devices: ReadonlyMap<string, Device>;
  readonly #groups: ReadonlyMap<string, ServiceGroup>;
  readonly #usersByName: ReadonlyMap<string, User>;
  readonly #devicesByCode: ReadonlyMap<string, Device>;
  readonly #servicesOf: ReadonlyMap<string, readonly Service[]>;
  readonly #desksOf: ReadonlyMap<string, readonly Desk[]>;
  readonly #devicesOf: ReadonlyMap<string, readonly Device[]>;
  readonly #servedBy: ReadonlyMap<string, readonly Service[]>;
  /** Texts asked for before, by service and language. */
  readonly #texts = new Map<Service, Map<string, ServiceText>>();
  readonly #serving: ReadonlyMap<string, readonly Desk[]>;

  /** @param file a site without faults, as `parseSite` gives it. */
  constructor(file: SiteSetup) {
    this.file = file;
    this.settings = file.settings ?? DEFAULT_SETTINGS;
    this.locations = byName(file.locations);
    this.services = byName(file.services);
    this.serverServices = byName(file.server_services);
    this.desks = byName(file.desks);
    this.users = [...file.users].sort((a, b) => order(a.name || a.username, b.name || b.username) || order(a.id, b.id));
    this.devices = byName(file.devices);
    this.groups = byName(file.service_groups);
    this.#locations = byId(this.locations);
    this.#services = byId(this.services);
    this.#serverServices = byId(this.serverServices);
    this.#desks = byId(this.desks);
    this.#users = byId(this.users);
    this.#devices = byId(this.devices);
    this.#groups = byId(this.groups);
    this.#usersByName = new Map(this.users.map((user) => [user.username, user]));
    this.#devicesByCode = new Map(
      this.devices.filter(({ code }) => code !== '').map((device) => [device.code, device]),
    );
    this.#servicesOf = Map.groupBy(this.services, (service) => service.location);
    this.#desksOf = Map.groupBy(this.desks, (desk) => desk.location);
    this.#devicesOf = Map.groupBy(this.devices, (device) => device.location);
    this.#servedBy = new Map(
      this.desks.map((desk) => [desk.id, this.servicesOf(desk.location).filter((service) => isServed(desk, service))]),
    );
    this.#serving = new Map(
      this.services.map((service) => [
        service.id,
        this.desksOf(service.location).filter((desk) => isServed(desk, service)),
      ]),
    );
  }

  location(id: string): Location | undefined {
    return this.#locations.get(id);
  }

  service(id: string): Service | undefined {
    return this.#services.get(id);
  }

  serverService(id: string): ServerService | undefined {
    return this.#serverServices.get(id);
  }

  desk(id: string): Desk | undefined {
    return this.#desks.get(id);
  }

  /** By id, else by username. */
  user(idOrUsername: string): User | undefined {
    return this.#users.get(idOrUsername) ?? this.#usersByName.get(idOrUsername);
  }

  device(id: string): Device | undefined {
    return this.#devices.get(id);
  }

  /** The device whose `code` a card says. */
  deviceByCode(code: string): Device | undefined {
    return this.#devicesByCode.get(code);
  }

  group(id: string): ServiceGroup | undefined {
    return this.#groups.get(id);
  }

  servicesOf(locationId: string): readonly Service[] {
    return this.#servicesOf.get(locationId) ?? [];
  }

  desksOf(locationId: string): readonly Desk[] {
    return this.#desksOf.get(locationId) ?? [];
  }

  devicesOf(locationId: string): readonly Device[] {
    return this.#devicesOf.get(locationId) ?? [];
  }

  servicesServedBy(deskId: string): readonly Service[] {
    return this.#servedBy.get(deskId) ?? [];
  }

  desksServing(serviceId: string): readonly Desk[] {
    return this.#serving.get(serviceId) ?? [];
  }

  serves(deskId: string, serviceId: string): boolean {
    return this.desksServing(serviceId).some((desk) => desk.id === deskId);
  }

  ticketLabel(service: Service, number: number): string {
    return ticketLabel(service.tag, number, this.location(service.location)?.number_width ?? 0);
  }

  /** Languages of a location, its own before those of the whole site; never empty. */
  languagesOf(locationId: string): readonly string[] {
    const own = this.location(locationId)?.languages ?? [];
    return [...new Set([...own, this.settings.default_lang, ...this.settings.languages])];
  }

  /**
   * The language to use for a wish: region, then base language, then the location's first, then the system's. Without
   * a wish it is the system's.
   */
  chooseLanguage(wanted: string, locationId: string): string {
    if (wanted === '') return this.settings.default_lang;
    const own = this.location(locationId)?.languages ?? [];
    return matchLanguage(wanted, this.languagesOf(locationId)) ?? own[0] ?? this.settings.default_lang;
  }

  /** The service's texts for people who read `lang`. */
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

  /** What the house says in this place of a ticket; of other parts nothing. */
  ticketPartText(location: Location, part: TicketPart, lang: string): string {
    return this.#translate(part.translations, (entry) => entry.text, part.text, lang, location.id);
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

  /** The plain text counts as written in the system's language. */
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
  trusted_networks: [],
  cors_origins: [],
  allowed_hosts: [],
  trusted_proxies: [],
  names_on_displays: false,
  keep_tickets: 0,
  keep_clerks: 0,
  public_url: '',
  webhook_networks: [],
  printer_networks: [...PRIVATE_NETWORKS],
  media_origins: [],
};

/** A desk without services serves all of its location, a service without desks is served by all: both may restrict. */
function isServed(desk: Desk, service: Service): boolean {
  return (
    (desk.services.length === 0 || desk.services.includes(service.id)) &&
    (service.desks.length === 0 || service.desks.includes(desk.id))
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byName<T extends Named>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => order(a.name, b.name) || order(a.id, b.id));
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
