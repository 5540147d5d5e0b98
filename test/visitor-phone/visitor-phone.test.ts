/** Tickets on phones: access, messages and their times. */
import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { KIOSK_LINE_PATH } from '../../main/devices/contract/kiosk-protocol.ts';
import { publicAddress, publicUrlFault } from '../../main/lib/public-url.ts';
import type { CounterAnswer } from '../../main/queue/contract/rest/counters.ts';
import type { PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import { ticketSecrets } from '../../main/visitor-phone/service/ticket-secrets.ts';
import { askTickets, followTicket, PUBLIC_URL, refusedPhone, takeTicket } from '../helpers/phone.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { townsOf } from '../helpers/towns.ts';

let town: Town;
const towns = townsOf(
  async () => {
    const site = townSite();
    town = await openTown({
      site: {
        ...site,
        settings: { ...(site.settings as object), public_url: `${PUBLIC_URL}/`, api_authentication: false },
      },
    });
  },
  () => town.close(),
);

async function phoneOf(secret: string) {
  const phone = await followTicket(town, secret);
  onTestFinished(() => phone.close());
  return phone;
}

const waits =
  (before: number) =>
  (ticket: PhoneTicket): boolean =>
    ticket.state === 'waiting' && ticket.before === before;
const is =
  (state: PhoneTicket['state']) =>
  (ticket: PhoneTicket): boolean =>
    ticket.state === state;

describe('the secret of a ticket', () => {
  const key = randomBytes(32);
  const id = '019aa1b2-1234-7abc-8def-0123456789ab';

  it('contains the id, and a signature that needs the key', () => {
    const secret = ticketSecrets(key).of(id) ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(ticketSecrets(key).read(secret)).toBe(id);
    expect(ticketSecrets(randomBytes(32)).read(secret)).toBeNull();
    const bare = Buffer.from(id.replaceAll('-', ''), 'hex');
    const mac = createHmac('sha256', key).update(bare).digest().subarray(0, 16);
    expect(ticketSecrets(key).read(Buffer.concat([bare, mac]).toString('base64url'))).toBeNull();
  });

  it('is invalid if any character is changed', () => {
    const secrets = ticketSecrets(key);
    const secret = secrets.of(id) ?? '';
    for (let at = 0; at < secret.length; at += 1) {
      const other = secret[at] === 'A' ? 'B' : 'A';
      expect(secrets.read(secret.slice(0, at) + other + secret.slice(at + 1))).toBeNull();
    }
    for (const text of ['', id, secret.slice(1), `${secret}A`, `${secret.slice(0, -1)}=`]) {
      expect(secrets.read(text)).toBeNull();
    }
  });

  it('is created only for our own ids', () => {
    expect(ticketSecrets(key).of('42')).toBeNull();
  });
});

describe('the public address', () => {
  it.each([
    'queue.example',
    'ftp://queue.example',
    'https://user:word@queue.example',
    'https://queue.example/?a',
    'https://queue.example/#a',
    'http://localhost:8080',
    'http://town.localhost',
    'http://127.0.0.1',
    'http://127.1.2.3:80',
    'http://[::1]:8080',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0:8080',
    'http://2130706433/',
  ])('is not %s', (text) => {
    expect(publicUrlFault(text)).not.toBeNull();
    expect(publicAddress(text, 'ticket/x')).toBeNull();
  });

  it('can be in a private network, and below a path', () => {
    expect(publicAddress('http://192.168.4.20:8080', 'ticket/x')).toBe('http://192.168.4.20:8080/ticket/x');
    expect(publicAddress('https://town.example/queue/', 'ticket/x')).toBe('https://town.example/queue/ticket/x');
    expect(publicAddress('', 'ticket/x')).toBeNull();
  });
});

describe('a public address', () => {
  towns.ofItsOwn();

  it('is refused in a site file by its name', async () => {
    const loaded = await town.site.load({ settings: { public_url: 'http://localhost:8080' } });
    expect(loaded).toMatchObject({
      ok: false,
      error: { faults: [expect.stringContaining('settings.public_url: localhost is')] },
    });
  });
});

describe('a ticket', () => {
  towns.ofItsOwn();

  it('comes with the address of its page, in a header and not in the body', async () => {
    const { page, id } = await takeTicket(town, 'passports');
    expect(page).toMatch(new RegExp(`^${PUBLIC_URL}/ticket/[\\w-]{43}$`));
    const answer = await town.client.createTicket({ service_id: 'passports' }, { idempotencyKey: 'one' });
    if (!answer.ok) throw new Error('refused');
    expect(answer.value.page).toMatch(/\/ticket\/[\w-]{43}$/);
    expect(answer.value.page).not.toBe(page);
    const plain = await town.post('createticket', { service_id: 'passports' });
    expect(JSON.stringify(plain.body)).not.toContain('/ticket/');
    expect(page).not.toContain(id);
  });

  it('has no address if the site has none', async () => {
    const { settings } = town.site.current();
    await town.site.load({ settings: { ...settings, public_url: '' } });
    expect((await takeTicket(town, 'passports')).page).toBe('');
    const answer = await town.client.createTicket({ service_id: 'passports' }, { idempotencyKey: 'one' });
    expect(answer).toMatchObject({ ok: true, value: { page: null } });
  });

  it('is shown without personal data', async () => {
    await takeTicket(town, 'passports');
    const { secret, label } = await takeTicket(town, 'passports', {
      client_name: 'Joana Silva',
      custom_field: 'wheelchair',
      lang: 'pt_PT',
    });
    const { status, body } = await askTickets(town, 'lookup', secret);
    expect(status).toBe(200);
    expect(body.ticket).toEqual({
      label,
      state: 'waiting',
      lang: 'pt_PT',
      service: { pt_PT: 'Passaportes', en: 'Passports', ar: 'Passaportes' },
      location: { pt_PT: 'Câmara Municipal', en: 'Town Hall', ar: 'Câmara Municipal' },
      colour: '#0b5f70',
      accent: '',
      logo: '',
      time_zone: 'Europe/Lisbon',
      before: 1,
      // No ticket was called yet: no wait time is known.
      wait_seconds: 0,
      priority: false,
      transferred: false,
      scheduled_at: '',
      desk: {},
      desk_tag: '',
      called_at: '',
      recalled_at: '',
      can_return: false,
    });
    expect(JSON.stringify(body)).not.toMatch(/Joana|wheelchair/);
  });
});

describe('the logo of a location', () => {
  towns.ofItsOwn();

  const png = (text: string) => `data:image/png;base64,${Buffer.from(text).toString('base64')}`;
  const logoOf = async (): Promise<string> => {
    const { secret } = await takeTicket(town, 'passports');
    return (await askTickets(town, 'lookup', secret)).body.ticket.logo;
  };
  const load = (logo: string) => town.site.load({ locations: [{ ...town.site.current().location('hall'), logo }] });

  it('has the address of its content, without an id, and is cached', async () => {
    await load(png('first'));
    const first = await logoOf();
    expect(first).toMatch(/^logo\/[\w-]{22}\.png$/);
    const read = await town.server.inject({ url: `/${first}` });
    expect([read.statusCode, read.body, read.headers['content-type']]).toEqual([200, 'first', 'image/png']);
    expect(read.headers['cache-control']).toContain('immutable');
    await load(png('second'));
    const second = await logoOf();
    expect(second).not.toBe(first);
    expect((await town.server.inject({ url: `/${second}` })).body).toBe('second');
    expect((await town.server.inject({ url: `/${first}` })).statusCode).toBe(404);
  });

  it('is missing without a logo', async () => {
    expect(await logoOf()).toBe('');
    expect((await town.server.inject({ url: '/logo/.png' })).statusCode).toBe(404);
    expect((await town.server.inject({ url: '/logo/' })).statusCode).toBe(404);
  });
});

describe('a phone', () => {
  towns.ofItsOwn();

  it('receives each call ahead, its own call, and the end', async () => {
    for (let i = 0; i < 3; i += 1) await takeTicket(town, 'passports');
    const mine = await takeTicket(town, 'passports');
    const phone = await phoneOf(mine.secret);
    expect(phone.now()).toMatchObject({ label: 'A004', state: 'waiting', before: 3 });
    for (const before of [2, 1, 0]) {
      await town.callNext('Desk 1');
      await phone.shows(waits(before));
    }
    const call = await town.callNext('Desk 1');
    expect(await phone.shows(is('called'))).toMatchObject({ desk: { en: 'Desk 1' }, desk_tag: '1', before: -1 });
    await town.conclude('endcall', call.id);
    expect(await phone.shows(is('ended'))).toMatchObject({ desk: {}, desk_tag: '', called_at: '' });
    // Positions only are sent in short messages.
    expect(phone.heard.filter(({ type }) => type === 'ticket')).toHaveLength(3);
    expect(phone.heard.filter(({ type }) => type === 'place').length).toBeGreaterThanOrEqual(3);
  });

  it('receives a recall, a pause, and the call after it', async () => {
    const mine = await takeTicket(town, 'passports');
    const phone = await phoneOf(mine.secret);
    const call = await town.callNext('Desk 1');
    expect((await phone.shows(is('called'))).recalled_at).toBe('');
    await town.conclude('recall', call.id);
    expect((await phone.shows(({ recalled_at }) => recalled_at !== '')).state).toBe('called');
    await town.conclude('pausecall', call.id);
    await phone.shows(is('paused'));
    await town.post('callpausedticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: mine.id });
    expect((await phone.shows(is('called'))).recalled_at).toBe('');
  });

  it('receives the undo of its call, and keeps its position', async () => {
    await takeTicket(town, 'passports');
    const mine = await takeTicket(town, 'passports');
    const phone = await phoneOf(mine.secret);
    await town.call('Desk 1', mine.id);
    await phone.shows(is('called'));
    const counter = await town.server.inject({ url: '/restapi/v2/counters/desk-1' });
    const [step] = counter.json<CounterAnswer>().undo;
    await town.post('undo', { desk_id: 'desk-1', step_id: step?.step_id });
    expect(await phone.shows(waits(1))).toMatchObject({ state: 'waiting', desk: {}, desk_tag: '', called_at: '' });
  });

  it('follows its ticket into another queue, at its end', async () => {
    await takeTicket(town, 'taxes');
    await takeTicket(town, 'taxes');
    const mine = await takeTicket(town, 'passports');
    const phone = await phoneOf(mine.secret);
    const call = await town.callNext('Desk 1', ['Passports']);
    const moved = await town.post('transfercall', {
      answer_id: call.id,
      dst_type: 'service',
      dst_id: 'taxes',
      priority: false,
      desk_id: 'desk-1',
    });
    expect(moved.body.success).toBe(true);
    expect(await phone.shows(waits(2))).toMatchObject({ label: 'A001', transferred: true, service: { en: 'Taxes' } });
  });

  it('receives the time until which a missed call can be requeued', async () => {
    const mine = await takeTicket(town, 'passports');
    for (let i = 0; i < 3; i += 1) await takeTicket(town, 'passports');
    const phone = await phoneOf(mine.secret);
    const call = await town.callNext('Desk 1');
    await town.conclude('cancelcall', call.id);
    expect((await phone.shows(is('cancelled'))).can_return).toBe(true);
    // The town hall tolerates two calls in between.
    for (let i = 0; i < 3; i += 1) await town.callNext('Desk 1');
    await phone.shows(({ state, can_return }) => state === 'cancelled' && !can_return);
  });

  it('is overtaken by priority tickets, and notified', async () => {
    const mine = await takeTicket(town, 'passports');
    const phone = await phoneOf(mine.secret);
    expect(phone.now().before).toBe(0);
    await takeTicket(town, 'passports', { priority: true });
    await phone.shows(waits(1));
  });

  it('follows the rules of the site when they change', async () => {
    const mine = await takeTicket(town, 'passports');
    await takeTicket(town, 'passports', { priority: true });
    const phone = await phoneOf(mine.secret);
    expect(phone.now().before).toBe(1);
    const hall = town.site.current().location('hall');
    await town.site.load({ locations: [{ ...hall, call_order: 'fifo' }] });
    await phone.shows(waits(0));
  });

  it('is notified when an appointment becomes due, without other events', async () => {
    const hall = town.site.current().location('hall');
    await town.site.load({ locations: [{ ...hall, t_attendance_before: 30 }] });
    const booked = { scheduled_to: '2026-11-20 14:00:00', priority: true };
    const other = await takeTicket(town, 'passports', booked);
    const mine = await takeTicket(town, 'passports');
    town.clock.set('2026-11-20T13:29:30Z');
    const [phone, visitor] = [await phoneOf(mine.secret), await phoneOf(other.secret)];
    expect([phone.now().before, visitor.now().before]).toEqual([0, 1]);
    expect(visitor.now()).toMatchObject({ scheduled_at: '2026-11-20T14:00:00.000Z', wait_seconds: 0 });
    const signs = (): number => phone.heard.filter(({ type }) => type === 'alive').length;
    for (let beat = 1; beat <= 6; beat += 1) {
      town.clock.advance(10_000);
      await expect.poll(signs).toBe(beat);
    }
    await phone.shows(waits(1));
    await visitor.shows(waits(0));
  });

  it('receives the end of the day', async () => {
    const mine = await takeTicket(town, 'passports');
    town.clock.set('2026-11-20T23:59:58Z');
    const phone = await phoneOf(mine.secret);
    town.clock.set('2026-11-21T00:00:01Z');
    await takeTicket(town, 'passports');
    await phone.shows(is('ended'));
  });

  it('shows the desk under its new name', async () => {
    const mine = await takeTicket(town, 'passports');
    const phone = await phoneOf(mine.secret);
    await town.callNext('Desk 1');
    await phone.shows(is('called'));
    await town.site.load({ desks: [{ id: 'desk-1', name: 'Window', tag: '11', location: 'hall' }] });
    await phone.shows(({ desk, desk_tag }) => desk_tag === '11' && desk.en === 'Window');
  });

  it('receives heartbeats, and cannot send anything', async () => {
    const phone = await phoneOf((await takeTicket(town, 'passports')).secret);
    town.clock.advance(10_000);
    await expect.poll(() => phone.heard.some(({ type }) => type === 'alive')).toBe(true);
    phone.socket.send('hello');
    expect(await phone.ended).toBe(1008);
  });

  it('is disconnected when too many follow one ticket: the oldest first', async () => {
    const { secret } = await takeTicket(town, 'passports');
    const first = await phoneOf(secret);
    const others = await Promise.all(Array.from({ length: 8 }, () => phoneOf(secret)));
    expect(await first.ended).toBe(4409);
    expect(others.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
  });

  it('shows the same as other phones of the ticket', async () => {
    const { secret } = await takeTicket(town, 'passports');
    const phones = await Promise.all([phoneOf(secret), phoneOf(secret)]);
    await town.callNext('Desk 1');
    await Promise.all(phones.map((phone) => phone.shows(is('called'))));
  });
});

describe('a number on the screen of a kiosk', () => {
  towns.ofItsOwn();

  /** The connection of a remote kiosk with a number on its screen. */
  async function screenWith(ticketId: string, deviceId = 'kiosk-1') {
    const socket = new WebSocket(`${town.address.replace('http', 'ws')}${KIOSK_LINE_PATH}?device=${deviceId}`);
    onTestFinished(() => socket.terminate());
    const taken: string[] = [];
    let isHeard = false;
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { readonly type: string; readonly ticket: string };
      if (message.type === 'taken') taken.push(message.ticket);
      if (message.type === 'heard') isHeard = true;
    });
    const say = (shown: string): void =>
      socket.send(JSON.stringify({ type: 'device.status', status: { screen: 'problem', shown_ticket: shown } }));
    await new Promise((resolve) => socket.once('open', resolve));
    say(ticketId);
    await vi.waitFor(() => expect(isHeard).toBe(true), PATIENT);
    return { taken, say, hangUp: () => socket.terminate() };
  }
  const PATIENT = { timeout: 30_000, interval: 5 };
  const wrongOf = (secret: string): string => secret.replace(/.$/, secret.endsWith('A') ? 'B' : 'A');

  it('is reported to its kiosk as taken once a phone opens it with its secret', async () => {
    const [mine, other] = [await takeTicket(town, 'passports'), await takeTicket(town, 'passports')];
    const [kiosk, next] = [await screenWith(mine.id), await screenWith('', 'kiosk-9')];
    expect((await refusedPhone(town, wrongOf(mine.secret))).errno).toBe(6);
    expect((await refusedPhone(town, mine.id)).errno).toBe(6);
    await phoneOf(other.secret);
    await phoneOf(mine.secret);
    await vi.waitFor(() => expect(kiosk.taken).toEqual([mine.id]), PATIENT);
    // The next visitor is notified only of this visitor's ticket.
    kiosk.say(other.id);
    await vi.waitFor(() => expect(kiosk.taken).toEqual([mine.id, other.id]), PATIENT);
    expect(next.taken).toEqual([]);
  });

  it('is reported again to a kiosk after a lost connection', async () => {
    const mine = await takeTicket(town, 'passports');
    const before = await screenWith(mine.id);
    await phoneOf(mine.secret);
    await vi.waitFor(() => expect(before.taken).toEqual([mine.id]), PATIENT);
    before.hangUp();
    const after = await screenWith(mine.id);
    await vi.waitFor(() => expect(after.taken).toEqual([mine.id]), PATIENT);
  });
});

describe('leaving the queue', () => {
  towns.ofItsOwn();

  it('ends a waiting ticket, for all clients', async () => {
    const mine = await takeTicket(town, 'passports');
    const other = await takeTicket(town, 'passports');
    const [phone, behind] = [await phoneOf(mine.secret), await phoneOf(other.secret)];
    const { status, body } = await askTickets(town, 'leave', mine.secret);
    expect([status, body.ticket.state]).toEqual([200, 'ended']);
    await phone.shows(is('ended'));
    await behind.shows(waits(0));
    expect((await town.waiting('Passports')).map(({ id }) => id)).toEqual([other.id]);
    expect((await askTickets(town, 'leave', mine.secret)).body).toMatchObject({ success: false, errno: 115 });
  });

  it('is refused after the call', async () => {
    const mine = await takeTicket(town, 'passports');
    await town.callNext('Desk 1');
    const { status, body } = await askTickets(town, 'leave', mine.secret);
    expect([status, body.errno]).toEqual([409, 115]);
    expect((await askTickets(town, 'lookup', mine.secret)).body.ticket.state).toBe('called');
  });

  it('lets exactly one of simultaneous leaving and calling succeed', async () => {
    const mine = await takeTicket(town, 'passports');
    const [left, called] = await Promise.all([
      askTickets(town, 'leave', mine.secret),
      town.post('callticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: mine.id }),
    ]);
    expect([left.body.success, called.body.success].filter(Boolean)).toHaveLength(1);
    expect(left.body.errno ?? called.body.errno).toBe(115);
  });
});

describe('a client without a secret', () => {
  towns.ofItsOwn();

  it('gets an unknown ticket, and a rate limit after five attempts', async () => {
    const { id, secret } = await takeTicket(town, 'passports');
    const wrong = secret.replace(/.$/, secret.endsWith('A') ? 'B' : 'A');
    const errnos: number[] = [];
    for (const each of [wrong, id, 'x', wrong]) errnos.push((await askTickets(town, 'lookup', each)).body.errno);
    expect((await refusedPhone(town, wrong)).errno).toBe(6);
    expect(errnos).toEqual([6, 6, 6, 6]);
    const refused = await refusedPhone(town, wrong);
    expect(refused).toMatchObject({ status: 429, errno: 107 });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect((await askTickets(town, 'leave', wrong)).status).toBe(429);
    // Other visitors at the location have the same address.
    expect((await askTickets(town, 'lookup', secret)).status).toBe(200);
    town.clock.advance(60_000);
    expect((await askTickets(town, 'lookup', wrong)).body.errno).toBe(6);
  });

  it('cannot use a page from another origin', async () => {
    const { secret } = await takeTicket(town, 'passports');
    expect(await refusedPhone(town, secret, { origin: 'https://elsewhere.example' })).toMatchObject({ errno: 108 });
  });

  it('gets an ordinary response without a handshake', async () => {
    const response = await fetch(`${town.address}/restapi/v2/tickets/live`);
    expect([response.status, await response.json()]).toMatchObject([400, { errno: 5, parameter: 'upgrade' }]);
  });
});

describe('a day after the end', () => {
  towns.ofItsOwn();

  it.each(['endcall', 'cancelcall'])('the ticket is deleted (%s)', async (operation) => {
    const mine = await takeTicket(town, 'passports');
    const call = await town.callNext('Desk 1');
    await town.conclude(operation, call.id);
    town.clock.advance(24 * 3600 * 1000 - 5_000);
    const phone = await phoneOf(mine.secret);
    expect((await askTickets(town, 'lookup', mine.secret)).status).toBe(200);
    town.clock.advance(5_000);
    expect((await askTickets(town, 'lookup', mine.secret)).body.errno).toBe(6);
    town.clock.advance(10_000);
    expect(await phone.ended).toBe(4404);
    expect((await refusedPhone(town, mine.secret)).errno).toBe(6);
  });
});

describe('secrets', () => {
  towns.ofItsOwn();

  it('are in no log, metric or API address', async () => {
    const mine = await takeTicket(town, 'passports');
    const phone = await phoneOf(mine.secret);
    await askTickets(town, 'lookup', mine.secret);
    await askTickets(town, 'leave', mine.secret);
    await phone.shows(is('ended'));
    const metrics = await (await fetch(`${town.address}/metrics`)).text();
    expect(JSON.stringify(town.logged) + metrics).not.toContain(mine.secret.slice(22));
    expect(phone.socket.protocol).toBe('take-a-number');
    expect(phone.socket.url).not.toContain(mine.secret);
  });
});
