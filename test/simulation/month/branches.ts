/** The three branches of a town hall: services, clerks, opening hours and visitors. */

import { CLOSES, DESKS, type MonthDesk, type MonthService, SERVICES } from '../../helpers/waits/town-hall-month.ts';

export interface BranchDesk extends MonthDesk {
  readonly userId: string;
}

export interface BranchLimits {
  readonly limit_wait: number;
  readonly limit_waiting: number;
  readonly limit_idle: number;
  readonly limit_share: number;
  readonly limit_share_minutes: number;
  readonly limit_abandoned: number;
}

export interface Branch {
  readonly id: string;
  readonly zone: string;
  readonly services: readonly MonthService[];
  readonly desks: readonly BranchDesk[];
  /** By service; those of the branch as a whole under an empty id. */
  readonly limits: ReadonlyMap<string, BranchLimits>;
}

const limits = (wait: number, waiting: number, idle: number, share: number, minutes: number, abandoned: number) => ({
  limit_wait: wait,
  limit_waiting: waiting,
  limit_idle: idle,
  limit_share: share,
  limit_share_minutes: minutes,
  limit_abandoned: abandoned,
});
/** Residence has none. */
const LIMITS: Readonly<Record<string, BranchLimits>> = {
  '': limits(40, 12, 4, 70, 20, 8),
  passports: limits(25, 4, 3, 60, 10, 6),
  'pick-up': limits(0, 3, 5, 80, 5, 0),
  vehicles: limits(30, 0, 0, 0, 15, 10),
};

/** The first three desks of a small branch together serve every service. */
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
    limits: new Map(Object.entries(LIMITS).map(([service, given]) => [service === '' ? '' : own(service), given])),
  };
}

/** Three clocks: an hour apart, and half an hour off. */
export const BRANCHES: readonly Branch[] = [
  branch('centre', 'Europe/Lisbon', 1, 6),
  branch('islands', 'Atlantic/Azores', 0.5, 3),
  branch('overseas', 'Australia/Adelaide', 0.45, 3),
];

/** Opening hours of a weekday in minutes after midnight; 0 is Monday. Null: closed. Ticket issue ends an hour earlier. */
export function openingOf(weekday: number): { readonly from: number; readonly until: number } | null {
  const closes = CLOSES[weekday];
  return closes === undefined ? null : { from: 450, until: closes + 60 };
}
const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const SCHEDULE = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
  .flatMap((name, weekday) => {
    const hours = openingOf(weekday);
    return hours === null ? [] : `${name} ${clockTime(hours.from)}-${clockTime(hours.until)}`;
  })
  .join('; ');

/** Outcomes that clerks record. */
export const OUTCOMES = ['done', 'papers-missing', 'wrong-place'] as const;
export const BREAKS = ['lunch', 'errand'] as const;

export const kioskOf = (branchId: string): string => `${branchId}-kiosk`;

const TAGS = ['A', 'B', 'C', 'D'];

export function monthSite(): Record<string, unknown> {
  return {
    settings: { default_lang: 'en', languages: ['en'], break_reasons: BREAKS.map((id) => ({ id, name: id })) },
    locations: BRANCHES.map(({ id, zone, limits: given }) => ({
      ...{ id, name: `Branch ${id}`, timezone: zone, languages: ['en'], schedule: SCHEDULE },
      ...given.get(''),
    })),
    services: BRANCHES.flatMap(({ id: location, services, limits: given }) =>
      services.map(({ id }, index) => ({
        ...{ id, name: id, tag: TAGS[index], location, ...given.get(id) },
        outcomes: OUTCOMES.map((code) => ({ code, name: code })),
      })),
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
