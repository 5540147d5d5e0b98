/** Webhook deliveries in order, failing and hanging receivers, secrets, and attempts by administrators. */
import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Arrived, answer, hang, hangUp, Receiver } from '../helpers/receiver.ts';
import { openTown, type Posted, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const SECRET = 'a secret of more than twenty-four';
const HOUR_MS = 3_600_000;

let receiver: Receiver;
let town: Town;
beforeEach(async () => {
  receiver = await new Receiver().open();
});
afterEach(async () => {
  await town.close();
  await receiver.close();
});

async function open(webhook: object = {}, settings: object = {}): Promise<void> {
  const site = townSite();
  town = await openTown({
    webhooks: true,
    site: {
      ...site,
      settings: { ...(site.settings as object), webhook_networks: ['127.0.0.0/8'], ...settings },
      webhooks: [{ id: 'ears', name: 'Ears', url: receiver.url, secret: SECRET, ...webhook }],
    },
  });
}

async function admin(method: string, path: string, body?: unknown): Promise<Posted> {
  const response = await fetch(`${town.address}/restapi/v2/admin/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
const log = async (): Promise<any[]> => (await admin('GET', 'webhooks/ears/deliveries')).body.deliveries;
const state = async () => (await admin('GET', 'webhooks/ears/deliveries')).body.webhook;

/** Waits until the newest entry of the log matches. */
async function untilNewest(expected: object): Promise<void> {
  await vi.waitFor(async () => expect((await log())[0]).toMatchObject(expected), { timeout: 30_000 });
}

/** Signature check of a receiver, by WebCrypto instead of the program's code. */
async function isGenuine({ headers, text }: Arrived, secret = SECRET): Promise<boolean> {
  const { t = '', v1 = '' } = Object.fromEntries(
    (headers['take-a-number-signature'] ?? '').split(',').map((part) => part.split('=')),
  );
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['verify']);
  return webcrypto.subtle.verify('HMAC', key, Buffer.from(v1, 'hex'), bytes.encode(`${t}.${text}`));
}

describe('a webhook', () => {
  it('receives every change of a ticket, in order, signed, each with a unique id', async () => {
    await open();
    const { ticket } = await town.createTicket('Passports');
    const { id } = await town.call('Desk 1', ticket.id);
    await town.conclude('recall', id);
    await town.conclude('pausecall', id);
    const arrived = await receiver.until(4);
    expect(receiver.types).toEqual(['ticket.created', 'ticket.called', 'ticket.recalled', 'ticket.paused']);
    for (const one of arrived) {
      expect(await isGenuine(one)).toBe(true);
      expect(await isGenuine(one, `${SECRET}!`)).toBe(false);
      expect(await isGenuine({ ...one, text: one.text.replace('ticket', 'Ticket') })).toBe(false);
      expect(one.headers).toMatchObject({
        method: 'POST',
        'content-type': 'application/json; charset=utf-8',
        'take-a-number-delivery': one.body.id,
        'take-a-number-event': one.body.type,
        'take-a-number-attempt': '1',
      });
    }
    expect(new Set(arrived.map(({ body }) => body.id)).size).toBe(4);
    const sequences = arrived.map(({ body }) => body.sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(arrived[1]?.body).toMatchObject({
      at: '2026-11-20T12:00:00.000Z',
      location: 'hall',
      ticket: {
        ticket_id: ticket.id,
        answer_id: id,
        label: 'A001',
        desk_name: 'Desk 1',
        state: 2,
        called_at: '2026-11-20T12:00:00.000Z',
        ended_at: '',
      },
    });
    // State after each change, not at the time of delivery.
    expect(arrived.map(({ body }) => body.ticket.state)).toEqual([1, 2, 2, 3]);
  });

  it('receives no names, notes or users, even if displays show names', async () => {
    await open({}, { names_on_displays: true });
    const personal = { client_name: 'Visitor-QXZW', custom_field: 'Field-QXZW' };
    const { ticket } = await town.createTicket('Passports', personal);
    await town.call('Desk 1', ticket.id);
    const arrived = await receiver.until(2);
    expect(arrived.map(({ text }) => text).join()).not.toMatch(/QXZW|"ana"/);
    expect(JSON.stringify([await log(), town.logged])).not.toMatch(/QXZW/);
  });

  it('receives names and users if it includes personal data', async () => {
    await open({ include_personal_data: true });
    const { ticket } = await town.createTicket('Passports', { client_name: 'Visitor-QXZW' });
    await town.call('Desk 1', ticket.id);
    const [, called] = await receiver.until(2);
    expect(called?.body.ticket).toMatchObject({ client_name: 'Visitor-QXZW', user_id: 'ana' });
  });

  it('receives only its events at its locations', async () => {
    await open({ events: ['ticket.called'], locations: ['clinic'] });
    const here = await town.createTicket('Passports');
    await town.call('Desk 1', here.ticket.id);
    const there = await town.createTicket('Blood tests');
    await town.call('Desk 9', there.ticket.id);
    const [first] = await receiver.until(1);
    await untilNewest({ state: 'delivered' });
    expect(receiver.types).toEqual(['ticket.called']);
    expect(first?.body.location).toBe('clinic');
  });

  it('receives no events from before it was created or while it was off', async () => {
    await open({ state: 0 });
    await town.createTicket('Passports');
    const { secret: _secret, ...webhook } = { id: 'ears', name: 'Ears', url: receiver.url, secret: SECRET };
    await admin('PUT', 'webhooks/ears', webhook);
    await town.createTicket('Passports');
    await receiver.until(1);
    await untilNewest({ state: 'delivered' });
    await admin('PUT', 'webhooks/ears', { ...webhook, state: 0 });
    expect(await state()).toMatchObject({ state: 'off' });
    await town.createTicket('Passports');
    await admin('PUT', 'webhooks/ears', webhook);
    await town.createTicket('Passports');
    await receiver.until(2);
    expect(receiver.arrived.map(({ body }) => body.ticket.number)).toEqual([2, 4]);
  });
});

describe('a receiver that fails', () => {
  it('receives the same delivery again after growing delays, and later events only after it', async () => {
    await open();
    receiver.next.push(answer(500), hangUp, answer(503, { 'retry-after': '90' }));
    const first = await town.createTicket('Passports');
    await untilNewest({ state: 'waiting', attempts: 1, status: 500, fault: 'status' });
    await town.createTicket('Passports');
    expect((await log())[0].next_try_at).toBe('2026-11-20T12:00:05.000Z');
    expect(await state()).toMatchObject({ state: 'failing', attempts: 1, fault: 'status' });
    town.clock.advance(4_999);
    await town.createTicket('Passports');
    expect(receiver.arrived).toHaveLength(1);
    town.clock.advance(1);
    await untilNewest({ state: 'waiting', attempts: 2, status: 0, fault: 'connection' });
    town.clock.advance(10_000);
    await untilNewest({ state: 'waiting', attempts: 3, status: 503 });
    // Longer than the usual 20 s, because the receiver requested it.
    expect((await log())[0].next_try_at).toBe('2026-11-20T12:01:45.000Z');
    town.clock.advance(90_000);
    const arrived = await receiver.until(6);
    await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'on', behind: 0 }), { timeout: 30_000 });
    expect(arrived.map(({ body }) => body.ticket.number)).toEqual([1, 1, 1, 1, 2, 3]);
    expect(new Set(arrived.slice(0, 4).map(({ text }) => text)).size).toBe(1);
    expect(arrived[0]?.body.ticket.ticket_id).toBe(first.ticket.id);
    expect(arrived.slice(0, 4).map(({ headers }) => headers['take-a-number-attempt'])).toEqual(['1', '2', '3', '4']);
    const signatures = arrived.slice(0, 4).map(({ headers }) => headers['take-a-number-signature']);
    expect(new Set(signatures).size).toBe(4);
    for (const one of arrived) expect(await isGenuine(one)).toBe(true);
    const entries = await log();
    expect(entries.map(({ state: each, attempts }) => [each, attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
      ['delivered', 4],
    ]);
  });

  it('receives the next event after it refuses one permanently', async () => {
    await open();
    receiver.next.push(answer(422));
    await town.createTicket('Passports');
    await town.createTicket('Passports');
    await receiver.until(2);
    await vi.waitFor(async () => expect((await log()).map((one) => one.state)).toEqual(['delivered', 'refused']), {
      timeout: 30_000,
    });
  });

  it('cannot redirect a delivery', async () => {
    await open();
    receiver.next.push(answer(302, { location: receiver.url.replace('hook', 'elsewhere') }));
    await town.createTicket('Passports');
    await untilNewest({ state: 'waiting', status: 302, fault: 'redirect' });
    expect(receiver.arrived).toHaveLength(1);
  });

  it('is paused after status 410, and receives the missed events after it is resumed', async () => {
    await open();
    receiver.next.push(answer(410));
    await town.createTicket('Passports');
    await untilNewest({ state: 'failed', status: 410 });
    expect(await state()).toMatchObject({ state: 'paused', paused_at: '2026-11-20T12:00:00.000Z' });
    await town.createTicket('Passports');
    await town.createTicket('Passports');
    expect(receiver.arrived).toHaveLength(1);
    expect(await state()).toMatchObject({ behind: 2 });
    expect((await admin('POST', 'webhooks/ears/resume')).body).toEqual({ success: true });
    await receiver.until(3);
    expect(receiver.arrived.map(({ body }) => body.ticket.number)).toEqual([1, 2, 3]);
    expect(await state()).toMatchObject({ state: 'on', paused_at: '' });
  });

  it('is retried for a day, at least hourly, then paused, which status, log and metrics show', async () => {
    await open();
    await receiver.close();
    await town.createTicket('Passports');
    await untilNewest({ state: 'waiting', attempts: 1, fault: 'connection' });
    let attempts = 1;
    for (let entry = (await log())[0]; entry.state === 'waiting'; entry = (await log())[0]) {
      const wait = Date.parse(entry.next_try_at) - town.clock.now();
      expect(wait).toBeLessThanOrEqual(HOUR_MS);
      attempts = entry.attempts;
      town.clock.advance(wait);
      await vi.waitUntil(async () => (await log())[0].attempts > attempts, { timeout: 30_000 });
    }
    const [last] = await log();
    expect(last).toMatchObject({ state: 'failed', fault: 'connection', next_try_at: '' });
    const spent = Date.parse(last.tried_at) - Date.parse('2026-11-20T12:00:00Z');
    expect(spent).toBeGreaterThan(22 * HOUR_MS);
    expect(spent).toBeLessThanOrEqual(24 * HOUR_MS);
    expect((await admin('GET', 'webhook-status')).body.webhooks).toMatchObject([{ id: 'ears', state: 'paused' }]);
    expect(town.logged.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['webhook.attempt-failed', 'webhook.paused']),
    );
    const figures = await (await fetch(`${town.address}/metrics`)).text();
    expect(figures).toContain('tan_webhook_paused{webhook="ears"} 1');
    expect(figures).toContain('tan_webhook_tries_total{webhook="ears",state="failed"} 1');
    // Manual retry, once the receiver is available again.
    await receiver.open();
    const { body } = await admin('POST', `webhooks/ears/deliveries/${last.delivery}/retry`);
    expect(body.delivery).toMatchObject({ id: last.id, state: 'delivered', attempts: last.attempts + 1, status: 204 });
    expect(receiver.arrived.map((one) => one.body.id)).toEqual([last.id]);
  });

  it('misses events after three days of pause, and their number is reported', async () => {
    await open({ events: ['ticket.created'] });
    receiver.next.push(answer(410));
    await town.createTicket('Passports');
    await untilNewest({ state: 'failed' });
    await town.createTicket('Passports');
    town.clock.advance(71 * HOUR_MS);
    await town.createTicket('Passports');
    town.clock.advance(2 * HOUR_MS);
    await vi.waitFor(
      async () => {
        town.clock.advance(60_000);
        expect(await state()).toMatchObject({ state: 'paused', missed: 1 });
      },
      { timeout: 30_000 },
    );
    expect(town.logged).toContainEqual({ event: 'webhook.events-dropped', data: { webhook: 'ears', count: 1 } });
    await admin('POST', 'webhooks/ears/resume');
    const [, second] = await receiver.until(2);
    expect(second?.body.at).toBe('2026-11-23T11:00:00.000Z');
  });

  it('is retried immediately when its address is changed', async () => {
    await open();
    await receiver.close();
    await town.createTicket('Passports');
    await untilNewest({ state: 'waiting' });
    const moved = await new Receiver().open();
    await admin('PUT', 'webhooks/ears', { name: 'Ears', url: moved.url, secret: SECRET });
    await moved.until(1);
    // An attempt may still use the old address while the new one is being saved.
    await untilNewest({ state: 'delivered' });
    await moved.close();
  });
});

describe('a receiver that hangs', () => {
  it('delays no tickets, calls or deliveries to other receivers', async () => {
    await open();
    const other = await new Receiver().open();
    await admin('POST', 'webhooks', { id: 'other', name: 'Other', url: other.url, secret: SECRET });
    receiver.behaviour = hang;
    await town.createTicket('Passports');
    await receiver.until(1);
    // From here to the last line, the request stays open without a response.
    for (let number = 0; number < 20; number += 1) {
      const { ticket } = await town.createTicket('Passports');
      await town.call('Desk 1', ticket.id);
    }
    // 21 tickets, 20 calls, 19 of which ended the call before.
    await other.until(60);
    expect(receiver.arrived).toHaveLength(1);
    expect(await log()).toEqual([]);
    await other.close();
  });

  it('leaves at most twenty finished deliveries unrecorded', async () => {
    await open();
    await admin('POST', 'webhooks', { id: 'late', name: 'Late', url: receiver.url, events: ['ticket.created'] });
    for (let number = 0; number < 27; number += 1) await town.createTicket('Passports');
    await receiver.until(27);
    receiver.next.push(...Array.from({ length: 25 }, () => answer(204)), hang);
    await admin('POST', 'webhooks/late/secret');
    await receiver.until(27 + 26);
    const written = async () => (await admin('GET', 'webhooks/late/deliveries')).body.deliveries.length;
    await vi.waitFor(async () => expect(await written()).toBe(20), { timeout: 30_000 });
  });

  it('causes a timeout after ten seconds, and is retried', async () => {
    await open();
    receiver.next.push(hang);
    await town.createTicket('Passports');
    await receiver.until(1);
    town.clock.advance(10_000);
    await untilNewest({ state: 'waiting', fault: 'timeout', status: 0 });
    town.clock.advance(5_000);
    await receiver.until(2);
    await untilNewest({ state: 'delivered', attempts: 2 });
  });

  it('counts as delivered after a 2xx status, however long its response body', async () => {
    await open();
    let cut = false;
    receiver.next.push((response) => {
      response.writeHead(200);
      response.on('close', () => {
        cut = true;
      });
      const talk = (): void => {
        if (!cut && response.write('x'.repeat(65_536))) setImmediate(talk);
        else response.once('drain', talk);
      };
      talk();
    });
    await town.createTicket('Passports');
    await untilNewest({ state: 'delivered', status: 200 });
    await vi.waitUntil(() => cut, { timeout: 30_000 });
  });
});

describe('addresses of webhooks', () => {
  it.each([
    ['an address of this machine', (url: string) => url],
    ['the name of this machine', (url: string) => url.replace('127.0.0.1', 'localhost')],
    ['a decimal form of the address', (url: string) => url.replace('127.0.0.1', '2130706433')],
    ['an IPv6 form of the address', (url: string) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]')],
    ['the unspecified address', (url: string) => url.replace('127.0.0.1', '0.0.0.0')],
  ])('in the internal network are not reached: %s', async (_name, change) => {
    await open({ url: change(receiver.url) }, { webhook_networks: [] });
    await town.createTicket('Passports');
    await untilNewest({ state: 'waiting', fault: 'address', status: 0 });
    expect(receiver.arrived).toEqual([]);
  });

  it('with an unknown host name are reported as such', async () => {
    await open({ url: 'http://nobody.invalid/' });
    await town.createTicket('Passports');
    await untilNewest({ state: 'waiting', fault: 'name' });
  });

  it.each([
    ['ftp://example.org/', 'url: has an invalid format'],
    ['https://user:word@example.org/', 'url: must not contain a user name or password; use the signature'],
    ['https://example.org/#part', 'url: must not contain a #'],
    ['https://[::1/', 'url: is not an address such as https://example.org/queue'],
  ])('that are invalid are refused: %s', async (url, fault) => {
    await open();
    const { status, body } = await admin('POST', 'webhooks', { name: 'New', url });
    expect([status, body.faults]).toEqual([400, [fault]]);
  });
});

describe('the secret of a webhook', () => {
  it('is generated on demand, and shown only once', async () => {
    await open();
    const { body } = await admin('POST', 'webhooks/ears/secret');
    expect(body).toMatchObject({ success: true, webhook_id: 'ears', secret: expect.stringMatching(/^[\w-]{43}$/) });
    const shown = await Promise.all(
      ['site', 'webhooks', 'webhooks/ears', 'webhook-status', 'webhooks/ears/deliveries', 'audit'].map((path) =>
        admin('GET', path),
      ),
    );
    for (const one of shown) {
      expect(one.status).toBe(200);
      expect(JSON.stringify(one.body)).not.toContain(body.secret);
      expect(JSON.stringify(one.body)).not.toContain(SECRET);
    }
    await town.createTicket('Passports');
    const [first] = await receiver.until(1);
    expect(await isGenuine(first!, body.secret)).toBe(true);
  });

  it('is kept by changes without a secret, and deleted with the webhook', async () => {
    await open();
    await admin('PUT', 'webhooks/ears', { name: 'Big ears', url: receiver.url });
    await town.createTicket('Passports');
    const [first] = await receiver.until(1);
    expect(await isGenuine(first!)).toBe(true);
    await untilNewest({ state: 'delivered' });
    await admin('DELETE', 'webhooks/ears');
    await admin('POST', 'webhooks', { id: 'ears', name: 'Ears', url: receiver.url });
    expect(await state()).toMatchObject({ state: 'needs_secret' });
    expect(await log()).toEqual([]);
  });

  it('is discarded when the address changes, even if it is changed back', async () => {
    await open();
    const elsewhere = await new Receiver().open();
    await admin('PUT', 'webhooks/ears', { name: 'Ears', url: elsewhere.url });
    expect(await state()).toMatchObject({ state: 'needs_secret' });
    await town.createTicket('Passports');
    await admin('PUT', 'webhooks/ears', { name: 'Ears', url: receiver.url });
    expect(await state()).toMatchObject({ state: 'needs_secret' });
    const { body } = await admin('POST', 'webhooks/ears/secret');
    const [first] = await receiver.until(1);
    expect(await isGenuine(first!, body.secret)).toBe(true);
    expect(elsewhere.arrived).toEqual([]);
    await elsewhere.close();
  });

  it('is required for deliveries, which wait until it is set', async () => {
    await open();
    await admin('POST', 'webhooks', { id: 'bare', name: 'Bare', url: receiver.url.replace('hook', 'bare') });
    await town.createTicket('Passports');
    await receiver.until(1);
    expect((await admin('POST', 'webhooks/bare/test')).body).toMatchObject({ errno: 7 });
    const { body } = await admin('POST', 'webhooks/bare/secret');
    const [, second] = await receiver.until(2);
    expect(await isGenuine(second!, body.secret)).toBe(true);
    expect(second?.body.ticket.number).toBe(1);
  });
});

describe('tests and manual retries of webhooks', () => {
  it('send a ping immediately, and return its result', async () => {
    await open();
    const good = await admin('POST', 'webhooks/ears/test');
    expect(good.body.delivery).toMatchObject({ type: 'webhook.ping', state: 'delivered', status: 204, fault: '' });
    expect(receiver.arrived[0]?.body).toEqual({
      id: good.body.delivery.id,
      type: 'webhook.ping',
      sequence: 0,
      at: '2026-11-20T12:00:00.000Z',
      location: '',
    });
    expect(await isGenuine(receiver.arrived[0]!)).toBe(true);
    receiver.behaviour = answer(404);
    const bad = await admin('POST', 'webhooks/ears/test');
    expect(bad.body.delivery).toMatchObject({ state: 'failed', status: 404, fault: 'status', next_try_at: '' });
    expect((await log()).map(({ state: each }) => each)).toEqual(['failed', 'delivered']);
    expect(await state()).toMatchObject({ state: 'on' });
  });

  it('keep a delivery as delivered if its manual retry fails', async () => {
    await open();
    await town.createTicket('Passports');
    await untilNewest({ state: 'delivered' });
    receiver.behaviour = answer(500);
    const [{ delivery }] = await log();
    const { body } = await admin('POST', `webhooks/ears/deliveries/${delivery}/retry`);
    expect(body.delivery).toMatchObject({ state: 'delivered', attempts: 2, status: 500, fault: 'status' });
  });

  it('run one at a time', async () => {
    await open();
    receiver.next.push(hang);
    const hanging = admin('POST', 'webhooks/ears/test');
    await receiver.until(1);
    expect((await admin('POST', 'webhooks/ears/test')).body).toMatchObject({ errno: 7 });
    town.clock.advance(10_000);
    expect((await hanging).body.delivery).toMatchObject({ fault: 'timeout' });
    expect((await admin('POST', 'webhooks/ears/test')).body.delivery).toMatchObject({ state: 'delivered' });
  });

  it('retry a waiting delivery before its time', async () => {
    await open();
    receiver.next.push(answer(500));
    await town.createTicket('Passports');
    await untilNewest({ state: 'waiting' });
    const [{ delivery }] = await log();
    expect((await admin('POST', `webhooks/ears/deliveries/${delivery}/retry`)).body.delivery).toMatchObject({
      state: 'waiting',
    });
    await untilNewest({ state: 'delivered', attempts: 2 });
  });

  it('fail for unknown webhooks and deliveries', async () => {
    await open();
    for (const [method, path] of [
      ['GET', 'webhooks/none/deliveries'],
      ['POST', 'webhooks/none/test'],
      ['POST', 'webhooks/none/resume'],
      ['POST', 'webhooks/none/secret'],
      ['POST', 'webhooks/none/deliveries/1/retry'],
      ['POST', 'webhooks/ears/deliveries/1/retry'],
    ] as const) {
      expect([path, (await admin(method, path)).body.errno]).toEqual([path, 6]);
    }
    for (const before of ['x', '-1', '9'.repeat(20)]) {
      const { body } = await admin('GET', `webhooks/ears/deliveries?before=${before}`);
      expect(body).toMatchObject({ errno: 5, parameter: 'before' });
    }
  });

  it('appear in the paged log', async () => {
    await open();
    for (let number = 0; number < 5; number += 1) await admin('POST', 'webhooks/ears/test');
    const pages: number[][] = [];
    let next = '';
    do {
      const { body } = await admin('GET', `webhooks/ears/deliveries?limit=2&before=${next}`);
      pages.push(body.deliveries.map((one: { delivery: number }) => one.delivery));
      next = body.next;
    } while (next !== '');
    expect(pages).toEqual([[5, 4], [3, 2], [1]]);
  });
});
