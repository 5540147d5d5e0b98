/**
 * Resolves the scope of an operation or a query to a location.
 *
 * The location of a ticket or a call never changes, so it is cached; that of a service is read each time.
 */

import type { Pool } from '../../database/postgres/pool.ts';
import { statement } from '../../database/postgres/statement.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { GlobalJobQueue, ScopeInput } from '../contract/scope.ts';
import { OPERATIONS } from '../operations.ts';
import type { OperationRequest } from '../run-operation.ts';

const OF_TICKET = statement('location-of-ticket', 'SELECT location_id AS "locationId" FROM ticket WHERE id = $1');
const OF_ANSWER = statement('location-of-answer', 'SELECT location_id AS "locationId" FROM answer WHERE id = $1');
/**
 * A moved service has counters at both locations; the site names today's. Its items are searched as text, because their
 * JSON can be damaged.
 */
const OF_SERVICES = statement(
  'locations-of-services',
  `SELECT DISTINCT ON (service_id) service_id AS "serviceId", location_id AS "locationId" FROM service_queue
  WHERE service_id = ANY ($1) ORDER BY service_id, (SELECT strpos(body, '"location":' || to_json(location_id)) > 0
    FROM site_item WHERE collection = 'services' AND id = service_id) DESC NULLS LAST, location_id`,
);

/** Where a transaction takes its lock: at a location, or at a global job queue. */
export type LockScope = { readonly locationId: string } | { readonly jobQueue: GlobalJobQueue };

const MAX_REMEMBERED = 50_000;
/** Location of an unknown ticket or call: queries there find nothing. */
export const NOWHERE = '';

export interface LocationResolver {
  /** Lock of an operation; a promise if the database must be queried. */
  ofOperation(wanted: OperationRequest): LockScope | Promise<LockScope>;
  ofTicket(ticketId: string): Promise<string>;
  ofCall(answerId: string): Promise<string>;
  /** `NOWHERE` for a service without tickets. */
  ofService(serviceId: string): Promise<string>;
  ofServices(services: readonly string[]): Promise<ReadonlyMap<string, string>>;
  remember(events: readonly QueueEvent[]): void;
}

export function createLocationResolver(pool: Pool): LocationResolver {
  const known = new Map<string, string>();
  const note = (id: string, locationId: string): void => {
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(id, locationId);
  };

  async function locationOf(id: string, asked: typeof OF_TICKET): Promise<string> {
    const remembered = known.get(id);
    if (remembered !== undefined) return remembered;
    const [row] = await pool.work((line) => line.ask<{ locationId: string }>(asked, [id]));
    if (row === undefined) return NOWHERE;
    note(id, row.locationId);
    return row.locationId;
  }

  async function ofServices(services: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await pool.work((line) =>
      line.ask<{ serviceId: string; locationId: string }>(OF_SERVICES, [services]),
    );
    return new Map(rows.map(({ serviceId, locationId }) => [serviceId, locationId]));
  }

  const ofTicket = (ticketId: string): Promise<string> => locationOf(ticketId, OF_TICKET);
  const ofCall = (answerId: string): Promise<string> => locationOf(answerId, OF_ANSWER);

  return {
    ofTicket,
    ofCall,
    ofServices,
    async ofService(serviceId) {
      return (await ofServices([serviceId])).get(serviceId) ?? NOWHERE;
    },
    ofOperation({ operation, input }) {
      const definition = OPERATIONS[operation];
      // A scope only compiles with an input that has its field.
      switch (definition.scope) {
        case 'global':
          return { jobQueue: definition.jobQueue };
        case 'location':
          return { locationId: (input as ScopeInput['location']).locationId };
        case 'ticket':
          return ofTicket((input as ScopeInput['ticket']).ticketId).then(at);
        case 'call':
          return ofCall((input as ScopeInput['call']).answerId).then(at);
      }
    },
    remember(events) {
      for (const { locationId, ticketId, answer } of events) {
        if (ticketId !== '') note(ticketId, locationId);
        if (answer !== undefined) note(answer.id, locationId);
      }
    },
  };
}

function at(locationId: string): LockScope {
  return { locationId };
}
