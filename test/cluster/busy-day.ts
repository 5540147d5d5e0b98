/** Simulated busy day at two locations while servers are killed one by one, with its invariants. */
import pg from 'pg';
import { openTown } from '../helpers/town.ts';
import { type MovingListener, openMovingListener } from './moving-listener.ts';
import { askUntilAnswered, openServerGroup, type ServerGroup, type ServerGroupOptions } from './server-group.ts';
import { type DayWatch, watchDay } from './watch-day.ts';

export interface BusyDay {
  readonly operations: number;
  readonly kills: number;
  /** Count of subscribers' reconnections to another server. */
  readonly moves: number;
  readonly tickets: number;
  readonly calls: number;
  readonly events: number;
  /** Milliseconds; see `DayWatch`. Empty if not measured. */
  readonly takeovers: readonly number[];
  readonly spreads: readonly number[];
  /** Violations; empty on success. */
  readonly faults: readonly string[];
}

export interface BusyDayOptions {
  readonly database: string;
  readonly operations: number;
  readonly script: URL;
  /** At each of the two locations; each alternates tickets and calls. */
  readonly desks: number;
  /** A server is killed whenever it resolves; receives the number of finished operations. */
  readonly nextKill?: (done: () => number) => Promise<void>;
  /** Instead of kills: injects faults. The day lasts until it settles and all operations are done. */
  readonly disturb?: (group: ServerGroup, done: () => number) => Promise<void>;
  /** How servers are started. */
  readonly start?: Pick<ServerGroupOptions, 'databaseOf' | 'environmentOf' | 'hear'>;
  /** Returns the load balancer's address; without it clients know each server. */
  readonly behind?: (addresses: readonly string[]) => Promise<string>;
  /** The database at the end; default: `database`. */
  readonly databaseAtEnd?: () => string;
  /** Tickets that each desk issues before its first call, so that visitors wait all day. */
  readonly waiting?: number;
  /** Receives each response that asks for a retry: its HTTP status, 0 for none, and its error number. */
  readonly refused?: (status: number, errno: number | null) => void;
  readonly say?: (line: string) => void;
  /** Whether to measure how soon servers notice each other's changes. */
  readonly watched?: boolean;
}

const SERVERS = 3;
const HALLS = ['north', 'south'] as const;
const SERVICES = ['a', 'b', 'c'];
const LISTENERS_AT_EACH = 3;

function busySite(count: number): object {
  const desks = Array.from({ length: count }, (_, index) => index + 1);
  const each = <T>(make: (hall: string) => T[]): T[] => HALLS.flatMap(make);
  return {
    locations: HALLS.map((id) => ({ id, name: id, timezone: 'Europe/Lisbon', country: 'PT' })),
    services: each((hall) =>
      SERVICES.map((tag) => ({
        id: `${hall}-${tag}`,
        name: `${tag} in the ${hall}`,
        tag: tag.toUpperCase(),
        location: hall,
      })),
    ),
    desks: each((hall) =>
      desks.map((tag) => ({ id: `${hall}-${tag}`, name: `Desk ${tag}`, tag: `${tag}`, location: hall })),
    ),
    users: each((hall) =>
      desks.map((tag) => ({ id: `${hall}-${tag}`, username: `${hall}-${tag}`, name: `Clerk ${tag}` })),
    ),
  };
}

interface Answered {
  readonly created: { readonly id: string; readonly name: string }[];
  readonly called: string[];
  readonly refused: string[];
}

export async function playBusyDay(options: BusyDayOptions): Promise<BusyDay> {
  const { database, operations, script, nextKill, disturb, say, refused, waiting = 0 } = options;
  // The site, and the schema.
  await (await openTown({ database, site: busySite(options.desks) })).close();
  const servers = await openServerGroup({ database, servers: SERVERS, script, ...options.start });
  const listeners: MovingListener[] = [];
  const answered: Answered = { created: [], called: [], refused: [] };
  let started = 0;
  let done = 0;
  let watch: DayWatch | null = null;
  let isDisturbed = disturb !== undefined;
  let group: ServerGroup = servers;
  try {
    const front = await options.behind?.(servers.doors(0));
    if (front !== undefined) group = { ...servers, doors: () => [front] };
    if (options.watched === true) watch = await watchDay(group, database, `${HALLS[0]}-1`);
    for (const hall of HALLS) {
      for (let number = 0; number < LISTENERS_AT_EACH; number += 1) {
        listeners.push(await openMovingListener(group, hall, number));
      }
    }
    const killing = (async () => {
      try {
        await disturb?.(servers, () => done);
      } finally {
        isDisturbed = false;
      }
      for (;;) {
        if (nextKill === undefined) return;
        await nextKill(() => done);
        if (done >= operations) return;
        await servers.killNext();
        say?.(`${done} operations, ${servers.kills} kills`);
      }
    })();
    const clerks = HALLS.flatMap((hall) =>
      Array.from({ length: options.desks }, (_, index) => ({ hall, desk: index + 1 })),
    );
    await Promise.all(
      clerks.map(async ({ hall, desk }, door) => {
        for (let round = 0; started < operations || isDisturbed; round += 1) {
          started += 1;
          await operate(group, { hall, desk, door, round, isDrawing: round < waiting }, answered, refused);
          done += 1;
        }
      }),
    );
    await killing;
    await watch?.stop();
    const faults = [
      ...servers.faults,
      ...answered.refused,
      ...twice('was called twice', answered.called),
      ...twice(
        'was issued twice',
        answered.created.map(({ id }) => id),
      ),
      ...twice(
        'is the name of two tickets',
        answered.created.map(({ name }) => name),
      ),
      ...(await lost(options.databaseAtEnd?.() ?? database, answered)),
      ...(await unheard(listeners, answered)),
    ];
    return {
      operations: done,
      kills: servers.kills,
      moves: listeners.reduce((sum, { moves }) => sum + moves, 0),
      tickets: answered.created.length,
      calls: answered.called.length,
      events: listeners.reduce((sum, { heard }) => sum + heard.size, 0),
      takeovers: watch?.takeovers ?? [],
      spreads: watch?.spreads ?? [],
      faults,
    };
  } finally {
    for (const listener of listeners) listener.close();
    await servers.close();
  }
}

/** Alternates tickets and calls. */
async function operate(
  group: ServerGroup,
  {
    hall,
    desk,
    door,
    round,
    isDrawing,
  }: {
    readonly hall: string;
    readonly desk: number;
    readonly door: number;
    readonly round: number;
    readonly isDrawing: boolean;
  },
  { created, called, refused }: Answered,
  again?: BusyDayOptions['refused'],
): Promise<void> {
  const key = `${hall} ${desk} ${round}`;
  if (isDrawing || round % 2 === 0) {
    const service = `${hall}-${SERVICES[(Math.floor(round / 2) + desk) % SERVICES.length]}`;
    const parameters = { service_id: service };
    const asked = { key, parameters };
    const { success, ticket } = (await askUntilAnswered(group, door + round, 'createticket', asked, again)) as {
      success?: boolean;
      ticket?: { id: string; number: string };
    };
    if (success === true && ticket !== undefined) created.push({ id: ticket.id, name: `${service} ${ticket.number}` });
    else refused.push(`createticket with the key ${key}`);
    return;
  }
  const parameters = { desk_id: `${hall}-${desk}`, user_id: `${hall}-${desk}`, services: [] };
  const answer = (await askUntilAnswered(group, door + round, 'callnextticket', { key, parameters }, again)) as {
    success?: boolean;
    errno?: number;
    answer?: { ticket: { id: string } };
  };
  if (answer.success === true && answer.answer !== undefined) called.push(answer.answer.ticket.id);
  // The queue is empty at the moment.
  else if (answer.errno !== 8) refused.push(`callnextticket with the key ${key}: ${JSON.stringify(answer)}`);
}

function twice(what: string, names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.flatMap((name) => {
    const isAgain = seen.has(name);
    seen.add(name);
    return isAgain ? [`${name} ${what}`] : [];
  });
}

/** The database contains every confirmed operation, and nothing else. */
async function lost(database: string, { created, called }: Answered): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; calls: number }>(
      // One query: a query per ticket takes hours at a large location.
      `SELECT ticket.id, coalesce(calls, 0) AS calls FROM ticket LEFT JOIN
       (SELECT location_id, ticket_id, count(*)::int AS calls FROM answer GROUP BY location_id, ticket_id) AS answered
       ON answered.location_id = ticket.location_id AND answered.ticket_id = ticket.id`,
    );
    const stored = new Map(rows.map(({ id, calls }) => [id, calls]));
    const wanted = new Set(called);
    return [
      ...created.flatMap(({ id }) => (stored.has(id) ? [] : [`${id} was issued and is not there`])),
      ...(stored.size === created.length ? [] : [`${stored.size} tickets are there, ${created.length} were issued`]),
      ...[...stored].flatMap(([id, calls]) =>
        calls === (wanted.has(id) ? 1 : 0)
          ? []
          : [`${id} has ${calls} calls; ${wanted.has(id) ? 'one' : 'none'} was answered`],
      ),
    ];
  } finally {
    await client.end();
  }
}

const HEARD_WITHIN_MS = 60_000;

/** Every subscriber has received each ticket and call of its location once, and all of a location the same. */
async function unheard(listeners: readonly MovingListener[], answered: Answered): Promise<readonly string[]> {
  const { created, called } = answered;
  const placeOf = new Map(created.map(({ id, name }) => [id, name.startsWith(HALLS[0]) ? 0 : 1]));
  const wanted = HALLS.map((_, place) => [
    ...created.filter(({ id }) => placeOf.get(id) === place).map(({ id }) => `ticket.created ${id}`),
    ...called.filter((id) => placeOf.get(id) === place).map((id) => `ticket.called ${id}`),
  ]);
  const placeOfListener = (index: number): number => Math.floor(index / LISTENERS_AT_EACH);
  const missing = (listener: MovingListener, index: number): readonly string[] => {
    const heard = new Set(listener.heard.values());
    return (wanted[placeOfListener(index)] ?? []).filter((what) => !heard.has(what));
  };
  const giveUpAt = performance.now() + HEARD_WITHIN_MS;
  while (listeners.some((listener, index) => missing(listener, index).length > 0) && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return listeners.flatMap((listener, index) => {
    const first = listeners[placeOfListener(index) * LISTENERS_AT_EACH];
    const told = [...listener.heard.values()].filter((what) => /^ticket\.(?:created|called) /.test(what));
    return [
      ...listener.faults.map((fault) => `listener ${index}: ${fault}`),
      ...missing(listener, index).map((what) => `listener ${index} has not heard of ${what}`),
      ...twice(`was told listener ${index} twice`, told),
      ...[...listener.heard].flatMap(([seq, what]) => {
        const other = first?.heard.get(seq);
        return other === undefined || other === what ? [] : [`${seq} is ${what} for listener ${index}, and ${other}`];
      }),
    ];
  });
}
