/** Record of a desk's last step, for undo. */
import type { Effects } from '../../database/effect.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import type { Rows } from '../../store/contract/rows.ts';
import { type CallRecord, TICKET_STATE, type TicketRecord } from '../contract/records.ts';
import type { CalledTicket } from './call-records.ts';
import type { AnswerRows } from './rows/call-rows.ts';
import type { LocationRows } from './rows/locations.ts';
import type { QueueRows } from './rows/queues.ts';
import type { StoredTicket, TicketRows } from './rows/tickets.ts';
import { type KeptStep, markOf, type StepName, type UndoTexts } from './undo-step.ts';

export interface WatchedStep {
  /** Unit for the operation: it records each row before its first change. */
  readonly unit: Unit;
  /** Stores the recorded step for the desk. `value`: result of the operation. */
  keep(value: unknown): Effects<void>;
}

/** Fields of an input that identify desk and user; without them the call does. */
interface Named {
  readonly deskId?: string;
  readonly userId?: string;
}

/** Records a clerk's operation for undo. `step`: its name. */
export function watchStep(unit: Unit, step: StepName, input: Named): WatchedStep {
  const notes = notesOf(unit.rows);
  notes.begin();
  return {
    unit: { ...unit, rows: notes.rows },
    // No generator is declared here: V8 would keep its references alive until the next collection of the old space.
    keep: (value) => keepStep(unit, step, input, value as SteppedOn, notes.changes()),
  };
}

/** Result of clerk operations. */
type SteppedOn = Pick<CalledTicket, 'ticket'> & Partial<CalledTicket>;

function* keepStep(
  { rows, newId, now }: Unit,
  operation: StepName,
  input: Named,
  { ticket, answer }: SteppedOn,
  changes: Changes,
): Effects<void> {
  const { deskId = answer?.deskId ?? '', userId = answer?.userId ?? '' } = input;
  if (deskId === '') return;
  const step = { id: newId(), operation, userId, at: now, ticketId: ticket.id, ...changes };
  yield* rows.keepDeskStep(ticket.locationId, deskId, step);
}

type Changes = Pick<KeptStep, 'tickets' | 'answers' | 'counted' | 'waits' | 'memory'>;

interface Notes {
  /** Rows that record changes made by the functions that clerk operations use. */
  readonly rows: Rows;
  /** Starts the record of the next operation; operations run one after another. */
  begin(): void;
  changes(): Changes;
}

/** By rows, which run operations one after another, often thousands. */
const known = new WeakMap<Rows, Notes>();

function notesOf(rows: Rows): Notes {
  const notes = known.get(rows) ?? takeNotes(rows);
  known.set(rows, notes);
  return notes;
}

/**
 * Rows that record changes. They reuse the rows that the operation reads and writes, so recording adds hardly any cost
 * to a call.
 */
function takeNotes(rows: Rows): Notes {
  const seenTickets = new Map<string, StoredTicket>();
  const seenAnswers = new Map<string, CallRecord>();
  const tickets = new Map<string, Changes['tickets'][number]>();
  const answers = new Map<string, Changes['answers'][number]>();
  /** Texts of the recorded tickets before their change. */
  const texts = new Map<string, UndoTexts>();
  let counted: string[] = [];
  let waits: Changes['waits'][number][] = [];
  let memory: Changes['memory'] = null;

  function see(answer: CallRecord | null): CallRecord | null {
    if (answer !== null) seenAnswers.set(answer.id, answer);
    return answer;
  }

  /** The recorded state of a ticket before its change, recorded now if needed; null if there is no such ticket. */
  function* ticketBefore(id: string): Effects<Changes['tickets'][number] | null> {
    const noted = tickets.get(id);
    if (noted !== undefined) return noted;
    const stored = seenTickets.get(id) ?? (yield* rows.ticket(id));
    if (stored === null) return null;
    const before = markOf(stored);
    const generation = (yield* rows.queue(stored.ticket.dstServiceId))?.generation ?? 0;
    texts.set(id, textsOf(stored.ticket));
    return { id, generation, agesAt: yield* agesAt(rows, stored.ticket), texts: null, before, after: before };
  }

  /** The recorded state of a call before its change, recorded now if needed. */
  function* answerBefore(id: string): Effects<Changes['answers'][number] | null> {
    const noted = answers.get(id);
    if (noted !== undefined) return noted;
    const answer = seenAnswers.get(id) ?? (yield* rows.answer(id));
    if (answer === null) return null;
    const { state, endedAt, userId } = answer;
    const before = { state, endedAt, userId };
    return { id, before, after: before };
  }

  type Noted = Pick<TicketRows, 'ticket' | 'setTicketState' | 'moveTicket'> &
    Pick<AnswerRows, 'answer' | 'openAnswerAt' | 'lastAnswerOf' | 'putAnswer' | 'endAnswer'> &
    Pick<QueueRows, 'countCall' | 'setWaits'> &
    Pick<LocationRows, 'setCallMemory'>;
  const noted: Noted = {
    *ticket(id) {
      const stored = yield* rows.ticket(id);
      if (stored !== null) seenTickets.set(id, stored);
      return stored;
    },
    *answer(id) {
      return see(yield* rows.answer(id));
    },
    *openAnswerAt(deskId) {
      return see(yield* rows.openAnswerAt(deskId));
    },
    *lastAnswerOf(...asked) {
      return see(yield* rows.lastAnswerOf(...asked));
    },
    *setTicketState(id, state, changedAt, calledWhenCancelled) {
      const ticket = yield* ticketBefore(id);
      if (ticket !== null) {
        tickets.set(id, { ...ticket, after: { ...ticket.after, state, changedAt, calledWhenCancelled } });
      }
      yield* rows.setTicketState(id, state, changedAt, calledWhenCancelled);
    },
    *moveTicket(ticket, changedAt, place, calledWhenCancelled) {
      const noted = yield* ticketBefore(ticket.id);
      const { lane, class: ticketClass, places } = place;
      const after = markOf({ ticket, lane, class: ticketClass, places, changedAt, calledWhenCancelled });
      if (noted !== null) tickets.set(ticket.id, { ...noted, texts: writtenOver(texts.get(ticket.id), ticket), after });
      yield* rows.moveTicket(ticket, changedAt, place, calledWhenCancelled);
    },
    putAnswer(answer, ...more) {
      const { id, state, endedAt, userId } = answer;
      answers.set(id, { id, before: null, after: { state, endedAt, userId } });
      return rows.putAnswer(answer, ...more);
    },
    *endAnswer(id, state, endedAt) {
      const answer = yield* answerBefore(id);
      if (answer !== null) answers.set(id, { ...answer, after: { ...answer.after, state, endedAt } });
      yield* rows.endAnswer(id, state, endedAt);
    },
    countCall(serviceId, change) {
      counted.push(serviceId);
      return rows.countCall(serviceId, change);
    },
    setWaits(serviceId, all, figures) {
      const newest = all.at(-1);
      if (newest !== undefined) waits.push({ serviceId, ...newest });
      return rows.setWaits(serviceId, all, figures);
    },
    *setCallMemory(locationId, after) {
      memory = { before: yield* rows.callMemory(locationId), after };
      yield* rows.setCallMemory(locationId, after);
    },
  };

  return {
    rows: Object.assign(Object.create(rows) as Rows, noted),
    begin() {
      for (const each of [seenTickets, seenAnswers, tickets, answers, texts]) each.clear();
      [counted, waits, memory] = [[], [], null];
    },
    changes: () => ({ tickets: [...tickets.values()], answers: [...answers.values()], counted, waits, memory }),
  };
}

const textsOf = ({ note, customField }: UndoTexts): UndoTexts => ({ note, customField });

function writtenOver(before: UndoTexts | undefined, { note, customField }: UndoTexts): UndoTexts | null {
  return before === undefined || (before.note === note && before.customField === customField) ? null : before;
}

/** When the ticket counts as an ordinary one. Reads nothing for tickets that already do. */
function* agesAt(
  rows: Rows,
  { id, locationId, state, scheduledAt, waitingSince, issuedAt }: TicketRecord,
): Effects<number | null> {
  if (state !== TICKET_STATE.waiting || scheduledAt === null || waitingSince <= issuedAt) return null;
  const all = yield* rows.dueTurnChanges(locationId, Number.MAX_SAFE_INTEGER);
  return all.find(({ ticketId, change }) => ticketId === id && change === 'ages')?.at ?? null;
}
