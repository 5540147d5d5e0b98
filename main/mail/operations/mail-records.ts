/** Stored mails, pending and sent. */

import type { Effect } from '../../database/effect.ts';
import type { MailFault, MailKind, MailState } from '../contract/mail.ts';

export interface MailAttachment {
  readonly name: string;
  /** Such as `application/pdf`. */
  readonly type: string;
  readonly base64: string;
}

/** What is forgotten as soon as the mail is sent or given up. */
export interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
}

/** How a mail stands. Says nothing of who gets it, nor of what is in it. Instants are epoch milliseconds. */
export interface MailRecord {
  readonly id: string;
  readonly kind: MailKind;
  readonly createdAt: number;
  readonly state: MailState;
  readonly attempts: number;
  /** 0 before the first try. */
  readonly triedAt: number;
  /** Of one that waits; else 0. */
  readonly nextTryAt: number;
  readonly fault: MailFault;
  /** What the server said last, without addresses. */
  readonly said: string;
}

export interface NewMail {
  /** One that is there already is not added again. */
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
  /** Those whose time has come, the one that waits longest first. */
  readonly due: readonly DueMail[];
  /** Ids of those among them whose row is damaged: they must be put aside, or they take the place of others. */
  readonly unreadable: readonly string[];
}

export interface MailRows {
  mail(id: string): Effect<MailRecord | null>;
  putMail(record: MailRecord, content: MailContent): Effect<void>;
  /** Writes how it stands; its content stays only while it waits. */
  endMail(record: MailRecord): Effect<void>;
  /** Those that wait until then or before, the earliest first. */
  dueMails(until: number, limit: number): Effect<DueMails>;
  /** Ends the waiting of a mail whose row is damaged, and leaves all else in it. */
  putMailAside(id: string): Effect<void>;
  /** When the next of those that wait has its time; null when none does. */
  nextMail(): Effect<number | null>;
  waitingMails(limit: number): Effect<number>;
  /** Newest first. */
  mails(limit: number): Effect<readonly MailRecord[]>;
  /** Those that do not wait and were made before. */
  dropMails(before: number): Effect<void>;
}
