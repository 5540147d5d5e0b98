/**
 * A morning at the town hall of the demo site, as it is meant to go: who comes when and why, and how the three clerks
 * work. Pure: the same seed gives the same morning. What really happens depends on the queue as well; see `hall.ts`.
 */
import { type Dice, dice } from '../random.ts';

/** What becomes of a visitor. All times are minutes of the morning. */
export type Course =
  | { readonly name: 'served' }
  /** Gives up and leaves the queue by phone, unless called before. */
  | { readonly name: 'leaves'; readonly afterMinutes: number }
  /** Never appears when called. */
  | { readonly name: 'missing' }
  /** Does not appear when called, and comes to a desk so much later. */
  | { readonly name: 'late'; readonly byMinutes: number }
  /** Has to fetch something in between. */
  | { readonly name: 'paused'; readonly forMinutes: number }
  /** Needs something else afterwards: another service, or the other desk or colleague who does the same. */
  | { readonly name: 'sent on'; readonly to: 'service' | 'desk' | 'user'; readonly priority: boolean };

export interface Visitor {
  /** From 1, in the order of coming. */
  readonly id: number;
  readonly comesAt: number;
  readonly kiosk: KioskId;
  readonly service: string;
  /** Language id of the site. */
  readonly lang: string;
  readonly priority: boolean;
  /** Has booked, and checks in with a code. */
  readonly appointment: boolean;
  /** Follows the ticket on a phone. */
  readonly phone: boolean;
  readonly course: Course;
  /** What it takes an average clerk, in all. */
  readonly workMinutes: number;
}

export interface Clerk {
  readonly user: string;
  readonly name: string;
  readonly desk: string;
  readonly deskName: string;
  readonly services: readonly string[];
  /** Above 1: slower than the average. */
  readonly pace: number;
  readonly pause: { readonly from: number; readonly to: number };
}

export interface Morning {
  readonly visitors: readonly Visitor[];
  readonly clerks: readonly Clerk[];
}

export type KioskId = 'kiosk-1' | 'kiosk-2';

export const LOCATION = 'town-hall';
/** Where who has been served with this may have to go next, to pay for example. */
export const NEXT_SERVICE: Readonly<Record<string, string>> = {
  'identity-cards': 'payments',
  passports: 'payments',
  'civil-registry': 'payments',
  residence: 'civil-registry',
  information: 'identity-cards',
  schools: 'payments',
};

/** The busiest services of the demo site, as often as people come for them. */
const DOCUMENTS = [
  'identity-cards',
  'identity-cards',
  'identity-cards',
  'passports',
  'passports',
  'civil-registry',
  'residence',
  'schools',
  'information',
] as const;
const MONEY = ['local-taxes', 'payments', 'payments', 'water-waste'] as const;
/** Two desks do the same: only there can a ticket go to the other desk or colleague. */
const SHARED = ['identity-cards', 'passports'] as const;
const LANGUAGES: Readonly<Record<KioskId, readonly string[]>> = {
  'kiosk-1': ['pt_PT', 'pt_PT', 'en', 'es', 'fr', 'de', 'ar', 'zh'],
  'kiosk-2': ['pt_PT', 'pt_PT', 'en', 'es', 'fr'],
};
/** People arrive within so many minutes; the desks need a little longer. */
const ARRIVALS_MINUTES = 40;
const CLERKS: readonly Omit<Clerk, 'pace' | 'pause'>[] = [
  {
    user: 'counter1',
    name: 'Counter 1',
    desk: 'desk-1',
    deskName: 'Desk 1',
    services: ['identity-cards', 'passports', 'schools', 'information'],
  },
  {
    user: 'counter2',
    name: 'Counter 2',
    desk: 'desk-2',
    deskName: 'Desk 2',
    services: ['identity-cards', 'passports', 'civil-registry', 'residence'],
  },
  {
    user: 'counter3',
    name: 'Counter 3',
    desk: 'desk-3',
    deskName: 'Desk 3',
    services: ['local-taxes', 'payments', 'water-waste'],
  },
];

/** What happens in every morning, whatever the seed; the others are simply served. */
function oddCourses(throws: Dice): Course[] {
  const minutes = (from: number, to: number): number => from + throws.below(to - from + 1);
  return [
    ...[0, 1, 2].map((): Course => ({ name: 'leaves', afterMinutes: minutes(1, 4) })),
    ...[0, 1, 2].map((): Course => ({ name: 'missing' })),
    ...[0, 1, 2].map((): Course => ({ name: 'late', byMinutes: minutes(1, 5) })),
    ...[0, 1, 2].map((): Course => ({ name: 'paused', forMinutes: minutes(2, 6) })),
    ...[false, true, false].map((priority): Course => ({ name: 'sent on', to: 'service', priority })),
    { name: 'sent on', to: 'desk', priority: false },
    { name: 'sent on', to: 'user', priority: false },
  ];
}

/** One of each kind, for a morning in which everything happens once. */
function oneOfEach(courses: readonly Course[]): Course[] {
  const kind = (course: Course): string => (course.name === 'sent on' ? `to ${course.to}` : course.name);
  return courses.filter((course, index) => courses.findIndex((other) => kind(other) === kind(course)) === index);
}

function serviceFor(course: Course, throws: Dice): string {
  if (course.name !== 'sent on') return throws.pick(throws.chance(0.35) ? MONEY : DOCUMENTS);
  return throws.pick(course.to === 'service' ? Object.keys(NEXT_SERVICE) : SHARED);
}

function shuffled<T>(list: readonly T[], throws: Dice): T[] {
  return list
    .map((item) => ({ item, at: throws.below(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Three clerks and forty visitors; where fewer come than there are odd courses, one takes each kind of them. */
export function planMorning(seed: number, count = 40): Morning {
  const throws = dice(seed, 0);
  const all = oddCourses(throws);
  const odd = count > all.length ? all : oneOfEach(all);
  const served = Array.from({ length: count - odd.length }, (): Course => ({ name: 'served' }));
  const courses = shuffled([...odd, ...served], throws);
  const times = courses.map(() => throws.below(ARRIVALS_MINUTES)).sort((a, b) => a - b);
  let booked = 0;
  const visitors = courses.map((course, index): Visitor => {
    const service = serviceFor(course, throws);
    const isMoney = (MONEY as readonly string[]).includes(service);
    const kiosk: KioskId = isMoney && throws.chance(0.75) ? 'kiosk-2' : 'kiosk-1';
    // The demo site takes bookings for these; three come with one.
    const appointment = booked < 3 && course.name === 'served' && kiosk === 'kiosk-1' && throws.chance(0.3);
    if (appointment) booked += 1;
    return {
      id: index + 1,
      comesAt: times[index] ?? 0,
      kiosk,
      service,
      lang: throws.pick(LANGUAGES[kiosk]),
      priority: !appointment && throws.chance(0.15),
      appointment,
      phone: course.name === 'leaves' || throws.chance(0.12),
      course,
      workMinutes: 2 + throws.below(5),
    };
  });
  const clerks = CLERKS.map((clerk, index): Clerk => {
    const from = 12 + 8 * index + throws.below(4);
    return { ...clerk, pace: 0.8 + throws.below(5) / 10, pause: { from, to: from + 4 } };
  });
  return { visitors, clerks };
}
