/**
 * Numbered events of a location, written in the transaction that causes them.
 *
 * They contain no personal data of the visitor: it is read from the ticket at delivery.
 */

import type { Effects } from '../../database/effect.ts';
import type { DatabaseSession } from '../../database/postgres/session.ts';
import { insertOfMany, type RowColumns, selected, statement } from '../../database/postgres/statement.ts';
import { LOCATION_EVENT } from '../../database/tables/queue-tables.ts';
import { smallest } from '../../lib/lists.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { PERSONAL_FIELDS, type PersonalField, type QueueEvent } from '../../queue/contract/records.ts';
import type { LocationChange, NumberedChange } from '../../queue/operations/location-changes.ts';
import { TICKET_COLUMN } from '../../queue/sql/columns.ts';
import { type CountsBody, eventBody, eventOf, isCountsBody, isEventBody } from './event-body.ts';
import type { PostgresRows } from './postgres-rows.ts';

/** A client that missed more events gets a snapshot. */
export const MAX_KEPT = 1_000;
const KEPT_MS = 3_600_000;
/** Kept regardless of age: a server's clock can be wrong, and others must still read them. */
export const MIN_KEPT = 100;
/** Old events are deleted after this many writes. */
const DROP_EVERY = 256;

const ADD = insertOfMany('add-location-events', LOCATION_EVENT);
/** Deletes all events up to a number, so that the rest has no gaps: server clocks differ, so times are not ordered. */
const DROP = statement(
  'drop-location-events',
  `DELETE FROM location_event WHERE location_id = $1 AND number <= $2 AND number <= greatest($3, (SELECT number - 1
    FROM location_event WHERE location_id = $1 AND at >= $4 ORDER BY number LIMIT 1))`,
);
const READ = statement(
  'location-events',
  `SELECT event.number, event.at, event.kind, event.ticket_id AS "ticketId", event.body,
    ${selected(Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, TICKET_COLUMN[field]])), 'ticket')}
  FROM location_event AS event LEFT JOIN LATERAL
    -- Looked up one by one, whatever the plan was made for.
    (SELECT * FROM ticket WHERE location_id = $1 AND id = event.ticket_id OFFSET 0) AS ticket ON true
  WHERE event.location_id = $1 AND event.number > $2 ORDER BY event.number LIMIT $3`,
);
const HAS_SAID = statement(
  'has-said',
  `SELECT EXISTS (SELECT 1 FROM location_event WHERE location_id = $1 AND number > $2 AND kind = 'said') AS said`,
);

interface Row extends Record<PersonalField, string | null> {
  readonly number: number;
  readonly at: number;
  readonly kind: LocationChange['kind'];
  readonly ticketId: string;
  /** JSON. */
  readonly body: string;
}

/** Stores the events and changed counts of a transaction. Requires the location's lock. */
export function keepChanges(
  session: DatabaseSession,
  rows: PostgresRows,
  events: readonly QueueEvent[],
  now: number,
): readonly NumberedChange[] {
  const changes: LocationChange[] = events
    .filter(({ type }) => type !== 'site.changed')
    .map((event) => ({ kind: 'event', event }));
  const queues = rows.changedQueues();
  const isNewDay = events.some(({ type }) => type === 'queue.reset');
  if (queues.length > 0 || isNewDay) changes.push({ kind: 'counts', at: now, queues, isNewDay });
  return numbered(session, rows, changes);
}

/** Null if another message was added since. */
export function* keepWords(
  session: DatabaseSession,
  rows: PostgresRows,
  { body, after, at }: { readonly body: unknown; readonly after: number; readonly at: number },
): Effects<readonly NumberedChange[] | null> {
  yield* rows.lock();
  const [found] = yield* session.ask<{ said: boolean }>(HAS_SAID, [session.locationId, after]);
  return found?.said === true ? null : numbered(session, rows, [{ kind: 'said', at, body }]);
}

function numbered(
  session: DatabaseSession,
  rows: PostgresRows,
  changes: readonly LocationChange[],
): readonly NumberedChange[] {
  if (changes.length === 0) return [];
  const before = rows.takeNumbers(changes.length);
  const told = changes.map((change, index) => ({ number: before + 1 + index, change }));
  for (const each of told) session.put(ADD, rowOf(each));
  const last = before + changes.length;
  const isNewDay = changes.some((change) => change.kind === 'counts' && change.isNewDay);
  if (isNewDay || Math.floor(before / DROP_EVERY) !== Math.floor(last / DROP_EVERY)) {
    const old = smallest(changes.map(timeOf)) - KEPT_MS;
    session.send(DROP, [session.locationId, last - MIN_KEPT, last - MAX_KEPT, old]);
  }
  return told;
}

function timeOf(change: LocationChange): number {
  return change.kind === 'event' ? change.event.at : change.at;
}

function rowOf({ number, change }: NumberedChange): RowColumns {
  const row = { number, at: timeOf(change), kind: change.kind, ticket_id: '' };
  switch (change.kind) {
    case 'event':
      return { ...row, ticket_id: change.event.ticketId, body: eventBody(change.event) };
    case 'counts': {
      const { queues, isNewDay } = change;
      return { ...row, body: { queues, isNewDay } satisfies CountsBody };
    }
    case 'said':
      return { ...row, body: change.body as object };
  }
}

export interface ReadChanges {
  readonly changes: readonly NumberedChange[];
  /** First row that no server of this version has written: later rows were not read. Null: none. */
  readonly unreadable: number | null;
}

/** In order, at most `most`. */
export function* readChanges(session: DatabaseSession, after: number, most: number): Effects<ReadChanges> {
  const { locationId } = session;
  const changes: NumberedChange[] = [];
  for (const row of yield* session.ask<Row>(READ, [locationId, after, most])) {
    const change = changeOf(row, locationId ?? '');
    if (change === null) return { changes, unreadable: row.number };
    changes.push({ number: row.number, change });
  }
  return { changes, unreadable: null };
}

function changeOf({ kind, at, ticketId, body: text, ...row }: Row, locationId: string): LocationChange | null {
  const body = parseJson(text);
  if (kind === 'said') return { kind, at, body };
  if (kind === 'counts') return isCountsBody(body) ? { kind, at, ...body } : null;
  if (kind !== 'event' || !isEventBody(body)) return null;
  const visitor = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, row[field] ?? ''])) as Record<
    PersonalField,
    string
  >;
  return { kind, event: eventOf(body, { at, locationId, ticketId }, visitor) };
}
