/** Stored steps of a desk, read and checked. */

import {
  isBoolean,
  isListOf,
  isNullOr,
  isNumber,
  isOptional,
  isShaped,
  isText,
  readKept,
} from '../../database/stored-json.ts';
import type { AnswerMark, KeptStep, TicketMark, UndoTexts } from '../operations/undo-step.ts';

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

/** What a desk did last; null when that was taken back, or cannot be read. */
export function deskStepOf(deskId: string, text: string): KeptStep | null {
  return readKept<KeptStep | null>(text, isNullOr(isStep), { table: 'desk_step', id: deskId });
}
