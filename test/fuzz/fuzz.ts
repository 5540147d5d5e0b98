/** Throws requests at a real server and looks at every answer, at its memory, and at the queue afterwards. */
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
  /** How many servers stand behind the address; more than one only over PostgreSQL. */
  readonly servers?: number;
  /** Whether keys are asked for; the attacks come first then, and each request has the key of some caller. */
  readonly asksForKeys?: boolean;
  /** With several servers: after so many requests the next of them is killed. */
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
  /** What went wrong inside the server. */
  readonly serverFaults: readonly string[];
  readonly brokenInvariants: readonly string[];
  /** Of the requests by chance. */
  readonly measured: Measured;
  readonly attacks: readonly (Measured & { readonly name: string })[];
  /** Heap after garbage collection, in bytes. */
  readonly heapMiddle: number;
  readonly heapEnd: number;
  /** How often one of several servers was killed. */
  readonly kills: number;
  /** Connections that the server still holds when all clients have gone. */
  readonly leftConnections: number;
}

const AT_ONCE = 24;
const RENEW_KEYS_EVERY = 500;
/** A server that has said nothing for so long waits for more of the request: then we end it. */
const QUIET_MS = 250;
const DEADLINE_MS = 20_000;
/** A thread of low priority writes files of reports, and answers 503 after its own three minutes. */
const REPORT_FILE_MS = 200_000;
/** The server notices that a client has gone, or lets go of one that stays. */
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
    /** Administrators among the callers end keys and passwords by chance; what they left stays. */
    const renewKeys = async (): Promise<void> => {
      currentKeys = Object.values(await makeKeys(server.address).catch(() => currentKeys));
    };
    let done = 0;
    /** Resolves when the server that was killed last has another in its place. */
    let killed = Promise.resolve();
    let isKilling = false;
    /** What a killed server left without an answer is asked once more, as a client would. */
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
    // Servers of one database have their lines to it and to whoever stands before them.
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

/** Each by itself, so that what it costs is known. */
async function attack(server: Served, keys: Keys): Promise<FuzzReport['attacks']> {
  const costs: (Measured & { readonly name: string })[] = [];
  const target = { address: server.address, keys };
  for (const { name, run } of ATTACKS) {
    // What the first request of a kind loads and compiles is no cost of an attack.
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

/** One case over a connection of its own. */
function trial(port: number, one: FuzzCase, seen: Seen): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    // Some clients go away in the middle of it all.
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
      // A busy server pauses in the middle of an answer.
      if (!isOver && !leaves && isCut(one.bytes, Buffer.concat(chunks))) {
        socket.setTimeout(quietMs);
        return;
      }
      late = isOver;
      // A WebSocket stays open, a connection kept alive for long; both have said what they had to.
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

/** Some tickets in every state, so that ids of tickets and answers mean something. */
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
      // Else it would stay open, and be counted at the end.
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
  // It asks without a key.
  const faults = keys === null ? await putRight(address, post, successes) : [];
  for (const conclude of ['pausecall', 'cancelcall', 'endcall', 'recall']) {
    const called = await post('callnextticket', { desk_id: 'desk-1', user_id: 'counter1', services: [] });
    if (!called.success) continue;
    ids.push(called.answer.id);
    await post(conclude, { answer_id: called.answer.id });
  }
  return { known: { ids, secrets, keys: Object.values(keys ?? {}) }, faults };
}
