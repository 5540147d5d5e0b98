/** Erasure of due personal data, also after downtime. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import { SLICE_LOCATIONS, startAnonymiseClock } from '../../main/personal-data/service/erasure-job.ts';
import { createServer } from '../../main/server/server.ts';
import type { QueueOperations } from '../../main/store/contract/operation-types.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { formTownSite } from '../forms/form-town.ts';
import { serverParts } from '../helpers/server-parts.ts';
import { openTurnedStore } from '../helpers/turned-store.ts';
import { Hall } from '../store/queue-hall.ts';

const NAME = 'Visitor-QXZW';
const NUMBER = '7431/QX';
/** No random identifier contains these: they are hexadecimal or base64url. */
const PERSONAL = /QXZW|7431\/QX/;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'erase-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The program on that folder, at that time, without windows. */
async function start(at: string) {
  const { clock, besides, store, site, pass } = await openTurnedStore(folder, at);
  if (site.current().locations.length === 0) {
    const file = formTownSite();
    const [hall, ...others] = file.locations as object[];
    const loaded = await site.load({ ...file, locations: [{ ...hall, t_delete: 2 }, ...others] });
    expect(loaded.ok).toBe(true);
  }
  const logged: { event: string; data: unknown }[] = [];
  const note = (event: string, data?: unknown): number => logged.push({ event, data });
  const deps = { store, site, clock, log: { info: note, warn: note, error: note } };
  const others = { ...deps, clock: besides };
  const server = await createServer({ ...others, ...serverParts(others) });
  const erasing = startAnonymiseClock(deps);
  await erasing.started;
  return {
    clock,
    store,
    logged,
    pass,
    async ticket(key: string): Promise<{ id: string; client_name: string }> {
      const response = await server.inject({
        method: 'POST',
        url: '/restapi/v2/queuemanagement/createticket',
        headers: { 'idempotency-key': key },
        payload: {
          service_id: 'passports',
          device_id: 'kiosk-1',
          client_name: NAME,
          custom_field: NAME,
          form_answers: { reason: 'Lost', 'police-number': NUMBER, income: 7 },
        },
      });
      return response.json().ticket;
    },
    answers: async (ticketId: string) =>
      Object.fromEntries(
        (await store.query('formAnswers', { ticketId })).map(({ questionId, answer }) => [questionId, answer]),
      ),
    load: (file: object) => site.load(file),
    appointment: async (id: string) => (await store.query('appointment', { id }))?.appointment,
    name: async (ticketId: string) => (await store.query('ticket', { ticketId }))?.clientName,
    async stop() {
      await erasing.close();
      await server.close();
      site.close();
      await store.close();
    },
  };
}

async function onDisk(): Promise<string> {
  const files = await readdir(folder);
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))).join('');
}

describe('erasing', () => {
  it('runs at its time, hour by hour, and keeps whether a question was answered', async () => {
    const program = await start('2026-11-20T12:00:00Z');
    const { id } = await program.ticket('a');
    await program.pass(11);
    expect(await program.answers(id)).toEqual({ reason: ['Lost'], 'police-number': [NUMBER], income: ['7'] });
    // The business day ends at midnight: data kept for zero days is erased.
    await program.pass(2);
    expect(await program.answers(id)).toEqual({ reason: ['Lost'], 'police-number': [NUMBER], income: null });
    await program.pass(12);
    expect(await program.answers(id)).toEqual({ reason: ['Lost'], 'police-number': null, income: null });
    expect(await program.name(id)).toBe(NAME);
    expect(JSON.stringify(program.logged)).not.toMatch(PERSONAL);
    await program.stop();
  });

  it('leaves nothing in the database files of the running program', async () => {
    const program = await start('2026-11-20T12:00:00Z');
    for (let n = 0; n < 20; n += 1) await program.ticket(`t${n}`);
    expect(await onDisk()).toContain(NUMBER);
    await program.pass(60);
    await expect.poll(onDisk).not.toMatch(PERSONAL);
    // The queue has continued all the time.
    await program.ticket('next');
    await program.stop();
  });

  it('is caught up after a long power-off, down to the disk', async () => {
    const before = await start('2026-11-20T12:00:00Z');
    const { id } = await before.ticket('a');
    await before.stop();
    expect(await onDisk()).toContain(NUMBER);

    const after = await start('2026-12-24T18:00:00Z');
    expect(await after.answers(id)).toEqual({ reason: ['Lost'], 'police-number': null, income: null });
    expect(await after.name(id)).toBe('');
    expect(after.logged).toContainEqual({
      event: 'privacy.data-erased',
      data: { answers: 2, tickets: 1, appointments: 0 },
    });
    await after.stop();
    expect(await onDisk()).not.toMatch(PERSONAL);
  });

  it('includes names and codes of used and missed appointments, and keeps their other data', async () => {
    const person = { birthday: '1951-07-31', reference: 'Case QXZW' };
    const named = { client_name: NAME, code: NUMBER, app_displayname: `10 h ${NAME}`, ...person };
    const visit = { id: 'v', service: 'passports', ...named };
    const before = await start('2026-11-20T12:00:00Z');
    const appointments = [
      { ...visit, scheduled_to: '2026-11-21 10:00:00' },
      { ...visit, id: 'w', scheduled_to: '2026-11-24 10:00:00' },
    ];
    expect(await before.load({ appointments })).toMatchObject({ ok: true });
    await before.pass(60);
    // Two days after the start of its business day.
    expect(await before.appointment('v')).toMatchObject(visit);
    await before.pass(24);
    const nobody = { client_name: '', code: '', app_displayname: '', birthday: '', reference: '' };
    expect(await before.appointment('v')).toMatchObject({ id: 'v', ...nobody, scheduled_to: '2026-11-21 10:00:00' });
    expect(await before.appointment('w')).toMatchObject({ client_name: NAME, code: NUMBER });
    expect(JSON.stringify(await before.store.query('audit', { limit: 100 }))).not.toMatch(PERSONAL);
    await before.stop();
    const after = await start('2027-01-20T12:00:00Z');
    expect(await after.appointment('w')).toMatchObject(nobody);
    expect(JSON.stringify(after.logged)).not.toMatch(PERSONAL);
    await after.stop();
    expect(await onDisk()).not.toMatch(/QXZW|7431\/QX|1951-07-31/);
  });

  it('includes the stored responses for repeated requests', async () => {
    const program = await start('2026-11-20T12:00:00Z');
    const { id } = await program.ticket('a');
    // A call of the next day sends the ticket again.
    await program.pass(39);
    const now = program.clock.now();
    const call = {
      locationId: 'hall',
      day: '2026-11-20',
      deskId: 'desk-1',
      userId: 'ana',
      callPolicy: 'end_current',
    } as const;
    const input = { ...call, ticketId: id, services: ['passports'] };
    const key = { now, idempotency: { key: 'call', fingerprint: 'f' } };
    const called = await program.store.run('callTicket', input, key);
    expect(called).toMatchObject({ ok: true, value: { ticket: { clientName: NAME } } });
    await program.pass(10);
    expect(await program.name(id)).toBe('');
    const again = await program.store.run('callTicket', input, { ...key, now: program.clock.now() });
    expect(again).toMatchObject({ ok: true, value: { ticket: { id, clientName: '', customField: '' } } });
    await program.stop();
  });

  it('processes many in small steps, and leaves nothing on the disk', async () => {
    const before = await start('2026-11-20T12:00:00Z');
    for (let n = 0; n < 130; n += 1) await before.ticket(`t${n}`);
    await before.stop();
    const after = await start('2027-01-01T00:00:00Z');
    expect(after.logged).toContainEqual({
      event: 'privacy.data-erased',
      data: { answers: 260, tickets: 130, appointments: 0 },
    });
    await after.stop();
    expect(await onDisk()).not.toMatch(PERSONAL);
  });

  it('queries each of many locations once, and includes the last of them', async () => {
    const { clock, store, site } = await openTurnedStore(folder, '2026-12-01T12:00:00Z');
    const [hall, ...others] = formTownSite().locations as object[];
    const branches = Array.from({ length: 2 * SLICE_LOCATIONS }, (_, n) => ({ id: `branch-${n}`, name: 'Branch' }));
    const locations = [
      { ...hall, t_delete: 2 },
      ...others.map((each) => ({ ...each, t_delete: 0 })),
      ...branches.map((each) => ({ ...each, t_delete: 2 })),
    ];
    expect(await site.load({ ...formTownSite(), locations })).toMatchObject({ ok: true });
    const [first, last] = await Promise.all(
      ['hall', branches.at(-1)?.id ?? ''].map((locationId) => new Hall(store, locationId).create({ clientName: NAME })),
    );
    const asked: string[] = [];
    const run = ((operation: never, input: QueueOperations['anonymise']['input'], options: never) => {
      asked.push(...input.tickets.map(({ locationId }) => locationId));
      expect(input.appointments).toHaveLength(input.tickets.length);
      return store.run(operation, input as never, options);
    }) as Store['run'];
    const erasing = startAnonymiseClock({ store: { ...store, run }, site, clock, log: silentLog });
    await erasing.started;
    expect(asked.toSorted()).toEqual(['hall', ...branches.map(({ id }) => id)].toSorted());
    for (const ticket of [first, last]) {
      expect(await store.query('ticket', { ticketId: ticket?.ticket.id ?? '' })).toMatchObject({ clientName: '' });
    }
    await erasing.close();
    site.close();
    await store.close();
  });
});
