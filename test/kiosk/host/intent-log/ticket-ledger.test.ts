/** Withdrawal of tickets that no visitor holds, after a crash of the kiosk; with a real server and real files. */
import { appendFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueClient } from '../../../../main/kiosk/client/client.ts';
import type { QueueClient } from '../../../../main/kiosk/client/queue-client.ts';
import { remoteFetch } from '../../../../main/kiosk/client/remote.ts';
import { openTicketLedger, type TicketLedger } from '../../../../main/kiosk/host/intent-log/ticket-ledger.ts';
import { type Clock, systemClock } from '../../../../main/lib/context.ts';
import { headOf, writeMark } from '../../../../main/lib/files/line-mark.ts';
import { fail } from '../../../../main/lib/result.ts';
import { openJournal } from '../../../../main/printing/journal.ts';
import { openServerLine } from '../../../helpers/server-line.ts';
import { openTown, type Town } from '../../../helpers/town.ts';
import { turnedClock } from '../../../helpers/turned-clock.ts';
import { recordingLog } from '../../readers/recording-log.ts';

let town: Town;
let dir: string;
let log: ReturnType<typeof recordingLog>;
let keys = 0;
let damaged: string[] = [];
const opened: TicketLedger[] = [];

beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ledger-'));
  log = recordingLog();
  damaged = [];
});
afterEach(async () => {
  for (const ledger of opened.splice(0)) await ledger.close();
  await rm(dir, { recursive: true, force: true });
});

/** Starts a kiosk. An earlier one was killed and has closed nothing. */
function start(folder = dir, client = town.client, clock: Clock = systemClock): TicketLedger {
  const onDamaged = (name: string): void => void damaged.push(name);
  const ledger = openTicketLedger({ client, deviceId: 'kiosk-1', dir: folder, clock, log, onDamaged });
  opened.push(ledger);
  return ledger;
}

/** Client of a server that refuses requests with such keys. */
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

/** Print progress of that ticket before the crash. */
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

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe('a killed kiosk', () => {
  it('withdraws at the next start a ticket whose response it did not receive', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    const { ticketId } = await issue(key);
    expect(await waiting()).toContain(ticketId);
    await start().settle();
    expect(await waiting()).not.toContain(ticketId);
  });

  it('invalidates at the next start the key of a request that the server did not receive', async () => {
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
  ] as const)('whose print was %s keeps its ticket: %s', async (state, stays) => {
    const key = newKey();
    await start().asked(key, 'passports');
    const ticket = await issue(key);
    await printedUntil(state, key, ticket);
    await start().settle();
    expect((await waiting()).includes(ticket.ticketId)).toBe(stays);
    // This is final: the start after that withdraws nothing.
    await start().settle();
    expect((await waiting()).includes(ticket.ticketId)).toBe(stays);
  });

  it.each([
    ['the server has no database', 'busy'],
    ['something else answers that all is well', 'empty-answer'],
  ] as const)('while %s has its ticket withdrawn when the server is available again', async (_, fault) => {
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
  ])('withdraws its ticket when the server no longer refuses with %s', async (_, errno) => {
    const [key, other] = [newKey(), newKey()];
    const before = start();
    for (const each of [key, other]) await before.asked(each, 'passports');
    const tickets = [await issue(key), await issue(other)];
    let refuses = true;
    const ledger = start(
      dir,
      refusing(errno, (asked) => refuses && asked === key),
    );
    // This does not block other work.
    expect(await ledger.settle()).toBe(true);
    await ledger.settle();
    expect((await waiting()).filter((id) => tickets.some(({ ticketId }) => ticketId === id))).toEqual([
      tickets[0]?.ticketId,
    ]);
    expect(log.events().filter((event) => event === 'ticket.withdraw-failed')).toHaveLength(1);
    refuses = false;
    await ledger.settle();
    expect(await waiting()).not.toContain(tickets[0]?.ticketId);
  });

  it('does not withdraw a ticket that was called meanwhile, and does not retry', async () => {
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

  it('stops retrying when the server refuses for days', async () => {
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

  it('does not withdraw a printed ticket', async () => {
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

describe('the ticket ledger file', () => {
  const path = (): string => join(dir, 'intents.jsonl');

  /** The visitor read the number on the screen without paper; the print journal has no entry of it. */
  async function shownTicket(): Promise<string> {
    const key = newKey();
    const ledger = start();
    await ledger.asked(key, 'passports');
    const { ticketId } = await issue(key);
    ledger.ended(key);
    await ledger.close();
    return ticketId;
  }

  const old = new Date('2026-01-01T00:00:00Z');
  it.each<[string, (bytes: Buffer) => Buffer | null]>([
    ['empty', () => Buffer.alloc(0)],
    ['of zeros', (bytes) => Buffer.alloc(bytes.length)],
    ['with a flipped bit in a key', (bytes) => flipped(bytes, bytes.lastIndexOf('"key":"key-') + '"key":"key-'.length)],
    ['with a flipped bit in a state', (bytes) => flipped(bytes, bytes.lastIndexOf('ended'))],
    ['with a flipped bit in a time', (bytes) => flipped(bytes, bytes.lastIndexOf('"written":') + '"written":1'.length)],
    ['that ends with its first line', (bytes) => bytes.subarray(0, bytes.indexOf('\n') + 1)],
    ['with a flipped line end', (bytes) => flipped(bytes, bytes.lastIndexOf('\n', bytes.length - 2))],
    ['restored from a copy', (bytes) => Buffer.from(bytes.toString().replaceAll(/^.*"ended".*\n/gm, ''))],
  ])('%s is reported to staff, and withdraws no ticket of a visitor', async (how, damage) => {
    const clock = how.startsWith('restored') ? vi.spyOn(systemClock, 'now').mockReturnValue(old.getTime()) : null;
    const ticketId = await shownTicket();
    clock?.mockRestore();
    await writeFile(path(), damage(await readFile(path())) ?? '');
    const next = start();
    await next.settle();
    expect(damaged).toEqual(['intents.jsonl']);
    expect(await waiting()).toContain(ticketId);
    await next.close();
    damaged = [];
    await start().settle();
    expect(damaged).toEqual([]);
  });

  it.each([
    ['missing', () => rm(path())],
    ['without its last lines', async () => writeFile(path(), `${(await readFile(path(), 'utf8')).split('\n')[0]}\n`)],
  ])('%s is reported to staff by the print journal', async (_, damage) => {
    const key = newKey();
    const ledger = start();
    await ledger.asked(key, 'passports');
    await printedUntil('created', key, await issue(key));
    await ledger.close();
    await damage();
    await start().settle();
    expect(damaged).toEqual(['intents.jsonl']);
  });

  it('is not damaged if its last line was torn long after the one before', async () => {
    const key = newKey();
    const ledger = start();
    const clock = vi.spyOn(systemClock, 'now').mockReturnValue(old.getTime());
    await ledger.asked(key, 'passports');
    clock.mockRestore();
    const { ticketId } = await issue(key);
    await ledger.close();
    await appendFile(path(), '{"state":"end');
    await start().settle();
    expect(damaged).toEqual([]);
    expect(await waiting()).not.toContain(ticketId);
  });

  it.each([
    ['of which the program was killed before its first mark, on a slow disk,', 10_000, []],
    ['that was restored together with such a mark', 3_600_000, ['intents.jsonl']],
  ])('%s is classified as damaged or not by its times', async (_, slowMs, expected) => {
    const clock = vi.spyOn(systemClock, 'now').mockReturnValue(Date.now() - slowMs);
    await shownTicket();
    clock.mockRestore();
    const bytes = await readFile(path());
    await writeMark(path(), [{ head: headOf(bytes), bytes: bytes.length, changedAt: null }], false);
    await start().settle();
    expect(damaged).toEqual(expected);
  });

  it('keeps a ticket whose visitor was shown why it was not printed', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    const ticket = await issue(key);
    const journal = await openJournal({ dir, clock: systemClock, log });
    const job = journal.asked({ ...ticket, intent: key });
    journal.ended(job, { ok: false, error: { reason: 'no-paper', doubtful: false, detail: 'no paper' } });
    await journal.close();
    await start().settle();
    expect(await waiting()).toContain(ticket.ticketId);
    expect(damaged).toEqual([]);
  });

  it('contains the request before it is sent, and no personal data', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    const lines = (await readFile(path(), 'utf8')).trim().split('\n');
    const sealed = { written: expect.any(Number), crc: expect.any(Number) };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { state: 'begun', ...sealed },
      { state: 'asked', key, service: 'passports', at: expect.any(Number), ...sealed },
    ]);
  });

  it('is read up to the byte where a power failure truncated it', async () => {
    const [whole, torn] = [newKey(), newKey()];
    const line = (key: string): string => `${JSON.stringify({ state: 'asked', key, service: 'passports', at: 1 })}\n`;
    const text = line(whole) + line(torn);
    for (let bytes = line(whole).length; bytes < text.length; bytes += 1) {
      await writeFile(path(), text.slice(0, bytes));
      // A mark is written after its line.
      await rm(`${path()}.mark`, { force: true });
      const next = newKey();
      const ledger = start();
      await ledger.asked(next, 'passports');
      ledger.ended(next);
      await ledger.close();
      // The last line is complete without its line end.
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

  it('does not grow without limit: compaction drops finished requests', async () => {
    const key = newKey();
    const ended = Array.from({ length: 20_000 }, (_, n) => `{"state":"ended","key":"old-${n}-${'x'.repeat(40)}"}\n`);
    const ledger = start();
    await ledger.asked(key, 'passports');
    await ledger.close();
    await appendFile(path(), ended.join(''));
    await start().asked(newKey(), 'passports');
    expect((await readFile(path(), 'utf8')).split('\n')).toHaveLength(4);
  });

  it('uses monotonic time for disk timeouts, also when the clock changes', async () => {
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
    expect(log.events()).not.toContain('intent-log.write-failed');
  });

  it('blocks no ticket on a failing disk, and the log reports it', async () => {
    await writeFile(join(dir, 'file'), '');
    await start(join(dir, 'file', 'no-folder')).asked(newKey(), 'passports');
    expect(JSON.stringify(log)).toContain('intent-log.write-failed');
  });
});
