import fc from 'fast-check';
import { expect } from 'vitest';
import type { Result } from '../../main/lib/result.ts';
import { FLAG } from '../../main/queue/contract/records.ts';
import type { QueueFault } from '../../main/queue/contract/request.ts';
import type { CalledTicket } from '../../main/queue/operations/call-records.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { Hall } from './queue-hall.ts';

const DESKS = ['d1', 'd2', 'd3'] as const;
const LETTERS = ['a', 'b'] as const;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('create'), letter: fc.constantFrom(...LETTERS), n: fc.nat(6) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('next'), desk: fc.constantFrom(...DESKS), n: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('callTicket', 'callPausedTicket', 'callCancelledTicket'),
      desk: fc.constantFrom(...DESKS),
      n: fc.nat(30),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('recall', 'endCall', 'pauseCall', 'cancelCall'), n: fc.nat(30) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('transfer'), letter: fc.constantFrom(...LETTERS), n: fc.nat(30) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave'), n: fc.nat(30) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo'), desk: fc.constantFrom(...DESKS) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('continueVisit', 'requeueTicket', 'removeTicket', 'changeTicket'),
      desk: fc.constantFrom(...DESKS),
      letter: fc.constantFrom(...LETTERS),
      n: fc.nat(30),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('new day') }) },
);

/** What the test knows on its own about the tickets, to compare the store with. */
class Ledger {
  readonly tickets: string[] = [];
  readonly states = new Map<string, number>();
  readonly answers: string[] = [];
  readonly openAt = new Map<string, { readonly answerId: string; readonly ticketId: string }>();
  readonly numbers = new Set<string>();
  /** What each desk did last: what was so before. */
  readonly steps = new Map<string, { readonly states: Map<string, number>; readonly openAt: Ledger['openAt'] }>();
  round = 1;

  /** Notes what a desk is about to do. */
  before(desk: string): () => void {
    const noted = { states: new Map(this.states), openAt: new Map(this.openAt) };
    return () => void this.steps.set(desk, noted);
  }

  /** Takes back what the desk did; the rest stays. */
  undo(desk: string, ticketIds: readonly string[]): void {
    const step = this.steps.get(desk);
    if (step === undefined) throw new Error('A step was taken back that was never done.');
    for (const id of ticketIds) this.states.set(id, step.states.get(id) ?? 0);
    const open = step.openAt.get(desk);
    if (open === undefined) this.openAt.delete(desk);
    else this.openAt.set(desk, open);
    this.steps.delete(desk);
  }

  called(result: Result<CalledTicket, QueueFault>, desk: string): void {
    if (!result.ok) return;
    this.before(desk)();
    const { answer, ticket } = result.value;
    const open = this.openAt.get(desk);
    if (open !== undefined) this.states.set(open.ticketId, 5);
    this.states.set(ticket.id, 2);
    this.openAt.set(desk, { answerId: answer.id, ticketId: ticket.id });
    this.answers.push(answer.id);
  }

  concluded(result: Result<CalledTicket, QueueFault>, state: number): void {
    if (!result.ok || state === 2) return;
    this.before(result.value.answer.deskId)();
    this.states.set(result.value.ticket.id, state);
    expect(this.openAt.get(result.value.answer.deskId)?.answerId).toBe(result.value.answer.id);
    this.openAt.delete(result.value.answer.deskId);
  }
}

/** Random sequences: one state a ticket, one open answer a desk, no number twice in a round, true counts, nothing lost. */
export async function randomSequences(store: Store, numRuns = 60): Promise<void> {
  let runs = 0;
  const sequences = fc.array(step, { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      runs += 1;
      const hall = new Hall(store, `random-${runs}`);
      const ledger = new Ledger();
      for (const one of steps) await take(hall, ledger, one);
      await check(hall, ledger);
    }),
    { numRuns },
  );
}

type Step = Partial<Record<'desk' | 'letter', string>> & { readonly do: string; readonly n?: number };

async function take(hall: Hall, ledger: Ledger, one: Step): Promise<void> {
  const { n = 0, desk = '', letter = 'a' } = one;
  const deskId = `${hall.locationId}-${desk}`;
  hall.later(1);
  const ticketId = ledger.tickets[n % Math.max(1, ledger.tickets.length)] ?? 'none';
  const answerId = ledger.answers.at(-1 - (n % Math.max(1, ledger.answers.length))) ?? 'none';
  switch (one.do) {
    case 'create': {
      const atDesk = { deskId: `${hall.locationId}-d1` };
      const address =
        { 4: atDesk, 5: { userId: 'somebody' }, 6: { ...atDesk, userId: `user of ${hall.locationId}-d2` } }[n] ?? {};
      const flags = n % 2 === 1 ? FLAG.priority : 0;
      const { ticket } = await hall.create({ serviceId: hall.service(letter), flags, ...address });
      const number = `${ticket.serviceId} ${ledger.round} ${ticket.number}`;
      expect(ledger.numbers.has(number)).toBe(false);
      ledger.numbers.add(number);
      ledger.tickets.push(ticket.id);
      ledger.states.set(ticket.id, 1);
      return;
    }
    case 'next': {
      const callOrder = (['priority_first', 'fifo', 'ratio'] as const)[n] ?? 'fifo';
      return ledger.called(await hall.tryNext(deskId, { callOrder }), deskId);
    }
    case 'callTicket':
    case 'callPausedTicket':
    case 'callCancelledTicket': {
      const needed = { callTicket: 1, callPausedTicket: 3, callCancelledTicket: 4 }[one.do];
      const result = await hall.tryCall(one.do, ticketId, deskId);
      expect(result.ok).toBe(ledger.states.get(ticketId) === needed);
      return ledger.called(result, deskId);
    }
    case 'recall':
    case 'endCall':
    case 'pauseCall':
    case 'cancelCall': {
      const state = { recall: 2, endCall: 5, pauseCall: 3, cancelCall: 4 }[one.do];
      return ledger.concluded(await hall.tryAnswer(one.do, answerId), state);
    }
    case 'leave': {
      const result = await hall.tryLeave(ticketId);
      expect(result.ok).toBe(ledger.states.get(ticketId) === 1);
      if (result.ok) ledger.states.set(ticketId, 5);
      return;
    }
    case 'undo': {
      const step = await hall.store.query('deskStep', { locationId: hall.locationId, deskId, now: hall.now });
      const undone: string[] = [];
      const stop = hall.store.onEvents((events) => {
        undone.push(...events.filter((event) => event.change === 'undone').map(({ ticketId: id }) => id));
      });
      const result = await hall.tryUndo(deskId, step?.id ?? 'none');
      stop();
      if (result.ok) ledger.undo(deskId, undone);
      return;
    }
    case 'continueVisit':
      return ledger.called(await hall.tryContinue(ticketId, deskId), deskId);
    case 'requeueTicket':
    case 'removeTicket':
    case 'changeTicket': {
      const needed = { requeueTicket: [3, 4, 5], removeTicket: [1, 3], changeTicket: [1] }[one.do];
      const done = ledger.before(deskId);
      const input = { ...hall.at(deskId), ticketId, reason: 'for a reason', since: 0 };
      const change = one.do === 'changeTicket' ? { serviceId: hall.service(letter), priority: n % 3 === 0 } : {};
      const result = await hall.run(one.do, { ...input, ...change });
      expect(result.ok).toBe(needed.includes(ledger.states.get(ticketId) ?? 0));
      if (!result.ok) return;
      done();
      ledger.states.set(ticketId, result.value.ticket.state);
      return;
    }
    case 'transfer':
      return ledger.concluded(await hall.tryTransfer(answerId, { dstId: hall.service(letter) }), 1);
    default:
      hall.nextDay();
      await hall.run('startDay', { locationId: hall.locationId, day: hall.day });
      ledger.round += 1;
      for (const [id, state] of ledger.states) if (state === 1 || state === 3) ledger.states.set(id, 5);
  }
}

async function check(hall: Hall, ledger: Ledger): Promise<void> {
  const { store, locationId } = hall;
  const inState = (state: number): string[] =>
    ledger.tickets.filter((id) => ledger.states.get(id) === state).toSorted();
  for (const id of ledger.tickets) expect(await hall.state(id)).toBe(ledger.states.get(id));
  const waiting = (await Promise.all(LETTERS.map((letter) => hall.waiting(letter)))).flat();
  expect(waiting.toSorted()).toEqual(inState(1));
  for (const letter of LETTERS) {
    const ids = await hall.waiting(letter);
    const tickets = await Promise.all(ids.map((ticketId) => store.query('ticket', { ticketId })));
    const priority = tickets.filter((ticket) => ((ticket?.flags ?? 0) & FLAG.priority) !== 0).length;
    expect(await hall.queue(letter)).toMatchObject({ waiting: ids.length, waitingPriority: priority });
    expect((await hall.turns(letter)).ids).toEqual(ids);
  }
  const list = { locationId, services: hall.services };
  const ids = (tickets: readonly { readonly id: string }[]): string[] => tickets.map(({ id }) => id).toSorted();
  expect(ids(await store.query('pausedTickets', list))).toEqual(inState(3));
  expect(ids(await store.query('cancelledTickets', { ...list, tolerance: -1, since: 0 }))).toEqual(inState(4));
  const open = await store.query('openAnswers', { locationId });
  expect(open.map(({ ticket }) => ticket.id).toSorted()).toEqual(inState(2));
  expect(new Set(open.map(({ answer }) => answer.deskId)).size).toBe(open.length);
}
