/** Questions to the queue. Those that look more than once see one moment of the database. */
import { QUERIES } from '../../queue/queries/index.ts';
import type { QueueQueries } from '../../queue/queue.ts';
import type { Rows } from '../../queue/rows.ts';
import type { Steps } from '../../queue/step.ts';
import { inTransaction } from './batch.ts';
import type { Deadline } from './deadline.ts';
import type { Line, Pool } from './pool.ts';
import { postgresRows } from './rows/postgres-rows.ts';
import { awaited, openSession } from './session.ts';
import type { Whereabouts } from './whereabouts.ts';

/** Asked by one statement, so that it needs no transaction. */
const SIMPLE: ReadonlySet<keyof QueueQueries> = new Set([
  'ticket',
  'answer',
  'lastCalls',
  'openAnswers',
  'desksAway',
  'staffCalls',
  'ticketResults',
  'dayRules',
  'keptDevices',
  'openLimitAlarms',
  'waitingCounts',
  'deviceNews',
  'queueLocations',
  'formAnswers',
  'earlierOutcome',
  'webhookDeliveries',
]);
/** How a transaction begins whose questions are of one moment. */
export const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

type Input<Q extends keyof QueueQueries> = QueueQueries[Q]['input'];
type Output<Q extends keyof QueueQueries> = QueueQueries[Q]['output'];

export interface Questions {
  ask<Q extends keyof QueueQueries>(query: Q, input: Input<Q>, deadline: Deadline): Promise<Output<Q>>;
}

export function createQuestions(pool: Pool, whereabouts: Whereabouts): Questions {
  function askAt<Q extends keyof QueueQueries>(
    locationId: string | null,
    query: Q,
    input: Input<Q>,
    deadline: Deadline,
  ): Promise<Output<Q>> {
    deadline.check();
    const steps = QUERIES[query] as (rows: Rows, input: Input<Q>) => Steps<Output<Q>>;
    return pool.work((line: Line) =>
      SIMPLE.has(query)
        ? awaited(steps(postgresRows(openSession(line, locationId)), input))
        : inTransaction(line, locationId, (session) => awaited(steps(postgresRows(session), input)), SNAPSHOT),
    );
  }

  /** Asks each location about what is there, and puts the answers back into the order of the question. */
  async function askEach<Part, Answer>(
    parts: readonly Part[],
    locationOf: (part: Part) => string,
    askThere: (locationId: string, parts: readonly Part[]) => Promise<readonly Answer[]>,
    isOf: (answer: Answer, part: Part) => boolean,
  ): Promise<readonly Answer[]> {
    const byLocation = Map.groupBy(parts, locationOf);
    const answers = (
      await Promise.all([...byLocation].map(([locationId, those]) => askThere(locationId, those)))
    ).flat();
    if (byLocation.size < 2) return answers;
    return parts.flatMap((part) => answers.find((answer) => isOf(answer, part)) ?? []);
  }

  return {
    async ask(query, input, deadline) {
      if (query === 'serviceQueues') {
        const { services } = input as Input<'serviceQueues'>;
        const at = await whereabouts.ofServices(services);
        return (await askEach(
          services,
          (serviceId) => at.get(serviceId) ?? '',
          (locationId, those) => askAt(locationId, 'serviceQueues', { services: those }, deadline),
          (queue, serviceId) => queue.serviceId === serviceId,
        )) as never;
      }
      if (query === 'followedTickets') {
        const { ticketIds } = input as Input<'followedTickets'>;
        const at = new Map<string, string>();
        for (const id of ticketIds) {
          deadline.check();
          at.set(id, await whereabouts.ofTicket(id));
        }
        return (await askEach(
          ticketIds,
          (id) => at.get(id) ?? '',
          (locationId, those) => askAt(locationId, 'followedTickets', { ticketIds: those }, deadline),
          ({ ticket }, id) => ticket.id === id,
        )) as never;
      }
      return askAt(await whereabouts.ofQuestion(query, input), query, input, deadline);
    },
  };
}
