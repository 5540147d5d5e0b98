import type { Effect } from '../../database/effect.ts';
import type { IssuedBefore } from './personal-records.ts';

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
