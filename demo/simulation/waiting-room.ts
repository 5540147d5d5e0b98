/**
 * Simulated morning of visitors and clerks, without clock and side effects.
 *
 * It plans the next action and receives its result. The queue decides who is called; this decides what the called
 * visitor does.
 */
import type { Deed, Outcome, Target, Turn } from './actions.ts';
import { actsFor, atHome, backAt, ELSEWHERE, guest, type Person, type Work } from './person.ts';
import { type Clerk, type Morning, NEXT_SERVICE, type Visitor } from './plan.ts';

export interface Hall {
  /** The next action, in order of time; null when the morning is over. */
  next(): Turn | null;
  settle(turn: Turn, outcomes: readonly Outcome[]): void;
  people(): readonly Person[];
  /** Label at each desk, by desk id; null: no visitor is there. */
  desks(): Readonly<Record<string, string | null>>;
  /**
   * Waiting tickets of the real queue: visitors outside the plan are served too, and the plan does not wait for visitors
   * whom a clerk outside the plan called.
   */
  reconcile(waiting: readonly { readonly label: string; readonly service: string }[]): void;
}

/** More than any morning has. */
const LAST_MINUTE = 1_000;

export function openHall(morning: Morning): Hall {
  const people: Person[] = morning.visitors.map((visitor) => atHome(visitor));
  const work = new Map<string, Work | null>(morning.clerks.map(({ desk }) => [desk, null]));
  /** A clerk who found an empty queue checks it again after a minute. */
  const looksAt = new Map<string, number>();
  let minute = 0;
  let turns = 0;

  const change = (label: string, to: Partial<Person>): void => {
    const at = people.findIndex((person) => person.label === label);
    const person = people[at];
    if (person !== undefined) people[at] = { ...person, ...to };
  };
  const byLabel = (label: string): Person | undefined => people.find((person) => person.label === label);

  function visitorsDeeds(): Deed[] {
    const deeds: Deed[] = [];
    const busy = new Set<string>();
    for (const { visitor, state, label, arrivedAt, turned } of people) {
      if (state === 'home' && visitor.comesAt <= minute && !busy.has(visitor.kiosk)) {
        busy.add(visitor.kiosk);
        deeds.push({ kind: 'takes', visitor });
      }
      const { course } = visitor;
      if (state === 'waiting' && course.name === 'leaves' && !turned && minute >= arrivedAt + course.afterMinutes) {
        deeds.push({ kind: 'leaves', visitor, label });
      }
    }
    return deeds;
  }

  function isFor(clerk: Clerk, { service, onlyDesk, onlyUser }: Person): boolean {
    return (
      clerk.services.includes(service) &&
      (onlyDesk === '' || onlyDesk === clerk.desk) &&
      (onlyUser === '' || onlyUser === clerk.user)
    );
  }

  function clerkDeed(clerk: Clerk, taken: Set<string>): Deed | null {
    const current = work.get(clerk.desk) ?? null;
    const rests = minute >= clerk.pause.from && minute < clerk.pause.to;
    const someoneWaits = people.some((person) => person.state === 'waiting' && isFor(clerk, person));
    if (current !== null) {
      const act = current.acts[0];
      if (act === undefined || act.at > minute) return null;
      const { label } = current;
      if (act.kind === 'sends on') return { kind: 'sends on', clerk, label, target: targetOf(clerk, label) };
      // Most clerks finish and call the next visitor in one touch.
      if (act.kind === 'ends' && someoneWaits && !rests && turns % 3 !== 0) {
        return { kind: 'calls', clerk, ending: label };
      }
      return { kind: act.kind, clerk, label };
    }
    if (rests) return null;
    const back = people.find(
      (person) =>
        (person.state === 'paused' || person.state === 'missed') &&
        person.backAt <= minute &&
        !taken.has(person.label) &&
        clerk.services.includes(person.service),
    );
    if (back !== undefined) {
      taken.add(back.label);
      return { kind: 'calls back', clerk, label: back.label, from: back.state === 'paused' ? 'paused' : 'missed' };
    }
    const looks = (looksAt.get(clerk.desk) ?? 0) <= minute;
    return someoneWaits && looks ? { kind: 'calls', clerk, ending: null } : null;
  }

  function targetOf(clerk: Clerk, label: string): Target {
    const person = byLabel(label);
    const course = person?.visitor.course;
    const to = course?.name === 'sent on' ? course.to : 'service';
    const priority = course?.name === 'sent on' && course.priority;
    const service = person?.service ?? '';
    const colleague = morning.clerks.find(({ desk, services }) => desk !== clerk.desk && services.includes(service));
    if (to === 'service' || colleague === undefined) {
      return { type: 'service', id: NEXT_SERVICE[service] ?? service, priority };
    }
    return { type: to, id: to === 'desk' ? colleague.desk : colleague.user, priority };
  }

  function deedsNow(): Deed[] {
    const taken = new Set<string>();
    const clerks = morning.clerks.map((clerk) => clerkDeed(clerk, taken)).filter((deed) => deed !== null);
    return [...visitorsDeeds(), ...clerks];
  }

  /** Actions for a visitor who came to the desk. */
  function begin(clerk: Clerk, label: string): void {
    const person = byLabel(label);
    change(label, { state: 'called', desk: clerk.desk, calls: (person?.calls ?? 0) + 1 });
    work.set(clerk.desk, { label, acts: actsFor(person, clerk, minute) });
  }

  /** The visitor has left the desk. */
  function leave(clerk: Clerk, to: Partial<Person>): void {
    const label = work.get(clerk.desk)?.label;
    if (label !== undefined) change(label, to);
    work.set(clerk.desk, null);
  }

  function settleClerk(deed: Exclude<Deed, { kind: 'takes' | 'leaves' }>, outcome: Outcome): void {
    const { clerk } = deed;
    const current = work.get(clerk.desk) ?? null;
    const person = current === null ? undefined : byLabel(current.label);
    switch (deed.kind) {
      case 'calls':
        if (current !== null) leave(clerk, { state: 'gone', ending: 'served' });
        if (outcome !== null) begin(clerk, outcome);
        else looksAt.set(clerk.desk, minute + 1);
        return;
      case 'calls back':
        if (outcome !== null) begin(clerk, outcome);
        else change(deed.label, { state: 'gone', ending: deed.from === 'missed' ? 'missed' : 'elsewhere' });
        return;
      case 'recalls':
        if (current !== null) work.set(clerk.desk, { ...current, acts: current.acts.slice(1) });
        return;
      case 'ends':
        leave(clerk, { state: 'gone', ending: outcome === null ? 'elsewhere' : 'served' });
        return;
      case 'pauses':
        leave(clerk, outcome === null ? ELSEWHERE : { state: 'paused', turned: true, backAt: backAt(person, minute) });
        return;
      case 'misses': {
        const isComing = person?.visitor.course.name === 'late' && outcome !== null;
        leave(
          clerk,
          isComing
            ? { state: 'missed', turned: true, backAt: backAt(person, minute) }
            : { state: 'gone', ending: 'missed' },
        );
        return;
      }
      case 'sends on': {
        const { type, id } = deed.target;
        const sent: Partial<Person> = {
          state: 'waiting',
          turned: true,
          service: type === 'service' ? id : (person?.service ?? ''),
          onlyDesk: type === 'desk' ? id : '',
          onlyUser: type === 'user' ? id : '',
        };
        leave(clerk, outcome === null ? ELSEWHERE : sent);
      }
    }
  }

  function settleVisitor(visitor: Visitor, deed: Deed, outcome: Outcome): void {
    const at = people.findIndex((person) => person.visitor.id === visitor.id);
    const person = people[at];
    if (person === undefined) return;
    if (deed.kind === 'takes') {
      people[at] =
        outcome === null
          ? { ...person, ...ELSEWHERE }
          : { ...person, state: 'waiting', label: outcome, arrivedAt: minute };
    } else if (deed.kind === 'leaves') {
      // Too late: the call was requested or made.
      people[at] = outcome === null ? { ...person, turned: true } : { ...person, state: 'gone', ending: 'left' };
    }
  }

  return {
    next() {
      const isOver = (): boolean =>
        people.every(({ state }) => state === 'gone') && [...work.values()].every((each) => each === null);
      for (; !isOver(); minute += 1) {
        if (minute > LAST_MINUTE) throw new Error('This morning does not end.');
        const deeds = deedsNow();
        turns += 1;
        if (deeds.length > 0) return { minute, deeds };
      }
      return null;
    },
    settle({ deeds }, outcomes) {
      // Visitors first: a visitor who takes a ticket may be called in the same turn.
      for (const [index, deed] of deeds.entries()) {
        if (deed.kind === 'takes' || deed.kind === 'leaves') settleVisitor(deed.visitor, deed, outcomes[index] ?? null);
      }
      for (const [index, deed] of deeds.entries()) {
        if (deed.kind !== 'takes' && deed.kind !== 'leaves') settleClerk(deed, outcomes[index] ?? null);
      }
    },
    people: () => people,
    desks: () => Object.fromEntries([...work].map(([desk, each]) => [desk, each?.label ?? null])),
    reconcile(waiting) {
      const labels = new Set(waiting.map(({ label }) => label));
      for (const person of people) {
        if (person.state === 'waiting' && !labels.has(person.label)) change(person.label, ELSEWHERE);
      }
      for (const { label, service } of waiting) {
        if (byLabel(label) === undefined) people.push(guest(people.length + 1, label, service, minute));
      }
    },
  };
}
