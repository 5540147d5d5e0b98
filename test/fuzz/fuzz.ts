/** Fuzzer: random requests to a real server; checks each response, memory, and the queue afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeOf } from '../../main/store/transfer/database-target.ts';
import { ATTACKS, warmUp } from './attacks.ts';
import { brokenInvariants } from './invariants.ts';
import { faultIn, isCut, type Outcomes, type Successes } from './judge.ts';
import { type Keys, makeKeys } from './keys.ts';
import { putRight } from './put-right.ts';
import { type FuzzCase, fuzzCase, type Known } from './requests.ts';
import { type Measured, type Served, startServing } from './serving.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** Number of the first case; to run one again. */
  readonly from?: number;
  readonly onProgress?: (done: number) => void;
  /** An empty PostgreSQL database, `postgres://…`; without it SQLite is used. */
  readonly database?: string;
  /** Number of servers behind the address; more than one only with PostgreSQL. */
  readonly servers?: number;
  /** Whether keys are required; then attacks run first, and each request has the key of some caller. */
  readonly asksForKeys?: boolean;
  /** With several servers: number of requests after which the next one is killed. */
  readonly killEvery?: number;
}

export interface FuzzFailure {
  readonly number: number;
  readonly bytes: Buffer;
  readonly fault: string;
}

export interface FuzzReport {
  /** Shortest request first. */
  readonly failures: readonly FuzzFailure[];
  readonly outcomes: Outcomes;
  readonly successes: Successes;
  /** Errors within the server. */
  readonly serverFaults: readonly string[];
  readonly brokenInvariants: readonly string[];
  /** Of the random requests. */
  readonly measured: Measured;
  readonly attacks: readonly (Measured & { readonly name: string })[];
  /** Heap after garbage collection, in bytes. */
  readonly heapMiddle: number;
  readonly heapEnd: number;
  /** Count of killed servers. */
  readonly kills: number;
  /** Connections that remain on the server after all clients have disconnected. */
  readonly leftConnections: number;
}

const AT_ONCE = 24;
const RENEW_KEYS_EVERY = 500;
/** A server without a response for this time waits for more of the request, which then ends. */
const QUIET_MS = 250;
const DEADLINE_MS = 20_000;
/** A low-priority thread writes report files, with its own timeout of three minutes (503). */
const REPORT_FILE_MS = 200_000;
/** The server detects a disconnected client, or drops a remaining one. */
const LEAVING_MS = 10_000;

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const { seed, count, from = 0, servers = 1, killEvery = Number.POSITIVE_INFINITY } = options;
  const database = options.database ?? null;
  const { asksForKeys = false } = options;
  const server = await startServing({ dataDir, database, servers, asksForKeys });
  const failures: FuzzFailure[] = [];
  const outcomes: Outcomes = new Map();
  const successes: Successes = new Map();
  try {
    const keys = asksForKeys ? await makeKeys(server.address) : null;
    const { known, faults: leftWrong } = await makeTickets(server.address, successes, keys);
    const attacks = keys === null ? [] : await attack(server, keys);
    await server.measured();
    const port = Number(new URL(server.address).port);
    let next = from;
    let currentKeys = known.keys;
    /** Administrators among the callers randomly revoke keys and passwords; the others stay valid. */
    const renewKeys = async (): Promise<void> => {
      currentKeys = Object.values(await makeKeys(server.address).catch(() => currentKeys));
    };
    let done = 0;
    /** Resolves when the last killed server has a replacement. */
    let killed = Promise.resolve();
    let isKilling = false;
    /** Retries requests without a response from a killed server, as clients do. */
    const tried = async (one: FuzzCase): Promise<string | null> => {
      for (;;) {
        const { kills } = server;
        const mayBeCut = isKilling;
        const fault = await trial(port, one, { outcomes, successes });
        if (fault === null || (!mayBeCut && !isKilling && kills === server.kills)) return fault;
      }
    };
    const work = async (until: number): Promise<void> => {
      while (next < until && (servers > 1 || server.alive())) {
        if (keys !== null && next % RENEW_KEYS_EVERY === 0) await renewKeys();
        const one = fuzzCase(seed, next, { ...known, keys: currentKeys });
        next += 1;
        const fault = await tried(one);
        if (fault !== null) failures.push({ number: one.number, bytes: one.bytes, fault });
        done += 1;
        if (done % 1000 === 0) options.onProgress?.(done);
        if (done % killEvery === 0 && !isKilling) {
          isKilling = true;
          killed = server.killOne().finally(() => {
            isKilling = false;
          });
        }
      }
    };
    const run = (until: number): Promise<unknown> => Promise.all(Array.from({ length: AT_ONCE }, () => work(until)));
    await run(from + Math.ceil(count / 2));
    const heapMiddle = await server.heap();
    await run(from + count);
    const heapEnd = await server.heap();
    await killed;
    // Servers of one database have connections to it and to the load balancer.
    const leftConnections = database === null ? await connectionsLeft(server) : 0;
    const measured = await server.measured();
    await server.stop();
    return {
      failures: failures.toSorted((a, b) => a.bytes.length - b.bytes.length),
      outcomes,
      successes,
      serverFaults: server.faults,
      brokenInvariants: [...leftWrong, ...(await brokenInvariants(placeOf({ database, dataDir })))],
      kills: server.kills,
      measured,
      attacks,
      heapMiddle,
      heapEnd,
      leftConnections,
    };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** One by one, to measure the cost of each. */
async function attack(server: Served, keys: Keys): Promise<FuzzReport['attacks']> {
  const costs: (Measured & { readonly name: string })[] = [];
  const target = { address: server.address, keys };
  for (const { name, run } of ATTACKS) {
    // Loading and compiling for the first request of a kind is not a cost of the attack.
    await warmUp(target);
    await server.measured();
    await run(target);
    costs.push({ name, ...(await server.measured()) });
  }
  return costs;
}

async function connectionsLeft(server: Served): Promise<number> {
  const started = performance.now();
  for (;;) {
    const left = await server.connections();
    if (!(left > 0) || performance.now() - started > LEAVING_MS) return left;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Seen {
  readonly outcomes: Outcomes;
  readonly successes: Successes;
}

/** One case over a separate connection. */
function trial(port: number, one: FuzzCase, seen: Seen): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    // Some clients disconnect during a request.
    const leaves = !one.whole && one.number % 4 === 0;
    const started = performance.now();
    const deadlineMs = one.bytes.includes('/reports/file') ? REPORT_FILE_MS : DEADLINE_MS;
    const socket = connect(port, '127.0.0.1', () => socket.write(one.bytes));
    let late = false;
    let settled = false;
    const settle = (): void => {
      if (settled) return;
      settled = true;
      socket.destroy();
      if (leaves) resolve(null);
      else if (late) resolve('no answer, and not closed either');
      else resolve(faultIn(one.bytes, Buffer.concat(chunks), one.whole, seen.outcomes, seen.successes));
    };
    const quietMs = one.whole ? deadlineMs : leaves ? 1 : QUIET_MS;
    socket.setTimeout(quietMs, () => {
      const isOver = one.whole || performance.now() - started > deadlineMs;
      // A busy server pauses within a response.
      if (!isOver && !leaves && isCut(one.bytes, Buffer.concat(chunks))) {
        socket.setTimeout(quietMs);
        return;
      }
      late = isOver;
      // A WebSocket or keep-alive connection stays open; its response is complete.
      settle();
    });
    socket.on('data', (data) => {
      chunks.push(data);
      if (leaves) socket.resetAndDestroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => settle());
  });
}

/** Some tickets in every state, so that ids of tickets and calls are valid. */
async function makeTickets(
  address: string,
  successes: Successes,
  keys: Keys | null,
): Promise<{ readonly known: Known; readonly faults: readonly string[] }> {
  const ids: string[] = [];
  const secrets: string[] = [];
  const post = async (operation: string, parameters: object) => {
    const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
      method: 'POST',
      // Otherwise it would stay open, and be counted at the end.
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...(keys === null ? {} : { authorization: `Bearer ${keys.boss}` }),
      },
      body: JSON.stringify(parameters),
    });
    const page = response.headers.get('ticket-page');
    if (page !== null) secrets.push(page.slice(page.lastIndexOf('/') + 1));
    return response.json();
  };
  for (const service_id of ['local-taxes', 'passports', 'identity-cards', 'payments']) {
    for (let ticket = 0; ticket < 8; ticket += 1) {
      const made = await post('createticket', { service_id, device_id: 'kiosk-1', lang: 'en' });
      if (made.success) ids.push(made.ticket.id);
    }
  }
  // It sends no key.
  const faults = keys === null ? await putRight(address, post, successes) : [];
  for (const conclude of ['pausecall', 'cancelcall', 'endcall', 'recall']) {
    const called = await post('callnextticket', { desk_id: 'desk-1', user_id: 'counter1', services: [] });
    if (!called.success) continue;
    ids.push(called.answer.id);
    await post(conclude, { answer_id: called.answer.id });
  }
  return { known: { ids, secrets, keys: Object.values(keys ?? {}) }, faults };
}
