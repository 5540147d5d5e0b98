/**
 * Connection cuts to PostgreSQL before, during or after a chosen message of a request, under a running server.
 *
 * Clients retry a request with the same key until they get a response; then the database has each of their tickets and
 * calls once.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { TICKET_STATE } from '../../main/queue/contract/records.ts';
import { type Cut, type MessageRelay, openMessageRelay } from '../helpers/message-relay.ts';
import { type Running, ready, startProgram, until, zoneFarFromMidnight } from '../printing-kills/programs.ts';

export interface CutOutcome {
  readonly faults: readonly string[];
  /** Kinds of the messages of this case. */
  readonly messages: readonly string[];
  /** The message at the cut; null: there were fewer. */
  readonly met: string | null;
  /** Responses that asked for a retry. */
  readonly refused: number;
  /** Of one request. */
  readonly longestMs: number;
}

export interface CutServer {
  /** Visitors take tickets and a clerk calls them, while one connection is cut; null: no cut. */
  play(cut: Cut | null): Promise<CutOutcome>;
  /** Errors of the integrity check after the end of the server; empty: none. */
  check(): Promise<string>;
  close(): Promise<void>;
}

interface Answer {
  readonly success?: boolean;
  readonly errno?: number;
  readonly ticket?: { readonly id: string };
  readonly answer?: { readonly id: string; readonly ticket: { readonly id: string } };
}

/** The server gives each request 15 s. */
const ANSWER_MS = 18_000;
const STORE_UNREACHABLE = 131;
const MAX_TRIES = 20;
const RETRY_MS = 20;
const AT_DESK = { desk_id: 'desk-1', user_id: 'clerk-1' };
const SITE = JSON.stringify({
  settings: { default_lang: 'en', languages: ['en'] },
  locations: [{ id: 'hall', name: 'Hall', timezone: zoneFarFromMidnight(), languages: ['en'] }],
  services: ['a', 'b'].map((id) => ({ id, name: `Service ${id}`, tag: id.toUpperCase(), location: 'hall' })),
  desks: [{ id: 'desk-1', name: 'Desk 1', tag: '1', location: 'hall' }],
  users: [{ id: 'clerk-1', username: 'clerk-1', name: 'Clerk' }],
});

/** @param database empty, on a socket in a folder */
export async function openCutServer(database: string): Promise<CutServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cut-statements-'));
  const site = join(folder, 'site.json');
  await writeFile(site, SITE);
  const relay = await openMessageRelay(database);
  const flags = ['--data', join(folder, 'data'), '--printer', 'none:'];
  const program = startProgram(...flags, '--site', site, '--database', relay.url);
  const direct = new pg.Client({ connectionString: database });
  const close = async (): Promise<void> => {
    await end(program);
    await direct.end();
    await relay.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await direct.connect();
    const clients = clientsOf(await ready(program), relay, program, direct);
    return {
      play: clients.play,
      async check() {
        await end(program);
        const { out, code } = await startProgram('--check', '--database', database, '--data', join(folder, 'check'))
          .ended;
        return code === 0 ? '' : out;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function end({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

function clientsOf(address: string, relay: MessageRelay, program: Running, direct: pg.Client) {
  /** Responses to clients: ticket → its state; ids of calls. */
  const states = new Map<string, number>();
  const calls = new Set<string>();
  let faults: string[] = [];
  let refused = 0;
  let longestMs = 0;

  async function request(operation: string, parameters: object, key: string): Promise<Answer | null> {
    const started = performance.now();
    const answer = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(parameters),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
      .then((response) => response.json() as Promise<Answer>)
      .catch(() => null);
    longestMs = Math.max(longestMs, performance.now() - started);
    return answer;
  }

  /** Retries until it gets a response; a refusal is an error. */
  async function ask(operation: string, parameters: object): Promise<Answer> {
    const key = crypto.randomUUID();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const answer = await request(operation, parameters, key);
      if (answer?.success === true) return answer;
      if (answer?.errno !== STORE_UNREACHABLE) {
        faults.push(answer === null ? `${operation} was not answered` : `${operation} was refused: ${answer.errno}`);
        return {};
      }
      refused += 1;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    faults.push(`${operation} was refused ${MAX_TRIES} times`);
    return {};
  }

  async function draw(service_id: string): Promise<void> {
    const { ticket } = await ask('createticket', { service_id });
    if (ticket === undefined) return;
    if (states.has(ticket.id)) faults.push(`ticket ${ticket.id} was given twice`);
    states.set(ticket.id, TICKET_STATE.waiting);
  }

  async function call(
    operation: string,
    parameters: object,
  ): Promise<{ readonly call: string; readonly ticket: string }> {
    const { answer } = await ask(operation, { ...AT_DESK, ...parameters });
    if (answer === undefined) return { call: '', ticket: '' };
    if (calls.has(answer.id)) faults.push(`call ${answer.id} was given twice`);
    calls.add(answer.id);
    return { call: answer.id, ticket: answer.ticket.id };
  }

  async function conclude(
    operation: string,
    answer_id: string,
    ticket: string,
    state: number,
    more = {},
  ): Promise<void> {
    const { success } = await ask(operation, { answer_id, ...more });
    if (success === true) states.set(ticket, state);
  }

  async function visits(): Promise<void> {
    await draw('a');
    await Promise.all(['a', 'b', 'a'].map(draw));
    const next = { services: ['a', 'b'] };
    const first = await call('callnextticket', next);
    await conclude('endcall', first.call, first.ticket, TICKET_STATE.ended);
    const second = await call('callnextticket', next);
    await conclude('pausecall', second.call, second.ticket, TICKET_STATE.paused);
    const again = await call('callpausedticket', { ticket_id: second.ticket });
    const to = { dst_type: 'service', dst_id: 'b', desk_id: 'desk-1' };
    await conclude('transfercall', again.call, again.ticket, TICKET_STATE.waiting, to);
    const third = await call('callnextticket', next);
    await conclude('cancelcall', third.call, third.ticket, TICKET_STATE.cancelled);
  }

  /** Compares the responses to clients with the database. */
  async function compare(): Promise<void> {
    const tickets = await direct.query<{ id: string; service_id: string; number: number; state: number }>(
      'SELECT id, service_id, number, state FROM ticket',
    );
    const held = new Set<string>();
    for (const { id, service_id, number, state } of tickets.rows) {
      const label = `${service_id} ${number}`;
      if (held.has(label)) faults.push(`number ${label} is doubled`);
      held.add(label);
      if (!states.has(id)) faults.push(`unclaimed ticket ${label}`);
      else if (states.get(id) !== state) faults.push(`ticket ${label} has the state ${state}, not ${states.get(id)}`);
    }
    const there = new Set(tickets.rows.map(({ id }) => id));
    for (const id of states.keys()) if (!there.has(id)) faults.push(`ticket ${id} is lost`);
    const answers = await direct.query<{ id: string }>('SELECT id FROM answer');
    const called = new Set(answers.rows.map(({ id }) => id));
    for (const id of calls) if (!called.has(id)) faults.push(`call ${id} is lost`);
    for (const id of called) if (!calls.has(id)) faults.push(`no clerk knows call ${id}`);
  }

  return {
    async play(cut: Cut | null): Promise<CutOutcome> {
      faults = [];
      refused = 0;
      longestMs = 0;
      relay.arm(cut);
      await visits();
      const [messages, met] = [relay.messages(), relay.met()];
      relay.arm(null);
      await until('a server that is ready again', async () => (await fetch(`${address}/readyz`)).ok);
      if (program.child.exitCode !== null) faults.push('the server has ended');
      await compare();
      return { faults, messages, met, refused, longestMs: Math.round(longestMs) };
    },
  };
}
