import type { Step } from '../../database/effect.ts';
import type { AccessNote, CheckedInPair, PersonalAudit, PersonalRow, WaitingMail } from './personal-records.ts';

/** Reads personal data in a fixed order; `after` is the cursor of the last row before. */
export interface PersonalRows {
  personalTicketTexts(after: PersonalRow['cursor'] | null, limit: number): Step<readonly PersonalRow[]>;
  /** Erased ones are among them, with no text. */
  answerTexts(after: PersonalRow['cursor'] | null, limit: number): Step<readonly PersonalRow[]>;
  waitingMailTexts(after: PersonalRow['cursor'] | null, limit: number): Step<readonly WaitingMail[]>;
  waitingMailsOfIds(ids: readonly string[]): Step<readonly WaitingMail[]>;
  checkInsOf(of: {
    readonly appointments: readonly string[];
    readonly tickets: readonly string[];
  }): Step<readonly CheckedInPair[]>;
  notePersonalData(entry: PersonalAudit, changeId: string, now: number): Step<void>;
  noteAccess(entry: AccessNote, changeId: string, now: number): Step<void>;
}
