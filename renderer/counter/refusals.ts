/** Messages for the clerk from error codes. */
import type { ReadonlySignal } from '@preact/signals';
import type { TFunction } from 'i18next';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { ERRNO } from '../../main/lib/result.ts';
import type { CounterAnswer } from '../../main/queue/contract/rest/counters.ts';
import type { RestFailure } from '../shared/api-client.ts';
import { failureText } from '../shared/failure-text.ts';
import type { Toasts } from '../shared/notices.ts';

export interface Refusals {
  /** @param label label of the wanted ticket: a colleague may have been faster */
  tell(failure: RestFailure, label?: string): void;
  /** The same for a call: at a desk with two screens, the other one may have been faster. */
  tellNotCalled(failure: RestFailure, label?: string): Promise<void>;
}

export interface RefusalsDeps {
  readonly notices: Toasts;
  readonly t: TFunction;
  readonly data: ReadonlySignal<CounterAnswer | null>;
  readonly call: ReadonlySignal<EventTicket | null>;
  readonly refresh: () => Promise<void>;
  /** Known open calls of the whole location. */
  readonly locationCalls: () => readonly EventTicket[];
}

export function createRefusals({ notices, t, data, call, refresh, locationCalls }: RefusalsDeps): Refusals {
  function tell(failure: RestFailure, label = ''): void {
    if (failure.kind === 'away') {
      notices.tell('fault', t('told.unknown'));
    } else if (failure.errno === ERRNO.ticketState && label !== '') {
      const at = locationCalls().find((each) => each.label === label);
      const words = at === undefined ? t('told.faster', { label }) : t('told.fasterAt', { label, desk: at.desk_name });
      notices.tell('info', words);
    } else {
      notices.tell(failure.errno === ERRNO.unknown ? 'fault' : 'info', failureText(t, failure));
    }
  }

  return {
    tell,
    async tellNotCalled(failure, label) {
      if (failure.kind !== 'refused' || failure.parameter !== 'current_answer') return tell(failure, label);
      await refresh();
      const now = call.value;
      if (now === null) return notices.tell('info', t('told.over'));
      const name = data.value?.users.find(({ id }) => id === now.user_id)?.name ?? '…';
      notices.tell('info', t('told.otherCalled', { name, label: now.label }));
    },
  };
}
