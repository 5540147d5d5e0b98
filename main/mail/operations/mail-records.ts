/** Stored mails, pending and sent. */

import type { Effect } from '../../database/effect.ts';
import type { MailFault, MailKind, MailState } from '../contract/mail.ts';

export interface MailAttachment {
  readonly name: string;
  /** Such as `application/pdf`. */
  readonly type: string;
  readonly base64: string;
}

/** Content, deleted when the mail is sent or given up. */
export interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
}

/** State of a mail, without recipient or content. Instants are epoch milliseconds. */
export interface MailRecord {
  readonly id: string;
  readonly kind: MailKind;
  readonly createdAt: number;
  readonly state: MailState;
  readonly attempts: number;
  /** 0 before the first attempt. */
  readonly triedAt: number;
  /** 0 unless the mail waits. */
  readonly nextTryAt: number;
  readonly fault: MailFault;
  /** Last response of the server, without addresses. */
  readonly said: string;
}

export interface NewMail {
  /** An existing id is not added again. */
  readonly id: string;
  readonly kind: MailKind;
  readonly content: MailContent;
}

export type MailTry = Pick<MailRecord, 'id' | 'state' | 'attempts' | 'triedAt' | 'nextTryAt' | 'fault' | 'said'>;

export interface DueMail {
  readonly record: MailRecord;
  readonly content: MailContent;
}

export interface DueMails {
  /** Due mails, longest waiting first. */
  readonly due: readonly DueMail[];
  /** Ids of damaged rows among them: they must be set aside, or they would block others. */
  readonly unreadable: readonly string[];
}

export interface MailRows {
  mail(id: string): Effect<MailRecord | null>;
  putMail(record: MailRecord, content: MailContent): Effect<void>;
  /** Writes the state; the content is kept only while the mail waits. */
  endMail(record: MailRecord): Effect<void>;
  /** Waiting mails due by `until`, earliest first. */
  dueMails(until: number, limit: number): Effect<DueMails>;
  /** Stops attempts of a mail with a damaged row, and keeps the rest of the row. */
  putMailAside(id: string): Effect<void>;
  /** Time of the next attempt of any mail; null if none waits. */
  nextMail(): Effect<number | null>;
  waitingMails(limit: number): Effect<number>;
  /** Newest first. */
  mails(limit: number): Effect<readonly MailRecord[]>;
  /** Deletes mails created before, unless they wait. */
  dropMails(before: number): Effect<void>;
}
