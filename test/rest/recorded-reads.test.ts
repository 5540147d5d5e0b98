/** Recorded reads of personal data: user, operation and subject, never the data. Optional. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../main/audit/operations/audit-entries.ts';
import { silentLog } from '../../main/lib/context.ts';
import { createReadLog } from '../../main/rest/operation/read-log.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

let town: LockedTown;
let chief: string;
beforeEach(async () => {
  town = await openLockedTown();
  chief = await town.keyOf('chief');
});
afterEach(() => town.close());

const record = (wish: boolean) =>
  town.ask('PUT', '/restapi/v2/admin/settings', chief, { ...town.site.current().settings, record_reads: wish });
const reads = async (): Promise<readonly AuditEntry[]> =>
  (await town.store.query('audit', { collection: 'personal_data', limit: 100 })).filter(
    ({ action }) => action === 'read',
  );
const said = async (): Promise<readonly string[]> =>
  (await reads()).map(({ by, itemId, fields }) => `${by.id} ${fields.map(({ after }) => after).join()} ${itemId}`);

async function readEverything(key: string): Promise<string> {
  const headers = { authorization: `Bearer ${chief}` };
  const created = await town.post('createticket', { service_id: 'passports', client_name: 'Zoe Zander' }, headers);
  const { id } = (created.body as { ticket: { id: string } }).ticket;
  for (let time = 0; time < 3; time += 1) {
    await town.ask('GET', `/restapi/ticket/details/${id}`, key);
    await town.ask('GET', '/restapi/v2/counters/desk-1?user_id=ana', key);
    await town.ask('POST', '/restapi/v2/admin/appointments/search', key, { text: 'Zander' });
    await town.ask('POST', '/restapi/v2/admin/personal-data/search', key, { text: 'Zander' });
  }
  return id;
}

it('records nothing unless it is enabled', async () => {
  await readEverything(chief);
  town.clock.advance(2_000);
  expect(await reads()).toEqual([]);
});

it('names user, operation and subject, once a minute, and no data', async () => {
  expect((await record(true)).body.success).toBe(true);
  const id = await readEverything(chief);
  town.clock.advance(1_500);
  const expected = [
    `chief ticket_details ${id}`,
    'chief counter desk-1',
    'chief admin_search_appointments ',
    'chief find_personal_data ',
  ];
  await vi.waitFor(async () => expect((await said()).toSorted()).toEqual(expected.toSorted()));
  expect(JSON.stringify(await reads())).not.toContain('Zander');
  town.clock.advance(61_000);
  await town.ask('GET', `/restapi/ticket/details/${id}`, chief);
  town.clock.advance(1_500);
  await vi.waitFor(async () => expect(await reads()).toHaveLength(5));
  const { faults } = (await town.ask('GET', '/restapi/v2/admin/audit/check', chief)).body as { faults: unknown[] };
  expect(faults).toEqual([]);
});

it('leaves out a read that was refused, and one that shows no names', async () => {
  await record(true);
  await readEverything(await town.keyOf('nobody'));
  await town.ask('GET', '/restapi/v2/admin/users', chief);
  town.clock.advance(1_500);
  await record(false);
  expect(await reads()).toEqual([]);
});

it('writes at most 60 entries of one user in a minute, lists the others in one, and loses none while the store is unavailable', async () => {
  const log = createReadLog({ store: { run: refuseOnce(town.store.run) }, clock: town.clock, log: silentLog });
  for (let ticket = 0; ticket < 75; ticket += 1) log.note('ana', 'ticket_details', `t-${ticket}`);
  log.note('ana', 'ticket_details', 't-74');
  town.clock.advance(1_500);
  town.clock.advance(1_500);
  await log.close();
  const all = await reads();
  expect(all).toHaveLength(61);
  const others = Array.from({ length: 15 }, (_, place) => ({
    field: 'ticket_details',
    before: '',
    after: `t-${60 + place}`,
  }));
  expect(all[0]).toMatchObject({ itemId: '', fields: [{ field: 'reads', before: '', after: '15' }, ...others] });
});

it('logs an outage of the store once when it begins and once when it ends', async () => {
  let isAway = true;
  const run: LockedTown['store']['run'] = (...asked) => {
    return isAway ? Promise.reject(new Error('away')) : town.store.run(...asked);
  };
  const logged = recordingLog();
  const log = createReadLog({ store: { run }, clock: town.clock, log: logged });
  for (let outage = 1; outage <= 2; outage += 1) {
    isAway = true;
    log.note('ana', 'ticket_details', `t-${outage}`);
    for (let second = 0; second < 30; second += 1) {
      town.clock.advance(1_000);
      await setImmediate();
    }
    isAway = false;
    await vi.waitFor(() => {
      town.clock.advance(1_000);
      expect(logged.events()).toHaveLength(2 * outage);
    });
  }
  const pair = ['read-log.write-failed', 'read-log.recovered'];
  expect(logged.events()).toEqual([...pair, ...pair]);
  await log.close();
  expect(await reads()).toHaveLength(2);
});

it('counts what it could not record before its end', async () => {
  const logged = recordingLog();
  const run: LockedTown['store']['run'] = () => Promise.reject(new Error('away'));
  const log = createReadLog({ store: { run }, clock: town.clock, log: logged });
  for (let ticket = 0; ticket < 7; ticket += 1) log.note('ana', 'ticket_details', `t-${ticket}`);
  await log.close();
  expect(logged.events()).toEqual(['read-log.write-failed', 'read-log.entries-dropped']);
  expect(logged.lines.join()).toContain('"count":7');
});

it('bounds the list of further reads, and counts all of them', async () => {
  const log = createReadLog({ store: town.store, clock: town.clock, log: silentLog });
  for (let ticket = 0; ticket < 1_000; ticket += 1) log.note('ana', 'ticket_details', `t-${ticket}`);
  await log.close();
  const [newest] = await reads();
  expect(newest?.fields).toHaveLength(201);
  expect(newest?.fields[0]).toMatchObject({ field: 'reads', after: '940' });
});

it('includes every operation that returns names or form answers of visitors', () => {
  const personal = OPERATIONS.filter(({ answer }) => /"(?:client_name|answers)":\{/.test(JSON.stringify(answer)));
  expect(personal.length).toBeGreaterThan(15);
  // Calls and check-ins are stored with their user; export and erasure have separate entries.
  const others = [
    ...['createticket', 'callticket', 'callnextticket', 'callpausedticket', 'callcancelledticket', 'continuevisit'],
    'no_show_and_next',
    ...['save_ticket_answers', 'export_personal_data', 'erase_personal_data'],
  ];
  const unrecorded = personal.filter(({ personalRead }) => personalRead === undefined).map(({ name }) => name);
  expect(unrecorded.filter((name) => !others.includes(name))).toEqual([]);
});

/** The store is unavailable for the first request. */
function refuseOnce(run: LockedTown['store']['run']): LockedTown['store']['run'] {
  let isAway = true;
  return async (...asked) => {
    if (!isAway) return run(...asked);
    isAway = false;
    throw new Error('away');
  };
}
