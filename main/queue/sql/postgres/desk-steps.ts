/** PostgreSQL row functions of undo steps. */
import { DONE } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { insertOfMany, type RowColumns, statement } from '../../../database/postgres/statement.ts';
import {
  isBoolean,
  isListOf,
  isNullOr,
  isNumber,
  isOptional,
  isShaped,
  isText,
  readKept,
} from '../../../database/stored-json.ts';
import { DESK_STEP } from '../../../database/tables/queue-tables.ts';
import type { AnswerMark, KeptStep, StepRows, TicketMark, UndoTexts } from '../../operations/undo-step.ts';

const isTicketMark = isShaped<TicketMark>({
  state: isNumber,
  dstServiceId: isText,
  dstDeskId: isText,
  dstUserId: isText,
  waitingSince: isNumber,
  transferred: isBoolean,
  flags: isNumber,
  lane: isText,
  class: isNumber,
  places: isNumber,
  calledWhenCancelled: isNullOr(isNumber),
  changedAt: isNumber,
  noteLength: isNumber,
});

const isAnswerMark = isShaped<AnswerMark>({ state: isNumber, endedAt: isNullOr(isNumber), userId: isText });

const isStep = isShaped<KeptStep>({
  id: isText,
  operation: isText,
  userId: isText,
  at: isNumber,
  ticketId: isText,
  tickets: isListOf(
    isShaped<KeptStep['tickets'][number]>({
      id: isText,
      generation: isNumber,
      agesAt: isNullOr(isNumber),
      texts: isOptional(isNullOr(isShaped<UndoTexts>({ note: isText, customField: isText }))),
      before: isTicketMark,
      after: isTicketMark,
    }),
  ),
  answers: isListOf(
    isShaped<KeptStep['answers'][number]>({ id: isText, before: isNullOr(isAnswerMark), after: isAnswerMark }),
  ),
  counted: isListOf(isText),
  waits: isListOf(isShaped<KeptStep['waits'][number]>({ waitMs: isNumber, places: isNumber, serviceId: isText })),
  memory: isNullOr(isShaped<NonNullable<KeptStep['memory']>>({ before: isNumber, after: isNumber })),
});

/** Last step of a desk; null if it was undone, or cannot be read. */
function deskStepOf(deskId: string, text: string): KeptStep | null {
  return readKept<KeptStep | null>(text, isNullOr(isStep), { table: 'desk_step', id: deskId });
}

const STEP = statement('desk-step', 'SELECT step FROM desk_step WHERE location_id = $1 AND desk_id = $2');
const PUT = insertOfMany(
  'put-desk-steps',
  DESK_STEP,
  'ON CONFLICT (location_id, desk_id) DO UPDATE SET step = excluded.step',
);
/**
 * Deletes steps with one of those tickets, at any desk. A location has one row per desk. Searches the text, because the
 * JSON can be damaged.
 */
export const FORGET_STEPS = statement(
  'forget-steps-of-tickets',
  `DELETE FROM desk_step WHERE location_id = $1
  AND EXISTS (SELECT FROM unnest($2::text[]) AS ticket_id WHERE strpos(step, ticket_id) > 0)`,
);

export function deskStepRows(session: DatabaseSession): StepRows {
  const puts = new Map<string, KeptStep | null>();

  session.onFlush(() => {
    for (const [deskId, step] of puts) session.put(PUT, row(deskId, step));
    puts.clear();
  }, 'late');

  return {
    *deskStep(locationId, deskId) {
      const kept = puts.get(deskId);
      if (kept !== undefined) return kept;
      const [found] = yield* session.ask<{ readonly step: string }>(STEP, [locationId, deskId]);
      return found === undefined ? null : deskStepOf(deskId, found.step);
    },
    keepDeskStep(_locationId, deskId, step) {
      puts.set(deskId, step);
      return DONE;
    },
  };
}

/** The step is passed inside the JSON of all rows; the statement stores its text. */
const row = (deskId: string, step: KeptStep | null): RowColumns => ({ desk_id: deskId, step: step ?? 'null' });
