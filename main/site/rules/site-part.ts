/** Part of a large site that the back office needs at one location. */
import type { SitePart } from '../contract/rest/site-document.ts';
import type { Location, SiteSetup } from '../contract/site.ts';

/** Larger sites are read in parts. */
const MAX_WHOLE = 10;

export interface ReadPart {
  readonly site: SiteSetup;
  readonly part: SitePart;
}

/** Fields of all locations, with their defaults, which are left out. */
const DEFAULTS = { city: '', region: '', timezone: 'UTC', schedule: '', follows: '', state: 1 } as const;

type Listed = keyof typeof DEFAULTS;

const LISTED = Object.keys(DEFAULTS) as Listed[];

interface Wanted {
  /** An unknown id: the first location. */
  readonly location: string;
  /** Whether to list all locations. */
  readonly listed: boolean;
}

/** The items of one location and those of all; null if the site is small enough to be read as a whole. */
export function partOf(site: SiteSetup, wanted: Wanted): ReadPart | null {
  const { locations } = site;
  const here = locations.find(({ id }) => id === wanted.location) ?? locations[0];
  if (here === undefined || locations.length <= MAX_WHOLE) return null;
  const isHere = ({ location }: { readonly location: string }): boolean => location === here.id;
  return {
    site: {
      ...site,
      locations: [here],
      service_groups: site.service_groups.filter((group) => group.location === '' || isHere(group)),
      services: site.services.filter(isHere),
      desks: site.desks.filter(isHere),
      devices: site.devices.filter(isHere),
      users: site.users.filter((user) => user.locations.length === 0 || user.locations.includes(here.id)),
    },
    part: { location: here.id, locations: wanted.listed ? locations.map(listed) : [] },
  };
}

function listed(location: Location): SitePart['locations'][number] {
  const given = LISTED.filter((field) => location[field] !== DEFAULTS[field]);
  return {
    id: location.id,
    name: location.name,
    ...Object.fromEntries(given.map((field) => [field, location[field]])),
  };
}
