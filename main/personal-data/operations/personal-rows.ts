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

/** Reads personal data in a fixed order; `after` is the cursor of the previous row. */
export interface PersonalRows {
  personalTicketTexts(after: PersonalRow['cursor'] | null, limit: number): Effect<readonly PersonalRow[]>;
  /** Includes erased answers, without text. */
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
  /** Keeps the information that the question was answered. */
  eraseFormAnswer(ticketId: string, questionId: string): Effect<void>;
  /** Ids of tickets with personal data issued before; location by location, oldest first. */
  personalTickets(due: readonly IssuedBefore[], limit: number): Effect<readonly string[]>;
  /** The existing ones of these tickets, locked until the commit. */
  ticketsToErase(ids: readonly string[]): Effect<readonly string[]>;
  /** Erases all answers of the ticket; returns their number. */
  eraseFormAnswersOf(ticketId: string): Effect<number>;
  /** Also erases it in stored outcomes, and drops the undo step of its desk. */
  eraseTicket(id: string): Effect<void>;
}
