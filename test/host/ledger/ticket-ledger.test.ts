/** Whatever ends the kiosk's program: the next one takes back what nobody holds. Over a real server and real files. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQueueClient } from '../../../main/client/client.ts';
import { remoteFetch } from '../../../main/client/remote.ts';
import { systemClock } from '../../../main/context.ts';
import { openTicketLedger, type TicketLedger } from '../../../main/host/ledger/ticket-ledger.ts';
import { openJournal } from '../../../main/printing/journal.ts';
import { recordingLog } from '../../devices/recording-log.ts';
import { openServerLine } from '../../helpers/server-line.ts';
import { openTown, type Town } from '../../helpers/town.ts';

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
function start(folder = dir, client = town.client): TicketLedger {
  const ledger = openTicketLedger({ client, deviceId: 'kiosk-1', dir: folder, clock: systemClock, log });
  opened.push(ledger);
  return ledger;
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

  it('while the server has no database: its ticket is taken back when that is there again', async () => {
    const key = newKey();
    await start().asked(key, 'passports');
    const { ticketId } = await issue(key);
    const line = await openServerLine(town.address);
    const client = createQueueClient({
      fetch: remoteFetch({ baseUrl: line.address, deadlineMs: 5_000 }),
      clock: systemClock,
    });
    const ledger = start(dir, client);
    line.set('busy');
    expect(await ledger.settle()).toBe(false);
    line.set('open');
    expect(await ledger.settle()).toBe(true);
    await line.close();
    expect(await waiting()).not.toContain(ticketId);
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

  it('on a disk that fails stops no ticket, and the log says so', async () => {
    await writeFile(join(dir, 'file'), '');
    await start(join(dir, 'file', 'no-folder')).asked(newKey(), 'passports');
    expect(JSON.stringify(log)).toContain('ledger.failed');
  });
});
