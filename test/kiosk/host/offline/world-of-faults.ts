/**
 * A kiosk elsewhere, its line and its server, which can be stopped, started again and put back to an older state, over either
 * engine; and what all of them have to agree on when a fault is over.
 */
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { Db } from '../../../../main/database/sqlite/db.ts';
import type { KioskScreen } from '../../../../main/kiosk/contract/kiosk.ts';
import type { RestoredMark } from '../../../../main/queue/operations/restored-mark.ts';
import { ticketLabel } from '../../../../main/queue/rules/ticket-class.ts';
import { markRestored } from '../../../../main/store/transfer/open-place.ts';
import { markFileRestored } from '../../../../main/store/transfer/sqlite-place.ts';
import type { Database } from '../../../helpers/postgres-database.ts';
import { openTown, type Town } from '../../../helpers/town.ts';
import { townSite } from '../../../helpers/town-site.ts';
import { type TurnedClock, turnedClock } from '../../../helpers/turned-clock.ts';
import { KioskClient } from './kiosk-client.ts';

const NOON = '2026-11-20T12:00:00Z';

/** What a kiosk knows of its server's clock is as good as answers are quick. */
export const NEARLY_MS = 60_000;
/** More than anybody plays in one world. */
const VISITS = Array.from({ length: 12 }, (_, at) => ({
  ...{ id: `visit-${at}`, code: `QR-VISIT-${at}`, service: 'taxes', scheduled_to: '2026-11-20 12:20:00' },
}));

function site(): object {
  const { locations, ...rest } = townSite();
  const [hall, ...others] = locations as readonly object[];
  // As long as the longest row of the table takes, by the town's clock, also when that is wrong by hours.
  const patient = { ...hall, t_checkin_before: 300, t_checkin_after: 300 };
  return { ...rest, locations: [patient, ...others], appointments: VISITS };
}

export type Time = 'goes by' | 'stands';

interface Disk {
  readonly database: string;
  copy(): Promise<void>;
  /** As `npm run restore` does it. */
  putBack(mark: RestoredMark): Promise<void>;
  close(): Promise<void>;
}

async function ownFile(): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'server-'));
  const database = join(folder, 'town.db');
  const copy = join(folder, 'copy.db');
  return {
    database,
    copy: () => copyFile(database, copy),
    async putBack(mark) {
      await copyFile(copy, database);
      const db = new Db({ file: database, busyTimeoutMs: 1_000 });
      markFileRestored(db, mark);
      db.close();
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function ownDatabase(): Promise<Disk> {
  // Only there while vitest runs.
  const { newDatabase } = await import('../../../helpers/postgres-database.ts');
  const database: Database = await newDatabase('new');
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const run = async (...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  };
  const anew = (to: string, from: string): Promise<void> =>
    run(`DROP DATABASE IF EXISTS ${to} WITH (FORCE)`, `CREATE DATABASE ${to} TEMPLATE ${from}`);
  return {
    database: database.url,
    copy: () => anew(`${name}_copy`, name),
    async putBack(mark) {
      await anew(name, `${name}_copy`);
      await markRestored({ engine: 'postgres', url: database.url }, mark);
    },
    close: async () => database.drop(),
  };
}

/** That of the machine on which the server runs: all go on with it, and it can be set. */
interface ServerClock extends TurnedClock {
  aheadMs: number;
}

function serverClock(): ServerClock {
  const turned = turnedClock(NOON);
  const clock = { ...turned, aheadMs: 0, now: () => turned.now() + clock.aheadMs };
  return clock;
}

export class World {
  town: Town;
  readonly kiosk: KioskClient;
  readonly #clock: ServerClock;
  readonly #disk: Disk;
  /** What stood on the screens that visitors went away from. */
  readonly read: KioskScreen[] = [];
  #visits = 0;
  /** When the copy of the disk was made: epoch milliseconds. */
  #copiedAt = 0;

  private constructor(town: Town, kiosk: KioskClient, clock: ServerClock, disk: Disk) {
    this.town = town;
    this.kiosk = kiosk;
    this.#clock = clock;
    this.#disk = disk;
  }

  static async open(): Promise<World> {
    const disk = await (process.env.TEST_ENGINE === 'postgres' ? ownDatabase() : ownFile());
    const clock = serverClock();
    const town = await openTown({ database: disk.database, site: site(), clock });
    const kiosk = await KioskClient.at(town);
    await kiosk.start();
    await kiosk.isReady('with its server');
    return new World(town, kiosk, clock, disk);
  }

  /** The server's clock is set; that of the kiosk goes on as it did. */
  setServerClock(aheadMs: number): void {
    this.kiosk.aheadMs -= aheadMs - this.#clock.aheadMs;
    this.#clock.aheadMs = aheadMs;
  }

  /** And the kiosk has been lent numbers by them. */
  async setClocksRight(): Promise<void> {
    const { kiosk } = this;
    this.#clock.aheadMs = 0;
    kiosk.aheadMs = 0;
    kiosk.line.set('open');
    await kiosk.isReady('with its server');
    await kiosk.until(() => this.knowsClock());
  }

  /** Whether the kiosk, offline from now on, would have the time of its server. */
  async knowsClock(): Promise<boolean> {
    const ahead = (await this.#lent()).at(-1)?.ahead ?? 0;
    return Math.abs(ahead + this.kiosk.aheadMs) < NEARLY_MS;
  }

  /** When the kiosk was last leased numbers, by the clock of its server: epoch milliseconds. */
  async leasedAt(): Promise<number> {
    return (await this.#lent()).at(-1)?.leasedAt ?? 0;
  }

  /** The server ends and starts again, and the kiosk has no line to it yet; in between something happens to its disk. */
  async restart(meanwhile: 'nothing' | 'copy' | 'put back' = 'nothing'): Promise<void> {
    const { clock } = this.town;
    this.kiosk.line.set('refused');
    await this.town.close();
    if (meanwhile === 'copy') {
      await this.#disk.copy();
      this.#copiedAt = clock.now();
    }
    if (meanwhile === 'put back') await this.#disk.putBack({ asOf: this.#copiedAt, at: clock.now() });
    this.town = await openTown({ database: this.#disk.database, site: null, clock });
    this.kiosk.line.leadTo(this.town.address);
  }

  /** Numbers of those who wait, of all services. */
  async queue(): Promise<readonly string[]> {
    const of = async (service: string, tag: string): Promise<readonly string[]> =>
      (await this.town.waiting(service)).map(({ number }) => ticketLabel(tag, number, 3));
    return [...(await of('Passports', 'A')), ...(await of('Taxes', 'B'))];
  }

  /** Numbers that people walked away with, on paper or read from the screen. */
  held(): readonly string[] {
    const noted = this.read.flatMap((screen) =>
      screen.name === 'problem' && screen.ticket !== null ? [screen.ticket.number] : [],
    );
    return [...this.kiosk.papers.map(({ number }) => number), ...noted];
  }

  /** @param time that has to go by until the kiosk gives a silent server up. */
  async touch(time: Time): Promise<KioskScreen> {
    const { screen } = await this.kiosk.take('passports', { time });
    this.read.push(screen);
    return screen;
  }

  /** The kiosk says that it is out of service, and nothing comes of a touch. */
  async givesNothing(): Promise<void> {
    const { kiosk } = this;
    await kiosk.until(() => kiosk.state?.screen.name === 'out-of-service');
    const before = kiosk.papers.length;
    await kiosk.host.call('touchService', { serviceId: 'passports', priority: false });
    expect(kiosk.state?.screen).toMatchObject({ name: 'out-of-service', reason: 'server-away' });
    expect(kiosk.papers).toHaveLength(before);
  }

  /** The code of an appointment for which nobody has come yet. */
  nextCode(): string {
    const { code } = VISITS[this.#visits] ?? {};
    if (code === undefined) throw new Error('More visits than this world has.');
    this.#visits += 1;
    return code;
  }

  /** Somebody types the code of an appointment. */
  async checkIn(code: string, time: Time): Promise<KioskScreen> {
    const { kiosk } = this;
    // A line that has just been set is made anew.
    await kiosk.until(async () => {
      await kiosk.host.call('startCheckIn', {});
      return kiosk.state?.screen.name === 'check-in';
    });
    await kiosk.host.call('checkIn', { code });
    const isOver = (screen?: KioskScreen): boolean =>
      screen?.name === 'check-in' ? !screen.looking : screen?.name === 'take-ticket' || screen?.name === 'problem';
    await kiosk.until(() => isOver(kiosk.state?.screen), time);
    const screen = kiosk.state?.screen ?? { name: 'starting' };
    this.read.push(screen);
    await kiosk.host.call(screen.name === 'check-in' ? 'back' : 'done', {});
    return screen;
  }

  /** The fault is over: everybody who holds a number is in the queue once, and nobody else is. */
  async agrees(): Promise<void> {
    const { kiosk } = this;
    kiosk.line.set('open');
    await kiosk.isReady('with its server');
    await kiosk.isHandedOver();
    await kiosk.until(() => this.#isTakenBack());
    const held = this.held().toSorted();
    expect(new Set(held).size).toBe(held.length);
    const told = this.read.flatMap((screen) => (screen.name === 'take-ticket' ? [screen.ticket.number] : []));
    expect(held).toEqual(expect.arrayContaining(told));
    await expect
      .poll(async () => {
        this.town.clock.advance(1_000);
        return (await this.queue()).toSorted();
      })
      .toEqual(held);
    expect(this.town.logged.filter(({ event }) => event === 'offline.duplicate-number')).toEqual([]);
  }

  /** What the kiosk's file says of its server, each time that it was lent numbers; `ahead` in milliseconds. */
  async #lent(): Promise<readonly { readonly ahead: number; readonly leasedAt: number }[]> {
    const text = await readFile(join(this.kiosk.dir, 'offline.jsonl'), 'utf8');
    const lines = text.split('\n').filter((line) => line.startsWith('{"state":"leased"') && line.endsWith('}'));
    return lines.map((line) => JSON.parse(line) as { ahead: number; leasedAt: number });
  }

  /** What nobody got is out of the queue: nothing is open in the kiosk's ledger. */
  async #isTakenBack(): Promise<boolean> {
    const open = new Set<string>();
    // There is none before somebody has asked for a ticket.
    const text = await readFile(join(this.kiosk.dir, 'intents.jsonl'), 'utf8').catch(() => '');
    for (const line of text.split('\n').filter(Boolean)) {
      const { state, key } = JSON.parse(line) as { state: string; key: string };
      if (state === 'asked') open.add(key);
      else open.delete(key);
    }
    return open.size === 0;
  }

  async close(): Promise<void> {
    await this.kiosk.close();
    await this.town.close();
    await this.#disk.close();
  }
}
