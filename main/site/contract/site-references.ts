/**
 * Fields of site items that refer to other items.
 *
 * Used by the validation of a site and the back office.
 */
import type { CollectionName, SiteSettings } from './site.ts';

export interface SiteReference {
  readonly to: CollectionName;
  /** `any`: of any location, can be empty. `needed`: required. `here`: of the item's own location. */
  readonly rule: 'any' | 'needed' | 'here';
}

/** By collection and field. A list field has several references. */
export const SITE_REFERENCES: {
  readonly [From in CollectionName]?: Readonly<Record<string, SiteReference>>;
} = {
  service_groups: { location: { to: 'locations', rule: 'any' } },
  services: {
    location: { to: 'locations', rule: 'needed' },
    server_service: { to: 'server_services', rule: 'any' },
    service_group: { to: 'service_groups', rule: 'any' },
    desks: { to: 'desks', rule: 'here' },
    forms: { to: 'forms', rule: 'any' },
  },
  desks: { location: { to: 'locations', rule: 'needed' }, services: { to: 'services', rule: 'here' } },
  // A user of several locations can serve at desks of all of them.
  users: {
    locations: { to: 'locations', rule: 'any' },
    desks: { to: 'desks', rule: 'any' },
    role_set: { to: 'role_sets', rule: 'any' },
  },
  devices: { location: { to: 'locations', rule: 'any' }, services: { to: 'services', rule: 'here' } },
  // Its location is that of its service.
  appointments: {
    service: { to: 'services', rule: 'needed' },
    location: { to: 'locations', rule: 'any' },
    user: { to: 'users', rule: 'any' },
    desk: { to: 'desks', rule: 'here' },
  },
  webhooks: { locations: { to: 'locations', rule: 'any' } },
  report_keys: { locations: { to: 'locations', rule: 'any' } },
};

/** An item that the settings reference. */
export interface NamedBySettings {
  readonly to: CollectionName;
  readonly id: string;
  /** Path within the settings, such as `card_rules[0].services[1]`. */
  readonly field: string;
}

export function namedBySettings(settings: Pick<SiteSettings, 'card_rules'> | undefined): readonly NamedBySettings[] {
  return (settings?.card_rules ?? []).flatMap(({ services }, rule) =>
    services.map((id, place) => ({ to: 'services' as const, id, field: `card_rules[${rule}].services[${place}]` })),
  );
}
