/** Whatever comes in whatever order, no number is given twice: over real files and a real queue. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { QueueClient } from '../../../main/client/queue-client.ts';
import { type Clock, silentLog, systemClock } from '../../../main/context.ts';
import { fail } from '../../../main/contract/result.ts';
import { type OfflineNumbers, openOfflineNumbers } from '../../../main/host/alone/offline-numbers.ts';
import { openTown, type Town } from '../../helpers/town.ts';

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

/** As the town's clock says, while a disk has the time of the machine. */
const clock: Clock = { now: () => town.clock.now(), after: (ms, callback) => systemClock.after(ms, callback) };

class Kiosk {
  readonly dir: string;
  numbers: OfflineNumbers;
  /** What comes of the next request. */
  next: 'answered' | 'lost' | 'not sent' = 'answered';
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
        return what === 'lost' ? LOST : answer;
      };
    const { leaseNumbers, handOverTickets } = town.client;
    const client = { leaseNumbers: through(leaseNumbers), handOverTickets: through(handOverTickets) };
    return openOfflineNumbers({
      client: client as Pick<QueueClient, 'leaseNumbers' | 'handOverTickets'>,
      ...{ deviceId: 'kiosk-1', dir: this.dir, clock, log: silentLog, onTexts() {}, onChange() {} },
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

  /** The disk is that of before; its lines are older than its files, as those of any copy are. */
  async putDiskBack(): Promise<void> {
    if (this.#copy === '') return;
    await this.numbers.close();
    await rm(this.dir, { recursive: true, force: true });
    await cp(this.#copy, this.dir, { recursive: true });
    const path = join(this.dir, 'offline.jsonl');
    const text = await readFile(path, 'utf8').catch(() => '');
    await writeFile(
      path,
      text.replaceAll(/"at":(\d+)\}/g, (_, at: string) => `"at":${Number(at) - 10_000}}`),
    );
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
] as const;
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom(...doings), kiosk: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('online' as const), kiosk: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('hours', 'next day'), kiosk: fc.constant(0) }) },
);

it('with answers that are lost, programs that end and disks that are put back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 35 }), async (steps) => {
      const kiosks = await Promise.all(
        ['one', 'two'].map(async (name) => new Kiosk(await mkdtemp(join(folder, `${name}-`)))),
      );
      const given = new Set<string>();
      // Every run begins on a day of its own.
      town.clock.advance(86_400_000);
      const take = async (kiosk: Kiosk): Promise<void> => {
        const day = new Date(town.clock.now()).toISOString().slice(0, 10);
        const ticket = await kiosk.numbers.give({ service: 'passports', lang: 'en', priority: false });
        if (ticket === null) return;
        const name = `${day} ${ticket.number}`;
        expect(given).not.toContain(name);
        given.add(name);
        await kiosk.numbers.held(ticket.id);
      };
      for (const each of kiosks) await each.numbers.renew();
      for (const { do: doing, kiosk: place } of steps) {
        town.clock.advance(1_000);
        const kiosk = kiosks[place];
        if (kiosk !== undefined) await perform(doing, kiosk, take);
      }
      for (const kiosk of kiosks) {
        kiosk.next = 'answered';
        const { numbers } = kiosk;
        await numbers.handOver();
        expect(numbers.figures().toHandOver).toBe(0);
        await numbers.close();
      }
      expect(town.logged.filter(({ event }) => event === 'offline.number-doubled')).toEqual([]);
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
    ...{ deviceId: 'kiosk-1', dir, clock: own, log: silentLog, onTexts() {}, onChange() {} },
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
    case 'hours':
      town.clock.advance(3 * 3_600_000);
      return;
    default:
      town.clock.advance(86_400_000);
  }
}
