/** A second server whose own clock is wrong: it takes nothing from those who wait, and gives the times that the others give. */
import { existsSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallResponse, CreateTicketAnswer } from '../../main/queue/contract/rest/queue-answers.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { startProgramChild, wrongClock } from '../helpers/program-child.ts';

const PATIENT = { timeout: 60_000 };
const HOUR_SECONDS = 3_600;

async function post<T>(address: string, operation: string, parameters: object): Promise<T> {
  const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  const body = await response.json();
  expect(body).toMatchObject({ success: true });
  return body as T;
}

const issue = async (address: string): Promise<number> =>
  Number((await post<CreateTicketAnswer>(address, 'createticket', { service_id: 'passports' })).ticket.number);

async function gauge(address: string, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function openQuestions(url: string): Promise<<Row>(sql: string) => Promise<readonly Row[]>> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return async (sql) => (await client.query(sql)).rows as never;
}

describe.skipIf(!existsSync('/usr/bin/faketime'))('a second server whose clock is wrong', () => {
  it.each([
    ['+25h', 25 * HOUR_SECONDS],
    ['+5m', 300],
  ])('by %s ends no business day, holds no leader lease, is not ready, and reports it', async (offset, seconds) => {
    const { url } = await newDatabase();
    const flags = ['--database', url];
    const right = startProgramChild(flags);
    const first = await right.ready;
    for (let visitor = 0; visitor < 3; visitor += 1) await issue(first);
    const ask = await openQuestions(url);
    const waiting = () => ask<{ waiting: string }>('SELECT sum(waiting)::text AS waiting FROM service_queue');
    const days = () => ask('SELECT location_id, day, seen_day FROM location_queue ORDER BY location_id');
    const leaders = () => ask<{ server_id: string }>('SELECT DISTINCT server_id FROM duty');
    const dayBefore = await days();
    const [leader] = await leaders();

    const wrong = startProgramChild(flags, wrongClock(offset));
    const second = await wrong.ready;
    expect(await waiting()).toEqual([{ waiting: '3' }]);
    const readiness = await fetch(`${second}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([503, { status: 'clock differs from the database' }]);
    expect((await fetch(`${second}/healthz`)).status).toBe(200);
    expect((await fetch(`${first}/readyz`)).status).toBe(200);
    expect(Math.abs((await gauge(second, 'tan_clock_offset_seconds')) - seconds)).toBeLessThan(60);
    expect(Math.abs(await gauge(first, 'tan_clock_offset_seconds'))).toBeLessThan(2);
    const told = wrong.logged().find(({ event, msg }) => (event ?? msg) === 'clock.skew-detected');
    expect(Math.abs(Number(told?.seconds) - seconds)).toBeLessThan(60);

    // What it answers all the same is as right as that of the other one.
    expect(await issue(second)).toBe(4);
    const call = { desk_id: 'desk-1', user_id: 'counter1' };
    const { answer } = await post<CallResponse>(second, 'callnextticket', call);
    await post(second, 'endcall', { answer_id: answer.id });
    const [times] = await ask<{ issued: boolean; called: boolean; ended: boolean; order: boolean }>(
      `SELECT (SELECT max(abs(issued_at / 1000 - extract(epoch FROM now()))) < 60 FROM ticket) AS issued,
        abs(called_at / 1000 - extract(epoch FROM now())) < 60 AS called,
        ended_at >= called_at AS ended,
        called_at >= (SELECT issued_at FROM ticket WHERE ticket.id = answer.ticket_id) AS order FROM answer`,
    );
    expect(times).toEqual({ issued: true, called: true, ended: true, order: true });
    expect(await days()).toEqual(dayBefore);
    expect(await waiting()).toEqual([{ waiting: '3' }]);

    right.kill('SIGKILL');
    await right.ended;
    await expect
      .poll(async () => (await ask('SELECT 1 FROM duty WHERE until > clock_timestamp()')).length, PATIENT)
      .toBe(0);
    await issue(second);
    expect(await waiting()).toEqual([{ waiting: '4' }]);
    expect((await leaders()).filter(({ server_id }) => server_id !== leader?.server_id)).toEqual([]);
  });
});
