import { NO_VISITOR, type PersonalField, type QueueEvent, type TicketRecord } from '../../contract/queue.ts';
import type { DeliveryFault, DeliveryState } from '../../contract/webhooks.ts';
import type { WebhookDelivery, WebhookEvent } from '../store.ts';
import type { Db } from './db.ts';
import { readTicket, ticketRecord } from './ticket-rows.ts';

export interface EventRow {
  readonly seq: number;
  readonly type: QueueEvent['type'];
  readonly at: number;
  readonly location_id: string;
  readonly service_id: string;
  readonly ticket_id: string;
  readonly desk_id: string;
  readonly subject: string;
}

export interface DeliveryRow extends Omit<EventRow, 'type'> {
  readonly number: number;
  readonly id: string;
  readonly webhook_id: string;
  readonly type: WebhookDelivery['event']['type'];
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly first_tried_at: number;
  readonly tried_at: number;
  readonly next_try_at: number | null;
  readonly status_code: number;
  readonly duration_ms: number;
  readonly fault: DeliveryFault;
}

export const EVENT_COLUMNS = 'seq, type, at, location_id, service_id, ticket_id, desk_id, subject';
export const DELIVERY_COLUMNS = `number, id, webhook_id, ${EVENT_COLUMNS}, state, attempts, first_tried_at, tried_at,
  next_try_at, status_code, duration_ms, fault`;

type Subject = Pick<QueueEvent, 'ticket' | 'answer'>;

export function subjectText({ ticket, answer }: { [Part in keyof Subject]: Subject[Part] | undefined }): string {
  const known = ticket === undefined ? undefined : { ...ticket, ...NO_VISITOR };
  return JSON.stringify({ ticket: known, answer });
}

export function webhookEvent<Type extends string>(row: Omit<EventRow, 'type'> & { readonly type: Type }) {
  const { ticket, answer } = JSON.parse(row.subject) as Subject;
  return {
    sequence: row.seq,
    type: row.type,
    at: row.at,
    locationId: row.location_id,
    serviceId: row.service_id,
    ticketId: row.ticket_id,
    deskId: row.desk_id,
    ...(ticket === undefined ? {} : { ticket }),
    ...(answer === undefined ? {} : { answer }),
  };
}

export function webhookDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    number: row.number,
    id: row.id,
    webhookId: row.webhook_id,
    event: webhookEvent(row),
    state: row.state,
    attempts: row.attempts,
    firstTriedAt: row.first_tried_at,
    triedAt: row.tried_at,
    nextTryAt: row.next_try_at,
    statusCode: row.status_code,
    durationMs: row.duration_ms,
    fault: row.fault,
  };
}

/** The ticket of an event with what is still known of the visitor. */
export function ticketOf(db: Db, { ticketId, ticket }: Pick<WebhookEvent, 'ticketId' | 'ticket'>): TicketRecord | null {
  const row = ticketId === '' ? undefined : readTicket(db, ticketId);
  if (row === undefined) return null;
  const now = ticketRecord(row);
  const { clientName, note, customField, appDisplayName } = now;
  const visitor: Pick<TicketRecord, PersonalField> = { clientName, note, customField, appDisplayName };
  return { ...(ticket ?? now), ...visitor };
}
