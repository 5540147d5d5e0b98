/** System clock set back while visitors wait and are served: no negative durations. */
import { expect, it, onTestFinished } from 'vitest';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import { openTown } from '../helpers/town.ts';

const MINUTE_MS = 60_000;

it('a clock set back keeps issue, call and end in order, and causes no negative wait or break', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const { clock, store } = town;
  const began = clock.now();
  const setBack = (): void => clock.set(new Date(clock.now() - 5 * MINUTE_MS).toISOString());
  const today = { locationId: 'hall', from: began - 600 * MINUTE_MS, until: began + 600 * MINUTE_MS };

  await town.createTicket('Passports');
  setBack();
  const call = await town.callNext('Desk 1');
  setBack();
  await town.conclude('endcall', call.id);
  await town.createTicket('Passports');
  const paused = await town.callNext('Desk 1');
  setBack();
  await town.conclude('pausecall', paused.id);
  const setDesk = (state: string) => town.post('setdesk', { desk_id: 'desk-1', user_id: 'ana', state, reason: '' });
  expect(await setDesk('break')).toMatchObject({ body: { success: true } });
  setBack();
  expect(await setDesk('open')).toMatchObject({ body: { success: true } });

  const { rows } = await store.report('calls', { ...today, after: null, limit: 10 });
  expect(rows).toHaveLength(2);
  for (const { ticket, calledAt, endedAt, waitedMs } of rows) {
    expect(calledAt).toBeGreaterThanOrEqual(ticket.issuedAt);
    expect(endedAt).toBeGreaterThanOrEqual(calledAt);
    expect(waitedMs).toBeGreaterThanOrEqual(0);
  }
  const day = '2026-11-20';
  const rules = { from: day, to: day, dayRules: [], targets: NO_TARGETS, services: [], desks: [], users: [] };
  const { log } = await store.report('days', { ...today, rules });
  expect(log.breaks).toMatchObject([{ ms: 0 }]);
});
