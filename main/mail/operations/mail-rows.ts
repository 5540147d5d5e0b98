import type { Step } from '../../database/effect.ts';
import type { DueMails, MailContent, MailRecord } from './mail-records.ts';

export interface MailRows {
  mail(id: string): Step<MailRecord | null>;
  putMail(record: MailRecord, content: MailContent): Step<void>;
  /** Writes how it stands; its content stays only while it waits. */
  endMail(record: MailRecord): Step<void>;
  /** Those that wait until then or before, the earliest first. */
  dueMails(until: number, limit: number): Step<DueMails>;
  /** Ends the waiting of a mail whose row is damaged, and leaves all else in it. */
  putMailAside(id: string): Step<void>;
  /** When the next of those that wait has its time; null when none does. */
  nextMail(): Step<number | null>;
  waitingMails(limit: number): Step<number>;
  /** Newest first. */
  mails(limit: number): Step<readonly MailRecord[]>;
  /** Those that do not wait and were made before. */
  dropMails(before: number): Step<void>;
}
