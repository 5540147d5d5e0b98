/** Actions of the clerk, with their results as messages. */
import { effect, type ReadonlySignal } from '@preact/signals';
import type { EventTicket } from '../../main/events/contract/events.ts';
import type { CounterService, CounterStaffCall, CounterUndo } from '../../main/queue/contract/rest/counters.ts';
import type { CreateTicketAnswer } from '../../main/queue/contract/rest/queue-answers.ts';
import type { RestResult } from '../shared/api-client.ts';
import { type ActionQueue, createActionQueue, type QueuedAction } from './action-queue.ts';
import { createPutRight, type PutRight } from './corrections.ts';
import { createDeskCalls, type DeskCalls, type DeskCallsDeps } from './desk-calls.ts';
import {
  createDeskRequests,
  type DeskConclusion,
  type DeskRequestsDeps,
  type DeskState,
  type TransferTo,
  type WalkIn,
} from './desk-requests.ts';
import type { Sheet } from './list-tabs.ts';
import type { OpenDialog } from './open-dialog.ts';
import { createRefusals, type RefusalsDeps } from './refusals.ts';

export interface CounterActions
  extends Pick<ActionQueue, 'isBusy' | 'justDone' | 'press'>,
    Pick<DeskCalls, 'isOwn' | 'isOwnEnd'>,
    PutRight {
  next(): void;
  callTicket(ticket: EventTicket, from: Sheet): void;
  /** Calls a ticket while another one is at the desk, which is ended or paused. */
  switchTo(ticket: EventTicket, from: Sheet, current: 'end' | 'pause'): void;
  recall(): void;
  end(): void;
  pause(): void;
  cancel(): void;
  /** Records a no-show, and calls the next visitor. */
  noShowNext(): void;
  /** Lets the visitor wait again behind the next `places` visitors; 0: at the end. True on success. */
  putBack(places: number): Promise<boolean>;
  /** True on success. */
  transfer(to: TransferTo): Promise<boolean>;
  walkIn(ticket: WalkIn): Promise<boolean>;
  /** Accepts a staff call of a visitor at a kiosk. */
  comeTo(call: CounterStaffCall): Promise<void>;
  /** Starts a break, or closes or opens the desk. */
  setDesk(state: DeskState, reason?: string): Promise<void>;
  takeOver(): Promise<void>;
}

/**
 * Checks before a visit ends.
 *
 * Saves notes, checks required questions, records the outcome.
 */
interface BeforeLeaving {
  /** Acts on the visitor at the desk, if there is one. `leaving`: the action ends the visit. */
  withCurrent(doing: QueuedAction, leaving: boolean, work: (current: EventTicket) => Promise<void>): void;
  /** Saves the input; false with a message on failure. */
  areAnswersSaved(): Promise<boolean>;
}

interface BeforeLeavingDeps
  extends Omit<DeskCallsDeps, 'chosen' | 'showCall'>,
    Pick<ActionQueue, 'once' | 'allowAgain'> {
  /** The desk's open call. */
  readonly call: ReadonlySignal<EventTicket | null>;
  readonly open: (dialog: OpenDialog) => void;
}

type Work = (current: EventTicket) => Promise<void>;

function createBeforeLeaving(deps: BeforeLeavingDeps): BeforeLeaving {
  const { once, allowAgain, ask, refusals, answers, notices, t, data, call, open } = deps;

  /** Reports unsaved answers, and asks open questions, before the call ends. */
  async function askAnswers(doing: QueuedAction, current: EventTicket, leaving: boolean, work: Work): Promise<void> {
    const isSaved = await answers.save();
    const names = !isSaved ? answers.faulty() : leaving ? answers.missing() : [];
    if (names.length === 0 && isSaved) return work(current);
    open({
      name: 'open-questions',
      names,
      unsaved: !isSaved,
      go() {
        allowAgain();
        answers.forget(current.ticket_id);
        void once(doing, () => work(current));
      },
    });
  }

  function askOutcomes(doing: QueuedAction, current: EventTicket, service: CounterService, work: Work): void {
    open({
      name: 'outcomes',
      current,
      service,
      go(outcomes) {
        allowAgain();
        void once(doing, async () => {
          const noted = outcomes.length === 0 ? null : await ask.note(current, outcomes);
          if (noted === null || noted.ok) await work(current);
          else refusals.tell(noted.error);
        });
      },
    });
  }

  return {
    withCurrent(doing, leaving, work) {
      const current = call.value;
      if (current === null) return;
      const service = data.value?.services.find(({ id }) => id === current.dst_service_id);
      const noted: Work =
        leaving && service !== undefined && service.outcomes.length > 0
          ? async () => askOutcomes(doing, current, service, work)
          : work;
      void once(doing, () => askAnswers(doing, current, leaving, noted));
    },
    async areAnswersSaved() {
      const isSaved = await answers.save();
      if (!isSaved) notices.tell('attention', t('questions.faulty'));
      return isSaved;
    },
  };
}

export interface ActionDeps
  extends Omit<DeskRequestsDeps, 'onRetry'>,
    Omit<DeskCallsDeps, 'ask' | 'refusals'>,
    Omit<BeforeLeavingDeps, 'ask' | 'refusals' | 'once' | 'allowAgain'>,
    RefusalsDeps {
  readonly lastStep: ReadonlySignal<CounterUndo | null>;
}

export function createActions(deps: ActionDeps): CounterActions {
  const { notices, t, data, call, refresh, open } = deps;
  const { isBusy, justDone, once, press, allowAgain } = createActionQueue({
    answerId: () => call.value?.answer_id ?? '',
    refresh,
    onDropped: (why) => notices.tell('info', t(why === 'left' ? 'told.over' : 'act.pending')),
    clock: () => performance.now(),
  });
  // Messages about earlier steps are obsolete.
  effect(() => {
    if (!isBusy.value) return;
    for (const { id, kind } of notices.shown.peek()) if (kind === 'good' || kind === 'info') notices.dismiss(id);
  });
  const ask = createDeskRequests({ ...deps, onRetry: () => notices.tell('info', t('act.retrying')) });
  const refusals = createRefusals(deps);
  const calls = createDeskCalls({ ...deps, ask, refusals });
  const { withCurrent, areAnswersSaved } = createBeforeLeaving({ ...deps, once, allowAgain, ask, refusals });
  const putRight = createPutRight({ ...deps, once, allowAgain, isBusy, ask, refusals, onUndone: calls.forgetEnds });

  const conclude = (how: DeskConclusion, words: string): void =>
    withCurrent(how, how === 'end', async (current) => {
      if (await calls.conclude(how, current)) notices.tell('good', t(words, { label: current.label }));
    });

  async function tellWaits({ ticket }: CreateTicketAnswer): Promise<void> {
    await refresh();
    const label = data.value?.waiting.find((each) => each.ticket_id === ticket.id)?.label;
    const plain = `${ticket.ticket_service.tag}${ticket.number}`;
    notices.tell('good', t('walkIn.done', { label: label ?? plain }));
  }

  /** Calls the new ticket; the visitor at the desk counts as served. */
  async function serve({ ticket }: CreateTicketAnswer): Promise<void> {
    const current = call.value;
    if (current !== null && !((await areAnswersSaved()) && (await calls.conclude('end', current)))) return;
    await calls.callOne(ticket.id, 'waiting', null);
  }

  let lastAtDesk = '';
  function atDesk(wish: string, work: () => Promise<RestResult<object>>): Promise<void> {
    // Only a repetition of the same action is a hasty second press.
    if (wish !== lastAtDesk) allowAgain();
    lastAtDesk = wish;
    return once('desk', async () => {
      const done = await work();
      if (!done.ok) refusals.tell(done.error);
    });
  }

  return {
    ...putRight,
    isBusy,
    justDone,
    press,
    isOwn: calls.isOwn,
    isOwnEnd: calls.isOwnEnd,
    next() {
      if (call.value === null) void once('next', () => calls.callNext(null));
      else withCurrent('next', true, calls.callNext);
    },
    callTicket(ticket, from) {
      const current = call.value;
      if (current === null) {
        void once('call', async () => void (await calls.callOne(ticket.ticket_id, from, null, ticket.label)));
      } else if (!isBusy.value) {
        open({ name: 'switch', current, ticket, from });
      }
    },
    switchTo(ticket, from, what) {
      allowAgain();
      withCurrent('call', what === 'end', (current) => calls.switchTo(ticket, from, current, what));
    },
    recall() {
      const current = call.value;
      if (current === null) return;
      void once('recall', async () => {
        const done = await ask.recall(current);
        if (done.ok) notices.tell('good', t('told.recalled', { label: current.label }));
        else refusals.tell(done.error);
      });
    },
    end: () => conclude('end', 'told.ended'),
    pause: () => conclude('pause', 'told.paused'),
    cancel: () => conclude('cancel', 'told.cancelled'),
    noShowNext: () => withCurrent('no-show-next', false, calls.noShowNext),
    async putBack(places) {
      const current = call.value;
      let isDone = false;
      if (current === null) return false;
      await once('put-back', async () => {
        isDone = (await areAnswersSaved()) && (await calls.putBack(current, places));
      });
      return isDone;
    },
    async transfer(to) {
      const current = call.value;
      let isDone = false;
      if (current === null) return false;
      await once('transfer', async () => {
        isDone = (await areAnswersSaved()) && (await calls.transfer(current, to));
        if (isDone) notices.tell('good', t('transfer.done', { label: current.label, name: to.name }));
      });
      return isDone;
    },
    setDesk: (state, reason = '') => atDesk(`${state} ${reason}`, () => ask.setDesk(state, reason)),
    takeOver: () => atDesk('take over', ask.takeOver),
    async comeTo(call) {
      allowAgain();
      await once('desk', async () => {
        const done = await ask.comeTo(call.device_id);
        if (!done.ok) return refusals.tell(done.error);
        const { own, user_name } = done.value;
        const words = own ? 'staffCall.yours' : 'staffCall.taken';
        notices.tell(own ? 'good' : 'info', t(words, { place: call.device_name, name: user_name || '…' }));
      });
    },
    async walkIn(ticket) {
      let isDone = false;
      await once('walk-in', async () => {
        const made = await ask.create(ticket);
        isDone = made.ok;
        if (!made.ok) refusals.tell(made.error);
        else await (ticket.serve ? serve(made.value) : tellWaits(made.value));
      });
      return isDone;
    },
  };
}
