/** The demo site as it stands in a morning: it is between nine and eleven there, wherever and whenever it is played. */
import { readFile } from 'node:fs/promises';
import { LOCATION } from './plan.ts';

const SITE = new URL('../../assets/demo/site.json', import.meta.url);
/** Where the codes on paper lead. It is nowhere: whoever follows one goes to `pageHere` of it. */
export const PUBLIC_URL = 'https://queue.pontalva.example';
const NINE = 9;
/** The farthest zone to the west. */
const WEST = -12;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly translations?: Readonly<Record<string, { readonly name: string }>>;
}

interface Device extends Named {
  readonly type: number;
  readonly location: string;
  readonly display?: object;
}

/** What is needed of the site file here; the rest is handed on as it is. */
export interface MorningSite {
  readonly settings: object;
  readonly locations: readonly (Named & { readonly timezone: string })[];
  readonly service_groups: readonly Named[];
  readonly services: readonly (Named & { readonly service_group?: string })[];
  readonly desks: readonly Named[];
  readonly users: readonly Named[];
  readonly devices: readonly Device[];
}

/** A zone in which it is between nine and eleven now; `Etc/GMT-3` is three hours ahead of UTC. */
export function zoneOfMorning(now: Date): string {
  const offset = NINE - now.getUTCHours();
  const hours = offset < WEST ? offset + 24 : offset;
  if (hours === 0) return 'Etc/GMT';
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
}

export interface SiteChanges {
  /** Fields of devices, by id. */
  readonly devices?: Readonly<Record<string, object>>;
  /** Fields of all displays. */
  readonly display?: object;
}

export async function morningSite(now: Date, { devices = {}, display = {} }: SiteChanges = {}): Promise<MorningSite> {
  const site = JSON.parse(await readFile(SITE, 'utf8')) as MorningSite;
  return {
    ...site,
    // Nobody but this machine comes to a demo, whatever its tickets say.
    settings: { ...site.settings, public_url: PUBLIC_URL, api_authentication: false },
    locations: site.locations.map((location) =>
      location.id === LOCATION ? { ...location, timezone: zoneOfMorning(now) } : location,
    ),
    devices: site.devices.map((device) => ({
      ...device,
      ...(device.display === undefined ? {} : { display: { ...device.display, ...display } }),
      ...devices[device.id],
    })),
  };
}

/** `yyyy-mm-dd hh:mm:00` on the wall clock of that zone: the minute that has begun there. */
export function minuteThere(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(now);
  return `${parts}:00`;
}

/** The page of a ticket at the server that really has it, `http://127.0.0.1:8080`. */
export function pageHere(address: string, page: string): string {
  return `${address}${new URL(page).pathname}`;
}
