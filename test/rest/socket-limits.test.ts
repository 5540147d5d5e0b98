import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSocketLimits } from '../../main/rest/origin-check/socket-limits.ts';
import { PUBLIC_URL, takeTicket } from '../helpers/phone.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

/** Opens WebSockets at a path, each with a header of its own; says what came first. */
function opener(town: Town, path: string) {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    sockets,
    open(header: string): Promise<string> {
      const socket = connect(Number(new URL(town.address).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
          `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${header}\r\n\r\n`,
      );
      return new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));
    },
  };
}

describe('WebSockets', () => {
  it('are counted while they are open, by name', async () => {
    const limits = createSocketLimits();
    const [first, second, third] = [new PassThrough(), new PassThrough(), new PassThrough()];
    expect(limits.take(first, 'a', 2)).toBe(true);
    expect(limits.take(second, 'a', 2)).toBe(true);
    expect(limits.take(third, 'a', 2)).toBe(false);
    expect(limits.take(third, 'b', 2)).toBe(true);
    first.destroy();
    await once(first, 'close');
    expect(limits.take(third, 'a', 2)).toBe(true);
    expect(limits.take(new PassThrough(), 'a', 2)).toBe(false);
  });

  it('of one ticket are refused when there are very many, also of who never lets go of one', async () => {
    const site = townSite();
    const settings = { ...(site.settings as object), public_url: PUBLIC_URL, api_authentication: false };
    const town = await openTown({ site: { ...site, settings } });
    onTestFinished(() => town.close());
    const { secret } = await takeTicket(town, 'passports');
    const protocol = `sec-websocket-protocol: take-a-number, ticket.${secret}`;
    const { open } = opener(town, '/restapi/v2/tickets/live');
    const answers = await Promise.all(Array.from({ length: 200 }, () => open(protocol)));
    const [refused] = answers.filter((answer) => !answer.startsWith('HTTP/1.1 101'));
    expect(refused).toMatch(/^HTTP\/1.1 429 /);
    expect(refused).toContain('retry-after: 10');
  });

  it('of one address and of the whole server are refused above the limit, until others close', async () => {
    const site = townSite();
    const settings = { ...(site.settings as object), api_authentication: false, trusted_proxies: ['127.0.0.1'] };
    const town = await openTown({ site: { ...site, settings }, mostSockets: { ofAddress: 3, ofServer: 5 } });
    onTestFinished(() => town.close());
    const { open, sockets } = opener(town, '/restapi/v2/events?location=hall');
    const from = async (address: string): Promise<string> =>
      (await open(`x-forwarded-for: ${address}`)).slice('HTTP/1.1 '.length).slice(0, 3);

    for (let times = 0; times < 3; times += 1) expect(await from('198.51.100.7')).toBe('101');
    expect(await from('198.51.100.7')).toBe('429');
    expect(await from('2001:db8:0:1::7')).toBe('101');
    expect(await from('2001:db8:0:1::8')).toBe('101');
    expect(await from('192.0.2.9')).toBe('429');
    for (const socket of sockets.slice(0, 2)) socket.destroy();
    await expect.poll(() => from('2001:db8:0:1:ffff::1'), { timeout: 30_000 }).toBe('101');
    // Room in the server, and none for that network.
    expect(await from('2001:db8:0:1:eeee::1')).toBe('429');
    expect(await from('192.0.2.9')).toBe('101');
  });
});
