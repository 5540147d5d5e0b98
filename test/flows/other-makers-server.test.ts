/** A kiosk at a server that speaks the interface, but knows nothing of kiosks: it is put together from locations and services. */
import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOtherQueue } from '../../main/app/remote-server.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
let address: string;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  town = await openTown();
  // Ours, without the answer that others do not have.
  const theirs = createServer((asked, answer) => {
    if (asked.url?.startsWith('/restapi/v2/kiosks/') === true) {
      answer.writeHead(404, { 'content-type': 'application/json' });
      return answer.end(JSON.stringify({ success: false, errno: 3, error: 'Invalid operation' }));
    }
    const { port } = new URL(town.address);
    const headers = { ...asked.headers, host: `127.0.0.1:${port}` };
    const sent = forward({ port, method: asked.method, path: asked.url, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 500, came.headers);
      came.pipe(answer);
    });
    return asked.pipe(sent);
  });
  await once(theirs.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`;
  closing.push(() => theirs.close());
});
afterAll(async () => {
  for (const close of closing) await close();
  await town.close();
});

async function kioskWith(...flags: readonly string[]) {
  const read = readSettings(['--server', address, '--device', 'kiosk-1', '--port', '0', ...flags], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('These settings are right.');
  const queue = await openOtherQueue(read.value.settings, address, silentLog, null);
  closing.push(() => queue.close());
  return queue.kiosks.clientFor('kiosk-1');
}

describe("a kiosk of another maker's server", () => {
  it('offers the services of the location that it was told', async () => {
    const client = await kioskWith('--location', 'hall', '--lang', 'pt_PT');
    const kiosk = await client.kiosk('kiosk-1');
    expect(kiosk).toMatchObject({ ok: true, value: { location: { id: 'hall' }, default_lang: 'pt_PT' } });
    expect(kiosk.ok && kiosk.value.services.map(({ id }) => id)).toContain('passports');
    expect(kiosk.ok && kiosk.value.services.map(({ id }) => id)).not.toContain('blood');
    const ticket = await client.createTicket({ service_id: 'passports' }, { idempotencyKey: 'one' });
    expect(ticket).toMatchObject({ ok: true, value: { ticket: { number: '1' } } });
  });

  it.each([
    ['that was told none', [], 'has several locations: name one with --location (clinic, hall)'],
    [
      'that was told a wrong one',
      ['--location', 'hal'],
      'has no location hal: name one with --location (clinic, hall)',
    ],
  ])('%s says what to do', async (_, flags, fault) => {
    expect(await (await kioskWith(...flags)).kiosk('kiosk-1')).toEqual({
      ok: false,
      error: { kind: 'unreachable', detail: `the server ${fault}` },
    });
  });
});
