/** Whatever comes in whatever order, no number is given twice: over real files and a real queue. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { QueueClient } from '../../../../main/kiosk/client/queue-client.ts';
import type { LeasedTicket } from '../../../../main/kiosk/host/offline/lease-records.ts';
import { type OfflineNumbers, openOfflineNumbers } from '../../../../main/kiosk/host/offline/offline-numbers.ts';
import { type Clock, silentLog, systemClock } from '../../../../main/lib/context.ts';
import { fail } from '../../../../main/lib/result.ts';
import { uuidTime } from '../../../../main/lib/uuid.ts';
import { openTown, type Town } from '../../../helpers/town.ts';

const LOST = fail({ kind: 'unreachable', detail: 'the answer was lost' } as const);

let town: Town;
let folder: string;
beforeAll(async () => {
  town = await openTown();
  folder = await mkdtemp(join(tmpdir(), 'numbers-'));
});
afterAll(async () => {
  await town.close();
  await rm(folder, { recursive: true, force: true });
});

/** A device that had several files on one day cannot lease numbers again on that day. */
beforeEach(() => nextDayAt('12:00:00'));

function nextDayAt(time: string): void {
  const tomorrow = new Date(town.clock.now() + 86_400_000).toISOString().slice(0, 10);
  town.clock.set(`${tomorrow}T${time}Z`);
}

/** As the town's clock says, while a disk has the time of the machine. */
const clock: Clock = { now: () => town.clock.now(), after: (ms, callback) => systemClock.after(ms, callback) };

class Kiosk {
  readonly dir: string;
  numbers: OfflineNumbers;
  /** How far the clock of its machine is ahead of the server's. */
  aheadMs = 0;
  /** What comes of the next request. */
  next: 'answered' | 'lost' | 'not sent' = 'answered';
  /** Happens while an answer is on its way, and while it is written down. */
  onAnswer = (): void => {};
  onWriting = (): void => {};
  #copy = '';

  constructor(dir: string) {
    this.dir = dir;
    this.numbers = this.#open();
  }

  #open(): OfflineNumbers {
    const through =
      <Rest extends unknown[], T>(ask: (...rest: Rest) => Promise<T>) =>
      async (...rest: Rest): Promise<T | typeof LOST> => {
        const what = this.next;
        this.next = 'answered';
        if (what === 'not sent') return LOST;
        const answer = await ask(...rest);
        this.onAnswer();
        return what === 'lost' ? LOST : answer;
      };
    const { leaseNumbers, handOverTickets } = town.client;
    const client = { leaseNumbers: through(leaseNumbers), handOverTickets: through(handOverTickets) };
    const own: Clock = { now: () => clock.now() + this.aheadMs, after: clock.after };
    return openOfflineNumbers({
      client: client as Pick<QueueClient, 'leaseNumbers' | 'handOverTickets'>,
      ...{
        deviceId: 'kiosk-1',
        dir: this.dir,
        clock: own,
        log: silentLog,
        onTexts: async () => this.onWriting(),
        onChange() {},
      },
    });
  }

  /** The program ends and starts again. */
  async restart(): Promise<void> {
    await this.numbers.close();
    this.numbers = this.#open();
  }

  async copyDisk(): Promise<void> {
    this.#copy = await mkdtemp(join(folder, 'copy-'));
    await cp(this.dir, this.#copy, { recursive: true }).catch(() => {});
  }

  /** The disk is that of before, a moment ago. */
  async putDiskBack(): Promise<void> {
    if (this.#copy === '') return;
    await this.numbers.close();
    await rm(this.dir, { recursive: true, force: true });
    await cp(this.#copy, this.dir, { recursive: true });
    this.numbers = this.#open();
  }
}

const doings = [
  'give',
  'give',
  'two at once',
  'renew',
  'hand over',
  'lose',
  'drop',
  'restart',
  'copy',
  'put back',
  'clock forward',
  'clock back',
] as const;
/** More than is taken for the clock by which numbers were lent, when it is set back. */
const SET_MS = 100 * 60_000;
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom(...doings), kiosk: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('online' as const), kiosk: fc.constant(0) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('hours', 'server clock forward', 'next day'), kiosk: fc.constant(0) }),
  },
);

/** The day that its paper says. */
const dayOf = ({ id }: { readonly id: string }): string =>
  new Date(uuidTime(id)).toLocaleDateString('en-CA', { timeZone: 'Europe/Lisbon' });

it('with answers that are lost, programs that end, disks that are put back and clocks that are set', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 35 }), async (steps) => {
      const kiosks = await Promise.all(
        ['one', 'two'].map(async (name) => new Kiosk(await mkdtemp(join(folder, `${name}-`)))),
      );
      const given = new Set<string>();
      // Every run begins on a day of its own.
      town.clock.advance(86_400_000);
      const take = async (kiosk: Kiosk): Promise<void> => {
        const ticket = await kiosk.numbers.give({ service: 'passports', lang: 'en', priority: false });
        if (ticket === null) return;
        const name = `${dayOf(ticket)} ${ticket.number}`;
        expect(given).not.toContain(name);
        given.add(name);
        await kiosk.numbers.held(ticket.id);
      };
      for (const each of kiosks) await each.numbers.renew();
      for (const { do: doing, kiosk: place } of steps) {
        town.clock.advance(1_000);
        const kiosk = kiosks[place];
        if (kiosk !== undefined) await perform(doing, kiosk, take);
        // Set at the server, it goes on at the kiosks as it did.
        if (doing === 'server clock forward') for (const each of kiosks) each.aheadMs -= SET_MS;
      }
      for (const kiosk of kiosks) {
        kiosk.next = 'answered';
        const { numbers } = kiosk;
        await numbers.handOver();
        expect(numbers.figures().toHandOver).toBe(0);
        await numbers.close();
      }
      expect(town.logged.filter(({ event }) => event === 'offline.duplicate-number')).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 60_000);

it('an answer that took long does not move its clock, and one that is ahead is known as such', async () => {
  const machine = { aheadMs: 0 };
  const own: Clock = { now: () => clock.now() + machine.aheadMs, after: clock.after };
  const dir = await mkdtemp(join(folder, 'slow-'));
  const numbers = openOfflineNumbers({
    client: {
      handOverTickets: town.client.handOverTickets,
      leaseNumbers: async (...asked) => {
        const answer = await town.client.leaseNumbers(...asked);
        town.clock.advance(8_000);
        return answer;
      },
    },
    ...{ deviceId: 'kiosk-1', dir, clock: own, log: silentLog, onTexts: async () => {}, onChange() {} },
  });
  onTestFinished(() => numbers.close());
  await numbers.renew();
  expect(numbers.figures().left).toBeGreaterThan(0);
  expect(numbers.serverNow()).toBe(town.clock.now());
  machine.aheadMs = 40 * 60_000;
  town.clock.advance(600_000);
  await numbers.renew();
  expect(Math.abs(numbers.serverNow() - town.clock.now())).toBeLessThanOrEqual(4_000);
});

it('gives nothing before the words for its paper are on the disk', async () => {
  const dir = await mkdtemp(join(folder, 'words-'));
  const words = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const numbers = openOfflineNumbers({
    client: town.client,
    ...{ deviceId: 'kiosk-1', dir, clock, log: silentLog, onChange() {} },
    onTexts(answer) {
      expect(answer.leases.find((lease) => lease.service_id === 'passports')?.texts).not.toEqual({});
      asked.resolve();
      return words.promise;
    },
  });
  onTestFinished(() => numbers.close());
  const renewed = numbers.renew();
  await asked.promise;
  // Killed now, it starts with no number.
  const isLent = async (): Promise<boolean> =>
    (await readFile(join(dir, 'offline.jsonl'), 'utf8')).includes('passports');
  expect([numbers.canGive('passports'), await isLent()]).toEqual([false, false]);
  words.resolve();
  await renewed;
  expect([numbers.canGive('passports'), await isLent()]).toEqual([true, true]);
});

describe('a kiosk whose clock is set', () => {
  /** Numbers that were lent at that time of the next day. */
  async function lentAt(time: string): Promise<Kiosk> {
    nextDayAt(time);
    const kiosk = new Kiosk(await mkdtemp(join(folder, 'set-')));
    onTestFinished(() => kiosk.numbers.close());
    await kiosk.numbers.renew();
    return kiosk;
  }
  const give = async ({ numbers }: Kiosk): Promise<LeasedTicket | null> => {
    const ticket = await numbers.give({ service: 'passports', lang: 'en', priority: false });
    if (ticket !== null) await numbers.held(ticket.id);
    return ticket;
  };
  const numberOf = async (kiosk: Kiosk): Promise<number | null> => (await give(kiosk))?.number ?? null;

  it.each([
    ['back to more than an hour before it was lent numbers', -61],
    ['forward to the next day', 13 * 60],
  ])('%s gives none, and goes on with the next when it is set right or hears its server', async (_, minutes) => {
    const kiosk = await lentAt('12:00:00');
    const first = (await numberOf(kiosk)) ?? 0;
    expect(first).toBeGreaterThan(0);
    kiosk.aheadMs = minutes * 60_000;
    expect([kiosk.numbers.canGive('passports'), kiosk.numbers.figures().left]).toEqual([false, 0]);
    expect(await numberOf(kiosk)).toBeNull();
    kiosk.aheadMs = 0;
    expect(await numberOf(kiosk)).toBe(first + 1);
    kiosk.aheadMs = minutes * 60_000;
    await kiosk.numbers.renew();
    expect(kiosk.numbers.serverNow()).toBe(town.clock.now());
    expect(await numberOf(kiosk)).toBe(first + 2);
  });

  it.each([
    ['forward', 'asks', 'onAnswer', 40],
    ['back', 'asks', 'onAnswer', -40],
    ['forward', 'writes what it heard', 'onWriting', 40],
    ['back', 'writes what it heard', 'onWriting', -40],
  ] as const)('%s while it %s has the right time with its next answer at the latest', async (_, __, when, minutes) => {
    const kiosk = await lentAt('12:00:00');
    town.clock.advance(600_000);
    kiosk[when] = () => {
      kiosk.aheadMs = minutes * 60_000;
    };
    await kiosk.numbers.renew();
    kiosk[when] = () => {};
    await kiosk.numbers.renew();
    expect(kiosk.numbers.serverNow()).toBe(town.clock.now());
  });

  it('of a server that was away is asked for until an answer comes, and then as seldom as before', async () => {
    const kiosk = await lentAt('12:00:00');
    let asked = 0;
    kiosk.onAnswer = () => {
      asked += 1;
    };
    await kiosk.numbers.renew();
    expect(asked).toBe(0);
    kiosk.next = 'lost';
    await kiosk.numbers.renew(true);
    await kiosk.numbers.renew();
    expect(asked).toBe(2);
    await kiosk.numbers.renew();
    expect(asked).toBe(2);
  });

  it('back by less goes on, and whoever comes at the day’s beginning waits that day', async () => {
    const kiosk = await lentAt('00:20:00');
    kiosk.aheadMs = -59 * 60_000;
    const ticket = await give(kiosk);
    await kiosk.numbers.handOver();
    expect(kiosk.numbers.figures()).toMatchObject({ toHandOver: 0 });
    expect((await town.waiting('Passports')).map(({ id }) => id)).toContain(ticket?.id);
  });
});

async function perform(doing: string, kiosk: Kiosk, take: (kiosk: Kiosk) => Promise<void>): Promise<void> {
  switch (doing) {
    case 'give':
      return take(kiosk);
    case 'two at once':
      // While numbers are lent anew.
      await Promise.all([take(kiosk), kiosk.numbers.renew(), take(kiosk)]);
      return;
    case 'renew':
      town.clock.advance(600_000);
      return kiosk.numbers.renew();
    case 'hand over':
      return kiosk.numbers.handOver();
    case 'lose':
      kiosk.next = 'lost';
      return;
    case 'drop':
      kiosk.next = 'not sent';
      return;
    case 'restart':
      return kiosk.restart();
    case 'copy':
      return kiosk.copyDisk();
    case 'put back':
      return kiosk.putDiskBack();
    case 'online':
      await town.createTicket('Passports');
      return;
    case 'clock forward':
      kiosk.aheadMs += SET_MS;
      return;
    case 'clock back':
      kiosk.aheadMs -= SET_MS;
      return;
    case 'server clock forward':
      town.clock.advance(SET_MS);
      return;
    case 'hours':
      town.clock.advance(3 * 3_600_000);
      return;
    default:
      town.clock.advance(86_400_000);
  }
}
