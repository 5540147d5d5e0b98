/** Breaks, desk takeovers and outcomes: in counters, reports and the REST API. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FindTicketsAnswer } from '../../main/queue/contract/rest/clerk.ts';
import type { CounterAnswer } from '../../main/queue/contract/rest/counters.ts';
import { readLocation } from '../../main/queue-alerts/service/evaluate-location.ts';
import type { PeriodAnswer } from '../../main/reports/contract/rest/reports.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const MINUTE_MS = 60_000;

describe('work at a desk', () => {
  let town: Town;

  beforeEach(async () => {
    const site = townSite();
    const [passports] = site.services as [Record<string, unknown>];
    passports.outcomes = [
      { code: 'new', name: 'New passport', kind: 'reason', translations: { pt_PT: { name: 'Passaporte novo' } } },
      { code: 'issued', name: 'Issued' },
    ];
    passports.outcome_required = true;
    (site.locations as Record<string, unknown>[])[0] = {
      ...(site.locations as Record<string, unknown>[])[0],
      auto_call_seconds: 20,
    };
    town = await openTown({ site });
  });
  afterEach(() => town.close());

  async function get<Answer>(path: string, language = 'en'): Promise<Answer> {
    const { body } = await town.server.inject({ url: `/restapi/v2/${path}`, headers: { 'accept-language': language } });
    return JSON.parse(body) as Answer;
  }
  const counter = (desk: string, language = 'en') => get<CounterAnswer>(`counters/${desk}?user_id=ana`, language);
  const setDesk = (desk: string, user: string, state: string, reason = '') =>
    town.post('setdesk', { desk_id: desk, user_id: user, state, reason });
  async function find(language: string): Promise<FindTicketsAnswer> {
    const { body } = await town.server.inject({
      method: 'POST',
      url: '/restapi/v2/counters/desk-1/find',
      headers: { 'accept-language': language },
      payload: { text: '001' },
    });
    return JSON.parse(body) as FindTicketsAnswer;
  }
  const period = () => get<PeriodAnswer>('reports/period?location=hall');
  const nextWait = async () =>
    (await counter('desk-2')).services.find(({ id }) => id === 'taxes')?.next_wait ?? Number.NaN;

  it('shows a break at the desk and to colleagues, with the reason in the reader’s language', async () => {
    expect((await setDesk('desk-1', 'ana', 'break', 'lunch')).status).toBe(200);
    const own = await counter('desk-1', 'pt-PT');
    expect(own.away).toMatchObject([{ state: 'break', reason: 'lunch', user_id: 'ana' }]);
    expect(own.break_reasons).toContainEqual({ id: 'lunch', name: 'Almoço' });
    expect(own.auto_call_seconds).toBe(20);
    expect((await counter('desk-2')).staff).toMatchObject([
      { desk_id: 'desk-1', state: 'break', reason: 'lunch', user_id: 'ana', user_name: 'Ana Silva', label: '' },
    ]);
    await setDesk('desk-1', 'ana', 'open');
    await town.createTicket('Passports');
    await town.callNext('Desk 1');
    expect((await counter('desk-2')).staff).toMatchObject([{ state: 'serving', user_id: 'ana', label: 'A001' }]);
  });

  it('refuses unknown break reasons, and breaks at a closed desk', async () => {
    expect((await setDesk('desk-1', 'ana', 'break', 'holiday')).body).toMatchObject({ errno: 6 });
    expect((await setDesk('desk-1', 'ana', 'closed', 'lunch')).body).toMatchObject({ errno: 6 });
    expect((await setDesk('desk-3', 'ana', 'break')).body).toMatchObject({ errno: 113 });
    expect((await counter('desk-1')).away).toEqual([]);
  });

  it('excludes a desk on break from estimated waits', async () => {
    for (let person = 0; person < 8; person += 1) await town.createTicket('Taxes');
    for (let visit = 0; visit < 4; visit += 1) {
      for (const desk of ['desk-1', 'desk-2']) {
        const user_id = desk === 'desk-1' ? 'ana' : 'rui';
        await town.post('callnextticket', { desk_id: desk, user_id, services: ['taxes'] });
      }
      town.clock.advance(10 * MINUTE_MS);
      if (visit === 1) for (let person = 0; person < 8; person += 1) await town.createTicket('Taxes');
    }
    const call = (await counter('desk-1')).calls[0];
    await town.conclude('endcall', call?.answer_id ?? '');
    const both = await nextWait();
    await setDesk('desk-1', 'ana', 'break');
    const one = await nextWait();
    expect(one).toBeGreaterThan(both * 1.5);
    await setDesk('desk-1', 'ana', 'open');
    expect(await nextWait()).toBe(both);
  });

  it('does not count a break as idle time, neither during the break nor after it', async () => {
    const site = town.site.current();
    const hall = site.location('hall');
    if (hall === undefined) throw new Error('There is no hall.');
    const idleSince = async () =>
      (await readLocation(hall, site, town.store, town.clock.now())).picture('', town.clock.now()).idleSince;
    for (let person = 0; person < 2; person += 1) await town.createTicket('Passports');
    await town.conclude('endcall', (await town.callNext('Desk 1')).id);
    town.clock.advance(MINUTE_MS);
    expect(await idleSince()).not.toBeNull();
    await setDesk('desk-1', 'ana', 'break');
    expect(await idleSince()).toBeNull();
    // Idle since the end of the break, not for half an hour.
    town.clock.advance(30 * MINUTE_MS);
    await setDesk('desk-1', 'ana', 'open');
    expect(await idleSince()).toBe(town.clock.now());
  });

  it('returns outcomes of a visit in the ticket, the search, the report and its tables', async () => {
    const made = await town.createTicket('Passports');
    const answer = await town.callNext('Desk 1');
    const [service] = (await counter('desk-1', 'pt-PT')).services.filter(({ id }) => id === 'passports');
    expect(service?.outcomes).toEqual([
      { code: 'new', name: 'Passaporte novo', kind: 'reason' },
      { code: 'issued', name: 'Issued', kind: 'result' },
    ]);
    expect(service?.outcome_required).toBe(true);
    const end = (outcomes: object[]) => town.post('endcall', { answer_id: answer.id, outcomes });
    expect((await end([{ code: 'lost' }])).body).toMatchObject({ errno: 6 });
    expect((await end([{ code: 'new', count: 2 }, { code: 'issued' }])).status).toBe(200);
    const ticket = await get<{ outcomes: object[] }>(`queuemanagement/ticketoutcomes?ticket_id=${made.ticket.id}`);
    expect(ticket.outcomes).toEqual([
      { code: 'issued', name: 'Issued', count: 1 },
      { code: 'new', name: 'New passport', count: 2 },
    ]);
    const row = { service_id: 'passports', service: 'Passports', user_id: 'ana', user: 'Ana Silva', calls: 1 };
    expect((await period()).by_outcome).toEqual([
      { ...row, code: 'issued', name: 'Issued', kind: 'result', count: 1 },
      { ...row, code: 'new', name: 'New passport', kind: 'reason', count: 2 },
    ]);
    const csv = await town.server.inject('/restapi/v2/reports/period?location=hall&table=outcomes&format=csv');
    expect(csv.body).toContain('passports,Passports,ana,Ana Silva,new,New passport,reason,1,2');
    const calls = await town.server.inject('/restapi/v2/reports/period?location=hall&table=calls&format=csv');
    const [head = '', line = ''] = calls.body.split('\r\n');
    expect([head.split(',').at(-1), line.split(',').at(-1)]).toEqual(['noted', '"issued:1|new:2"']);
    const { tickets } = await find('pt-PT');
    expect(tickets.map(({ served, outcomes }) => [served, outcomes])).toEqual([
      [
        true,
        [
          { code: 'issued', name: 'Issued', count: 1 },
          { code: 'new', name: 'Passaporte novo', count: 2 },
        ],
      ],
    ]);
    expect((await town.post('setoutcomes', { answer_id: answer.id, outcomes: [{ code: 'issued' }] })).status).toBe(200);
    expect((await period()).by_outcome.map(({ code }) => code)).toEqual(['issued']);
  });

  it('reports break time by clerk and reason', async () => {
    await setDesk('desk-1', 'ana', 'break', 'lunch');
    town.clock.advance(30 * MINUTE_MS);
    await setDesk('desk-1', 'ana', 'open');
    expect((await period()).by_break).toEqual([
      { user_id: 'ana', user: 'Ana Silva', reason_id: 'lunch', reason: 'Lunch', breaks: 1, seconds: 1800 },
    ]);
  });

  it('ends an open break at the end of the business day', async () => {
    await setDesk('desk-1', 'ana', 'break', 'lunch');
    town.clock.advance(20 * 60 * MINUTE_MS);
    expect((await counter('desk-1')).away).toEqual([]);
    await town.createTicket('Passports');
    const report = await get<PeriodAnswer>('reports/period?location=hall&from=2026-11-20&to=2026-11-21');
    // From noon to midnight.
    expect(report.by_break).toMatchObject([{ user_id: 'ana', breaks: 1, seconds: 12 * 3600 }]);
  });

  it('assigns the open call to a colleague who takes over the desk', async () => {
    await town.createTicket('Passports');
    const answer = await town.callNext('Desk 1');
    expect((await town.post('takeover', { desk_id: 'desk-1', user_id: 'rui' })).status).toBe(200);
    expect((await counter('desk-1')).calls).toMatchObject([{ answer_id: answer.id, user_id: 'rui' }]);
    await town.conclude('endcall', answer.id);
    const [rui] = (await period()).by_user;
    expect(rui).toMatchObject({ id: 'rui', served: 1 });
  });
});
