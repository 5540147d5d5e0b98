import type { Effect } from '../../database/effect.ts';
import type { AccessNote, CheckedInPair, PersonalAudit, PersonalRow, WaitingMail } from './personal-records.ts';

/** Reads personal data in a fixed order; `after` is the cursor of the last row before. */
export interface PersonalRows {
  personalTicketTexts(after: PersonalRow['cursor'] | null, limit: number): Effect<readonly PersonalRow[]>;
  /** Erased ones are among them, with no text. */
  answerTexts(after: PersonalRow['cursor'] | null, limit: number): Effect<readonly PersonalRow[]>;
  waitingMailTexts(after: PersonalRow['cursor'] | null, limit: number): Effect<readonly WaitingMail[]>;
  waitingMailsOfIds(ids: readonly string[]): Effect<readonly WaitingMail[]>;
  checkInsOf(of: {
    readonly appointments: readonly string[];
    readonly tickets: readonly string[];
  }): Effect<readonly CheckedInPair[]>;
  notePersonalData(entry: PersonalAudit, changeId: string, now: number): Effect<void>;
  noteAccess(entry: AccessNote, changeId: string, now: number): Effect<void>;
}
