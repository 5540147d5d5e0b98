/** What a clerk does, each thing once, and each outcome in a calm sentence. */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { TFunction } from 'i18next';
import { ERRNO } from '../../main/contract/errno.ts';
import type { EventTicket } from '../../main/contract/events.ts';
import type { CounterAnswer } from '../../main/contract/rest/counters.ts';
import type { CallAnswer, CreateTicketAnswer } from '../../main/contract/rest/queue-answers.ts';
import type { Role } from '../../main/contract/roles.ts';
import { failureText } from '../shared/failure-text.ts';
import type { Notices } from '../shared/notices.ts';
import type { Rest, RestFailure, RestResult } from '../shared/rest.ts';
import type { Answers } from './answers.ts';
import { attempt, newKey } from './intention.ts';
import type { OpenDialog, Sheet } from './open-dialog.ts';

export interface TransferTo {
  readonly type: 'service' | 'desk' | 'user';
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly priority: boolean;
}

export interface WalkIn {
  readonly serviceId: string;
  readonly name: string;
  readonly priority: boolean;
  /** Call it to this desk at once. */
  readonly serve: boolean;
}

export type Doing = 'next' | 'call' | 'recall' | 'end' | 'pause' | 'cancel' | 'transfer' | 'walk-in';

export interface CounterActions {
  /** Something is on its way to the server; meanwhile nothing else is. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** What was done a moment ago, and is not done again at once; else null. */
  readonly justDone: ReadonlySignal<Doing | null>;
  next(): void;
  callTicket(ticket: EventTicket, from: Sheet): void;
  /** The same while another ticket is here: what becomes of that one was said. */
  switchTo(ticket: EventTicket, from: Sheet, current: 'end' | 'pause'): void;
  recall(): void;
  end(): void;
  pause(): void;
  cancel(): void;
  /** True when it is done. */
  transfer(to: TransferTo): Promise<boolean>;
  walkIn(ticket: WalkIn): Promise<boolean>;
  /** Whether this page has made, or ended, that call. */
  isOwn(answerId: string): boolean;
  isOwnEnd(answerId: string): boolean;
}

export interface ActionDeps {
  readonly deskId: string;
  readonly userId: () => string;
  readonly rest: Rest;
  readonly may: (...roles: readonly Role[]) => boolean;
  readonly notices: Notices;
  readonly t: TFunction;
  readonly data: ReadonlySignal<CounterAnswer | null>;
  readonly call: ReadonlySignal<EventTicket | null>;
  readonly chosen: ReadonlySignal<readonly string[]>;
  readonly answers: Answers;
  readonly refresh: () => Promise<void>;
  readonly open: (dialog: OpenDialog) => void;
  /** Open calls of the whole location, as far as they are known. */
  readonly locationCalls: () => readonly EventTicket[];
}

/** As long as a double press may take. */
const SETTLE_MS = 700;
const QUEUE = 'v2/queuemanagement';
const CALL_OF = { waiting: 'callticket', paused: 'callpausedticket', cancelled: 'callcancelledticket' } as const;

export function createActions(deps: ActionDeps): CounterActions {
  const { deskId, rest, notices, t, data, call, answers, refresh } = deps;
  const isBusy = signal(false);
  const own = new Set<string>();
  const ended = new Set<string>();
  const justDone = signal<Doing | null>(null);
  let settling: number | undefined;
  let running: Doing | null = null;
  let waiting: { readonly doing: Doing; readonly work: () => Promise<void>; readonly answerId: string } | null = null;

  const send = <Answer>(operation: string, body: object, key = newKey()): Promise<RestResult<Answer>> =>
    attempt<Answer>({
      rest,
      path: `${QUEUE}/${operation}`,
      body,
      key,
      onRetry: () => notices.tell('info', t('act.retrying')),
    });
  /** A call to this desk by whoever sits here, who sees this ticket there: nobody is ended who is not seen. */
  const at = (current: EventTicket | null): object => ({
    desk_id: deskId,
    user_id: deps.userId(),
    current_answer: current?.answer_id ?? 'none',
  });

  /**
   * One thing at a time, and not the same again at once: a hasty second press was meant for the call before. Something
   * else that is pressed meanwhile comes after it, if it is still about the same visitor.
   */
  async function once(doing: Doing, work: () => Promise<void>): Promise<void> {
    if (isBusy.value) {
      if (doing !== running) waiting = { doing, work, answerId: call.value?.answer_id ?? '' };
      return;
    }
    if (justDone.value === doing) return;
    window.clearTimeout(settling);
    isBusy.value = true;
    running = doing;
    try {
      await work();
      await refresh();
    } finally {
      isBusy.value = false;
      justDone.value = doing;
      settling = window.setTimeout(() => {
        justDone.value = null;
      }, SETTLE_MS);
    }
    const next = waiting;
    waiting = null;
    if (next !== null && next.answerId === (call.value?.answer_id ?? '')) await once(next.doing, next.work);
  }

  function tellFailure(failure: RestFailure, label = ''): void {
    if (failure.kind === 'away') {
      notices.tell('fault', t('told.unknown'));
    } else if (failure.errno === ERRNO.ticketState && label !== '') {
      const at = deps.locationCalls().find((each) => each.label === label);
      const words = at === undefined ? t('told.faster', { label }) : t('told.fasterAt', { label, desk: at.desk_name });
      notices.tell('info', words);
    } else {
      notices.tell(failure.errno === ERRNO.unknown ? 'fault' : 'info', failureText(t, failure));
    }
  }

  /** At a desk with two screens the other one may have been faster. */
  async function tellNotCalled(failure: RestFailure, label = ''): Promise<void> {
    if (failure.kind !== 'refused' || failure.parameter !== 'current_answer') return tellFailure(failure, label);
    await refresh();
    const now = call.value;
    if (now === null) return notices.tell('info', t('told.over'));
    const name = data.value?.users.find(({ id }) => id === now.user_id)?.name ?? '…';
    notices.tell('info', t('told.otherCalled', { name, label: now.label }));
  }

  /** Notes a call that was made; false, and said, when it was not. */
  async function called(answer: RestResult<CallAnswer>, label = ''): Promise<boolean> {
    if (!answer.ok) {
      await tellNotCalled(answer.error, label);
      return false;
    }
    own.add(answer.value.answer.id);
    return true;
  }

  /** Ends, pauses or cancels the call; what was written goes first. Over already is as good as done. */
  async function conclude(operation: 'endcall' | 'pausecall' | 'cancelcall', current: EventTicket): Promise<boolean> {
    ended.add(current.answer_id);
    const done = await send<object>(operation, { answer_id: current.answer_id });
    if (done.ok) {
      answers.forget(current.ticket_id);
      return true;
    }
    if (done.error.kind === 'refused' && done.error.errno === ERRNO.answerEnded) notices.tell('info', t('told.over'));
    else {
      ended.delete(current.answer_id);
      tellFailure(done.error);
    }
    return false;
  }

  /** What was written is saved first; what cannot be saved, or has to be asked, is told before the call goes. */
  async function withAnswers(
    doing: Doing,
    current: EventTicket,
    leaving: boolean,
    work: () => Promise<void>,
  ): Promise<void> {
    const saved = await answers.save();
    const names = !saved ? answers.faulty() : leaving ? answers.missing() : [];
    if (names.length === 0 && saved) {
      await work();
      return;
    }
    deps.open({
      name: 'open-questions',
      names,
      unsaved: !saved,
      go: () => {
        justDone.value = null;
        answers.forget(current.ticket_id);
        void once(doing, work);
      },
    });
  }

  async function callNext(current: EventTicket | null): Promise<void> {
    if (current !== null) ended.add(current.answer_id);
    const endsFirst = current !== null && data.value?.call_policy === 'refuse';
    if (endsFirst && !(await conclude('endcall', current))) return;
    const answer = await send<CallAnswer>('callnextticket', {
      ...at(endsFirst ? null : current),
      services: [...deps.chosen.value],
    });
    if (answer.ok) {
      own.add(answer.value.answer.id);
      if (current !== null) answers.forget(current.ticket_id);
      return;
    }
    const nobody = answer.error.kind === 'refused' && answer.error.errno === ERRNO.noTickets;
    if (!nobody) {
      if (current !== null) ended.delete(current.answer_id);
      await tellNotCalled(answer.error);
      return;
    }
    if (current === null) {
      notices.tell('info', t('told.nobody'));
      return;
    }
    const isOver = data.value?.call_policy === 'refuse' || (await conclude('endcall', current));
    if (isOver) notices.tell('info', t('told.endedNobody', { label: current.label }));
  }

  const withCurrent = (doing: Doing, leaving: boolean, work: (current: EventTicket) => Promise<void>): void => {
    const current = call.value;
    if (current === null) return;
    void once(doing, () => withAnswers(doing, current, leaving, () => work(current)));
  };

  const concludeAnd = (doing: 'end' | 'pause' | 'cancel', words: string): void =>
    withCurrent(doing, doing === 'end', async (current) => {
      if (await conclude(`${doing}call`, current)) notices.tell('good', t(words, { label: current.label }));
    });

  const callOne = async (ticket: EventTicket, from: Sheet, current: EventTicket | null): Promise<boolean> =>
    called(await send<CallAnswer>(CALL_OF[from], { ...at(current), ticket_id: ticket.ticket_id }), ticket.label);

  return {
    isBusy,
    justDone,
    next() {
      const current = call.value;
      if (current === null) void once('next', () => callNext(null));
      else withCurrent('next', true, callNext);
    },
    callTicket(ticket, from) {
      const current = call.value;
      if (current === null) void once('call', async () => void (await callOne(ticket, from, null)));
      else if (!isBusy.value) deps.open({ name: 'switch', current, ticket, from });
    },
    switchTo(ticket, from, what) {
      justDone.value = null;
      withCurrent('call', what === 'end', async (current) => {
        // The one that is wanted first: if a colleague was faster, the visitor who is here stays.
        const policy = data.value?.call_policy;
        if (what === 'pause' || policy === 'refuse') {
          if (!(await conclude(what === 'pause' ? 'pausecall' : 'endcall', current))) return;
          await callOne(ticket, from, null);
          return;
        }
        ended.add(current.answer_id);
        if (await callOne(ticket, from, current)) answers.forget(current.ticket_id);
        else ended.delete(current.answer_id);
      });
    },
    recall() {
      const current = call.value;
      if (current === null) return;
      void once('recall', async () => {
        const done = await send<object>('recall', { answer_id: current.answer_id });
        if (done.ok) notices.tell('good', t('told.recalled', { label: current.label }));
        else tellFailure(done.error);
      });
    },
    end: () => concludeAnd('end', 'told.ended'),
    pause: () => concludeAnd('pause', 'told.paused'),
    cancel: () => concludeAnd('cancel', 'told.cancelled'),
    async transfer(to) {
      const current = call.value;
      let isDone = false;
      if (current === null) return false;
      await once('transfer', async () => {
        if (!(await answers.save())) {
          notices.tell('attention', t('questions.faulty'));
          return;
        }
        ended.add(current.answer_id);
        const done = await send<object>('transfercall', {
          answer_id: current.answer_id,
          dst_type: to.type,
          dst_id: to.id,
          note: to.note,
          priority: to.priority,
          desk_id: deskId,
        });
        if (!done.ok) {
          ended.delete(current.answer_id);
          tellFailure(done.error);
          return;
        }
        isDone = true;
        answers.forget(current.ticket_id);
        notices.tell('good', t('transfer.done', { label: current.label, name: to.name }));
      });
      return isDone;
    },
    async walkIn({ serviceId, name, priority, serve }) {
      let isDone = false;
      await once('walk-in', async () => {
        const made = await send<CreateTicketAnswer>('createticket', {
          service_id: serviceId,
          client_name: name,
          priority,
          walk_in: true,
        });
        if (!made.ok) {
          tellFailure(made.error);
          return;
        }
        isDone = true;
        const { ticket } = made.value;
        if (!serve) {
          await refresh();
          const label = data.value?.waiting.find((each) => each.ticket_id === ticket.id)?.label;
          const plain = `${ticket.ticket_service.tag}${ticket.number}`;
          notices.tell('good', t('walkIn.done', { label: label ?? plain }));
          return;
        }
        const current = call.value;
        if (current !== null) {
          if (!(await answers.save())) {
            notices.tell('attention', t('questions.faulty'));
            return;
          }
          if (!(await conclude('endcall', current))) return;
        }
        await called(await send<CallAnswer>('callticket', { ...at(null), ticket_id: ticket.id }));
      });
      return isDone;
    },
    isOwn: (answerId) => own.has(answerId),
    isOwnEnd: (answerId) => ended.has(answerId),
  };
}
