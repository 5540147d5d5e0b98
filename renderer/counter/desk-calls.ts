/**
 * Calls of this page, and their ends.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { TFunction } from 'i18next';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { ERRNO } from '../../main/lib/result.ts';
import type { CounterAnswer } from '../../main/queue/contract/rest/counters.ts';
import type { CallResponse } from '../../main/queue/contract/rest/queue-answers.ts';
import type { RestResult } from '../shared/api-client.ts';
import type { Toasts } from '../shared/notices.ts';
import type { FormAnswers } from './answers.ts';
import type { DeskConclusion, DeskRequests, TransferTo } from './desk-requests.ts';
import type { Sheet } from './list-tabs.ts';
import type { Refusals } from './refusals.ts';

/** Each function reports failures itself; a boolean result is true on success. */
export interface DeskCalls {
  /** Whether this page made, or ended, that call. */
  isOwn(answerId: string): boolean;
  isOwnEnd(answerId: string): boolean;
  /** Ended calls may be open again: report their next end. */
  forgetEnds(): void;
  /** Calls the next visitor; ends the current call, even if no visitor waits. */
  callNext(current: EventTicket | null): Promise<void>;
  /** Records a no-show and calls the next visitor; the no-show counts even if no visitor waits. */
  noShowNext(current: EventTicket): Promise<void>;
  putBack(current: EventTicket, places: number): Promise<boolean>;
  /** @param label label of the ticket, for a message if a colleague was faster */
  callOne(ticketId: string, from: Sheet, current: EventTicket | null, label?: string): Promise<boolean>;
  switchTo(ticket: EventTicket, from: Sheet, current: EventTicket, how: 'end' | 'pause'): Promise<void>;
  /** Ends, pauses or cancels the call. False also if it had ended before. */
  conclude(how: DeskConclusion, current: EventTicket): Promise<boolean>;
  transfer(current: EventTicket, to: TransferTo): Promise<boolean>;
}

export interface DeskCallsDeps {
  readonly ask: DeskRequests;
  readonly refusals: Refusals;
  readonly answers: FormAnswers;
  readonly notices: Toasts;
  readonly t: TFunction;
  readonly data: ReadonlySignal<CounterAnswer | null>;
  /** Services to call from. */
  readonly chosen: ReadonlySignal<readonly string[]>;
  /** Shows a new call. */
  readonly showCall: (answerId: string, ticketId: string) => void;
}

export function createDeskCalls({
  ask,
  refusals,
  answers,
  notices,
  t,
  data,
  chosen,
  showCall,
}: DeskCallsDeps): DeskCalls {
  const own = new Set<string>();
  const ended = new Set<string>();
  /** Whether the server refuses a new call while one is open, instead of ending it. */
  const mustEndFirst = (): boolean => data.value?.call_policy === 'refuse';

  /** Registers a new call; false with a message on failure. */
  async function isCalled(answer: RestResult<CallResponse>, label?: string): Promise<boolean> {
    if (answer.ok) {
      const { id, ticket } = answer.value.answer;
      own.add(id);
      showCall(id, ticket.id);
    } else await refusals.tellNotCalled(answer.error, label);
    return answer.ok;
  }

  /** Runs an action that ends the call. Discards its form answers on success only. */
  async function leaving(current: EventTicket, work: () => Promise<boolean>): Promise<boolean> {
    ended.add(current.answer_id);
    const isDone = await work();
    if (isDone) answers.forget(current.ticket_id);
    else ended.delete(current.answer_id);
    return isDone;
  }

  async function conclude(how: DeskConclusion, current: EventTicket): Promise<boolean> {
    ended.add(current.answer_id);
    const done = await ask.conclude(how, current);
    if (done.ok) {
      answers.forget(current.ticket_id);
      return true;
    }
    if (done.error.kind === 'refused' && done.error.errno === ERRNO.answerEnded) notices.tell('info', t('told.over'));
    else {
      ended.delete(current.answer_id);
      refusals.tell(done.error);
    }
    return false;
  }

  /** Lets the visitor wait again. */
  const moved = (current: EventTicket, work: () => Promise<RestResult<object>>): Promise<boolean> =>
    leaving(current, async () => {
      const done = await work();
      if (!done.ok) refusals.tell(done.error);
      return done.ok;
    });

  async function callOne(ticketId: string, from: Sheet, current: EventTicket | null, label?: string): Promise<boolean> {
    return isCalled(await ask.call(ticketId, from, current), label);
  }

  const isNobody = (answer: RestResult<object>): boolean =>
    !answer.ok && answer.error.kind === 'refused' && answer.error.errno === ERRNO.noTickets;

  async function nobodyWaits(current: EventTicket | null): Promise<void> {
    if (current === null) return notices.tell('info', t('told.nobody'));
    const isOver = mustEndFirst() || (await conclude('end', current));
    if (isOver) notices.tell('info', t('told.endedNobody', { label: current.label }));
  }

  return {
    isOwn: (answerId) => own.has(answerId),
    isOwnEnd: (answerId) => ended.has(answerId),
    forgetEnds: () => ended.clear(),
    conclude,
    callOne,
    async callNext(current) {
      if (current !== null) ended.add(current.answer_id);
      const endsFirst = current !== null && mustEndFirst();
      if (endsFirst && !(await conclude('end', current))) return;
      const answer = await ask.callNext(endsFirst ? null : current, chosen.value);
      if (isNobody(answer)) return nobodyWaits(current);
      if (current !== null && !answer.ok) ended.delete(current.answer_id);
      if ((await isCalled(answer)) && current !== null) answers.forget(current.ticket_id);
    },
    async noShowNext(current) {
      ended.add(current.answer_id);
      const answer = await ask.noShowNext(current, chosen.value);
      if (isNobody(answer)) {
        if (await conclude('cancel', current)) notices.tell('info', t('told.nobody'));
      } else if (await isCalled(answer)) answers.forget(current.ticket_id);
      else ended.delete(current.answer_id);
    },
    async switchTo(ticket, from, current, how) {
      // Call the new ticket first: if a colleague was faster, the current visitor stays.
      if (how === 'end' && !mustEndFirst()) {
        await leaving(current, () => callOne(ticket.ticket_id, from, current, ticket.label));
      } else if (await conclude(how, current)) {
        await callOne(ticket.ticket_id, from, null, ticket.label);
      }
    },
    transfer: (current, to) => moved(current, () => ask.transfer(current, to)),
    putBack: (current, places) => moved(current, () => ask.putBack(current, places)),
  };
}
