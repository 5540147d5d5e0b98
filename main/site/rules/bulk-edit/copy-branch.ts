/**
 * Copy of a location with its items, with new ids.
 */
import type { SiteSetup } from '../../contract/site.ts';
import { itemsOf } from '../site-items.ts';

export interface NewBranch {
  readonly id: string;
  readonly name: string;
  /** Whether it inherits from the original from now on. */
  readonly follow?: boolean;
}

/** Items that a copy adds to the site. */
export type BranchParts = Pick<SiteSetup, 'locations' | 'service_groups' | 'services' | 'desks' | 'devices'>;

/** Values that belong to one location only: a copy has none. */
export const OF_ONE_PLACE = {
  phone: '',
  email: '',
  website: '',
  coordinates: '',
  address: '',
  city: '',
  resource_id: '',
} as const;

/** Id of the copy of an item. */
export function copiedId(old: string, from: string, to: string): string {
  if (old === '') return '';
  return old.startsWith(`${from}-`) ? `${to}${old.slice(from.length)}` : `${to}-${old}`;
}

/**
 * Null for an unknown location. Users, keys, PINs and printer addresses are not copied: a kiosk must not print at
 * another location.
 */
export function copyBranch(
  file: SiteSetup,
  fromId: string,
  { id, name, follow = false }: NewBranch,
): BranchParts | null {
  const from = itemsOf('locations', file.locations).byId(fromId);
  if (from === undefined) return null;
  const newId = (old: string): string => copiedId(old, fromId, id);
  const groups = itemsOf('service_groups', file.service_groups).at(fromId);
  const services = itemsOf('services', file.services).at(fromId);
  const desks = itemsOf('desks', file.desks).at(fromId);
  const own = new Set([...groups, ...services, ...desks].map((each) => each.id));
  /** References to shared items stay the same. */
  const there = (old: string): string => (own.has(old) ? newId(old) : old);
  const copied = (old: { readonly id: string }) => ({
    location: id,
    id: newId(old.id),
    ...(follow ? { follows: old.id } : {}),
  });
  return {
    locations: [{ ...from, ...OF_ONE_PLACE, social_links: [], id, name, ...(follow ? { follows: fromId } : {}) }],
    service_groups: groups.map((group) => ({ ...group, ...copied(group) })),
    services: services.map((service) => ({
      ...service,
      ...copied(service),
      service_group: there(service.service_group),
      service_code: '',
      desks: service.desks.map(there),
    })),
    desks: desks.map((desk) => ({ ...desk, ...copied(desk), services: desk.services.map(there) })),
    devices: itemsOf('devices', file.devices)
      .at(fromId)
      .map(({ display, ...device }) => ({
        ...device,
        ...copied(device),
        code: '',
        printer: /^(tcp|http|https|lpr?):\/\//.test(device.printer) ? '' : device.printer,
        services: device.services.map(there),
        ...(display === undefined
          ? {}
          : { display: { ...display, service_groups: display.service_groups.map(there) } }),
      })),
  };
}
