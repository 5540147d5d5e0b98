import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidSource, uuidTime } from '../../main/lib/uuid.ts';
import { FLAG, type QueueEvent } from '../../main/queue/contract/records.ts';
import type { HandOverInput } from '../../main/queue/operations/hand-over-tickets.ts';
import type { LeasedNumbers } from '../../main/queue/operations/lease-numbers.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { errno, Hall, value } from './queue-hall.ts';

const DAY_MS = 86_400_000;
const midnight = (instant: number): number => instant - (instant % DAY_MS);

/** A kiosk with a separate file, as seen by the queue. */
class Kiosk {
  readonly hall: Hall;
  readonly name: string;
  /** Separate, because a source never goes back in time, and the next location starts in the morning again. */
  readonly newId = uuidSource();
  holder: string;
  turn = 0;
  slot: number | null = null;
  asked = 0;
  /** Service → its numbers of the day, with the next to give. */
  leases = new Map<string, { first: number; last: number; next: number; generation: string }>();
  held: { id: string; serviceId: string; number: number; priority: boolean }[] = [];

  constructor(hall: Hall, name: string) {
    this.hall = hall;
    this.name = name;
    this.holder = `${name}-file-1`;
  }

  tryLease(change: { count?: number; max?: number; request?: string; turn?: number } = {}) {
    const { hall } = this;
    this.asked += 1;
    return hall.run('leaseNumbers', {
      locationId: hall.locationId,
      day: hall.day,
      deviceId: this.name,
      holder: this.holder,
      turn: change.turn ?? this.turn,
      request: change.request ?? `${this.holder}-${this.asked}`,
      slot: this.slot,
      services: hall.services.map((serviceId) => ({
        serviceId,
        firstNumber: 1,
        maxNumber: change.max ?? 99,
        count: change.count ?? 5,
      })),
    });
  }

  async lease(change: Parameters<Kiosk['tryLease']>[0] = {}): Promise<LeasedNumbers> {
    const lent = value(await this.tryLease(change));
    this.slot = lent.slot;
    this.turn = lent.turn;
    const before = this.leases;
    this.leases = new Map(
      lent.leases.map(({ serviceId, first, last }) => {
        const known = before.get(serviceId);
        const isSame = known?.first === first && known.generation === this.hall.day;
        return [serviceId, { first, last, next: isSame ? known.next : first, generation: this.hall.day }];
      }),
    );
    return lent;
  }

  /** Issues an offline number; null if it has none. */
  issue(letter = 'a', priority = false): number | null {
    const serviceId = this.hall.service(letter);
    const lease = this.leases.get(serviceId);
    if (lease === undefined || lease.next > lease.last || lease.generation !== this.hall.day) return null;
    const number = lease.next;
    lease.next += 1;
    this.held.push({ id: this.newId(this.hall.now), serviceId, number, priority });
    return number;
  }

  handOver(tickets = this.held, change: Partial<HandOverInput> = {}) {
    const { hall } = this;
    return hall.run('handOverTickets', {
      locationId: hall.locationId,
      day: hall.day,
      deviceId: this.name,
      holder: this.holder,
      dayBegan: Date.parse(`${hall.day}T00:00:00Z`),
      tickets: tickets.map((ticket) => ({
        ...ticket,
        issuedAt: Number.parseInt(ticket.id.slice(0, 8) + ticket.id.slice(9, 13), 16),
        lang: 'pt',
        tag: 'A',
        numberWidth: 3,
        firstNumber: 1,
        maxNumber: 99,
        dayBegan: midnight(Number.parseInt(ticket.id.slice(0, 8) + ticket.id.slice(9, 13), 16)),
        count: 5,
      })),
      restored: null,
      ...change,
    });
  }

  async taken(tickets = this.held, change: Partial<HandOverInput> = {}): Promise<readonly number[]> {
    return value(await this.handOver(tickets, change)).tickets.map((each) => each.errno);
  }

  /** Tickets with these numbers of a service that were issued now, whether or not they were leased. */
  made(...numbers: readonly number[]): Kiosk['held'] {
    const serviceId = this.hall.service('a');
    return numbers.map((number) => ({ id: this.newId(this.hall.now), serviceId, number, priority: false }));
  }
}

/** Number leases and offline tickets in a store. */
export function leaseSuite(name: string, openStore: (database: string) => Promise<Store>): void {
  describe(`${name}: numbers of kiosks`, () => {
    let store: Store;
    let hall: Hall;
    let halls = 0;
    beforeAll(async () => {
      store = await openStore('leases');
    });
    afterAll(() => store.close());
    beforeEach(() => {
      halls += 1;
      hall = new Hall(store, `lease-${halls}`);
    });

    it('follow those of the service, in a range for each kiosk, the same all day and the next', async () => {
      const [one, two] = [new Kiosk(hall, 'k1'), new Kiosk(hall, 'k2')];
      const first = { serviceId: hall.service('a'), first: 101, last: 105 };
      expect(await one.lease()).toMatchObject({ slot: 0, turn: 1, leases: [first, { first: 101, last: 105 }] });
      expect(await two.lease()).toMatchObject({ slot: 1, leases: [{ first: 301, last: 305 }, {}] });
      expect(await one.lease({ count: 9 })).toMatchObject({ slot: 0, turn: 2, leases: [first, {}] });
      hall.nextDay();
      expect(await two.lease()).toMatchObject({ slot: 1, leases: [{ first: 301, last: 305 }, {}] });
    });

    it('that were printed today and are unknown to the queue are skipped, and no others', async () => {
      const { ticket: known } = await hall.create();
      const note = async (id: string, number: number) =>
        value(
          await hall.run('noteIssued', {
            ...{ locationId: hall.locationId, day: hall.day, dayBegan: midnight(hall.now) },
            tickets: [
              {
                ...{ id, serviceId: hall.service('a'), number, issuedAt: uuidTime(id) },
                ...{ firstNumber: 1, maxNumber: 99 },
              },
            ],
          }),
        ).unknown;
      const next = async (): Promise<number> => (await hall.create()).ticket.number;
      const newId = uuidSource();
      expect(await note(known.id, 50)).toEqual([]);
      expect(await note(newId(midnight(hall.now) - 1_000), 50)).toEqual([]);
      expect(await note(uuidSource()(hall.now), 101)).toEqual([]);
      expect(await next()).toBe(2);
      const lost = uuidSource()(hall.now);
      expect(await note(lost, 7)).toEqual([lost]);
      expect(await note(lost, 7)).toEqual([lost]);
      expect(await next()).toBe(8);
    });

    it('are returned again after a lost response, and refused to a restored file', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      await kiosk.lease({ request: 'lost' });
      expect(value(await kiosk.tryLease({ request: 'lost', turn: 0 }))).toMatchObject({ turn: 1 });
      await kiosk.lease();
      expect(errno(await kiosk.tryLease({ turn: 1 }))).toBe(115);
      kiosk.holder = 'k1-file-2';
      kiosk.slot = null;
      expect(await kiosk.lease()).toMatchObject({ slot: 1, leases: [{ first: 301 }, {}] });
    });

    it('give a device with many files few slots, its oldest again, and none that another kiosk needs', async () => {
      const [one, other] = [new Kiosk(hall, 'k1'), new Kiosk(hall, 'k2')];
      const slots: number[] = [];
      for (let file = 1; file <= 120; file += 1) {
        hall.later(1);
        one.holder = `k1-file-${file}`;
        slots.push(value(await one.tryLease({ request: one.holder, turn: 0 })).slot);
      }
      expect([...new Set(slots)]).toEqual([0, 1, 2, 3]);
      expect(slots.slice(4, 8)).toEqual([0, 1, 2, 3]);
      // Numbers leased there today can be printed: another file gets none of them before tomorrow.
      expect(value(await one.tryLease({ turn: 1 })).leases).toEqual([]);
      expect(await other.lease()).toMatchObject({ slot: 4, leases: [{ first: 901 }, { first: 901 }] });
      hall.nextDay();
      expect((await one.lease({ turn: 2 })).leases).toHaveLength(2);
      expect(await other.lease()).toMatchObject({ slot: 4, leases: [{ first: 901 }, { first: 901 }] });
    });

    it('never overlap with those of the service, with any changes of its range', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      await kiosk.lease();
      const numbers: number[] = [];
      for (let i = 0; i < 8; i += 1) {
        numbers.push((await hall.create({ firstNumber: 98, maxNumber: 110 })).ticket.number);
      }
      expect(numbers).toEqual([98, 99, 100, 106, 107, 108, 109, 110]);
      // A range within theirs has no numbers left.
      expect((await hall.create({ firstNumber: 101, maxNumber: 104 })).ticket.number).toBe(111);
      const late = new Kiosk(hall, 'k2');
      late.slot = 0;
      // It would get numbers that were just issued: none today.
      hall.services = [hall.service('b')];
      expect((await late.lease()).leases).toMatchObject([{ first: 301 }]);
    });

    it('are not leased to another kiosk where a changed range would make two overlap', async () => {
      expect((await new Kiosk(hall, 'k1').lease({ max: 299 })).leases).toMatchObject([{ first: 301 }, { first: 301 }]);
      const other = new Kiosk(hall, 'k2');
      expect(await other.lease({ max: 99 })).toMatchObject({ slot: 1, leases: [] });
      hall.nextDay();
      expect((await other.lease({ max: 99 })).leases).toMatchObject([{ first: 301 }, { first: 301 }]);
    });

    it('are no longer leased once the service has reached them, until the next day', async () => {
      for (let i = 0; i < 3; i += 1) await hall.create({ firstNumber: 100 });
      const kiosk = new Kiosk(hall, 'k1');
      expect((await kiosk.lease()).leases).toMatchObject([{ serviceId: hall.service('b') }]);
      hall.nextDay();
      expect((await kiosk.lease()).leases).toMatchObject([{ first: 101 }, { first: 101 }]);
    });

    it('are synced once, in their position by issue time', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      await kiosk.lease();
      const before = await hall.create();
      hall.later(60);
      expect([kiosk.issue(), kiosk.issue('a', true)]).toEqual([101, 102]);
      hall.later(60);
      const after = await hall.create();
      const events: QueueEvent[] = [];
      const stop = store.onEvents((heard) => events.push(...heard));
      expect(await kiosk.taken()).toEqual([0, 0]);
      expect(await kiosk.taken()).toEqual([0, 0]);
      stop();
      expect(events.map(({ type }) => type)).toEqual(['ticket.created', 'ticket.created']);
      const [normal, priority] = kiosk.held;
      expect(await hall.waiting()).toEqual([priority?.id, before.ticket.id, normal?.id, after.ticket.id]);
      expect(await store.query('ticket', { ticketId: normal?.id ?? '' })).toMatchObject({
        label: 'A101',
        flags: FLAG.offline,
        issuedAt: hall.now - 60_000,
        waitingSince: hall.now - 60_000,
        deviceId: 'k1',
        lang: 'pt',
      });
      expect(await hall.queue()).toMatchObject({ waiting: 4, waitingPriority: 1, lastIssuedNumber: 2 });
      for (const ticketId of [priority?.id, before.ticket.id, normal?.id, after.ticket.id]) {
        expect((await hall.next(`${hall.locationId}-desk`)).ticket.id).toBe(ticketId);
      }
    });

    it('end with their day: later tickets are recorded, and do not wait', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      await kiosk.lease();
      kiosk.issue();
      hall.nextDay();
      await hall.create();
      await kiosk.lease();
      expect(await kiosk.taken()).toEqual([0]);
      expect(await hall.state(kiosk.held[0]?.id ?? '')).toBe(5);
      expect((await hall.queue()).waiting).toBe(1);
      expect(await kiosk.taken()).toEqual([0]);
      expect(kiosk.issue()).toBe(101);
      expect(await kiosk.taken()).toEqual([0, 0]);
      expect((await hall.queue()).waiting).toBe(2);
    });

    it('wait if they were issued today, although the clock of the kiosk is before the lease', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      await kiosk.lease();
      hall.nextDay();
      await kiosk.lease();
      const shown = hall.now - 1_800_000;
      const serviceId = hall.service('a');
      kiosk.held = [{ id: uuidSource()(shown), serviceId, number: 101, priority: false }];
      expect(await kiosk.taken()).toEqual([0]);
      expect(await hall.waiting()).toEqual(kiosk.held.map(({ id }) => id));
      expect(await store.query('ticket', { ticketId: kiosk.held[0]?.id ?? '' })).toMatchObject({
        issuedAt: hall.now,
      });
      // It is the number of today's lease: no other ticket has it in today's round.
      hall.later(60);
      kiosk.held.push({ id: kiosk.newId(hall.now), serviceId, number: 102, priority: false });
      expect(await kiosk.taken()).toEqual([0, 0]);
      expect((await hall.queue()).waiting).toBe(2);
    });

    it('have current times after a clock was set back, and their tickets keep their position', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      const { leases } = await kiosk.lease();
      hall.later(-7_200);
      const again = await kiosk.lease();
      expect(again.leases).toEqual(leases.map((lent) => ({ ...lent, leasedAt: hall.now })));
      expect((await kiosk.lease()).leases).toEqual(again.leases);
      hall.later(60);
      const issuedAt = hall.now;
      expect(kiosk.issue()).toBe(101);
      hall.later(60);
      const after = await hall.create();
      expect(await kiosk.taken()).toEqual([0]);
      const id = kiosk.held[0]?.id ?? '';
      expect(await hall.waiting()).toEqual([id, after.ticket.id]);
      expect(await store.query('ticket', { ticketId: id })).toMatchObject({ issuedAt });
    });

    it('of the current day stay the same, and validate its tickets, with any clock correction', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      const { now } = hall;
      hall.now = Date.parse('2006-01-01T00:00:00Z');
      const { leases } = await kiosk.lease();
      hall.now = now;
      expect(kiosk.issue()).toBe(101);
      expect(await kiosk.taken()).toEqual([0]);
      expect((await kiosk.lease()).leases).toEqual(leases);
      expect(kiosk.issue()).toBe(102);
      expect(await kiosk.taken()).toEqual([0, 0]);
      expect((await hall.queue()).waiting).toBe(2);
    });

    it('that no kiosk can have leased are refused, and do not change the numbers of the service', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      await kiosk.lease();
      expect(await kiosk.taken(kiosk.made(2_000_000_000, 99_999))).toEqual([5, 5]);
      const numbers: number[] = [];
      for (let i = 0; i < 2; i += 1)
        numbers.push((await hall.create({ firstNumber: 105, maxNumber: 0 })).ticket.number);
      expect(numbers).toEqual([106, 107]);
      // Of a range that has changed since the lease.
      const earlier = new Kiosk(hall, 'k2');
      await earlier.lease({ max: 0 });
      expect(await earlier.taken(earlier.made(9_201))).toEqual([0]);
    });

    it('without an explanation are refused: neither without a lease nor more than a lease has numbers', async () => {
      const [kiosk, other] = [new Kiosk(hall, 'k1'), new Kiosk(hall, 'k2')];
      await other.lease();
      const invented = Array.from({ length: 50 }, (_, at) => 101 + at);
      expect(new Set(await kiosk.taken(kiosk.made(...invented)))).toEqual(new Set([7]));
      await kiosk.lease();
      expect(await kiosk.taken(kiosk.made(101, 102))).toEqual([7, 7]);
      const own = [301, 301, 302, 303, 304, 305, 301];
      expect(await kiosk.taken(kiosk.made(...own))).toEqual([0, 0, 0, 0, 0, 7, 7]);
      expect(await kiosk.taken(kiosk.made(301))).toEqual([7]);
      expect((await hall.queue()).waiting).toBe(5);
    });

    it('do not overtake tickets from before the lease, with any time that the kiosk claims', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      const { ticket: first } = await hall.create();
      hall.later(1800);
      await kiosk.lease();
      const serviceId = hall.service('a');
      const claimed = { id: uuidSource()(hall.now - 3_000_000), serviceId, number: 101, priority: false };
      expect(await kiosk.taken([claimed])).toEqual([0]);
      expect(await hall.waiting()).toEqual([first.id, claimed.id]);
      const earlier = { ...claimed, id: uuidSource()(hall.now - 4_000_000), number: 102 };
      expect(await kiosk.taken([earlier])).toEqual([7]);
    });

    it('are accepted by a restored database without their leases, and issued only once', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      kiosk.held = kiosk.made(102);
      const restored = { asOf: hall.now - 600_000, at: hall.now - 60_000 };
      expect(await kiosk.taken()).toEqual([7]);
      expect(await kiosk.taken(kiosk.held, { restored })).toEqual([0]);
      // Not numbers of the service itself, nor a key with another content.
      expect(await kiosk.taken(kiosk.made(7), { restored })).toEqual([5]);
      const others = kiosk.held.map((ticket) => ({ ...ticket, number: 103 }));
      expect(await kiosk.taken(others, { restored })).toEqual([120]);
      const numbers: number[] = [];
      for (let i = 0; i < 2; i += 1) numbers.push((await hall.create({ firstNumber: 101 })).ticket.number);
      expect(numbers).toEqual([106, 107]);
      expect((await hall.queue()).waiting).toBe(3);
      // The kiosk sends its former slot, and the count of its requests.
      kiosk.slot = 3;
      kiosk.turn = 8;
      hall.services = [hall.service('b')];
      expect(await kiosk.lease()).toMatchObject({ slot: 3, turn: 9, leases: [{ first: 701 }] });
    });

    it('of a restored database are limited for each kiosk and day, and belong to that time', async () => {
      const [one, two] = [new Kiosk(hall, 'k1'), new Kiosk(hall, 'k2')];
      const restored = { asOf: hall.now - 86_400_000, at: hall.now };
      const all = [101, 102, 103, 104, 105];
      expect(await one.taken(one.made(...all), { restored })).toEqual([0, 0, 0, 0, 0]);
      // Neither with another name nor in another slot.
      expect(await one.taken(one.made(101, 301), { restored })).toEqual([7, 7]);
      one.holder = 'k1-file-2';
      expect(await one.taken(one.made(301), { restored })).toEqual([7]);
      expect(await two.taken(two.made(301), { restored })).toEqual([0]);
      expect((await hall.queue()).waiting).toBe(6);
      const serviceId = hall.service('a');
      const before = (hours: number) => [
        { id: uuidSource()(hall.now - hours * 3_600_000), serviceId, number: 501, priority: false },
      ];
      // Of a past day it does not wait, and is counted separately.
      expect(await two.taken(before(23), { restored })).toEqual([0]);
      expect((await hall.queue()).waiting).toBe(6);
      expect(await two.taken(before(26), { restored })).toEqual([7]);
      hall.later(27 * 3600);
      hall.nextDay();
      expect(await two.taken(two.made(501), { restored })).toEqual([7]);
    });

    it('whose leases a restored database had lost are leased again, so that the kiosk continues', async () => {
      const kiosk = new Kiosk(hall, 'k1');
      const restored = { asOf: hall.now - 600_000, at: hall.now };
      expect(await kiosk.taken(kiosk.made(101, 102), { restored })).toEqual([0, 0]);
      kiosk.slot = 0;
      kiosk.turn = 4;
      expect((await kiosk.lease()).leases[0]).toMatchObject({ first: 101, last: 105 });
      expect(await kiosk.taken(kiosk.made(103))).toEqual([0]);
      expect((await new Kiosk(hall, 'k2').lease()).leases[0]).toMatchObject({ first: 301 });
    });

    it('of two visitors are both in the queue, and reported', async () => {
      const [one, two] = [new Kiosk(hall, 'k1'), new Kiosk(hall, 'k2')];
      const restored = { asOf: hall.now - 600_000, at: hall.now };
      const handOver = async (kiosk: Kiosk) => value(await kiosk.handOver(kiosk.made(101), { restored })).tickets;
      expect(await handOver(one)).toMatchObject([{ errno: 0, doubled: false }]);
      expect(await handOver(two)).toMatchObject([{ errno: 0, doubled: true }]);
      expect((await hall.queue()).waiting).toBe(2);
      // Earlier duplicates do not exclude one, today or on another day.
      expect(await handOver(two)).toMatchObject([{ errno: 0, doubled: true }]);
      hall.nextDay();
      expect(await handOver(one)).toMatchObject([{ errno: 0, doubled: false }]);
      expect(await handOver(two)).toMatchObject([{ errno: 0, doubled: true }]);
      expect((await hall.queue()).waiting).toBe(2);
    });

    it('of a service that has moved to another location keep their tickets there, also a duplicate number', async () => {
      const restored = { asOf: hall.now - 600_000, at: hall.now };
      const [before, after] = [new Kiosk(hall, 'k1'), new Kiosk(hall, 'k2')];
      expect(await before.taken(before.made(101), { restored })).toEqual([0]);
      const locationId = `${hall.locationId}-new`;
      expect(await after.taken(after.made(101, 102), { restored, locationId })).toEqual([0, 0]);
    });

    it('are never issued twice on a day, with any events in any order', async () => {
      const kioskStep = fc.constantFrom('lease', 'lose answer', 'issue', 'issue', 'hand over', 'lose file', 'put back');
      const step = fc.oneof(
        { weight: 6, arbitrary: fc.record({ do: kioskStep, kiosk: fc.nat(2), letter: fc.constantFrom('a', 'b') }) },
        { weight: 3, arbitrary: fc.record({ do: fc.constant('online'), letter: fc.constantFrom('a', 'b') }) },
        { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('next day', 'other range', 'other range') }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          halls += 1;
          await play(new Hall(store, `lease-${halls}`), steps);
        }),
        { numRuns: 40 },
      );
    });
  });
}

interface Step {
  readonly do: string;
  readonly kiosk?: number;
  readonly letter?: string;
}

/** Every number with its issuer, by day; the service has separate rounds, which are checked one by one. */
async function play(hall: Hall, steps: readonly Step[]): Promise<void> {
  const kiosks = ['k1', 'k2', 'k3'].map((name) => new Kiosk(hall, name));
  const byKiosks = new Set<string>();
  const byService = new Set<string>();
  const tickets: string[] = [];
  let max = 99;
  for (const one of steps) {
    hall.later(1);
    const kiosk = kiosks[one.kiosk ?? 0];
    if (kiosk === undefined) continue;
    const letter = one.letter ?? 'a';
    switch (one.do) {
      case 'lease':
        await kiosk.lease({ max });
        break;
      case 'lose answer': {
        const request = `lost-${hall.now}`;
        await kiosk.tryLease({ max, request });
        await kiosk.lease({ max, request });
        break;
      }
      case 'issue': {
        const number = kiosk.issue(letter);
        const given = `${hall.day} ${letter} ${number}`;
        if (number === null) break;
        expect([byKiosks.has(given), byService.has(given)]).toEqual([false, false]);
        byKiosks.add(given);
        break;
      }
      case 'hand over': {
        const given = value(await kiosk.handOver()).tickets;
        expect(given.every(({ errno: fault, doubled }) => fault === 0 && !doubled)).toBe(true);
        tickets.push(...given.map(({ id }) => id));
        break;
      }
      case 'lose file': {
        // Its issued tickets are synced first: none remains on the disk.
        await kiosk.handOver();
        kiosk.held = [];
        Object.assign(kiosk, { holder: `${kiosk.name}-${hall.now}`, turn: 0, slot: null, leases: new Map() });
        break;
      }
      case 'put back': {
        const { turn, leases } = kiosk;
        const old = new Map([...leases].map(([id, lease]) => [id, { ...lease }]));
        await kiosk.lease({ max });
        kiosk.issue(letter);
        const number = kiosk.held.at(-1)?.number;
        if (number !== undefined) byKiosks.add(`${hall.day} ${letter} ${number}`);
        await kiosk.handOver();
        // The disk is restored, and the program issues nothing before the server has responded.
        kiosk.leases = old;
        expect(errno(await kiosk.tryLease({ max, turn }))).toBe(115);
        Object.assign(kiosk, { holder: `${kiosk.name}-${hall.now}`, turn: 0, slot: null, leases: new Map() });
        break;
      }
      case 'online': {
        const { ticket } = await hall.create({ serviceId: hall.service(letter), maxNumber: max, firstNumber: 97 });
        const given = `${hall.day} ${letter} ${ticket.number}`;
        expect(byKiosks.has(given)).toBe(false);
        byService.add(given);
        break;
      }
      case 'other range':
        max = max === 99 ? 0 : max === 0 ? 299 : 99;
        break;
      default:
        hall.nextDay();
    }
  }
  for (const kiosk of kiosks) await kiosk.handOver();
  expect(new Set(tickets).size).toBeLessThanOrEqual(tickets.length);
  const waiting = (await Promise.all(['a', 'b'].map((letter) => hall.waiting(letter)))).flat();
  expect(new Set(waiting).size).toBe(waiting.length);
  for (const letter of ['a', 'b']) {
    expect((await hall.queue(letter)).waiting).toBe((await hall.waiting(letter)).length);
  }
}
