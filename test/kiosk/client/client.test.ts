import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueClient } from '../../../main/kiosk/client/client.ts';
import type { QueueClient } from '../../../main/kiosk/client/queue-client.ts';
import { remoteFetch } from '../../../main/kiosk/client/remote.ts';
import { openTown, type Town } from '../../helpers/town.ts';

let town: Town;
beforeEach(async () => {
  town = await openTown();
});
afterEach(() => town.close());

function remoteClient(
  baseUrl: string,
  more: { readonly deadlineMs?: number; readonly languages?: readonly string[] } = {},
): QueueClient {
  const { deadlineMs = 5_000, languages = ['en'] } = more;
  return createQueueClient({
    fetch: remoteFetch({ baseUrl, deadlineMs }),
    clock: town.clock,
    languages,
    locationId: 'hall',
  });
}

/** Another server, that answers what the test says. */
async function standIn(
  answer: (path: string, response: ServerResponse, headers: NodeJS.Dict<string | string[]>) => void,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => answer(request.url ?? '', response, request.headers));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.each(['embedded', 'remote'])('the %s client', (kind) => {
  const client = (): QueueClient => (kind === 'embedded' ? town.client : remoteClient(town.address));

  it('takes a ticket once for one key', async () => {
    const options = { idempotencyKey: 'one touch' };
    const first = await client().createTicket({ service_id: 'passports', lang: 'pt' }, options);
    const again = await client().createTicket({ service_id: 'passports', lang: 'pt' }, options);
    expect(first).toMatchObject({ ok: true, value: { ticket: { number: '1', lang: 'pt_PT' } } });
    expect(again).toEqual(first);
  });

  it('hands on the address of the page of a ticket, where phones have one', async () => {
    const take = (idempotencyKey: string) => client().createTicket({ service_id: 'passports' }, { idempotencyKey });
    expect(await take('without')).toMatchObject({ ok: true, value: { page: null } });
    const { settings } = town.site.current();
    await town.site.load({ settings: { ...settings, public_url: 'https://queue.example', api_authentication: false } });
    const page = expect.stringMatching(/^https:\/\/queue\.example\/ticket\/[\w-]{43}$/);
    expect(await take('with')).toMatchObject({ ok: true, value: { page } });
  });

  it('tells a refusal with its number', async () => {
    const answer = await client().createTicket({ service_id: 'archive' }, { idempotencyKey: 'k' });
    expect(answer).toEqual({ ok: false, error: { kind: 'refused', errno: 111, error: 'The service is closed.' } });
  });

  it('reads locations and services in a language', async () => {
    const locations = await client().locations('pt_PT');
    expect(locations.ok && locations.value.find(({ id }) => id === 'hall')?.name).toBe('Câmara Municipal');
    const services = await client().services('pt_PT', { ids: ['passports'] });
    expect(services.ok && services.value.map(({ name }) => name)).toEqual(['Passaportes']);
  });
});

describe('watching', () => {
  it('hears of the own location only, until it is stopped', async () => {
    const heard = vi.fn();
    const stop = town.client.watch('hall', heard);
    await town.createTicket('Blood tests');
    await town.createTicket('Passports');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), { timeout: 30_000 });
    stop();
    await town.createTicket('Passports');
    await town.client.waitingTicketsCount('hall');
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('of a remote server asks again every two seconds', async () => {
    const heard = vi.fn();
    const stop = remoteClient(town.address).watch('hall', heard);
    await town.createTicket('Passports');
    await vi.waitFor(async () => {
      await town.createTicket('Passports');
      town.clock.advance(2_000);
      expect(heard).toHaveBeenCalled();
    }, 20_000);
    stop();
  });
});

describe('a server elsewhere', () => {
  it('that is not there is unreachable', async () => {
    const { server, url } = await standIn(() => {});
    await new Promise((resolve) => server.close(resolve));
    expect(await remoteClient(url).waitingTicketsCount('hall')).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it('that answers nonsense is unreachable', async () => {
    const { server, url } = await standIn((_path, response) => response.end('<html>'));
    expect(await remoteClient(url).waitingTicketsCount('hall')).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
    server.close();
  });

  it('that does not answer in time is asked once more, with the same key', async () => {
    const keys: unknown[] = [];
    const { server, url } = await standIn((_path, response, headers) => {
      keys.push(headers['idempotency-key']);
      if (keys.length > 1) response.end(JSON.stringify({ success: true, ticket: { id: 7, number: 12 } }));
    });
    const answer = await remoteClient(url, { deadlineMs: 1_500 }).createTicket(
      { service_id: 's' },
      { idempotencyKey: 'k' },
    );
    expect(keys).toEqual(['k', 'k']);
    expect(answer).toMatchObject({
      ok: true,
      value: { ticket: { id: '7', number: '12', device: { id: '' } }, ticket_strings: { people_waiting: '' } },
    });
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['an appointment', (to: QueueClient) => to.findAppointment('QR-1')],
    ['a device', (to: QueueClient) => to.findDeviceByCode('0042')],
  ])('whose line has gone meanwhile is asked for %s once more', async (_what, find) => {
    let asked = 0;
    const { server, url } = await standIn((_path, response) => {
      asked += 1;
      if (asked === 1) response.destroy();
      else response.end('{"success":false,"errno":110,"error":"Nobody knows it."}');
    });
    expect(await find(remoteClient(url))).toMatchObject({ ok: false, error: { kind: 'refused', errno: 110 } });
    expect(asked).toBe(2);
    server.close();
  });

  it('that does not answer to a code in time is not waited for twice', async () => {
    let asked = 0;
    const { server, url } = await standIn(() => {
      asked += 1;
    });
    const answer = await remoteClient(url, { deadlineMs: 300 }).findAppointment('QR-1');
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    // On a busy machine the time may be over before the first request has come.
    expect(asked).toBeLessThan(2);
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['no page', {}, null],
    ['a page', { 'ticket-page': 'https://other.example/t/1' }, 'https://other.example/t/1'],
    ['a page that no phone can reach', { 'ticket-page': 'http://127.0.0.1:8080/t/1' }, null],
    ['no address', { 'ticket-page': 'javascript:alert(1)' }, null],
    ['more than a code can hold', { 'ticket-page': `https://other.example/${'t'.repeat(500)}` }, null],
  ])('that gives a ticket with %s', async (_what, headers, page) => {
    const { server, url } = await standIn((_path, response) =>
      response.writeHead(200, headers).end(JSON.stringify({ success: true, ticket: { id: 7, number: 12 } })),
    );
    const answer = await remoteClient(url).createTicket({ service_id: 's' }, { idempotencyKey: 'k' });
    expect(answer).toMatchObject({ ok: true, value: { page } });
    server.closeAllConnections();
    server.close();
  });

  it('without a kiosk answer gives one all the same, in each language', async () => {
    const { server, url } = await standIn((path, response, headers) => {
      if (path.includes('/kiosks/')) {
        response.writeHead(404).end('{"success":false,"errno":3}');
        return;
      }
      void fetch(town.address + path, { headers: { 'accept-language': String(headers['accept-language'] ?? '') } })
        .then((answer) => answer.text())
        .then((text) => response.end(text));
    });
    const answer = await remoteClient(url, { languages: ['en', 'pt_PT'] }).kiosk('kiosk-1');
    expect(answer).toMatchObject({
      ok: true,
      value: {
        device: { id: 'kiosk-1', printer: '' },
        location: { id: 'hall', translations: { en: { name: 'Town Hall' }, pt_PT: { name: 'Câmara Municipal' } } },
        languages: ['en', 'pt_PT'],
        groups: [{ id: 'papers', name: 'Papers' }],
        check_in: false,
      },
    });
    expect(answer.ok && answer.value.services.find(({ id }) => id === 'passports')).toMatchObject({
      name: 'Passports',
      colour: '#0b5f70',
      group: 'papers',
      open: true,
      translations: { pt_PT: { name: 'Passaportes' } },
    });
    server.closeAllConnections();
    server.close();
  });
});
