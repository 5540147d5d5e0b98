import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSocketLimits } from '../../main/server/guard/socket-limits.ts';
import { PUBLIC_URL, takeTicket } from '../helpers/phone.ts';
import { openTown, townSite } from '../helpers/town.ts';

describe('WebSockets', () => {
  it('are counted as long as they live, each name by itself', async () => {
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
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const open = (): Promise<string> => {
      const socket = connect(Number(new URL(town.address).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.write(
        'GET /restapi/v2/tickets/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
          `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: take-a-number, ticket.${secret}\r\n\r\n`,
      );
      return new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));
    };
    const answers = await Promise.all(Array.from({ length: 200 }, open));
    const [refused] = answers.filter((answer) => !answer.startsWith('HTTP/1.1 101'));
    expect(refused).toMatch(/^HTTP\/1.1 429 /);
    expect(refused).toContain('retry-after: 10');
  });
});
