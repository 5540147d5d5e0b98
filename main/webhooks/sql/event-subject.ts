/** What an event that is kept says of its ticket and its call, or of an alarm, as JSON. */
import { NO_VISITOR, type QueueEvent } from '../../queue/contract/records.ts';

export type EventSubject = Pick<QueueEvent, 'ticket' | 'answer' | 'change' | 'alarm' | 'away' | 'limit' | 'staffCall'>;

type Subject = { [Part in keyof EventSubject]?: EventSubject[Part] | undefined };

/** What is known of the ticket, but for what is to be erased one day: that stands in one place only. */
export function withoutVisitor({ ticket, answer, change, alarm, away, limit, staffCall }: Subject): Subject {
  return {
    ticket: ticket === undefined ? undefined : { ...ticket, ...NO_VISITOR },
    answer,
    change,
    alarm,
    away,
    limit,
    staffCall,
  };
}

export function subjectText(subject: Subject): string {
  return JSON.stringify(withoutVisitor(subject));
}
