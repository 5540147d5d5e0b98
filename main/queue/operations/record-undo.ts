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
  /** For the operation: whatever it changes is noted as it was before. */
  readonly unit: Unit;
  /** Keeps what was noted for the desk. `value`: what the operation gave. */
  keep(value: unknown): Effects<void>;
}

/** What of an input says who does it; else the call does. */
interface Named {
  readonly deskId?: string;
  readonly userId?: string;
}

/** Watches what a clerk does. `step`: its name for the desk. */
export function watchStep(unit: Unit, step: StepName, input: Named): WatchedStep {
  const notes = notesOf(unit.rows);
  notes.begin();
  return {
    unit: { ...unit, rows: notes.rows },
    // No generator is declared in here: V8 would keep what each refers to until it collects the old space.
    keep: (value) => keepStep(unit, step, input, value as SteppedOn, notes.changes()),
  };
}

/** What operations of a clerk give. */
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
  /** Note what is changed by the verbs with which clerks change anything. */
  readonly rows: Rows;
  /** Of another operation: they are done one after the other. */
  begin(): void;
  changes(): Changes;
}

/** Of rows that do one operation after the other, and often thousands. */
const known = new WeakMap<Rows, Notes>();

function notesOf(rows: Rows): Notes {
  const notes = known.get(rows) ?? takeNotes(rows);
  known.set(rows, notes);
  return notes;
}

/**
 * What an operation has read is not read again, and how something stands afterwards is what was written: a call costs hardly more
 * for being watched.
 */
function takeNotes(rows: Rows): Notes {
  const seenTickets = new Map<string, StoredTicket>();
  const seenAnswers = new Map<string, CallRecord>();
  const tickets = new Map<string, Changes['tickets'][number]>();
  const answers = new Map<string, Changes['answers'][number]>();
  /** Of the tickets that were noted, before they changed. */
  const texts = new Map<string, UndoTexts>();
  let counted: string[] = [];
  let waits: Changes['waits'][number][] = [];
  let memory: Changes['memory'] = null;

  function see(answer: CallRecord | null): CallRecord | null {
    if (answer !== null) seenAnswers.set(answer.id, answer);
    return answer;
  }

  /** What was noted of it, or is now, before it changes; null when there is no such ticket. */
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

  /** The same of a call. */
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

/** Nothing is asked for those who wait like any other already. */
function* agesAt(
  rows: Rows,
  { id, locationId, state, scheduledAt, waitingSince, issuedAt }: TicketRecord,
): Effects<number | null> {
  if (state !== TICKET_STATE.waiting || scheduledAt === null || waitingSince <= issuedAt) return null;
  const all = yield* rows.dueTurnChanges(locationId, Number.MAX_SAFE_INTEGER);
  return all.find(({ ticketId, change }) => ticketId === id && change === 'ages')?.at ?? null;
}
