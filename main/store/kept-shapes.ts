/** What rows that hold JSON must look like to be used, for both databases. */
import { ACTION_OUTCOMES, ACTION_STATES, DEVICE_ACTIONS, PANEL_DEEDS } from '../contract/device-actions.ts';
import { MAIL_FAULTS, MAIL_KINDS, MAIL_STATES } from '../contract/mail.ts';
import { REPORT_FORMATS, REPORT_PARTS } from '../contract/report-document.ts';
import { type ReportView, SEND_TIMES, VIEW_SPANS } from '../contract/report-views.ts';
import type { AuditField } from '../core/audit.ts';
import type { ActionActor, DeviceActionRecord } from '../queue/device-actions.ts';
import type { DueMail, DueMails, MailAttachment, MailContent, MailRecord } from '../queue/mail.ts';
import type { WaitingMail } from '../queue/personal-data.ts';
import type { KeptReportView } from '../queue/report-views.ts';
import { isListOf, isNumber, isOneOf, isOptional, isShaped, isText, readKept } from './kept-json.ts';
import type { AuditEntry } from './store.ts';

const isMail = isShaped<MailRecord>({
  id: isText,
  kind: isOneOf(MAIL_KINDS),
  createdAt: isNumber,
  state: isOneOf(MAIL_STATES),
  attempts: isNumber,
  triedAt: isNumber,
  nextTryAt: isNumber,
  fault: isOneOf(MAIL_FAULTS),
  said: isText,
});
const isContent = isShaped<MailContent>({
  to: isText,
  subject: isText,
  text: isText,
  attachments: isListOf(isShaped<MailAttachment>({ name: isText, type: isText, base64: isText })),
});

export function mailOf(id: string, record: string): MailRecord | null {
  return readKept<MailRecord>(record, isMail, { table: 'mail', id });
}

interface DueRow {
  readonly id: string;
  readonly record: string;
  readonly content: string;
}

/** The mails of these rows, and the ids of those that cannot be read. */
export function dueMailsOf(rows: readonly DueRow[]): DueMails {
  const due: DueMail[] = [];
  const unreadable: string[] = [];
  for (const { id, record: text, content: body } of rows) {
    const record = mailOf(id, text);
    const content = readKept<MailContent>(body, isContent, { table: 'mail', id });
    if (record === null || content === null) unreadable.push(id);
    else due.push({ record, content });
  }
  return { due, unreadable };
}

/** What precedes the attachments in the JSON of a mail, which may be as long as a book. Inside a text, the quotes have backslashes. */
export const BEFORE_ATTACHMENTS = ',"attachments":';

/** The part of its JSON before the attachments. */
export interface MailHead {
  readonly id: string;
  readonly head: string;
}

const isWritten = isShaped<Omit<WaitingMail, 'id'>>({ to: isText, subject: isText, text: isText });

/** A mail that waits; of a damaged one, what can be found of it is its text. */
export function waitingMailOf({ id, head }: MailHead): WaitingMail {
  const content = readKept<Omit<WaitingMail, 'id'>>(`${head}}`, isWritten, { table: 'mail', id });
  if (content === null) return { id, to: '', subject: '', text: head };
  const { to, subject, text } = content;
  return { id, to, subject, text };
}

const isView = isShaped<ReportView>({
  id: isText,
  name: isText,
  span: isOneOf(VIEW_SPANS),
  locations: isListOf(isText),
  services: isListOf(isText),
  desks: isListOf(isText),
  users: isListOf(isText),
  parts: isListOf(isOneOf(REPORT_PARTS)),
  to: isListOf(isText),
  lang: isText,
  files: isListOf(isOneOf(REPORT_FORMATS)),
  every: isOneOf(SEND_TIMES),
  weekday: isNumber,
  monthday: isNumber,
  hour: isNumber,
  wantedAfter: isOptional(isText),
});

export type ReportViewRow = Omit<KeptReportView, 'view'> & { readonly id: string; readonly view: string };

/** The reports of these rows that can be read. */
export function reportViewsOf(rows: readonly ReportViewRow[]): readonly KeptReportView[] {
  return rows.flatMap(({ id, view: text, ...kept }) => {
    const view = readKept<ReportView>(text, isView, { table: 'report_view', id });
    return view === null ? [] : [{ ...kept, view }];
  });
}

const isAction = isShaped<DeviceActionRecord>({
  id: isText,
  action: isOneOf([...DEVICE_ACTIONS, ...PANEL_DEEDS]),
  ticket: isText,
  asked_by: isOptional(isText),
  message: isOptional((value) => typeof value === 'object' && value !== null && Object.values(value).every(isText)),
  deviceId: isText,
  by: isShaped<ActionActor>({ kind: isOneOf(['user', 'device', 'console', 'start', 'program']), id: isText }),
  askedAt: isNumber,
  expiresAt: isNumber,
  takenAt: isNumber,
  endedAt: isNumber,
  state: isOneOf(ACTION_STATES.filter((state) => state !== 'expired')),
  outcome: isOneOf(ACTION_OUTCOMES),
});

export function deviceActionOf(id: string, body: string): DeviceActionRecord | null {
  return readKept<DeviceActionRecord>(body, isAction, { table: 'device_action', id });
}

const areFields = isListOf(isShaped<Omit<AuditField, 'hidden'>>({ field: isText, before: isText, after: isText }));

/** An entry as both engines select it; `fields` is JSON. */
export interface AuditRow extends Omit<AuditEntry, 'by' | 'fields'> {
  readonly byKind: AuditEntry['by']['kind'];
  readonly byId: string;
  readonly fields: string;
}

/** Without its fields where these cannot be read: who did what, and when, still shows. */
export function auditEntryOf({ byKind, byId, fields, ...entry }: AuditRow): AuditEntry {
  const read = readKept<readonly AuditField[]>(fields, areFields, { table: 'audit', id: String(entry.id) });
  return { ...entry, by: { kind: byKind, id: byId }, fields: read ?? [] };
}
