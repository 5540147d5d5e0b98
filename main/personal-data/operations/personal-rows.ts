/** Row functions that find and erase personal data. */
import type { Effect } from '../../database/effect.ts';
import type {
  AccessNote,
  CheckedInPair,
  IssuedBefore,
  PersonalAudit,
  PersonalRow,
  WaitingMail,
} from './personal-records.ts';

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

export interface ErasingRows {
  dueFormAnswers(
    now: number,
    limit: number,
  ): Effect<readonly { readonly ticketId: string; readonly questionId: string }[]>;
  /** That a question was answered stays known. */
  eraseFormAnswer(ticketId: string, questionId: string): Effect<void>;
  /** Ids of tickets issued before, of which something personal is still known; location by location, the oldest first. */
  personalTickets(due: readonly IssuedBefore[], limit: number): Effect<readonly string[]>;
  /** Those of the tickets that there are; nothing else changes them until the commit. */
  ticketsToErase(ids: readonly string[]): Effect<readonly string[]>;
  /** All answers of the ticket; how many there were. */
  eraseFormAnswersOf(ticketId: string): Effect<number>;
  /** Also in the outcomes that are kept to be given again; what a desk did last with it is not to be taken back any more. */
  eraseTicket(id: string): Effect<void>;
}
