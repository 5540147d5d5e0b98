/**
 * A town that is served by three servers over one database, behind one address that sends each request to another of them; one of
 * them goes when it has answered a few. A change of the site is known everywhere within a second, so nobody asks before it is.
 */
import { createServer as createHttpServer, request as forward, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { SiteHolder } from '../../main/server/site/site-holder.ts';
import { openLocalDoor } from './local-door.ts';

/**
 * Whether what happens within one millisecond is told apart: at several servers it is not, and the clock of a town stands still.
 * Tests that ask for the order of such things are left out there.
 */
export const ORDER_WITHIN_A_MILLISECOND = process.env.TEST_SERVERS !== 'several';

export interface OneOfSeveral {
  readonly server: FastifyInstance;
  readonly site: SiteHolder;
  readonly address: string;
  close(): Promise<void>;
}

export interface SeveralServers {
  /** Of all of them: `http://…` */
  readonly address: string;
  /** Ends them, but for the first, which is its owner's. */
  close(): Promise<void>;
}

/** Answers of the one that goes. */
const ANSWERS_BEFORE_IT_GOES = 2;
const POLL_MS = 2;

export async function behindOneAddress(
  first: OneOfSeveral,
  others: readonly [OneOfSeveral, OneOfSeveral],
): Promise<SeveralServers> {
  const [mortal, third] = others;
  const there = [first, mortal, third];
  let turn = 0;
  let atMortal = 0;
  let answeredByMortal = 0;
  let going: Promise<void> | null = null;

  async function settled(): Promise<void> {
    await going;
    await known();
  }

  async function known(): Promise<void> {
    while (new Set(there.map(({ site }) => contentOf(site))).size > 1) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    await Promise.all(there.map(({ site }) => site.credentials.reload()));
  }

  function answered(server: OneOfSeveral): void {
    if (server !== mortal) return;
    atMortal -= 1;
    answeredByMortal += 1;
    if (answeredByMortal < ANSWERS_BEFORE_IT_GOES || atMortal > 0 || going !== null) return;
    going = (async () => {
      // What it was told last is known to the others as well, as to everybody who waits for a second.
      await known();
      there.splice(there.indexOf(mortal), 1);
      await mortal.close();
    })();
  }

  function next(): OneOfSeveral {
    const server = there[turn++ % there.length] ?? first;
    if (server === mortal) atMortal += 1;
    return server;
  }

  const door = createHttpServer(async (asked, answer) => {
    await settled();
    const server = next();
    const { port } = new URL(server.address);
    const sent = forward({ port, method: asked.method, path: asked.url, headers: asked.rawHeaders, agent: false });
    sent.on('error', () => answer.destroy());
    sent.on('response', (came) => {
      answer.writeHead(came.statusCode ?? 500, came.rawHeaders);
      came.pipe(answer);
    });
    answer.on('close', () => {
      sent.destroy();
      answered(server);
    });
    asked.pipe(sent);
  });
  // Whoever listens stays where it is; the one that goes has nobody.
  door.on('upgrade', async (asked: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy());
    await settled();
    const listened = turn++ % 2 === 0 ? first : third;
    const line = connect(Number(new URL(listened.address).port), '127.0.0.1');
    line.on('error', () => client.destroy());
    client.once('close', () => line.destroy());
    line.once('close', () => client.destroy());
    const lines = asked.rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [`${name}: ${asked.rawHeaders[at + 1]}`] : [],
    );
    line.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    line.write(head);
    line.pipe(client).pipe(line);
  });
  const { address, close } = await openLocalDoor(door);
  return {
    address,
    async close() {
      await close();
      await going;
      for (const server of others) if (there.includes(server)) await server.close();
    },
  };
}

/** All of a site, whatever the order in which its parts became known. */
function contentOf(site: SiteHolder): string {
  return JSON.stringify(site.current().file, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value))
      return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return value.every((item) => typeof item?.id === 'string')
      ? value.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      : value;
  });
}
