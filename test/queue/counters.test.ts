/** Counter pages: state of a desk in one response, and the session of a key. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionAnswer } from '../../main/access/contract/rest/session.ts';
import type { FindTicketsAnswer, ServedTicketsAnswer } from '../../main/queue/contract/rest/clerk.ts';
import type {
  CounterAnswer,
  CounterList,
  CountersAnswer,
  CounterTicketsAnswer,
} from '../../main/queue/contract/rest/counters.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const MINUTE_MS = 60_000;

describe('the counter of a desk', () => {
  let town: Town;
  beforeEach(async () => {
    const site = townSite();
    (site.desks as object[]).push({ id: 'desk-4', name: 'Desk 4', tag: '4', location: 'hall' });
    town = await openTown({ site });
  });
  afterEach(() => town.close());

  async function counter(desk: string, user = ''): Promise<CounterAnswer> {
    const query = user === '' ? '' : `?user_id=${user}`;
    return (await (await fetch(`${town.address}/restapi/v2/counters/${desk}${query}`)).json()) as CounterAnswer;
  }

  async function page(list: CounterList, skip: number): Promise<CounterTicketsAnswer['tickets']> {
    const answer = await fetch(`${town.address}/restapi/v2/counters/desk-1/tickets?list=${list}&skip=${skip}`);
    return ((await answer.json()) as CounterTicketsAnswer).tickets;
  }

  const labels = (tickets: readonly { readonly label: string }[]): string[] => tickets.map(({ label }) => label);

  it('lists tickets of its services in calling order', async () => {
    await town.createTicket('Passports');
    town.clock.advance(MINUTE_MS);
    await town.createTicket('Taxes');
    await town.createTicket('Passports', { priority: true });
    const all = await counter('desk-1');
    expect(labels(all.waiting)).toEqual(['A002', 'A001', 'B001']);
    expect(all.waiting_count).toBe(3);
    const taxesOnly = await counter('desk-2');
    expect(labels(taxesOnly.waiting)).toEqual(['B001']);
    expect(taxesOnly.services.filter(({ served }) => served).map(({ id }) => id)).toEqual(['taxes']);
    // The next call takes the first of the list.
    const called = await town.callNext('Desk 1');
    expect(called.ticket.number).toBe('2');
  });

  it('lists tickets for its desk and clerk in calling order, then those for other desks and clerks', async () => {
    await town.createTicket('Passports', { desk_id: 'desk-4' });
    await town.createTicket('Passports', { user_id: 'rui' });
    await town.createTicket('Passports', { desk_id: 'desk-1' });
    await town.createTicket('Passports');
    const turns = async (desk: string, user: string): Promise<string[]> =>
      (await counter(desk, user)).waiting.map(({ label, turn }) => `${label} ${turn}`);
    expect(await turns('desk-1', 'ana')).toEqual(['A003 next', 'A004 next', 'A001 others', 'A002 others']);
    expect(await turns('desk-4', 'rui')).toEqual(['A001 next', 'A002 next', 'A004 next', 'A003 others']);
  });

  it('shows its open call, and the open call of its clerk at another desk', async () => {
    await town.createTicket('Passports', { client_name: 'Rosa' });
    const called = await town.callNext('Desk 1');
    const here = await counter('desk-1', 'ana');
    expect(here.calls).toMatchObject([{ answer_id: called.id, label: 'A001', client_name: 'Rosa', user_id: 'ana' }]);
    expect(here.elsewhere).toEqual([]);
    const there = await counter('desk-4', 'ana');
    expect(there.calls).toEqual([]);
    expect(there.elsewhere).toMatchObject([{ label: 'A001', desk_name: 'Desk 1' }]);
    expect((await counter('desk-4', 'rui')).elsewhere).toEqual([]);
  });

  it('lists paused tickets and no-shows separately from waiting tickets', async () => {
    for (let ticket = 0; ticket < 2; ticket += 1) await town.createTicket('Passports');
    await town.conclude('pausecall', (await town.callNext('Desk 1')).id);
    await town.conclude('cancelcall', (await town.callNext('Desk 1')).id);
    const { paused, cancelled, waiting } = await counter('desk-1');
    expect([labels(paused), labels(cancelled), labels(waiting)]).toEqual([['A001'], ['A002'], []]);
  });

  it('lists the first hundred waiting tickets in calling order, and their total number', async () => {
    for (let ticket = 0; ticket < 130; ticket += 1) await town.createTicket('Passports');
    await town.createTicket('Taxes', { priority: true });
    const { waiting, waiting_count } = await counter('desk-1');
    expect(waiting).toHaveLength(100);
    expect(waiting_count).toBe(131);
    expect(labels(waiting).slice(0, 3)).toEqual(['B001', 'A001', 'A002']);
  });

  it('counts tickets for others, paused tickets and no-shows beyond the first hundred, and pages them', async () => {
    const site = townSite();
    const [hall] = site.locations as { ticket_tolerance: number }[];
    if (hall !== undefined) hall.ticket_tolerance = -1;
    await town.site.load(site);
    for (let ticket = 0; ticket < 105; ticket += 1) {
      for (const conclude of ['pausecall', 'cancelcall'] as const) {
        await town.createTicket('Passports');
        await town.conclude(conclude, (await town.callNext('Desk 1')).id);
      }
    }
    for (let ticket = 0; ticket < 130; ticket += 1) await town.createTicket('Passports', { user_id: 'rui' });
    await town.createTicket('Passports');
    const found = await counter('desk-1');
    expect(found.counts).toEqual({ own: 0, next: 1, others: 130, later: 0, paused: 105, cancelled: 105 });
    expect([found.waiting_count, found.waiting.length]).toEqual([131, 101]);
    for (const [list, first] of [
      ['others', found.waiting.filter(({ turn }) => turn === 'others')],
      ['paused', found.paused],
      ['cancelled', found.cancelled],
    ] as const) {
      const more = labels(await page(list, 100));
      expect(first).toHaveLength(100);
      expect(new Set([...labels(first), ...more]).size).toBe(found.counts[list]);
      expect(await page(list, 200)).toEqual([]);
    }
  });

  it('lists the other waiting tickets on further pages, each once and in order', async () => {
    for (let ticket = 0; ticket < 230; ticket += 1) await town.createTicket('Passports');
    const pages = await Promise.all([100, 200].map(async (skip) => labels(await page('next', skip))));
    const all = [...labels((await counter('desk-1')).waiting), ...pages.flat()];
    expect(all).toEqual(Array.from({ length: 230 }, (_, index) => `A${String(index + 1).padStart(3, '0')}`));
    expect(await page('next', 300)).toEqual([]);
  });

  it('records a no-show and calls the next ticket in one request, under any policy for open calls', async () => {
    const site = townSite();
    await town.site.load({ ...site, settings: { ...(site.settings as object), call_policy: 'refuse' } });
    for (let ticket = 0; ticket < 3; ticket += 1) await town.createTicket('Passports');
    const missed = await town.callNext('Desk 1');
    const next = { desk_id: 'desk-1', user_id: 'ana', current_answer: missed.id };
    const { body } = await town.post('no-show-and-next', next);
    expect(body).toMatchObject({ success: true, answer: { ticket: { number: '2' } } });
    expect(labels((await counter('desk-1')).cancelled)).toEqual(['A001']);
    expect((await town.post('no-show-and-next', next)).body.errno).toBe(115);
  });

  it('requeues a visitor a number of places back, and reports a clerk’s figures of the day', async () => {
    for (let ticket = 0; ticket < 3; ticket += 1) {
      await town.createTicket('Passports');
      town.clock.advance(MINUTE_MS);
    }
    const { id } = await town.callNext('Desk 1');
    const back = { answer_id: id, desk_id: 'desk-1', places: 1 };
    expect((await town.post('put-back-call', { ...back, desk_id: 'desk-4' })).body.errno).toBe(113);
    expect((await town.post('put-back-call', back)).body).toEqual({ success: true });
    expect((await town.post('put-back-call', back)).body.errno).toBe(116);
    expect(labels((await counter('desk-1')).waiting)).toEqual(['A002', 'A001', 'A003']);
    expect((await counter('desk-1')).undo).toMatchObject([{ what: 'putbackcall', label: 'A001' }]);
    const served = await town.callNext('Desk 1');
    town.clock.advance(MINUTE_MS);
    await town.conclude('endcall', served.id);
    const figures = await fetch(`${town.address}/restapi/v2/counters/desk-1/figures?user_id=ana`);
    const own = { success: true, served: 1, no_shows: 0, transferred: 0, average_seconds: 60 };
    expect(await figures.json()).toEqual(own);
  });

  it('flags a ticket issued by staff without paper as a walk-in', async () => {
    const { ticket } = await town.createTicket('Passports', { walk_in: true });
    expect(ticket.flags).toBe('32');
  });

  it('lists transferred tickets first, with sender and position, and undoes a transfer once', async () => {
    await town.createTicket('Passports');
    const { id } = await town.callNext('Desk 1');
    for (let ticket = 0; ticket < 105; ticket += 1) await town.createTicket('Passports');
    town.clock.advance(MINUTE_MS);
    const to = { answer_id: id, desk_id: 'desk-1', dst_type: 'desk', dst_id: 'desk-4', note: 'bring the form' };
    expect((await town.post('transfercall', to)).body).toEqual({ success: true });
    const own = async () => (await counter('desk-4', 'rui')).waiting.filter((ticket) => ticket.own);
    const sent = { label: 'A001', turn: 'next', place: 0, sent_by: 'Ana Silva', note: 'bring the form' };
    expect(await own()).toMatchObject([sent]);
    const [step] = (await counter('desk-1', 'ana')).undo;
    expect(step).toMatchObject({ what: 'transfercall', label: 'A001', user_id: 'ana' });
    const undo = { desk_id: 'desk-1', step_id: step?.step_id };
    expect((await town.post('undo', undo)).body).toEqual({ success: true });
    expect((await town.post('undo', undo)).body.errno).toBe(6);
    expect((await counter('desk-1', 'ana')).undo).toEqual([]);
    await town.post('transfercall', { ...to, place: 'arrival' });
    expect(await own()).toMatchObject([{ ...sent, place: 1 }]);
    expect(labels((await counter('desk-4', 'rui')).waiting).slice(0, 2)).toEqual(['A001', 'A002']);
  });

  it('transfers to the end of the queue or by arrival, as the clerk chooses or the site configures', async () => {
    const sentOn = async (more: object = {}): Promise<string[]> => {
      for (const { ticket_id } of (await counter('desk-1')).waiting)
        await town.post('removeticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id, reason: 'went home' });
      await town.createTicket('Passports');
      const { id } = await town.callNext('Desk 1');
      town.clock.advance(MINUTE_MS);
      await town.createTicket('Taxes');
      town.clock.advance(MINUTE_MS);
      const to = { answer_id: id, desk_id: 'desk-1', dst_type: 'service', dst_id: 'taxes' };
      expect((await town.post('transfercall', { ...to, ...more })).body).toEqual({ success: true });
      return labels((await counter('desk-2')).waiting);
    };
    expect((await counter('desk-1')).transfer_place).toBe('behind');
    expect(await sentOn()).toEqual(['B001', 'A001']);
    const site = townSite();
    await town.site.load({ ...site, settings: { ...(site.settings as object), transfer_place: 'arrival' } });
    expect((await counter('desk-1')).transfer_place).toBe('arrival');
    expect(await sentOn()).toEqual(['A002', 'B002']);
    expect(await sentOn({ place: 'behind' })).toEqual(['B003', 'A003']);
  });

  it('lists and counts tickets of the requested services only', async () => {
    await town.createTicket('Passports');
    await town.createTicket('Taxes');
    const address = `${town.address}/restapi/v2/counters/desk-1?services[]=taxes`;
    const only = (await (await fetch(address)).json()) as CounterAnswer;
    expect([only.waiting_count, labels(only.waiting)]).toEqual([1, ['B001']]);
  });

  it('finds tickets of today regardless of accents and case, with their position', async () => {
    const find = async (text: string): Promise<string[]> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) };
      const found = await fetch(`${town.address}/restapi/v2/counters/desk-2/find`, init);
      const { tickets } = (await found.json()) as FindTicketsAnswer;
      return tickets.map(({ label, state, place, desk_name, served }) =>
        [label, state, place, desk_name, served ? 'served' : ''].join(' ').trim(),
      );
    };
    await town.createTicket('Passports', { client_name: 'Zoë Núñez' });
    await town.createTicket('Passports', { client_name: 'Anton Lost' });
    await town.createTicket('Taxes', { custom_field: 'file 7-B' });
    await town.createTicket('Passports');
    await town.conclude('endcall', (await town.callNext('Desk 1')).id);
    expect(await find('nunez ZOE')).toEqual(['A001 5 0 Desk 1 served']);
    expect(await find('lost')).toEqual(['A002 1 1']);
    expect(await find('7-b')).toEqual(['B001 1 1']);
    expect(await find('3')).toEqual(['A003 1 2']);
    expect(await find('a00')).toEqual(['A003 1 2', 'A002 1 1', 'A001 5 0 Desk 1 served']);
    expect(await find('nobody')).toEqual([]);
    town.clock.advance(24 * 60 * MINUTE_MS);
    await town.createTicket('Passports');
    expect(await find('zoe')).toEqual([]);
  });

  it('lists tickets served today, continues and requeues them, and changes and removes waiting tickets', async () => {
    const served = async (): Promise<string[]> => {
      const answer = await fetch(`${town.address}/restapi/v2/counters/desk-1/served`);
      return labels(((await answer.json()) as ServedTicketsAnswer).tickets);
    };
    const here = { desk_id: 'desk-1', user_id: 'ana' };
    for (const service of ['Passports', 'Taxes', 'Passports']) await town.createTicket(service);
    const first = await town.callNext('Desk 1');
    const { ticket: second } = await town.callNext('Desk 2');
    await town.conclude('endcall', first.id);
    town.clock.advance(MINUTE_MS);
    await town.conclude('endcall', (await counter('desk-2', 'rui')).calls[0]?.answer_id ?? '');
    expect(await served()).toEqual(['A001', 'B001']);
    const on = await town.post('continuevisit', { ...here, ticket_id: first.ticket.id });
    expect(on.body).toMatchObject({ success: true, answer: { ticket: { number: '1' } } });
    expect(labels((await counter('desk-1', 'ana')).calls)).toEqual(['A001']);
    expect((await town.post('requeueticket', { ...here, ticket_id: second.id })).body).toEqual({ success: true });
    expect(await served()).toEqual([]);
    const [waiting] = (await counter('desk-2')).waiting;
    expect(waiting).toMatchObject({ label: 'B001', state: 1 });
    const gone = { ...here, ticket_id: second.id, reason: 'went home' };
    expect((await town.post('removeticket', { ...gone, reason: '' })).body).toMatchObject({ errno: 5 });
    expect((await town.post('changeticket', { ...gone, service_id: 'archive' })).body.errno).toBe(111);
    expect((await town.post('changeticket', { ...gone, service_id: 'passports', priority: 'yes' })).body.success).toBe(
      true,
    );
    expect((await counter('desk-1')).waiting[0]).toMatchObject({ label: 'B001', flags: 1, note: 'went home' });
    expect((await town.post('removeticket', gone)).body.success).toBe(true);
    expect(labels((await counter('desk-1')).waiting)).toEqual(['A002']);
  });

  it('fails with errno 6 for an unknown desk or user', async () => {
    expect(await counter('desk-77')).toMatchObject({ success: false, errno: 6 });
    expect(await counter('desk-1', 'nobody-at-all')).toMatchObject({ success: false, errno: 6 });
  });
});

describe('without authentication', () => {
  it('lists all users and all desks to every client', async () => {
    const town = await openTown();
    const session = (await (await fetch(`${town.address}/restapi/v2/session`)).json()) as SessionAnswer;
    expect(session).toMatchObject({ authentication: false, user: { id: '' } });
    expect(session.users.map(({ id }) => id)).toEqual(['ana', 'eva', 'rui']);
    const short = (await (await fetch(`${town.address}/restapi/v2/session?users=false`)).json()) as SessionAnswer;
    expect(short.users).toEqual([]);
    const { desks } = (await (await fetch(`${town.address}/restapi/v2/counters`)).json()) as CountersAnswer;
    expect(desks.map(({ id }) => id).sort()).toEqual(['desk-1', 'desk-2', 'desk-9']);
    await town.close();
  });
});

describe('with authentication', () => {
  let town: LockedTown;
  beforeEach(async () => {
    const site = lockedSite();
    const users = (site.users as { id: string }[]).map((user) =>
      user.id === 'rui' ? { ...user, desks: ['desk-2'] } : user,
    );
    town = await openLockedTown({ site: { ...site, users } });
  });
  afterEach(() => town.close());

  it('returns a session with the user of the key, and no other users', async () => {
    const { body } = await town.ask('GET', '/restapi/v2/session', await town.keyOf('rui'));
    expect(body).toMatchObject({ authentication: true, user: { id: 'rui', desks: ['desk-2'] }, users: [] });
    expect((await town.ask('GET', '/restapi/v2/session', '')).body.errno).toBe(101);
  });

  it('lists the users that may work at the location of a counter pad', async () => {
    const { body } = await town.ask('GET', '/restapi/v2/session', await town.deviceKey('pad-1'));
    expect(body.device).toMatchObject({ id: 'pad-1', location: 'hall' });
    const ids = (body as SessionAnswer).users.map(({ id }) => id);
    expect(ids).toContain('ana');
    // Works at the clinic only.
    expect(ids).not.toContain('eva');
  });

  it('lists a user’s assigned desks, and refuses other desks and users', async () => {
    const key = await town.keyOf('rui');
    const { body } = await town.ask('GET', '/restapi/v2/counters', key);
    expect((body as CountersAnswer).desks.map(({ id }) => id)).toEqual(['desk-2']);
    expect((await town.ask('GET', '/restapi/v2/counters/desk-2?user_id=rui', key)).body.success).toBe(true);
    expect((await town.ask('GET', '/restapi/v2/counters/desk-1', key)).body.errno).toBe(105);
    expect((await town.ask('GET', '/restapi/v2/counters/desk-2?user_id=ana', key)).body.errno).toBe(104);
  });
});
