import { expect } from 'vitest';
import type { Result } from '../../main/lib/result.ts';
import type { Idempotency, QueueFault } from '../../main/queue/contract/request.ts';
import type { CallCancelledInput } from '../../main/queue/operations/call-chosen-ticket.ts';
import type { CallNextInput } from '../../main/queue/operations/call-next-ticket.ts';
import type { CalledTicket } from '../../main/queue/operations/call-records.ts';
import type { CreatedTicket, CreateTicketInput } from '../../main/queue/operations/create-ticket.ts';
import type { DeskQueueList } from '../../main/queue/operations/queries/desk-queue.ts';
import type { TransferInput } from '../../main/queue/operations/transfer-call.ts';
import type { QueueOperations } from '../../main/store/contract/operation-types.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { newTicket } from './new-ticket.ts';

const MORNING = Date.parse('2026-11-20T09:00:00Z');

/** A location with desks and services, and a clock that only moves when it is told to. */
export class Hall {
  now = MORNING;
  day = '2026-11-20';
  readonly store: Store;
  readonly locationId: string;
  /** Services that every desk serves. */
  services: string[];

  constructor(store: Store, name = 'hall') {
    this.store = store;
    this.locationId = name;
    this.services = [this.service('a'), this.service('b')];
  }

  /** The id of a service of this hall; the same letter is another service in another hall. */
  service(letter: string): string {
    return `${this.locationId}-${letter}`;
  }

  later(seconds: number): void {
    this.now += seconds * 1000;
  }

  run<Op extends keyof QueueOperations>(
    operation: Op,
    input: QueueOperations[Op]['input'],
    idempotency?: Idempotency,
  ): Promise<Result<QueueOperations[Op]['output'], QueueFault>> {
    return this.store.run(operation, input, { now: this.now, ...(idempotency === undefined ? {} : { idempotency }) });
  }

  tryCreate(change: Partial<CreateTicketInput> = {}, idempotency?: Idempotency) {
    const input = newTicket({
      locationId: this.locationId,
      day: this.day,
      serviceId: this.service('a'),
      deviceId: 'kiosk',
      ...change,
    });
    return this.run('createTicket', input, idempotency);
  }

  async create(change: Partial<CreateTicketInput> = {}): Promise<CreatedTicket> {
    return value(await this.tryCreate(change));
  }

  tryNext(deskId = 'desk-1', change: Partial<CallNextInput> = {}, idempotency?: Idempotency) {
    const input: CallNextInput = { ...this.#callAt(deskId), callOrder: 'priority_first', priorityRatio: 2, ...change };
    return this.run('callNextTicket', input, idempotency);
  }

  async next(deskId = 'desk-1', change: Partial<CallNextInput> = {}): Promise<CalledTicket> {
    return value(await this.tryNext(deskId, change));
  }

  tryCall(
    operation: 'callTicket' | 'callPausedTicket' | 'callCancelledTicket',
    ticketId: string,
    deskId = 'desk-1',
    change: Partial<CallCancelledInput> = {},
  ) {
    return this.run(operation, { ...this.#callAt(deskId), ticketId, tolerance: -1, since: 0, ...change });
  }

  async call(ticketId: string, deskId = 'desk-1'): Promise<CalledTicket> {
    return value(await this.tryCall('callTicket', ticketId, deskId));
  }

  tryAnswer(operation: 'recall' | 'endCall' | 'pauseCall' | 'cancelCall', answerId: string) {
    return this.run(operation, { answerId });
  }

  tryLeave(ticketId: string) {
    return this.run('leaveQueue', { locationId: this.locationId, day: this.day, ticketId });
  }

  tryWithdraw(key: string) {
    return this.run('withdrawTicket', { locationId: this.locationId, day: this.day, key });
  }

  /** Who does something at a desk with a ticket that nobody serves. */
  at(deskId = 'desk-1') {
    return { locationId: this.locationId, day: this.day, deskId, userId: `user of ${deskId}` } as const;
  }

  tryContinue(ticketId: string, deskId = 'desk-1') {
    return this.run('continueVisit', { ...this.#callAt(deskId), ticketId, since: 0 });
  }

  tryUndo(deskId: string, stepId: string) {
    return this.run('undo', { ...this.at(deskId), stepId });
  }

  /** Takes back what the desk did last. */
  async undo(deskId = 'desk-1') {
    const step = await this.store.query('deskStep', { locationId: this.locationId, deskId, now: this.now });
    return this.tryUndo(deskId, step?.id ?? 'none');
  }

  tryTransfer(answerId: string, change: Partial<TransferInput> = {}) {
    return this.run('transferCall', {
      answerId,
      dstType: 'service',
      dstId: this.service('b'),
      note: '',
      customField: '',
      priority: false,
      ...change,
    });
  }

  /** The next business day, an hour after its beginning. */
  nextDay(): void {
    this.now += 86_400_000;
    this.day = new Date(this.now).toISOString().slice(0, 10);
  }

  async waiting(letter = 'a'): Promise<string[]> {
    const input = { serviceId: this.service(letter), callOrder: 'priority_first', priorityRatio: 2 } as const;
    return (await this.store.query('waitingTickets', input)).map(({ id }) => id);
  }

  turns(letter = 'a') {
    const rules = { callOrder: 'priority_first', priorityRatio: 2 } as const;
    return this.store.query('turnOrder', { serviceId: this.service(letter), ...rules, now: this.now });
  }

  /** Lists of a desk, or a page of one, with the counts. */
  listsOf(
    deskId: string,
    change: { readonly limit: number; readonly skip?: number; readonly list?: DeskQueueList } & Partial<CallNextInput>,
  ) {
    const rules = { callOrder: 'priority_first', priorityRatio: 2 } as const;
    return this.store.query('deskQueue', { ...this.#callAt(deskId), ...rules, now: this.now, ...change });
  }

  /** Who waits, as a desk sees them: those who are next there, those who are for others, those who come later. */
  async deskQueue(limit: number, deskId = 'desk-1', change: Partial<CallNextInput> = {}) {
    const { entries: found } = await this.listsOf(deskId, { limit, ...change });
    const of = (turn: (typeof found)[number]['turn']): string[] =>
      found.filter((entry) => entry.turn === turn).map(({ ticket }) => ticket.id);
    return { next: of('next'), others: of('others'), later: of('later') };
  }

  async queue(letter = 'a') {
    const [queue] = await this.store.query('serviceQueues', { services: [this.service(letter)] });
    if (queue === undefined) throw new Error('No entry for the service.');
    return queue;
  }

  async state(ticketId: string): Promise<number | undefined> {
    return (await this.store.query('ticket', { ticketId }))?.state;
  }

  #callAt(deskId: string) {
    return {
      locationId: this.locationId,
      day: this.day,
      deskId,
      userId: `user of ${deskId}`,
      callPolicy: 'end_current',
      services: this.services,
    } as const;
  }
}

/** What an operation gave; a fault fails the test. */
export function value<T>(result: Result<T, QueueFault>): T {
  expect(result).toMatchObject({ ok: true });
  if (!result.ok) throw new Error(`errno ${result.error.errno}`);
  return result.value;
}

/** The errno of an operation that must have done nothing. */
export function errno(result: Result<unknown, QueueFault>): number {
  return result.ok ? 0 : result.error.errno;
}
