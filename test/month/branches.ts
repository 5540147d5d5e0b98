/** The three branches of a town hall: what they offer, who works there, when they are open, and how many come. */

import { DESKS, type MonthDesk, type MonthService, SERVICES } from '../helpers/waits/town-hall-month.ts';

export interface BranchDesk extends MonthDesk {
  readonly userId: string;
}

export interface Branch {
  readonly id: string;
  readonly zone: string;
  readonly services: readonly MonthService[];
  readonly desks: readonly BranchDesk[];
}

/** The first three desks of a small branch serve every service between them. */
const IN_ORDER = [0, 2, 3, 1, 4, 5].flatMap((index) => DESKS[index] ?? []);

/** @param share of the visitors of the largest */
function branch(id: string, zone: string, share: number, desks: number): Branch {
  const own = (name: string): string => `${id}-${name}`;
  return {
    id,
    zone,
    services: SERVICES.map((service) => ({ ...service, id: own(service.id), hourly: service.hourly * share })),
    desks: IN_ORDER.slice(0, desks).map((desk, index) => ({
      ...desk,
      id: own(`desk-${index + 1}`),
      userId: own(`clerk-${index + 1}`),
      serves: desk.serves.map(own),
    })),
  };
}

/** Three clocks: an hour apart, and half an hour off. */
export const BRANCHES: readonly Branch[] = [
  branch('centre', 'Europe/Lisbon', 1, 6),
  branch('islands', 'Atlantic/Azores', 0.5, 3),
  branch('overseas', 'Australia/Adelaide', 0.45, 3),
];

export const kioskOf = (branchId: string): string => `${branchId}-kiosk`;

const TAGS = ['A', 'B', 'C', 'D'];

export function monthSite(): Record<string, unknown> {
  return {
    settings: { default_lang: 'en', languages: ['en'] },
    locations: BRANCHES.map(({ id, zone }) => ({ id, name: `Branch ${id}`, timezone: zone, languages: ['en'] })),
    services: BRANCHES.flatMap(({ id: location, services }) =>
      services.map(({ id }, index) => ({ id, name: id, tag: TAGS[index], location })),
    ),
    desks: BRANCHES.flatMap(({ id: location, desks }) =>
      desks.map(({ id, serves }, index) => ({ id, name: id, tag: `${index + 1}`, location, services: serves })),
    ),
    devices: BRANCHES.map(({ id }) => ({ id: kioskOf(id), name: kioskOf(id), type: 1, location: id })),
    users: BRANCHES.flatMap(({ id: location, desks }) =>
      desks.map(({ userId }) => ({ id: userId, username: userId, name: userId, locations: [location] })),
    ),
  };
}
