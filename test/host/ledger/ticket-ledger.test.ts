/** Whatever ends the kiosk's program: the next one takes back what nobody holds. Over a real server and real files. */
import { appendFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueClient } from '../../../main/client/client.ts';
import type { QueueClient } from '../../../main/client/queue-client.ts';
import { remoteFetch } from '../../../main/client/remote.ts';
import { type Clock, systemClock } from '../../../main/context.ts';
import { fail } from '../../../main/contract/result.ts';
import { openTicketLedger, type TicketLedger } from '../../../main/host/ledger/ticket-ledger.ts';
import { openJournal } from '../../../main/printing/journal.ts';
import { recordingLog } from '../../devices/recording-log.ts';
import { openServerLine } from '../../helpers/server-line.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';

let town: Town;
let dir: string;
let log: ReturnType<typeof recordingLog>;
let keys = 0;
const opened: TicketLedger[] = [];

beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ledger-'));
  log = recordingLog();
});
afterEach(async () => {
  for (const ledger of opened.splice(0)) await ledger.close();
  await rm(dir, { recursive: true, force: true });
});

/** The program of a kiosk starts; the one before it, if any, has been killed: nobody has closed anything. */
function start(folder = dir, client = town.client, clock: Clock = systemClock): TicketLedger {
  const ledger = openTicketLedger({ client, deviceId: 'kiosk-1', dir: folder, clock, log });
  opened.push(ledger);
  return ledger;
}

/** The way to a server that refuses requests with such keys. */
function refusing(errno: number, which: (key: string) => boolean): QueueClient {
  return {
    ...town.client,
    withdrawTicket: async (service, options) =>
      which(options.idempotencyKey)
        ? fail({ kind: 'refused', errno, error: 'No.' })
        : town.client.withdrawTicket(service, options),
  };
}

const newKey = (): string => `key-${++keys}`;

async function issue(key: string): Promise<{ readonly ticketId: string; readonly number: string }> {
  const answer = await town.client.createTicket({ service_id: 'passports' }, { idempotencyKey: key });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return { ticketId: answer.value.ticket.id, number: `A${answer.value.ticket.number}` };
}

const waiting = async (): Promise<readonly string[]> => (await town.waiting('Passports')).map(({ id }) => id);

/** How far the printer got with that ticket before the program died. */
async function printedUntil(
  state: 'asked' | 'created' | 'sending',
  key: string,
  ticket: Awaited<ReturnType<typeof issue>>,
) {
  const journal = await openJournal({ dir, clock: systemClock, log });
  const job = journal.asked({ ...ticket, intent: key });
  if (state !== 'asked') await journal.created(job);
  if (state === 'sending') journal.sending(job);
  await journal.close();
}

describe('a program that is killed', () => {
  it('before it heard of its ticket: the next one takes it back', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    const { ticketId } = await issue(key);
    expect(await waiting()).toContain(ticketId);
    await start().settle();
    expect(await waiting()).not.toContain(ticketId);
  });

  it('before the server heard of it: there is no ticket by that key any more', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    await start().settle();
    const answer = await town.client.createTicket({ service_id: 'passports' }, { idempotencyKey: key });
    expect(answer).toMatchObject({ ok: false, error: { errno: 120 } });
  });

  it.each([
    ['asked', false],
    ['created', true],
    ['sending', true],
  ] as const)('when its print was %s: the ticket stays: %s', async (state, stays) => {
    const key = newKey();
    await start().asked(key, 'passports');
    const ticket = await issue(key);
    await printedUntil(state, key, ticket);
    await start().settle();
    expect((await waiting()).includes(ticket.ticketId)).toBe(stays);
    // And so it is for good: the one after that takes back nothing.
    await start().settle();
    expect((await waiting()).includes(ticket.ticketId)).toBe(stays);
  });

  it.each([
    ['the server has no database', 'busy'],
    ['something else answers that all is well', 'empty-answer'],
  ] as const)('while %s: its ticket is taken back when the server is there again', async (_, fault) => {
    const key = newKey();
    await start().asked(key, 'passports');
    const { ticketId } = await issue(key);
    const line = await openServerLine(town.address);
    const client = createQueueClient({
      fetch: remoteFetch({ baseUrl: line.address, deadlineMs: 5_000 }),
      clock: systemClock,
    });
    const ledger = start(dir, client);
    line.set(fault);
    expect(await ledger.settle()).toBe(false);
    line.set('open');
    expect(await ledger.settle()).toBe(true);
    await line.close();
    expect(await waiting()).not.toContain(ticketId);
  });

  it.each([
    ['an unexpected fault', 9],
    ['too many requests', 107],
    ['a key that is not valid just now', 102],
  ])('and the server refuses with %s: its ticket is taken back as soon as it does not', async (_, errno) => {
    const [key, other] = [newKey(), newKey()];
    const before = start();
    for (const each of [key, other]) await before.asked(each, 'passports');
    const tickets = [await issue(key), await issue(other)];
    let refuses = true;
    const ledger = start(
      dir,
      refusing(errno, (asked) => refuses && asked === key),
    );
    // What waits for this is not kept waiting.
    expect(await ledger.settle()).toBe(true);
    await ledger.settle();
    expect((await waiting()).filter((id) => tickets.some(({ ticketId }) => ticketId === id))).toEqual([
      tickets[0]?.ticketId,
    ]);
    expect(log.events().filter((event) => event === 'ticket.not-withdrawn')).toHaveLength(1);
    refuses = false;
    await ledger.settle();
    expect(await waiting()).not.toContain(tickets[0]?.ticketId);
  });

  it('and its ticket was called meanwhile: nothing is taken back, nor asked for again', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    let asked = 0;
    const ledger = start(
      dir,
      refusing(115, () => {
        asked += 1;
        return true;
      }),
    );
    for (let times = 0; times < 2; times += 1) await ledger.settle();
    expect(asked).toBe(1);
  });

  it('and the server refuses for days: nothing is asked for any more', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    let asked = 0;
    const client = refusing(6, () => {
      asked += 1;
      return true;
    });
    const clock = turnedClock(new Date().toISOString());
    const ledger = start(dir, client, clock);
    for (let days = 0; days < 5; days += 1) {
      await ledger.settle();
      clock.advance(86_400_000);
    }
    expect(asked).toBe(3);
  });

  it('after its ticket was out: nothing is taken back', async () => {
    const key = newKey();
    const before = start();
    await before.asked(key, 'passports');
    const { ticketId } = await issue(key);
    before.ended(key);
    await before.close();
    await start().settle();
    expect(await waiting()).toContain(ticketId);
  });
});

describe('its file', () => {
  const path = (): string => join(dir, 'intents.jsonl');

  it('holds the request before the server is asked, and names nobody', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    const line: unknown = JSON.parse((await readFile(path(), 'utf8')).trim());
    expect(line).toEqual({ state: 'asked', key, service: 'passports', at: expect.any(Number) });
  });

  it('is read up to where a power cut tore it, at any byte', async () => {
    const [whole, torn] = [newKey(), newKey()];
    const line = (key: string): string => `${JSON.stringify({ state: 'asked', key, service: 'passports', at: 1 })}\n`;
    const text = line(whole) + line(torn);
    for (let bytes = line(whole).length; bytes < text.length; bytes += 1) {
      await writeFile(path(), text.slice(0, bytes));
      const next = newKey();
      const ledger = start();
      await ledger.asked(next, 'passports');
      ledger.ended(next);
      await ledger.close();
      // The last line without its end is whole.
      const left = bytes === text.length - 1 ? [whole, torn] : [whole];
      expect(await openKeys(), `${bytes}`).toEqual(left);
    }
  });

  async function openKeys(): Promise<readonly string[]> {
    const open = new Set<string>();
    for (const line of (await readFile(path(), 'utf8')).trim().split('\n')) {
      const { state, key } = JSON.parse(line) as { state: string; key: string };
      if (state === 'asked') open.add(key);
      else open.delete(key);
    }
    return [...open];
  }

  it('does not grow for ever: what has ended goes when it is written anew', async () => {
    const key = newKey();
    const ended = Array.from({ length: 20_000 }, (_, n) => `{"state":"ended","key":"old-${n}-${'x'.repeat(40)}"}\n`);
    const ledger = start();
    await ledger.asked(key, 'passports');
    await ledger.close();
    await appendFile(path(), ended.join(''));
    await start().asked(newKey(), 'passports');
    expect((await readFile(path(), 'utf8')).split('\n')).toHaveLength(3);
  });

  it('has the time of the machine for its disk, whatever a clock does meanwhile', async () => {
    const handle = await open(join(dir, 'other'), 'w');
    const prototype = Object.getPrototypeOf(handle) as typeof handle;
    const { datasync } = handle;
    vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: typeof handle) {
      await new Promise((done) => setTimeout(done, 100));
      await datasync.call(this);
    });
    const clock = turnedClock('2026-11-20T12:00:00Z');
    let isKept = false;
    const asked = start(dir, town.client, clock)
      .asked(newKey(), 'passports')
      .then(() => {
        isKept = true;
      });
    while (!isKept) {
      clock.advance(60_000);
      await new Promise((done) => setImmediate(done));
    }
    await asked;
    vi.restoreAllMocks();
    await handle.close();
    expect(log.events()).not.toContain('ledger.failed');
  });

  it('on a disk that fails stops no ticket, and the log says so', async () => {
    await writeFile(join(dir, 'file'), '');
    await start(join(dir, 'file', 'no-folder')).asked(newKey(), 'passports');
    expect(JSON.stringify(log)).toContain('ledger.failed');
  });
});
