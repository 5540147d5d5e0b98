/**
 * Calls of this page, and their ends.
 *
 * Which are its own, and what becomes of the visitor who is at the desk.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { TFunction } from 'i18next';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { ERRNO } from '../../main/lib/errno.ts';
import type { CounterAnswer } from '../../main/queue/contract/rest/counters.ts';
import type { CallResponse } from '../../main/queue/contract/rest/queue-answers.ts';
import type { RestResult } from '../shared/api-client.ts';
import type { Toasts } from '../shared/notices.ts';
import type { FormAnswers } from './answers.ts';
import type { DeskConclusion, DeskRequests, TransferTo } from './desk-requests.ts';
import type { Sheet } from './list-tabs.ts';
import type { Refusals } from './refusals.ts';

/** Each says itself what did not work; where one gives a boolean, true means done. */
export interface DeskCalls {
  /** Whether this page has made, or ended, that call. */
  isOwn(answerId: string): boolean;
  isOwnEnd(answerId: string): boolean;
  /** What this page had ended may be open again: whoever ends it next is told of. */
  forgetEnds(): void;
  /** Calls whoever is next; ends the call that there is, also when nobody waits. */
  callNext(current: EventTicket | null): Promise<void>;
  /** @param label of the ticket, to name it if a colleague was faster. */
  callOne(ticketId: string, from: Sheet, current: EventTicket | null, label?: string): Promise<boolean>;
  switchTo(ticket: EventTicket, from: Sheet, current: EventTicket, how: 'end' | 'pause'): Promise<void>;
  /** Ends, pauses or cancels the call. False also when it was over already. */
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
  /** Services from which the next is called. */
  readonly chosen: ReadonlySignal<readonly string[]>;
}

export function createDeskCalls({ ask, refusals, answers, notices, t, data, chosen }: DeskCallsDeps): DeskCalls {
  const own = new Set<string>();
  const ended = new Set<string>();
  /** Whether the server refuses a call from a desk that still has one, instead of ending that one. */
  const mustEndFirst = (): boolean => data.value?.call_policy === 'refuse';

  /** Notes a call that was made; false, and said, when it was not. */
  async function isCalled(answer: RestResult<CallResponse>, label?: string): Promise<boolean> {
    if (answer.ok) own.add(answer.value.answer.id);
    else await refusals.tellNotCalled(answer.error, label);
    return answer.ok;
  }

  /** Something that ends the call by the way. Its answers go with it; when it was not done, they stay. */
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

  async function callOne(ticketId: string, from: Sheet, current: EventTicket | null, label?: string): Promise<boolean> {
    return isCalled(await ask.call(ticketId, from, current), label);
  }

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
      if (!answer.ok && answer.error.kind === 'refused' && answer.error.errno === ERRNO.noTickets)
        return nobodyWaits(current);
      if (current !== null && !answer.ok) ended.delete(current.answer_id);
      if ((await isCalled(answer)) && current !== null) answers.forget(current.ticket_id);
    },
    async switchTo(ticket, from, current, how) {
      // The one that is wanted first: if a colleague was faster, the visitor who is here stays.
      if (how === 'end' && !mustEndFirst()) {
        await leaving(current, () => callOne(ticket.ticket_id, from, current, ticket.label));
      } else if (await conclude(how, current)) {
        await callOne(ticket.ticket_id, from, null, ticket.label);
      }
    },
    transfer: (current, to) =>
      leaving(current, async () => {
        const done = await ask.transfer(current, to);
        if (!done.ok) refusals.tell(done.error);
        return done.ok;
      }),
  };
}
