/** What JSON in rows of the queue must look like to be used, for both databases. Damaged text counts as empty. */
import { type DeviceStatus, UNKNOWN_STATUS } from '../contract/device-status.ts';
import type { LimitAlarm } from '../contract/limits.ts';
import { type AlarmRecord, type AnswerRecord, DESK_AWAY, type DeskAway, type TicketRecord } from '../contract/queue.ts';
import type { StaffCall, StaffCallRecord } from '../contract/staff-call.ts';
import type { AlarmSince } from '../core/device-alarms.ts';
import type { PastWait } from '../core/wait-estimate.ts';
import type { FormAnswerRecord } from '../queue/form-answers.ts';
import type { AnswerMark, KeptStep, TicketMark, TicketTexts } from '../queue/kept-step.ts';
import type { StoredLocation } from '../queue/rows/locations.ts';
import type { EventSubject } from './event-subject.ts';
import {
  isBoolean,
  isListOf,
  isNullOr,
  isNumber,
  isOneOf,
  isOptional,
  isRecordOf,
  isShaped,
  isText,
  readKept,
} from './kept-json.ts';

/** Answers to a question of a form; null: they cannot be read. */
function answerTextsOf(ticketId: string, text: string): readonly string[] | null {
  return readKept<readonly string[]>(text, isListOf(isText), { table: 'form_answer', id: ticketId });
}

/** Of a damaged answer its raw text: who is in it can still be found, and erased. */
export function personalTextsOf(ticketId: string, text: string | null): readonly string[] {
  return text === null ? [] : (answerTextsOf(ticketId, text) ?? [text]);
}

/** An answer as its row has it: JSON, or null once it is erased. */
export type AnswerRow = Omit<FormAnswerRecord, 'answer'> & { readonly answer: string | null };

/** The answers of these rows that can be read. A damaged one can be given again. */
export function formAnswersOf(ticketId: string, rows: readonly AnswerRow[]): readonly FormAnswerRecord[] {
  return rows.flatMap(({ answer: text, ...row }) => {
    const answer = text === null ? null : answerTextsOf(ticketId, text);
    return text !== null && answer === null ? [] : [{ ...row, answer }];
  });
}

const isAway = isShaped<DeskAway>({ kind: isOneOf(DESK_AWAY), reason: isText, userId: isText, since: isNumber });
const STAFF_CALL = {
  since: isNumber,
  until: isNumber,
  takenAt: isNullOr(isNumber),
  userId: isText,
  deskId: isText,
};
const isStaffCall = isShaped<StaffCall>(STAFF_CALL);

/** Desks without a clerk, by desk; none where that cannot be read. */
export function desksAwayOf(locationId: string, text: string): StoredLocation['away'] {
  return readKept(text, isRecordOf(isAway), { table: 'location_queue', id: locationId }) ?? {};
}

/** Calls for staff, by kiosk; none where that cannot be read. */
export function staffCallsOf(locationId: string, text: string): StoredLocation['staffCalls'] {
  return readKept(text, isRecordOf(isStaffCall), { table: 'location_queue', id: locationId }) ?? {};
}

const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isNumber);

/** The column holds `[[wait in ms, places], …]`. */
export function pastWaitsOf(serviceId: string, text: string): PastWait[] {
  const row = { table: 'service_queue', id: serviceId };
  const pairs = readKept<readonly (readonly [number, number])[]>(text, isListOf(isPair), row) ?? [];
  return pairs.map(([waitMs, places]) => ({ waitMs, places }));
}

/** Whole seconds of waits or services in figures; none where they cannot be read, while the counts stay. */
export function figureSecondsOf(day: string, text: string): readonly number[] {
  return readKept<readonly number[]>(text, isListOf(isNumber), { table: 'call_figure', id: day }) ?? [];
}

const isStatus = (value: unknown): boolean =>
  isRecordOf(() => true)(value) &&
  Object.entries(UNKNOWN_STATUS).every(([field, nothing]) => {
    const said = (value as Record<string, unknown>)[field];
    return said === undefined || typeof said === typeof nothing;
  });
const areAlarms = isListOf(isShaped<AlarmSince>({ kind: isText, since: isNumber }));

/** What a device said last; nothing where that cannot be read. A program of another version may have known other words. */
export function deviceStatusOf(deviceId: string, text: string): DeviceStatus {
  return {
    ...UNKNOWN_STATUS,
    ...readKept<Partial<DeviceStatus>>(text, isStatus, { table: 'device_state', id: deviceId }),
  };
}

export function deviceAlarmsOf(deviceId: string, text: string): readonly AlarmSince[] {
  return readKept<readonly AlarmSince[]>(text, areAlarms, { table: 'device_state', id: deviceId }) ?? [];
}

const isTicketMark = isShaped<TicketMark>({
  state: isNumber,
  dstServiceId: isText,
  dstDeskId: isText,
  dstUserId: isText,
  waitingSince: isNumber,
  transferred: isBoolean,
  flags: isNumber,
  lane: isText,
  class: isNumber,
  places: isNumber,
  calledWhenCancelled: isNullOr(isNumber),
  changedAt: isNumber,
  noteLength: isNumber,
});
const isAnswerMark = isShaped<AnswerMark>({ state: isNumber, endedAt: isNullOr(isNumber), userId: isText });
const isStep = isShaped<KeptStep>({
  id: isText,
  operation: isText,
  userId: isText,
  at: isNumber,
  ticketId: isText,
  tickets: isListOf(
    isShaped<KeptStep['tickets'][number]>({
      id: isText,
      generation: isNumber,
      agesAt: isNullOr(isNumber),
      texts: isOptional(isNullOr(isShaped<TicketTexts>({ note: isText, customField: isText }))),
      before: isTicketMark,
      after: isTicketMark,
    }),
  ),
  answers: isListOf(
    isShaped<KeptStep['answers'][number]>({ id: isText, before: isNullOr(isAnswerMark), after: isAnswerMark }),
  ),
  counted: isListOf(isText),
  waits: isListOf(isShaped<KeptStep['waits'][number]>({ waitMs: isNumber, places: isNumber, serviceId: isText })),
  memory: isNullOr(isShaped<NonNullable<KeptStep['memory']>>({ before: isNumber, after: isNumber })),
});

/** What a desk did last; null when that was taken back, or cannot be read. */
export function deskStepOf(deskId: string, text: string): KeptStep | null {
  return readKept<KeptStep | null>(text, isNullOr(isStep), { table: 'desk_step', id: deskId });
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
const isCall = isShaped<AnswerRecord>({
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

/** What `subjectText` wrote; nothing where that cannot be read, so that the event itself is still delivered. */
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
