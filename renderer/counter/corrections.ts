/**
 * Corrections of tickets by the clerk.
 *
 * Undo of the last step, and changes of waiting tickets.
 */
import { effect, type ReadonlySignal } from '@preact/signals';
import type { TFunction } from 'i18next';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { ERRNO } from '../../main/lib/result.ts';
import type { CounterUndo } from '../../main/queue/contract/rest/counters.ts';
import type { RestFailure, RestResult } from '../shared/api-client.ts';
import type { Toasts } from '../shared/notices.ts';
import type { ActionQueue } from './action-queue.ts';
import type { DeskRequests, TicketEdit } from './desk-requests.ts';
import type { Refusals } from './refusals.ts';
import { undoneWords } from './undo/step-words.ts';

export interface PutRight {
  /** Undoes the desk's last step, including a pending one; calls no visitor. */
  undo(): void;
  requeue(ticket: EventTicket): void;
  /** True on success. */
  remove(ticket: EventTicket, reason: string): Promise<boolean>;
  change(ticket: EventTicket, change: TicketEdit): Promise<boolean>;
}

export interface PutRightDeps extends Pick<ActionQueue, 'once' | 'allowAgain' | 'isBusy'> {
  readonly userId: () => string;
  readonly ask: DeskRequests;
  readonly refusals: Refusals;
  readonly notices: Toasts;
  readonly t: TFunction;
  /** Last step of the desk, while it can be undone. */
  readonly lastStep: ReadonlySignal<CounterUndo | null>;
  /** Calls that this page had ended may be open again. */
  readonly onUndone: () => void;
}

export function createPutRight({
  once,
  allowAgain,
  isBusy,
  userId,
  ask,
  refusals,
  notices,
  t,
  lastStep,
  onUndone,
}: PutRightDeps): PutRight {
  function tellNotUndone(failure: RestFailure): void {
    const errno = failure.kind === 'refused' ? failure.errno : 0;
    if (errno === ERRNO.notFound) notices.tell('info', t('undo.gone'));
    else if (errno === ERRNO.ticketState) notices.tell('info', t('undo.changed'));
    else refusals.tell(failure);
  }

  /** The last step before the pending request. */
  let stepBefore: string | undefined;
  effect(() => {
    if (isBusy.value) stepBefore = lastStep.peek()?.step_id;
  });

  let last = '';

  async function put(ticket: EventTicket, words: string, work: () => Promise<RestResult<object>>): Promise<boolean> {
    let isDone = false;
    // Only a repetition with the same ticket is a hasty second press.
    if (last !== `${words} ${ticket.ticket_id}`) allowAgain();
    last = `${words} ${ticket.ticket_id}`;
    await once('put-right', async () => {
      const done = await work();
      isDone = done.ok;
      if (done.ok) notices.tell('good', t(words, { label: ticket.label }));
      else refusals.tell(done.error, ticket.label);
    });
    return isDone;
  }

  return {
    undo() {
      const [isOnItsWay, before] = [isBusy.peek(), stepBefore];
      void once('undo', async () => {
        const step = lastStep.value;
        if (step === null) return;
        // The clerk meant the pending step: if it was refused, undo neither an earlier step nor one of another user.
        if (isOnItsWay && (step.step_id === before || step.user_id !== userId())) return;
        const done = await ask.undo(step.step_id);
        if (!done.ok) return tellNotUndone(done.error);
        onUndone();
        notices.tell('good', undoneWords(step, t));
      });
    },
    requeue: (ticket) => void put(ticket, 'put.requeued', () => ask.requeue(ticket)),
    remove: (ticket, reason) => put(ticket, 'put.removed', () => ask.remove(ticket, reason)),
    change: (ticket, change) => put(ticket, 'put.changed', () => ask.change(ticket, change)),
  };
}
