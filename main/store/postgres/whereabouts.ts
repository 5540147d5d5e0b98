/**
 * Which location an operation or a question is about. Some name only a call, a ticket or a service: where a call or a
 * ticket is never changes, so it is remembered; where a service is, is asked.
 */
import type { QueueEvent } from '../../contract/queue.ts';
import type { Wanted } from '../../queue/operations/run-operation.ts';
import type { QueueOperations, QueueQueries } from '../../queue/queue.ts';
import type { Pool } from './pool.ts';
import { statement } from './statement.ts';

const OF_TICKET = statement('location-of-ticket', 'SELECT location_id AS "locationId" FROM ticket WHERE id = $1');
const OF_ANSWER = statement('location-of-answer', 'SELECT location_id AS "locationId" FROM answer WHERE id = $1');
/** One that has moved has counters at both locations; the site says which are those of today. Its items are searched as text, which may be damaged. */
const OF_SERVICES = statement(
  'locations-of-services',
  `SELECT DISTINCT ON (service_id) service_id AS "serviceId", location_id AS "locationId" FROM service_queue
  WHERE service_id = ANY ($1) ORDER BY service_id, (SELECT strpos(body, '"location":' || to_json(location_id)) > 0
    FROM site_item WHERE collection = 'services' AND id = service_id) DESC NULLS LAST, location_id`,
);

/** What is of no location, and is done one at a time. */
export type HouseWork = 'erasing' | 'webhooks' | 'devices' | 'mail';
export type Place = { readonly locationId: string } | { readonly work: HouseWork };

const HOUSE_WORK: { readonly [Name in keyof QueueOperations]?: HouseWork } = {
  anonymise: 'erasing',
  erasePerson: 'erasing',
  noteAccess: 'erasing',
  notePersonalExport: 'erasing',
  recordDeliveries: 'webhooks',
  resumeWebhook: 'webhooks',
  tidyWebhooks: 'webhooks',
  askDevice: 'devices',
  takeDeviceAction: 'devices',
  endDeviceAction: 'devices',
  noteDeed: 'devices',
  forgetDeviceResults: 'devices',
  putMails: 'mail',
  endMailTry: 'mail',
  putMailsAside: 'mail',
  tidyMails: 'mail',
  putReportView: 'mail',
  dropReportView: 'mail',
  noteReportSent: 'mail',
};

const MOST_REMEMBERED = 50_000;
/** Of a ticket or a call that there is not: nothing is found there. */
export const NOWHERE = '';

export interface Whereabouts {
  ofOperation(wanted: Wanted): Place | Promise<Place>;
  /** Null for what is of no one location. */
  ofQuestion<Q extends keyof QueueQueries>(query: Q, input: QueueQueries[Q]['input']): Promise<string | null>;
  ofServices(services: readonly string[]): Promise<ReadonlyMap<string, string>>;
  ofTicket(id: string): Promise<string>;
  remember(events: readonly QueueEvent[]): void;
}

export function createWhereabouts(pool: Pool): Whereabouts {
  const known = new Map<string, string>();
  const note = (id: string, locationId: string): void => {
    if (known.size >= MOST_REMEMBERED) known.clear();
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

  return {
    ofServices,
    ofTicket: (id) => locationOf(id, OF_TICKET),
    ofOperation({ operation, input }) {
      const work = HOUSE_WORK[operation];
      if (work !== undefined) return { work };
      if ('locationId' in input) return { locationId: input.locationId };
      const found =
        'answerId' in input
          ? locationOf(input.answerId, OF_ANSWER)
          : locationOf('ticketId' in input ? input.ticketId : '', OF_TICKET);
      return found.then((locationId) => ({ locationId }));
    },
    async ofQuestion(_query, input) {
      if ('locationId' in input) return input.locationId;
      if ('answerId' in input) return locationOf(input.answerId, OF_ANSWER);
      if ('ticketId' in input) return locationOf(input.ticketId, OF_TICKET);
      if ('serviceId' in input) return (await ofServices([input.serviceId])).get(input.serviceId) ?? NOWHERE;
      return null;
    },
    remember(events) {
      for (const { locationId, ticketId, answer } of events) {
        if (ticketId !== '') note(ticketId, locationId);
        if (answer !== undefined) note(answer.id, locationId);
      }
    },
  };
}
