/**
 * Checks before a visit ends.
 *
 * Notes are saved, required questions answered, the outcome recorded.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { EventTicket } from '../../main/events/contract/events.ts';
import type { CounterService } from '../../main/queue/contract/rest/counters.ts';
import type { Doing, Wishes } from './action-queue.ts';
import type { DeskCallsDeps } from './desk-calls.ts';
import type { OpenDialog } from './open-dialog.ts';

export interface BeforeLeaving {
  /** Does something with the visitor at the desk, if there is one. `leaving`: the visit ends with it. */
  withCurrent(doing: Doing, leaving: boolean, work: (current: EventTicket) => Promise<void>): void;
  /** Saves what was written; false, and said, when that cannot be. */
  areAnswersSaved(): Promise<boolean>;
}

export interface BeforeLeavingDeps extends Omit<DeskCallsDeps, 'chosen'>, Pick<Wishes, 'once' | 'allowAgain'> {
  /** The open call of this desk. */
  readonly call: ReadonlySignal<EventTicket | null>;
  readonly open: (dialog: OpenDialog) => void;
}

type Work = (current: EventTicket) => Promise<void>;

export function createBeforeLeaving(deps: BeforeLeavingDeps): BeforeLeaving {
  const { once, allowAgain, ask, refusals, answers, notices, t, data, call, open } = deps;

  /** What cannot be saved, or has to be asked, is told before the call goes. */
  async function askAnswers(doing: Doing, current: EventTicket, leaving: boolean, work: Work): Promise<void> {
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

  function askOutcomes(doing: Doing, current: EventTicket, service: CounterService, work: Work): void {
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
