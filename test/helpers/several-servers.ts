/**
 * A town that is served by three servers over one database, behind one address that sends each request to another of them. One of
 * them is killed in the middle of a request, when it has answered a few; that request is sent again to another, with the same
 * idempotency key, as programs at the counter and the kiosk do it. A change of the site is known everywhere within a second, so
 * nobody asks before it is.
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
  /** From now on nothing comes from it any more, neither to its clients nor to the database. */
  kill(): Promise<void>;
}

export interface SeveralServers {
  /** Of all of them: `http://…` */
  readonly address: string;
  /** Ends them, but for the first, which is its owner's. */
  close(): Promise<void>;
}

/** Answers of the one that is killed. */
const ANSWERS_BEFORE_ITS_END = 2;
/** How far a request has come by then: not at all, to the database, or to its answer. */
const MS_BEFORE_ITS_END = [0, 1, 2, 4, 8];
const POLL_MS = 2;
/** Whoever has another site by then has another database: the request fails, instead of waiting for ever. */
const KNOWN_WITHIN_MS = 20_000;

/** How many were killed in this test file. */
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
          // It has been killed meanwhile.
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

  // Node's parser gives it up, here as in the program.
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
    // Nobody has asked for that.
    const kept = pairsOf(answered.headers).filter(([name]) => name.toLowerCase() !== 'idempotency-replayed');
    return { ...answered, headers: kept.flat() };
  }

  // Whoever listens stays where it is; the one that is killed has nobody.
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

/** What changes nothing, and what is done once however often it comes with its key. */
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
