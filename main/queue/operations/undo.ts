/**
 * Operation: undo a desk's last step.
 *
 * It restores the former state and calls no visitor.
 */

import type { Effects } from '../../database/effect.ts';
import type { ErrorCode } from '../../lib/error-catalogue.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import type { Rows } from '../../store/contract/rows.ts';
import { operation } from '../../store/contract/scope.ts';
import { CALL_STATE, TICKET_STATE, type TicketRecord } from '../contract/records.ts';
import type { AtLocation, QueueFault } from '../contract/request.ts';
import { forgetWait, waitFigures } from '../rules/recent-waits.ts';
import { tellChange } from './emit-change.ts';
import { isHeld } from './parts/lanes.ts';
import type { TurnChange } from './rows/locations.ts';
import type { StoredTicket } from './rows/tickets.ts';
import {
  isOfToday,
  type KeptStep,
  lastStep,
  markOf,
  mayStillUndo,
  type StepName,
  type TicketMark,
} from './undo-step.ts';

export interface UndoInput extends AtLocation {
  readonly deskId: string;
  readonly stepId: string;
}

type Touched = KeptStep['tickets'][number];
type Verdict = Effects<Result<null, QueueFault>>;

const HAS_REASON: ReadonlySet<StepName> = new Set(['removeTicket', 'changeTicket']);

const refused = (code: ErrorCode): Result<never, QueueFault> => refuseAs(code, { parameter: 'step_id' });

/** Undoes the desk's last step. 6 if the last step is another one, 115 if it is too late or something changed since. */
export const undo = operation<UndoInput, { readonly ticket: TicketRecord }>({
  scope: 'location',
  startsDay: true,
  prefetch: [],
  *run(unit, { locationId, deskId, stepId }) {
    const { rows, now } = unit;
    const step = yield* lastStep(rows, { locationId, deskId }, now);
    if (step?.id !== stepId) return fail({ errno: ERRNO.notFound, parameter: 'step_id' });
    if (!mayStillUndo(step.at, now)) return refused('undo_too_late');
    const found: { readonly touched: Touched; readonly stored: StoredTicket }[] = [];
    for (const touched of step.tickets) {
      const stored = yield* rows.ticket(touched.id);
      if (stored === null || stored.ticket.locationId !== locationId) return refused('undo_outdated');
      const isAsLeft = JSON.stringify(markOf(stored)) === JSON.stringify(touched.after);
      if (!isAsLeft || !(yield* isOfToday(rows, touched))) return refused('undo_outdated');
      found.push({ touched, stored });
    }
    const free = yield* isFree(rows, step);
    if (!free.ok) return free;

    yield* takeBackCalls(rows, step);
    for (const { touched, stored } of found) yield* putBack(unit, step, touched, stored);
    yield* takeBackCounts(rows, locationId, step);
    yield* rows.keepDeskStep(locationId, deskId, null);
    for (const { touched } of found) yield* tellChange(unit, touched.id, 'undone', deskId);
    const ticket = (yield* rows.ticket(step.ticketId))?.ticket;
    if (ticket === undefined) throw new Error('A restored ticket does not exist.');
    return ok({ ticket });
  },
});

/** Checks that the step's calls are unchanged, and that desk and clerk of a reopened call are free (114, 115). */
function* isFree(rows: Rows, { answers }: KeptStep): Verdict {
  const made = new Set(answers.filter(({ before }) => before === null).map(({ id }) => id));
  for (const { id, before, after } of answers) {
    const answer = yield* rows.answer(id);
    if (answer === null) return refused('undo_outdated');
    const { state, endedAt, userId } = answer;
    if (state !== after.state || endedAt !== after.endedAt || userId !== after.userId) return refused('undo_outdated');
    if (before?.state !== CALL_STATE.inService) continue;
    const open = yield* rows.openAnswerAt(answer.deskId);
    if (open !== null && !made.has(open.id)) return refused('undo_desk_busy');
    if (yield* rows.servesElsewhere(answer.userId, answer.deskId)) return fail({ errno: ERRNO.userServesElsewhere });
  }
  return ok(null);
}

/** Removes created calls first: a desk has one open call at most. */
function* takeBackCalls(rows: Rows, { answers }: KeptStep): Effects<void> {
  for (const { id, before } of answers) if (before === null) yield* rows.dropAnswer(id);
  for (const { id, before } of answers) {
    if (before === null) continue;
    if (before.state === CALL_STATE.inService) yield* reopen(rows, id);
    else yield* rows.endAnswer(id, before.state, before.endedAt ?? 0);
  }
}

/** Reopens a call and clears its recorded results. */
function* reopen(rows: Rows, id: string): Effects<void> {
  yield* rows.reopenAnswer(id);
  const answer = yield* rows.answer(id);
  if (answer !== null) yield* rows.putResults(answer, []);
}

function* putBack({ rows, now }: Unit, step: KeptStep, touched: Touched, { ticket }: StoredTicket): Effects<void> {
  const { before, after, generation } = touched;
  // For a step without texts, removes the reason that was appended to the note.
  const note = HAS_REASON.has(step.operation) ? ticket.note.slice(0, before.noteLength) : ticket.note;
  const { texts = { note } } = touched;
  const old: TicketRecord = { ...ticket, ...placeOf(before), ...texts };
  const place = { lane: before.lane, class: before.class, places: before.places, generation };
  yield* rows.moveTicket(old, before.changedAt, place, before.calledWhenCancelled);
  const { waiting } = TICKET_STATE;
  if (after.state === waiting) yield* rows.addWaiting(after.dstServiceId, -1, after.class);
  if (before.state !== waiting) return;
  yield* rows.addWaiting(before.dstServiceId, 1, before.class);
  yield* keepTurn(rows, ticket, { joins: isHeld(before.lane) ? now : null, ages: touched.agesAt });
}

function placeOf(mark: TicketMark) {
  const { state, dstServiceId, dstDeskId, dstUserId, waitingSince, transferred, flags } = mark;
  return { state, dstServiceId, dstDeskId, dstUserId, waitingSince, transferred, flags };
}

/**
 * Schedules the turn change of an appointment that time would have made meanwhile; the next call applies it. Null:
 * none.
 */
function* keepTurn(
  rows: Rows,
  { id, locationId }: TicketRecord,
  turn: Readonly<Record<TurnChange['change'], number | null>>,
): Effects<void> {
  if (turn.joins === null && turn.ages === null) return;
  const all = yield* rows.dueTurnChanges(locationId, Number.MAX_SAFE_INTEGER);
  const isKept = (change: TurnChange['change']): boolean =>
    all.some((each) => each.ticketId === id && each.change === change);
  for (const change of ['joins', 'ages'] as const) {
    const at = turn[change];
    if (at !== null && !isKept(change)) yield* rows.putTurnChange(locationId, { at, ticketId: id, change });
  }
}

function* takeBackCounts(rows: Rows, locationId: string, { counted, waits, memory }: KeptStep): Effects<void> {
  for (const serviceId of counted) yield* rows.countCall(serviceId, -1);
  for (const { serviceId, ...wait } of waits) {
    const left = forgetWait(yield* rows.waits(serviceId), wait);
    yield* rows.setWaits(serviceId, left, waitFigures(left));
  }
  if (memory === null || (yield* rows.callMemory(locationId)) !== memory.after) return;
  yield* rows.setCallMemory(locationId, memory.before);
}
