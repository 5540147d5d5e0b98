/** Stored mails, read and checked. */

import { isListOf, isNumber, isOneOf, isShaped, isText, readKept } from '../../database/stored-json.ts';
import type { WaitingMail } from '../../personal-data/operations/personal-records.ts';
import { MAIL_FAULTS, MAIL_KINDS, MAIL_STATES } from '../contract/mail.ts';
import type { DueMail, DueMails, MailAttachment, MailContent, MailRecord } from '../operations/mail-records.ts';

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
