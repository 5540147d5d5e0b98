/**
 * Prefetch of the rows that a batch of operations will need.
 *
 * Rows that were not prefetched are read when needed.
 */

import { lockNames } from '../../database/postgres/cross-location-locks.ts';
import { LOCK_NAMES, TRY_NAMES } from '../../database/postgres/locks.ts';
import type { Transaction } from '../../database/postgres/session.ts';
import type { CallRecord } from '../../queue/contract/records.ts';
import { ANYBODY, deskLane, userLane } from '../../queue/operations/parts/lanes.ts';
import { CLASSES } from '../../queue/rules/ticket-class.ts';
import { OPEN_ANSWERS, type Serving, USERS_SERVING } from '../../queue/sql/postgres/answers.ts';
import { NEXT_TURNS, type NextTurn } from '../../queue/sql/postgres/locations.ts';
import { QUEUES, type QueueRow } from '../../queue/sql/postgres/queues.ts';
import type { PostgresTicketRow } from '../../queue/sql/postgres/ticket-row.ts';
import { HEADS_AHEAD, type HeadRow, TICKETS_AHEAD } from '../../queue/sql/postgres/tickets.ts';
import type { PrefetchInput } from '../contract/scope.ts';
import { OPERATIONS } from '../operations.ts';
import type { OperationRequest } from '../run-operation.ts';
import { OUTCOMES, type OutcomeRow } from './outcomes.ts';
import type { PostgresRows } from './postgres-rows.ts';

/** Prefetched names at one location of the transaction. */
export interface Ahead {
  readonly locationId: string;
  readonly rows: PostgresRows;
  readonly names: Named;
}

/** Ids and names in inputs, by the prefetch of their operations. */
export interface Named {
  readonly keys: Set<string>;
  readonly services: Set<string>;
  readonly users: Set<string>;
  readonly desks: Set<string>;
  readonly answers: Set<string>;
  readonly tickets: Set<string>;
  /** Service → lane → number of calls that may take its first ticket. */
  readonly lines: Map<string, Map<string, number>>;
}

export function namesIn(all: readonly OperationRequest[]): Named {
  const names: Named = {
    keys: new Set(),
    services: new Set(),
    users: new Set(),
    desks: new Set(),
    answers: new Set(),
    tickets: new Set(),
    lines: new Map(),
  };
  for (const { operation, input, idempotency } of all) {
    if (idempotency !== null) names.keys.add(idempotency.key);
    const definition = OPERATIONS[operation];
    if (definition.scope === 'global') continue;
    // A prefetch only compiles with an input that has its field.
    for (const kind of definition.prefetch) NAME[kind](names, input as never);
  }
  return names;
}

/** How each kind of prefetch collects names. Optional fields can be missing. */
const NAME: { readonly [Kind in keyof PrefetchInput]: (names: Named, input: Partial<PrefetchInput[Kind]>) => void } = {
  service({ services }, { serviceId }) {
    if (serviceId !== undefined) services.add(serviceId);
  },
  services(names, { services = [] }) {
    for (const id of services) names.services.add(id);
  },
  ticket({ tickets }, { ticketId }) {
    if (ticketId !== undefined) tickets.add(ticketId);
  },
  call({ answers }, { answerId }) {
    if (answerId !== undefined) answers.add(answerId);
  },
  desk({ desks }, { deskId }) {
    if (deskId !== undefined) desks.add(deskId);
  },
  clerk({ users }, { userId = '' }) {
    if (userId !== '') users.add(userId);
  },
  lanes({ lines }, { services = [], deskId = '', userId = '' }) {
    addLines(lines, { services, deskId, userId });
  },
  key({ keys }, { key }) {
    if (key !== undefined) keys.add(key);
  },
};

function addLines(lines: Named['lines'], { services, deskId, userId }: PrefetchInput['lanes']): void {
  const lanes = [ANYBODY, deskLane(deskId), ...(userId === '' ? [] : [userLane(userId)])];
  for (const service of services) {
    const counts = lines.get(service) ?? new Map<string, number>();
    lines.set(service, counts);
    for (const lane of lanes) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  }
}

type Kind = 'keys' | 'services' | 'desks' | 'answers' | 'tickets';

/** Two parallel lists: locations, and names there. */
function placed(parts: readonly Ahead[], kind: Kind): readonly [string[], string[]] {
  const names = parts.flatMap((part) => [...part.names[kind]].map((name) => [part.locationId, name] as const));
  return [names.map(([locationId]) => locationId), names.map(([, name]) => name)];
}

/**
 * Sends all queries at once, and resolves when the results are cached in the rows. They stay valid only if the locks of
 * the locations were requested first.
 *
 * @param waits whether to wait for users and keys locked by others
 * @returns whether all named users and keys are locked; otherwise the prefetched rows are useless
 */
export async function readAhead(
  transaction: Transaction,
  parts: readonly Ahead[],
  waits: boolean,
): Promise<(part: Ahead) => boolean> {
  const [held] = await Promise.all([
    // Before all reads that holders of these locks could change.
    lockAll(transaction, parts, waits),
    readServing(transaction, parts),
    readOutcomes(transaction, parts),
    readQueues(transaction, parts),
    readAnswers(transaction, parts),
    readTickets(transaction, parts),
  ]);
  return ({ names }) => held.size === 0 || !lockNames(names).some((name) => held.has(name));
}

/** Resolves with the users and keys that others have locked. */
async function lockAll(
  transaction: Transaction,
  parts: readonly Ahead[],
  waits: boolean,
): Promise<ReadonlySet<string>> {
  const all = parts.flatMap(({ names }) => lockNames(names));
  if (all.length === 0) return new Set();
  const held = await transaction.ask<{ readonly name: string }>(waits ? LOCK_NAMES : TRY_NAMES, [all]);
  return new Set(waits ? [] : held.map(({ name }) => name));
}

async function readServing(transaction: Transaction, parts: readonly Ahead[]): Promise<void> {
  const users = parts.flatMap(({ names }) => [...names.users]);
  if (users.length === 0) return;
  const serving = await transaction.ask<Serving>(USERS_SERVING, [users]);
  for (const { rows, names } of parts) rows.knowServing([...names.users], serving);
}

async function readOutcomes(transaction: Transaction, parts: readonly Ahead[]): Promise<void> {
  const keys = parts.flatMap(({ names }) => [...names.keys]);
  if (keys.length === 0) return;
  const found = await transaction.ask<OutcomeRow>(OUTCOMES, [keys]);
  for (const { rows, names } of parts) {
    rows.knowOutcomes(
      [...names.keys],
      found.filter(({ key }) => names.keys.has(key)),
    );
  }
}

/** Counters, and first tickets of the lanes that calls use. */
async function readQueues(transaction: Transaction, parts: readonly Ahead[]): Promise<void> {
  const places = placed(parts, 'services');
  if (places[0].length === 0) return;
  const lines = parts.flatMap(({ locationId, names }) =>
    [...names.lines].flatMap(([service, lanes]) =>
      [...lanes].map(([lane, most]) => ({ locationId, service, lane, most })),
    ),
  );
  const heads =
    lines.length === 0
      ? []
      : transaction.ask<HeadRow>(HEADS_AHEAD, [
          lines.map(({ locationId }) => locationId),
          lines.map(({ service }) => service),
          lines.map(({ lane }) => lane),
          lines.map(({ most }) => most),
          CLASSES,
        ]);
  const [queues, first] = await Promise.all([transaction.ask<QueueRow>(QUEUES, places), heads]);
  const queuesAt = Map.groupBy(queues, ({ locationId }) => locationId);
  const firstAt = Map.groupBy(first, ({ locationId }) => locationId);
  for (const { rows, locationId, names } of parts) {
    const here = queuesAt.get(locationId) ?? [];
    rows.knowQueues([...names.services], here);
    rows.knowFronts(
      here.flatMap(({ serviceId, generation }) =>
        [...(names.lines.get(serviceId) ?? [])].map(([lane, most]) => ({ service: serviceId, generation, lane, most })),
      ),
      CLASSES,
      firstAt.get(locationId) ?? [],
    );
  }
}

/** Open calls, and due times of appointments. */
async function readAnswers(transaction: Transaction, parts: readonly Ahead[]): Promise<void> {
  const asking = parts.filter(({ names }) => names.desks.size > 0 || names.answers.size > 0);
  const calling = parts.filter(({ names }) => names.lines.size > 0);
  const locationsOf = (some: readonly Ahead[]): string[] => some.map(({ locationId }) => locationId);
  const [open, turns] = await Promise.all([
    asking.length === 0 ? [] : transaction.ask<CallRecord>(OPEN_ANSWERS, [locationsOf(asking)]),
    calling.length === 0 ? [] : transaction.ask<NextTurn>(NEXT_TURNS, [locationsOf(calling)]),
  ]);
  const openAt = Map.groupBy(open, ({ locationId }) => locationId);
  for (const { rows, locationId } of asking) rows.knowOpen(openAt.get(locationId) ?? []);
  for (const { rows, locationId } of calling) {
    rows.knowNextTurn(turns.find((turn) => turn.locationId === locationId));
  }
}

async function readTickets(transaction: Transaction, parts: readonly Ahead[]): Promise<void> {
  const [tickets, desks, answers] = [placed(parts, 'tickets'), placed(parts, 'desks'), placed(parts, 'answers')];
  if (tickets[0].length + desks[0].length + answers[0].length === 0) return;
  const found = await transaction.ask<PostgresTicketRow>(TICKETS_AHEAD, [...tickets, ...desks, ...answers]);
  const at = Map.groupBy(found, ({ locationId }) => locationId);
  for (const { rows, locationId } of parts) rows.knowTickets(at.get(locationId) ?? []);
}
