/**
 * Compares all pages of the simulated morning with the REST interface and with the simulated people. The interface must
 * be right at once; pages may lag.
 */
import { expect } from 'vitest';
import type { Person } from '../../../demo/simulation/person.ts';
import type { Morning } from '../../../demo/simulation/plan.ts';
import type { Hall } from '../../../demo/simulation/waiting-room.ts';
import type { CounterAnswer } from '../../../main/queue/contract/rest/counters.ts';
import type { Clerk } from './clerk.ts';
import type { Display } from './display.ts';
import type { Kiosk } from './kiosk.ts';
import type { Phone } from './phone.ts';
import { type LastCall, labelOf, type QueueTicket } from './shapes.ts';
import { DEADLINE_MS, type TownHall } from './town-hall.ts';

export interface Cast {
  readonly display: Display;
  readonly kiosks: readonly Kiosk[];
  readonly clerks: readonly Clerk[];
  /** By ticket label. */
  readonly phones: ReadonlyMap<string, Phone>;
}

/** Answers of the interface at one moment. */
interface Found {
  readonly lists: Readonly<Record<string, readonly QueueTicket[]>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly lastCalls: readonly LastCall[];
  readonly counters: readonly CounterAnswer[];
}

/** Number of last calls that fit on any display. */
const NEWEST_CALLS = 6;
/** Services of the demo site's second kiosk. */
const OF_KIOSK_2 = ['local-taxes', 'payments', 'water-waste'];

/** Waits until a page shows the expected value: `await shows('…', page.view).toEqual(…)`. */
export const shows = <T>(what: string, look: () => Promise<T>) =>
  expect.poll(look, { timeout: DEADLINE_MS, message: what });

/** Compares all pages with each other. */
export function agreementOf(town: TownHall, plan: Morning, cast: Cast): (hall: Hall) => Promise<void> {
  const services = town.site.services.filter(({ id }) => !id.startsWith('clinic')).map(({ id }) => id);

  /** Compares people and interface, without waiting. */
  async function interfaceAgrees(hall: Hall): Promise<Found> {
    const people = hall.people();
    const [lists, counts, lastCalls, ...counters] = await Promise.all([
      town.rest.lists(services),
      town.rest.counts(),
      town.rest.lastCalls(),
      ...plan.clerks.map(({ desk, user }) => town.rest.counter(desk, user)),
    ]);
    for (const service of services) {
      const waiting = people.filter((person) => person.state === 'waiting' && person.service === service);
      const listed = (lists[service] ?? []).map(labelOfTicket);
      expect([...listed].sort(), `waiting for ${service}`).toEqual(waiting.map(({ label }) => label).sort());
      expect(counts[service], `number waiting for ${service}`).toBe(listed.length);
    }
    const desks = hall.desks();
    for (const counter of counters) {
      expect(counter.calls[0]?.label ?? null, `at ${counter.desk.name}`).toBe(desks[counter.desk.id] ?? null);
    }
    // Newest first, with the desk of the latest call.
    const lastDesks = new Map(lastCalls.map((call) => [labelOf(call.ticketServiceTag, call.ticketNumber), call]));
    for (const { label, calls, desk } of people) {
      const entry = lastDesks.get(label);
      expect(entry === undefined, `${label} among the last calls`).toBe(calls === 0);
      if (calls > 0) expect(entry?.ticketDeskTag).toBe(desk.replace('desk-', ''));
    }
    return { lists, counts, lastCalls, counters };
  }

  async function counterAgrees(answer: CounterAnswer): Promise<void> {
    const wanted = {
      serving: answer.calls[0]?.label ?? null,
      waiting: ['next', 'others', 'later'].flatMap((turn) =>
        answer.waiting.filter((ticket) => ticket.turn === turn).map(({ label }) => label),
      ),
      counts: [answer.waiting_count, answer.counts.paused, answer.counts.cancelled],
    };
    await shows(
      `the page of ${answer.desk.name}`,
      cast.clerks.find(({ person }) => person.desk === answer.desk.id)!.view,
    ).toEqual(wanted);
  }

  async function kioskAgrees(kiosk: Kiosk, counts: Readonly<Record<string, number>>): Promise<void> {
    const { service_groups: groups, services: all } = town.site;
    const own = all.filter(({ id }) => services.includes(id));
    const shown =
      kiosk.id === 'kiosk-1'
        ? groups.map(({ id, name }) => ({ name, of: own.filter((each) => each.service_group === id) }))
        : own.filter(({ id }) => OF_KIOSK_2.includes(id)).map((each) => ({ name: each.name, of: [each] }));
    const wanted = shown.map(({ name, of }) => [name, of.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0)]);
    await shows(`numbers at ${kiosk.id}`, kiosk.waitingThere).toEqual(Object.fromEntries(wanted));
  }

  /** Every open call and the latest ones are shown with their desk, and nothing else. */
  async function displayAgrees(found: Found): Promise<void> {
    const lines = found.lastCalls.map((call) => ({
      label: labelOf(call.ticketServiceTag, call.ticketNumber),
      desk: deskInPortuguese(town, call.ticketDeskTag),
    }));
    const open = found.counters.flatMap(({ calls }) => calls.map(({ label }) => label));
    const needed = new Set([...open, ...lines.slice(0, NEWEST_CALLS).map(({ label }) => label)]);
    await shows('calls that the display does not show, or shows wrongly', async () => {
      const { large, list } = await cast.display.view();
      const shown = large === null ? list : [large, ...list];
      const isShown = (line: { label: string; desk: string }): boolean =>
        shown.some(({ label, desk }) => label === line.label && desk === line.desk);
      const missing = lines.filter((line) => needed.has(line.label) && !isShown(line));
      const wrong = shown.filter(
        ({ label, desk }) => !lines.some((line) => line.label === label && line.desk === desk),
      );
      return { missing, wrong, nobodyLarge: large === null && open.length > 0 };
    }).toEqual({ missing: [], wrong: [], nobodyLarge: false });
  }

  async function phoneAgrees(label: string, phone: Phone, { lists, counters }: Found, person: Person): Promise<void> {
    const ticket = await town.rest.phone(phone.secret);
    expect(ticket.label).toBe(label);
    expect(ticket.state, `state of ${label}`).toBe(stateOnPhone(person));
    if (ticket.state === 'waiting') {
      const list = (lists[person.service] ?? []).map(labelOfTicket);
      expect(ticket.before, `people before ${label} of ${list.join(' ')}`).toBe(list.indexOf(label));
    }
    if (ticket.state === 'called') {
      const desk = counters.find(({ calls }) => calls[0]?.label === label)?.desk;
      expect(ticket.desk_tag).toBe(desk?.tag);
    }
    await shows(`the phone with ${label}`, phone.view).toEqual(phone.wanted(ticket));
  }

  return async (hall) => {
    const found = await interfaceAgrees(hall);
    const personWith = (label: string): Person => hall.people().find((person) => person.label === label)!;
    await Promise.all([
      ...found.counters.map((counter) => counterAgrees(counter)),
      ...cast.kiosks.map((kiosk) => kioskAgrees(kiosk, found.counts)),
      displayAgrees(found),
      ...[...cast.phones].map(([label, phone]) => phoneAgrees(label, phone, found, personWith(label))),
    ]);
  };
}

/** State of the ticket as phones show it. */
function stateOnPhone({ state, ending }: Person): string {
  switch (state) {
    case 'waiting':
    case 'called':
    case 'paused':
      return state;
    case 'missed':
      return 'cancelled';
    case 'gone':
      return ending === 'missed' ? 'cancelled' : 'ended';
    case 'home':
      throw new Error('Nobody has a ticket at home.');
  }
}

function labelOfTicket({ ticket_service: { tag }, number }: QueueTicket): string {
  return labelOf(tag, number);
}

function deskInPortuguese({ site }: TownHall, tag: string): string {
  const desk = site.desks.find(({ id }) => id === `desk-${tag}`);
  return desk?.translations?.pt_PT?.name ?? desk?.name ?? '';
}
