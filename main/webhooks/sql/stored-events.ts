/** JSON body of a stored event. */

import { isBoolean, isNullOr, isNumber, isOptional, isShaped, isText, readKept } from '../../database/stored-json.ts';
import {
  type AlarmRecord,
  type CallRecord,
  NO_VISITOR,
  type QueueEvent,
  type TicketRecord,
} from '../../queue/contract/records.ts';
import { isAway, STAFF_CALL } from '../../queue/sql/stored-location.ts';
import type { LimitAlarm } from '../../queue-alerts/contract/limits.ts';
import type { StaffCallRecord } from '../../staff-calls/contract/staff-call.ts';

export type EventSubject = Pick<QueueEvent, 'ticket' | 'answer' | 'change' | 'alarm' | 'away' | 'limit' | 'staffCall'>;

type Subject = { [Part in keyof EventSubject]?: EventSubject[Part] | undefined };

/** The subject of an event without personal data, which is stored in one place only. */
export function subjectText({ ticket, answer, change, alarm, away, limit, staffCall }: Subject): string {
  const lasting = ticket === undefined ? undefined : { ...ticket, ...NO_VISITOR };
  return JSON.stringify({ ticket: lasting, answer, change, alarm, away, limit, staffCall });
}

const isTicket = isShaped<TicketRecord>({
  id: isText,
  locationId: isText,
  serviceId: isText,
  dstServiceId: isText,
  dstDeskId: isText,
  dstUserId: isText,
  deviceId: isText,
  number: isNumber,
  label: isText,
  state: isNumber,
  transferred: isBoolean,
  flags: isNumber,
  note: isText,
  lang: isText,
  customField: isText,
  clientName: isText,
  appId: isText,
  appDisplayName: isText,
  scheduledAt: isNullOr(isNumber),
  issuedAt: isNumber,
  waitingSince: isNumber,
});

const isCall = isShaped<CallRecord>({
  id: isText,
  ticketId: isText,
  locationId: isText,
  serviceId: isText,
  deskId: isText,
  userId: isText,
  state: isNumber,
  calledAt: isNumber,
  endedAt: isNullOr(isNumber),
});

const isLimit = isShaped<LimitAlarm>({
  locationId: isText,
  number: isNumber,
  serviceId: isText,
  kind: isText,
  bound: isNumber,
  worst: isNumber,
  since: isNumber,
  endedAt: isNullOr(isNumber),
  seenAt: isNullOr(isNumber),
  seenBy: isText,
});

const isSubject = isShaped<EventSubject>({
  ticket: isOptional(isTicket),
  answer: isOptional(isCall),
  change: isOptional(isText),
  alarm: isOptional(
    isShaped<AlarmRecord>({ deviceId: isText, kind: isText, since: isNumber, endedAt: isNullOr(isNumber) }),
  ),
  away: isOptional(isNullOr(isAway)),
  limit: isOptional(isShaped<NonNullable<EventSubject['limit']>>({ change: isText, alarm: isLimit })),
  staffCall: isOptional(isShaped<StaffCallRecord>({ ...STAFF_CALL, deviceId: isText, change: isText })),
});

/** Reads the text of `subjectText`; empty if it cannot be read, so that the event itself is still delivered. */
export function eventSubjectOf(sequence: number, text: string): EventSubject {
  const row = { table: 'webhook_event', id: String(sequence) };
  const { ticket, answer, change, alarm, away, limit, staffCall } = readKept<EventSubject>(text, isSubject, row) ?? {};
  return {
    ...(ticket === undefined ? {} : { ticket }),
    ...(answer === undefined ? {} : { answer }),
    ...(change === undefined ? {} : { change }),
    ...(alarm === undefined ? {} : { alarm }),
    ...(away === undefined ? {} : { away }),
    ...(limit === undefined ? {} : { limit }),
    ...(staffCall === undefined ? {} : { staffCall }),
  };
}
