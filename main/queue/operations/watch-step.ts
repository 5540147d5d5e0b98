import type { AnswerRecord } from '../../contract/queue.ts';
import type { CalledTicket, QueueOperations, StepName } from '../queue.ts';
import type { AnswerRows, LocationRows, QueueRows, Rows, StoredTicket, TicketRows } from '../rows.ts';
import { type KeptStep, keepStep, markOf, type TicketMark } from '../rules/kept-step.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';

const STEPS: Readonly<Record<StepName, true>> = {
  callTicket: true,
  callPausedTicket: true,
  callCancelledTicket: true,
  callNextTicket: true,
  endCall: true,
  pauseCall: true,
  cancelCall: true,
  transferCall: true,
  continueVisit: true,
  requeueTicket: true,
  removeTicket: true,
  changeTicket: true,
};

export interface WatchedStep {
  /** For the operation: whatever it changes is noted as it was before. */
  readonly unit: Unit;
  /** Keeps what was noted for the desk. `value`: what the operation gave. */
  keep(value: unknown): Steps<void>;
}

/** What of an input says who does it; else the call does. */
interface Named {
  readonly deskId?: string;
  readonly userId?: string;
}

/** Null for what is no step of a clerk. */
export function watchStep(unit: Unit, operation: keyof QueueOperations, input: Named): WatchedStep | null {
  if (!(operation in STEPS)) return null;
  const notes = takeNotes(unit.rows);
  return {
    unit: { ...unit, rows: notes.rows },
    *keep(value) {
      const { ticket, answer } = value as Pick<CalledTicket, 'ticket'> & Partial<CalledTicket>;
      const { deskId = answer?.deskId ?? '', userId = answer?.userId ?? '' } = input;
      if (deskId === '') return;
      const done = { operation: operation as StepName, userId, at: unit.now, ticketId: ticket.id };
      yield* keepStep(unit.rows, deskId, { id: unit.newId(), ...done, ...(yield* notes.changes()) }, unit.now);
    },
  };
}

type Changes = Pick<KeptStep, 'tickets' | 'answers' | 'counted' | 'waits' | 'memory'>;

/** Rows that note what is changed by the verbs with which clerks change anything. */
function takeNotes(rows: Rows): { readonly rows: Rows; changes(): Steps<Changes> } {
  const tickets = new Map<string, { readonly generation: number; readonly before: TicketMark }>();
  const answers = new Map<string, Pick<AnswerRecord, 'state' | 'endedAt'> | null>();
  const counted: string[] = [];
  const waits: Changes['waits'][number][] = [];
  let memory: Changes['memory'] = null;

  function* seeTicket(id: string): Steps<void> {
    const stored: StoredTicket | null = tickets.has(id) ? null : yield* rows.ticket(id);
    if (stored === null) return;
    const generation = (yield* rows.queue(stored.ticket.dstServiceId))?.generation ?? 0;
    tickets.set(id, { generation, before: markOf(stored) });
  }

  function* seeAnswer(id: string): Steps<void> {
    const answer: AnswerRecord | null = answers.has(id) ? null : yield* rows.answer(id);
    if (answer !== null) answers.set(id, { state: answer.state, endedAt: answer.endedAt });
  }

  type Noted = Pick<TicketRows, 'setTicketState' | 'moveTicket'> &
    Pick<AnswerRows, 'putAnswer' | 'endAnswer'> &
    Pick<QueueRows, 'countCall' | 'setWaits'> &
    Pick<LocationRows, 'setCallMemory'>;
  const noted: Noted = {
    *setTicketState(id, ...more) {
      yield* seeTicket(id);
      yield* rows.setTicketState(id, ...more);
    },
    *moveTicket(ticket, ...more) {
      yield* seeTicket(ticket.id);
      yield* rows.moveTicket(ticket, ...more);
    },
    putAnswer(answer, ...more) {
      answers.set(answer.id, null);
      return rows.putAnswer(answer, ...more);
    },
    *endAnswer(id, ...more) {
      yield* seeAnswer(id);
      yield* rows.endAnswer(id, ...more);
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
    *changes() {
      const changed: Changes['tickets'][number][] = [];
      for (const [id, { generation, before }] of tickets) {
        const now = yield* rows.ticket(id);
        if (now !== null) changed.push({ id, generation, before, after: markOf(now) });
      }
      const calls: Changes['answers'][number][] = [];
      for (const [id, before] of answers) {
        const now = yield* rows.answer(id);
        if (now !== null) calls.push({ id, before, after: { state: now.state, endedAt: now.endedAt } });
      }
      return { tickets: changed, answers: calls, counted, waits, memory };
    },
  };
}
