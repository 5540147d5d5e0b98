/**
 * Three servers with one database behind one address, which sends each request to the next server. One of them is
 * killed during a request after a few answers; that request is retried at another server with the same idempotency key,
 * as
 * counter and kiosk do. Changes of the site reach every server within a second, so requests wait for that.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { keepAnswersInOrder } from '../../main/rest/response-order.ts';
import { acceptUpdateMethod } from '../../main/rest/update-method/update-method.ts';
import type { SiteHolder } from '../../main/site/service/site-holder.ts';
import { openLocalDoor } from './local-door.ts';

export interface OneOfSeveral {
  readonly server: FastifyInstance;
  readonly site: SiteHolder;
  readonly address: string;
  close(): Promise<void>;
}

export interface MortalServer extends OneOfSeveral {
  /** Drops its traffic to clients and database from now on. */
  kill(): Promise<void>;
}

export interface SeveralServers {
  /** Common address, `http://…`. */
  readonly address: string;
  /** Stops all servers but the first, which its owner stops. */
  close(): Promise<void>;
}

/** Number of answers before one server is killed. */
const ANSWERS_BEFORE_ITS_END = 2;
/** Delays after which it is killed: before the request, during its query, or during its answer. */
const MS_BEFORE_ITS_END = [0, 1, 2, 4, 8];
const POLL_MS = 2;
/** A server with another site after this time has another database: the request fails instead of waiting forever. */
const KNOWN_WITHIN_MS = 20_000;

/** Number of servers killed in this test file. */
let kills = 0;

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

interface Answered {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export async function behindOneAddress(
  first: OneOfSeveral,
  mortal: MortalServer,
  third: OneOfSeveral,
): Promise<SeveralServers> {
  const there = [first, mortal, third];
  let turn = 0;
  let atMortal = 0;
  let answeredByMortal = 0;
  let dying: Promise<void> | null = null;

  async function known(): Promise<void> {
    const giveUpAt = performance.now() + KNOWN_WITHIN_MS;
    while (new Set(there.map(({ site }) => contentOf(site))).size > 1) {
      if (performance.now() > giveUpAt) throw new Error('The servers do not come to know the same site');
      await after(POLL_MS);
    }
    await Promise.all(
      there.map((server) =>
        server.site.credentials.reload().catch((error: unknown) => {
          // The server was killed meanwhile.
          if (there.includes(server)) throw error;
        }),
      ),
    );
  }

  async function kill(): Promise<void> {
    const ms = MS_BEFORE_ITS_END[kills % MS_BEFORE_ITS_END.length] ?? 0;
    kills += 1;
    if (ms > 0) await after(ms);
    there.splice(there.indexOf(mortal), 1);
    await mortal.kill();
  }

  const door = createHttpServer(async (request, answer) => {
    try {
      const asked = await readWhole(request);
      await known();
      const server = there[turn++ % there.length] ?? first;
      if (server !== mortal) return pass(await ask(server, asked), answer);
      const isLast = answeredByMortal >= ANSWERS_BEFORE_ITS_END && atMortal === 0 && dying === null && mayRepeat(asked);
      atMortal += 1;
      const answered = isLast ? await askWhileItDies(asked) : await ask(mortal, asked);
      atMortal -= 1;
      answeredByMortal += 1;
      pass(answered, answer);
    } catch {
      answer.destroy();
    }
  });

  // Node's parser rejects it, here as in the program.
  const update = acceptUpdateMethod(door, keepAnswersInOrder(door), (_error, client) => client.destroy());
  door.on('clientError', (error, client) => {
    if (!update.takeOver(error, client)) client.destroy();
  });

  async function readWhole(request: IncomingMessage): Promise<Asked> {
    const method = update.isUpdate(request) ? 'UPDATE' : (request.method ?? '');
    return { method, url: request.url ?? '', headers: request.rawHeaders, body: await buffer(request) };
  }

  async function askWhileItDies(asked: Asked): Promise<Answered> {
    const hasKey = pairsOf(asked.headers).some(([name]) => name.toLowerCase() === 'idempotency-key');
    const keyed = hasKey ? asked : { ...asked, headers: [...asked.headers, 'Idempotency-Key', randomUUID()] };
    const asking = ask(mortal, keyed).catch(() => null);
    dying = kill();
    const answered = (await asking) ?? (await ask(first, keyed));
    if (hasKey) return answered;
    // The client did not send this key.
    const kept = pairsOf(answered.headers).filter(([name]) => name.toLowerCase() !== 'idempotency-replayed');
    return { ...answered, headers: kept.flat() };
  }

  // Event connections stay at their server; the server that is killed gets none.
  door.on('upgrade', async (asked: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy());
    try {
      await known();
    } catch {
      client.destroy();
      return;
    }
    const listened = turn++ % 2 === 0 ? first : third;
    const line = connect(Number(new URL(listened.address).port), '127.0.0.1');
    line.on('error', () => client.destroy());
    client.once('close', () => line.destroy());
    line.once('close', () => client.destroy());
    const lines = pairsOf(asked.rawHeaders).map((pair) => pair.join(': '));
    line.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    line.write(head);
    line.pipe(client).pipe(line);
  });
  const { address, close } = await openLocalDoor(door);
  return {
    address,
    async close() {
      await close();
      await dying;
      await Promise.all([mortal.close(), third.close()]);
    },
  };
}

/** Requests that can be retried: reads, and operations with an idempotency key. */
function mayRepeat({ method, url }: Asked): boolean {
  return method === 'GET' || (method === 'POST' && url.startsWith('/restapi/v2/queuemanagement/'));
}

async function ask({ address }: OneOfSeveral, { method, url, headers, body }: Asked): Promise<Answered> {
  const sent = forward({ port: new URL(address).port, method, path: url, headers: [...headers], agent: false });
  const [came]: [IncomingMessage] = (await once(sent.end(body), 'response')) as never;
  return { status: came.statusCode ?? 500, headers: came.rawHeaders, body: await buffer(came) };
}

function pass({ status, headers, body }: Answered, answer: ServerResponse): void {
  answer.writeHead(status, [...headers]).end(body);
}

function pairsOf(headers: readonly string[]): readonly (readonly [string, string])[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));
}

/** Content of a site, independent of the order of its parts. */
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
