/**
 * Deduplication of data that answer and event share.
 *
 * The same ticket, the same call. It goes to the other thread once, with the answer, and the event says with which.
 */
import type { CallRecord, QueueEvent, TicketRecord } from '../../queue/contract/records.ts';
import type { Reply, SentEvent } from './protocol.ts';

interface Held {
  readonly ticket?: TicketRecord;
  readonly answer?: CallRecord;
}

const NOTHING: Held = {};

/** What a reply gives back, if it is that of an operation that was done. */
function heldBy(reply: Reply | undefined): Held {
  if (reply?.ok !== true) return NOTHING;
  const outcome = reply.value as { readonly value?: Held | null } | null | undefined;
  return outcome?.value ?? NOTHING;
}

/** Leaves out of the events what stands in the replies: the very same records, not only equal ones. */
export function shareRecords(replies: readonly Reply[], events: readonly QueueEvent[]): readonly SentEvent[] {
  if (events.length === 0) return [];
  const places = new Map<TicketRecord | CallRecord, number>();
  replies.forEach((reply, place) => {
    const { ticket, answer } = heldBy(reply);
    if (ticket !== undefined) places.set(ticket, place);
    if (answer !== undefined) places.set(answer, place);
  });
  return events.map((event) => {
    const sent: SentEvent = { ...event };
    if (event.ticket !== undefined) sent.ticket = places.get(event.ticket) ?? event.ticket;
    if (event.answer !== undefined) sent.answer = places.get(event.answer) ?? event.answer;
    return sent;
  });
}

/** The events as they were before `shareRecords`. They are changed in place: they came for nobody else. */
export function joinRecords(replies: readonly Reply[], events: readonly SentEvent[]): readonly QueueEvent[] {
  for (const event of events) {
    if (typeof event.ticket === 'number') event.ticket = heldBy(replies[event.ticket]).ticket as TicketRecord;
    if (typeof event.answer === 'number') event.answer = heldBy(replies[event.answer]).answer as CallRecord;
  }
  return events as readonly QueueEvent[];
}
