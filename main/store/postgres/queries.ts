/** Queries of the queue. Those with several statements use a snapshot. */

import type { Deadline } from '../../database/postgres/deadline.ts';
import type { Pool, PoolConnection } from '../../database/postgres/pool.ts';
import { awaited, openSession } from '../../database/postgres/session.ts';
import type { QueueQueries } from '../contract/operation-types.ts';
import type { QueryDefinition, ScopeInput } from '../contract/scope.ts';
import { QUERIES } from '../queries.ts';
import { inTransaction } from './batch.ts';
import { postgresRows } from './postgres-rows.ts';
import { type LocationResolver, NOWHERE } from './resolve-location.ts';

/** Begins a read-only snapshot transaction. */
export const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

type Input<Q extends keyof QueueQueries> = QueueQueries[Q]['input'];
type Output<Q extends keyof QueueQueries> = QueueQueries[Q]['output'];

export interface Questions {
  ask<Q extends keyof QueueQueries>(query: Q, input: Input<Q>, deadline: Deadline): Promise<Output<Q>>;
}

export function createQuestions(pool: Pool, resolver: LocationResolver): Questions {
  function askAt<Q extends keyof QueueQueries>(
    locationId: string | null,
    query: Q,
    input: Input<Q>,
    deadline: Deadline,
  ): Promise<Output<Q>> {
    deadline.check();
    const { run, snapshot } = QUERIES[query] as QueryDefinition<Input<Q>, Output<Q>>;
    return pool.work((line: PoolConnection) =>
      snapshot
        ? inTransaction(line, locationId, (session) => awaited(run(postgresRows(session), input)), SNAPSHOT)
        : awaited(run(postgresRows(openSession(line, locationId)), input)),
    );
  }

  /** Queries each location about its ids, and restores the order of the ids. */
  async function askEach<Answer>(
    ids: readonly string[],
    at: ReadonlyMap<string, string>,
    askThere: (locationId: string, ids: readonly string[]) => Promise<readonly Answer[]>,
    idOf: (answer: Answer) => string,
  ): Promise<readonly Answer[]> {
    const byLocation = Map.groupBy(ids, (id) => at.get(id) ?? NOWHERE);
    const answers = (
      await Promise.all([...byLocation].map(([locationId, those]) => askThere(locationId, those)))
    ).flat();
    if (byLocation.size < 2) return answers;
    return ids.flatMap((id) => answers.find((answer) => idOf(answer) === id) ?? []);
  }

  async function ofTickets(ids: readonly string[], deadline: Deadline): Promise<ReadonlyMap<string, string>> {
    const at = new Map<string, string>();
    for (const id of ids) {
      deadline.check();
      at.set(id, await resolver.ofTicket(id));
    }
    return at;
  }

  return {
    async ask(query, input, deadline) {
      const there = async (locationId: Promise<string>) => askAt(await locationId, query, input, deadline);
      // A scope only compiles with an input that has its field, and a list with an output that names its parts.
      switch (QUERIES[query].scope) {
        case 'global':
          return askAt(null, query, input, deadline);
        case 'location':
          return askAt((input as ScopeInput['location']).locationId, query, input, deadline);
        case 'ticket':
          return there(resolver.ofTicket((input as ScopeInput['ticket']).ticketId));
        case 'call':
          return there(resolver.ofCall((input as ScopeInput['call']).answerId));
        case 'service':
          return there(resolver.ofService((input as ScopeInput['service']).serviceId));
        case 'services': {
          const { services } = input as ScopeInput['services'];
          return (await askEach(
            services,
            await resolver.ofServices(services),
            (locationId, those) => askAt(locationId, query, { ...input, services: those }, deadline) as never,
            ({ serviceId }: ScopeInput['service']) => serviceId,
          )) as never;
        }
        case 'tickets': {
          const { ticketIds } = input as ScopeInput['tickets'];
          return (await askEach(
            ticketIds,
            await ofTickets(ticketIds, deadline),
            (locationId, those) => askAt(locationId, query, { ...input, ticketIds: those }, deadline) as never,
            ({ ticket }: { readonly ticket: { readonly id: string } }) => ticket.id,
          )) as never;
        }
      }
    },
  };
}
