/** A visitor in the hall: what is known of somebody, and what a clerk has to do for them. */
import type { Clerk, Visitor } from './plan.ts';

export type PersonState = 'home' | 'waiting' | 'called' | 'paused' | 'missed' | 'gone';
/** How it ended; `elsewhere`: by somebody who is not in the plan. */
export type Ending = 'served' | 'left' | 'missed' | 'elsewhere';

export interface Person {
  readonly visitor: Visitor;
  readonly state: PersonState;
  /** Empty before the ticket is taken. */
  readonly label: string;
  /** Service that is waited for; the ticket's own at first. */
  readonly service: string;
  /** Only this desk or this user; empty: any. */
  readonly onlyDesk: string;
  readonly onlyUser: string;
  /** Desk of the newest call. */
  readonly desk: string;
  readonly ending: Ending | null;
  readonly calls: number;
  /** What was to happen in between has happened. */
  readonly turned: boolean;
  /** When this person is in the hall again; only while paused or missed. */
  readonly backAt: number;
  readonly arrivedAt: number;
}

/** What a clerk does with the one at the desk, and when. */
export interface Work {
  readonly label: string;
  readonly acts: readonly {
    readonly at: number;
    readonly kind: 'recalls' | 'ends' | 'pauses' | 'misses' | 'sends on';
  }[];
}

/** Somebody who is not in the plan took care of it. */
export const ELSEWHERE: Partial<Person> = { state: 'gone', ending: 'elsewhere' };

/** Before the morning begins. */
export function atHome(visitor: Visitor): Person {
  return {
    visitor,
    state: 'home',
    label: '',
    service: visitor.service,
    onlyDesk: '',
    onlyUser: '',
    desk: '',
    ending: null,
    calls: 0,
    turned: false,
    backAt: 0,
    arrivedAt: 0,
  };
}

/** Somebody who came by their own will: whoever watches, for example. */
export function guest(id: number, label: string, service: string, minute: number): Person {
  const visitor: Visitor = {
    id,
    comesAt: minute,
    kiosk: 'kiosk-1',
    service,
    lang: '',
    priority: false,
    appointment: false,
    phone: false,
    course: { name: 'served' },
    workMinutes: 3,
  };
  return { ...atHome(visitor), state: 'waiting', label, arrivedAt: minute };
}

/** When somebody who goes now is here again. */
export function backAt(person: Person | undefined, minute: number): number {
  const course = person?.visitor.course;
  if (course?.name === 'late') return minute + course.byMinutes;
  return course?.name === 'paused' ? minute + course.forMinutes : minute;
}

/** What a clerk does with somebody who is called in this minute. */
export function actsFor(person: Person | undefined, { pace }: Clerk, minute: number): Work['acts'] {
  const minutes = Math.max(1, Math.round((person?.visitor.workMinutes ?? 2) * pace));
  const half = minute + Math.max(1, Math.floor(minutes / 2));
  const course = person?.visitor.course.name;
  if (person === undefined || person.turned || course === 'served' || course === 'leaves') {
    return [{ at: minute + minutes, kind: 'ends' }];
  }
  if (course === 'paused') return [{ at: half, kind: 'pauses' }];
  if (course === 'sent on') return [{ at: half, kind: 'sends on' }];
  return [
    { at: minute + 1, kind: 'recalls' },
    { at: minute + 2, kind: 'misses' },
  ];
}
