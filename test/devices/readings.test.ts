/** How the server reads what the interface leaves open: desk and user of a call, the business day, labels, names of faults. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { listen } from '../helpers/listener.ts';
import { Receiver } from '../helpers/receiver.ts';
import { openTown, type Posted, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let receiver: Receiver;
let town: Town;
beforeEach(async () => {
  receiver = await new Receiver().open();
  const site = townSite();
  town = await openTown({
    webhooks: true,
    site: {
      ...site,
      settings: { ...(site.settings as object), webhook_networks: ['127.0.0.0/8'] },
      webhooks: [
        {
          id: 'ears',
          name: 'Ears',
          url: receiver.url,
          secret: 'a secret of more than twenty-four',
          include_personal_data: true,
        },
      ],
    },
  });
});
afterEach(async () => {
  await town.close();
  await receiver.close();
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Posted> {
  const response = await fetch(`${town.address}/restapi${path}`, { headers });
  return { status: response.status, body: await response.json() };
}

async function done(operation: string, parameters: object): Promise<Posted['body']> {
  const { body } = await town.post(operation, parameters);
  expect(body).toMatchObject({ success: true });
  return body;
}

const NOBODY = { id: '', display_name: '', username: '' };
const ANA = { id: 'ana', display_name: 'Ana Silva', username: 'ana.silva' };
const RUI = { id: 'rui', display_name: 'Rui Costa', username: 'rui.costa' };
const NOWHERE = { id: '', name: '', tag: '' };
const DESK_1 = { id: 'desk-1', name: 'Desk 1', tag: '1' };
const DESK_2 = { id: 'desk-2', name: 'Desk 2', tag: '2' };

describe('desk and user of a ticket', () => {
  interface Named {
    readonly desk: typeof DESK_1;
    readonly user: typeof ANA;
  }

  /** The same in the details, in the newest event and in the newest webhook. */
  async function expectNamed(ticketId: string, { desk, user }: Named, events: Awaited<ReturnType<typeof listen>>) {
    const { ticket } = (await get(`/ticket/details/${ticketId}`)).body;
    expect([ticket.dst_desk, ticket.dst_user]).toEqual([desk.name, user.display_name]);
    const { changes } = await eventsAndHooks(events);
    for (const told of changes) {
      expect([told.ticket_id, told.dst_desk_id, told.dst_user_id]).toEqual([ticketId, desk.id, user.id]);
    }
  }

  let changes = 0;
  /** The newest that was told on each way, once as many as there were changes have come. */
  async function eventsAndHooks(events: Awaited<ReturnType<typeof listen>>): Promise<{ changes: EventTicket[] }> {
    changes += 1;
    const tickets = () => events.heard.flatMap((message) => ('ticket' in message ? [message.ticket] : []));
    await events.until(() => tickets().length >= changes);
    const arrived = await receiver.until(changes);
    return { changes: [tickets()[changes - 1], arrived[changes - 1]?.body.ticket] as EventTicket[] };
  }

  it('are those that it waits for, then those of its newest call, and again those that it waits for', async () => {
    changes = 0;
    const events = await listen(town.address, 'hall');
    const drawn = (await done('createticket', { service_id: 'taxes', desk_id: 'desk-1', user_id: 'ana' })).ticket;
    expect(drawn).toMatchObject({ dst_desk: DESK_1, dst_user: ANA });
    await expectNamed(drawn.id, { desk: DESK_1, user: ANA }, events);

    const atDesk2 = { desk_id: 'desk-2', user_id: 'rui', ticket_id: drawn.id };
    const called = (await done('callticket', atDesk2)).answer;
    expect(called.ticket).toMatchObject({ state: '2', dst_desk: DESK_2, dst_user: RUI });
    await expectNamed(drawn.id, { desk: DESK_2, user: RUI }, events);

    await done('pausecall', { answer_id: called.id });
    const paused = (await done('pausedticketslist', { desk_id: 'desk-1' })).tickets;
    expect(paused).toMatchObject([{ id: drawn.id, state: '3', dst_desk: DESK_2, dst_user: RUI }]);
    await expectNamed(drawn.id, { desk: DESK_2, user: RUI }, events);

    const again = (await done('callpausedticket', { ...atDesk2, desk_id: 'desk-1' })).answer;
    expect(again.ticket).toMatchObject({ dst_desk: DESK_1, dst_user: RUI });
    await expectNamed(drawn.id, { desk: DESK_1, user: RUI }, events);

    await done('cancelcall', { answer_id: again.id });
    const cancelled = (await done('cancellededticketslist', { desk_id: 'desk-2' })).tickets;
    expect(cancelled).toMatchObject([{ id: drawn.id, state: '4', dst_desk: DESK_1, dst_user: RUI }]);
    await expectNamed(drawn.id, { desk: DESK_1, user: RUI }, events);

    await done('requeueticket', atDesk2);
    const waiting = (await done('waitingticketslist', { service_id: 'taxes' })).tickets;
    expect(waiting).toMatchObject([{ id: drawn.id, state: '1', dst_desk: DESK_1, dst_user: ANA }]);
    await expectNamed(drawn.id, { desk: DESK_1, user: ANA }, events);

    const third = (await done('callticket', atDesk2)).answer;
    await expectNamed(drawn.id, { desk: DESK_2, user: RUI }, events);
    await done('transfercall', { answer_id: third.id, desk_id: 'desk-2', dst_type: 'user', dst_id: 'ana' });
    await expectNamed(drawn.id, { desk: NOWHERE, user: ANA }, events);

    const last = (await done('callticket', { ...atDesk2, desk_id: 'desk-1' })).answer;
    await expectNamed(drawn.id, { desk: DESK_1, user: RUI }, events);
    await done('endcall', { answer_id: last.id });
    await expectNamed(drawn.id, { desk: DESK_1, user: RUI }, events);
    await events.close();
  });

  it('are empty where it is for anybody, and stay those of its call when staff end it while it is paused', async () => {
    changes = 0;
    const events = await listen(town.address, 'hall');
    const { ticket } = await done('createticket', { service_id: 'taxes' });
    await expectNamed(ticket.id, { desk: NOWHERE, user: NOBODY }, events);
    const here = { desk_id: 'desk-1', user_id: 'ana', ticket_id: ticket.id };
    const { answer } = await done('callticket', here);
    await eventsAndHooks(events);
    await done('pausecall', { answer_id: answer.id });
    await eventsAndHooks(events);
    await done('removeticket', { ...here, desk_id: 'desk-2', reason: 'went home' });
    await expectNamed(ticket.id, { desk: DESK_1, user: ANA }, events);
    await events.close();
  });

  it('stay what they were when the reset ends the ticket: of the call, or of the addressee without one', async () => {
    const forAna = { service_id: 'taxes', desk_id: 'desk-2', user_id: 'ana' };
    const paused = (await done('createticket', forAna)).ticket.id;
    const waiting = (await done('createticket', forAna)).ticket.id;
    const { answer } = await done('callticket', { desk_id: 'desk-1', user_id: 'rui', ticket_id: paused });
    await done('pausecall', { answer_id: answer.id });
    town.clock.advance(24 * 3_600_000);
    const named = async (id: string) => {
      const { state, dst_desk, dst_user } = (await get(`/ticket/details/${id}`)).body.ticket;
      return [state, dst_desk, dst_user];
    };
    expect(await named(paused)).toEqual([5, 'Desk 1', 'Rui Costa']);
    expect(await named(waiting)).toEqual([5, 'Desk 2', 'Ana Silva']);
  });

  it('are those of the user who took the desk over', async () => {
    const { ticket } = await done('createticket', { service_id: 'taxes' });
    await done('callticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: ticket.id });
    await done('takeover', { desk_id: 'desk-1', user_id: 'rui' });
    const details = (await get(`/ticket/details/${ticket.id}`)).body.ticket;
    expect([details.dst_desk, details.dst_user]).toEqual(['Desk 1', 'Rui Costa']);
  });

  it('that both are named call it at that desk or by that user', async () => {
    for (const [desk, user] of [
      ['desk-1', 'rui'],
      ['desk-2', 'ana'],
    ] as const) {
      const { ticket } = await done('createticket', { service_id: 'taxes', desk_id: 'desk-1', user_id: 'ana' });
      expect((await town.post('callnextticket', { desk_id: 'desk-2', user_id: 'rui' })).body.errno).toBe(8);
      const { answer } = await done('callnextticket', { desk_id: desk, user_id: user });
      expect(answer.ticket.id).toBe(ticket.id);
      await done('endcall', { answer_id: answer.id });
    }
  });
});

describe('the last tickets', () => {
  async function lists(): Promise<readonly (readonly [number, string])[][]> {
    const { lastTickets: flat } = (await get('/ticket/lastTickets?location=hall')).body;
    const asked = { location_id: 'hall', last_tickets_by_service: true, last_tickets_by_desk: true };
    const { byservice, bydesk } = (await done('initialstate', asked)).lastTickets;
    const events = await listen(town.address, 'hall');
    const told = events.state().last_calls.map(({ number, desk_tag }) => [number, desk_tag] as const);
    await events.close();
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
    const entry = (call: any) => [call.ticketNumber, call.ticketDeskTag] as const;
    return [flat.map((one: object) => entry(Object.values(one)[0])), byservice.map(entry), bydesk.map(entry), told];
  }

  it('are each there once with its newest call, in every channel alike', async () => {
    const first = (await done('createticket', { service_id: 'taxes' })).ticket.id;
    await done('createticket', { service_id: 'taxes' });
    let call = await town.call('Desk 1', first);
    for (let detour = 0; detour < 3; detour += 1) {
      await town.conclude('pausecall', call.id);
      town.clock.advance(60_000);
      call = (await done('callpausedticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: first })).answer;
    }
    await town.conclude('endcall', call.id);
    expect(await lists()).toEqual(Array(4).fill([[1, '1']]));
    town.clock.advance(60_000);
    await town.callNext('Desk 1', ['Taxes']);
    const both = [
      [2, '1'],
      [1, '1'],
    ];
    expect(await lists()).toEqual(Array(4).fill(both));
  });

  it('are those of the business day in every channel', async () => {
    await town.createTicket('Passports');
    await town.callNext('Desk 1', ['Passports']);
    town.clock.advance(24 * 3_600_000);
    expect(await lists()).toEqual([[], [], [], []]);
  });
});

describe('a ticket that was cancelled the day before', () => {
  it.each([2, -1])('is in no list and cannot be called, with a tolerance of %s', async (tolerance) => {
    const site = structuredClone(town.site.current().file);
    const hall = site.locations.find(({ id }) => id === 'hall');
    await town.site.replace({
      ...site,
      locations: site.locations.map((one) => (one === hall ? { ...one, ticket_tolerance: tolerance } : one)),
    });
    const { ticket } = await town.createTicket('Passports');
    const call = await town.callNext('Desk 1', ['Passports']);
    await town.conclude('cancelcall', call.id);
    const list = async () => (await done('cancellededticketslist', { desk_id: 'desk-1' })).tickets.length;
    expect(await list()).toBe(1);
    town.clock.advance(24 * 3_600_000);
    expect(await list()).toBe(0);
    const again = { desk_id: 'desk-1', user_id: 'ana', ticket_id: ticket.id };
    const { status, body } = await town.post('callcancelledticket', again);
    expect([status, body.errno]).toEqual([409, 117]);
    expect(body.error).toMatch(/earlier business day/);
  });
});

it.each([{}, { priority: false }])('a transfer with %j takes a priority away', async (more) => {
  await town.createTicket('Passports', { priority: true });
  const call = await town.callNext('Desk 1', ['Passports']);
  const to = { answer_id: call.id, desk_id: 'desk-1', dst_type: 'service', dst_id: 'taxes' };
  await done('transfercall', { ...to, ...more });
  const [ticket] = await town.waiting('Taxes');
  expect(ticket).toMatchObject({ id: call.ticket.id, flags: '0' });
});

it('lists of a desk hold tickets of all its services, set aside at any desk', async () => {
  for (const service of ['Taxes', 'Taxes', 'Passports', 'Passports']) await town.createTicket(service);
  for (const end of ['pausecall', 'cancelcall'])
    for (const service of ['Taxes', 'Passports'])
      await done(end, { answer_id: (await town.callNext('Desk 1', [service])).id });
  for (const list of ['pausedticketslist', 'cancellededticketslist']) {
    const services = async (desk_id: string) =>
      (await done(list, { desk_id })).tickets.map((one: { ticket_service: { id: string } }) => one.ticket_service.id);
    expect((await services('desk-1')).toSorted()).toEqual(['passports', 'taxes']);
    expect(await services('desk-2')).toEqual(['taxes']);
  }
});

describe('a filter that there is not', () => {
  it.each([
    [
      '/locations?filter[location][]=hall',
      'filter[location]',
      'code, locations, services, city, region, country, text',
    ],
    ['/services?filter[locations]=hall&filter[name]=Taxes', 'filter[name]', 'ids, locations, services, text'],
    ['/serverservices?filter[id]=identity', 'filter[id]', 'ids, locations, services, text'],
    ['/users?filter[ids][]=ana', 'filter[ids]', 'users, desks, locations, services, text'],
    ['/users?filter[%3Cb%3E]=ana', 'filter', 'users, desks, locations, services, text'],
  ])('is refused with the known ones: %s', async (path, parameter, known) => {
    const { status, body } = await get(path);
    expect([status, body]).toMatchObject([400, { errno: 5, parameter }]);
    expect(body.error).toContain(known);
  });

  it('that is empty is none', async () => {
    expect((await get('/users?filter[text]=')).body.users).toHaveLength(3);
  });
});

describe('a time that the clocks skip', () => {
  it('is refused with the reason', async () => {
    const asked = { service_id: 'passports', scheduled_to: '2027-03-28 01:30:00' };
    const { status, body } = await town.post('createticket', asked);
    expect([status, body]).toMatchObject([400, { errno: 5, parameter: 'scheduled_to' }]);
    expect(body.error).toMatch(/Europe\/Lisbon.*summer time/);
  });
});

describe('the label of a ticket', () => {
  const draw = (service_id: string) =>
    fetch(`${town.address}/restapi/v2/queuemanagement/createticket`, {
      method: 'POST',
      headers: { 'idempotency-key': `label of ${service_id}` },
      body: new URLSearchParams({ service_id }),
    });

  it('is a header of createticket, also of the same answer again, and in no body', async () => {
    for (const _time of [1, 2]) {
      const response = await draw('blood');
      expect(response.headers.get('ticket-label')).toBe('S01');
      expect((await response.json()).ticket).not.toHaveProperty('label');
    }
  });

  it('is written as in addresses where a header cannot carry it', async () => {
    const site = town.site.current().file;
    const services = site.services.map((one) => (one.id === 'blood' ? { ...one, tag: 'É 药%' } : one));
    await town.site.replace({ ...site, services });
    const header = (await draw('blood')).headers.get('ticket-label') ?? '';
    expect(header).toMatch(/^[ -~]+$/);
    expect(decodeURIComponent(header)).toBe('É 药%01');
  });

  it('is in details and lists if the request asks by profile or parameter, and not otherwise', async () => {
    const ids: string[] = [];
    for (let ticket = 0; ticket < 3; ticket += 1)
      ids.push((await done('createticket', { service_id: 'blood' })).ticket.id);
    const at = { desk_id: 'desk-9', user_id: 'eva' };
    for (const [place, end] of ['pausecall', 'cancelcall'].entries()) {
      const { answer } = await done('callticket', { ...at, ticket_id: ids[place] });
      // A cancelled one is listed only where there is a tolerance: the clinic has none, so it is asked for by its details.
      await done(end, { answer_id: answer.id });
    }
    const read = async (headers: Record<string, string>, more: Record<string, unknown>) => {
      const list = async (operation: string, of: object) =>
        (await town.post(operation, { ...of, ...more }, headers)).body.tickets[0]?.label;
      const query = Object.keys(more).length > 0 ? '?label=true' : '';
      return [
        await list('waitingticketslist', { service_id: 'blood' }),
        await list('pausedticketslist', { desk_id: 'desk-9' }),
        (await get(`/ticket/details/${ids[1]}${query}`, headers)).body.ticket.label,
      ];
    };
    const labels = ['S03', 'S01', 'S02'];
    expect(await read({ 'accept-profile': 'label' }, {})).toEqual(labels);
    expect(await read({ 'accept-profile': 'other;q=1, Label;q=0.5' }, {})).toEqual(labels);
    expect(await read({}, { label: true })).toEqual(labels);
    expect(await read({ 'accept-profile': 'labels' }, {})).toEqual([undefined, undefined, undefined]);
    expect(await read({}, {})).toEqual([undefined, undefined, undefined]);
    const xml = await fetch(`${town.address}/restapi/ticket/details/${ids[1]}?format=xml&label=true`);
    expect(await xml.text()).toContain('<label>S02</label>');
  });
});
