import type { Effect } from '../../database/effect.ts';
import type { DueMails, MailContent, MailRecord } from './mail-records.ts';

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
