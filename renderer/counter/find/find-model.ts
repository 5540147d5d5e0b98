/**
 * Ticket search while the clerk types.
 *
 * Debounced; only the newest response counts.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { TFunction } from 'i18next';
import type { EventMessage } from '../../../main/events/contract/events.ts';
import type { FindTicketsAnswer } from '../../../main/queue/contract/rest/clerk.ts';
import type { RestFailure, RestResult } from '../../shared/api-client.ts';
import type { Where } from '../ticket-steps.ts';

export interface Finding {
  /** The last response; null before the first, and for an empty search. */
  readonly found: ReadonlySignal<FindTicketsAnswer | null>;
  readonly failure: ReadonlySignal<RestFailure | null>;
  /** The shown result is outdated. */
  readonly isLooking: ReadonlySignal<boolean>;
  look(text: string): void;
  /** Handles an event of the location: searches again if it concerns a shown ticket. */
  hear(message: EventMessage): void;
  /** Repeats the search. */
  again(): void;
  close(): void;
}

export interface FindingDeps {
  readonly ask: (text: string) => Promise<RestResult<FindTicketsAnswer>>;
  /** Schedules `work`; returns the function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
}

/** Debounce time of input. */
const REST_MS = 180;

/** Combines changes of several tickets at once. */
const CHANGE_MS = 250;

export function createFinding({ ask, after }: FindingDeps): Finding {
  const found = signal<FindTicketsAnswer | null>(null);
  const failure = signal<RestFailure | null>(null);
  const isLooking = signal(false);
  let text = '';
  let asked = 0;
  let stop = (): void => undefined;

  async function send(): Promise<void> {
    asked += 1;
    const mine = asked;
    const answer = await ask(text);
    if (mine !== asked) return;
    batch(() => {
      isLooking.value = false;
      failure.value = answer.ok ? null : answer.error;
      if (answer.ok) found.value = answer.value;
    });
  }

  function soon(ms: number): void {
    stop();
    stop = after(ms, () => void send());
  }

  return {
    found,
    failure,
    isLooking,
    look(next) {
      if (next === text) return;
      text = next;
      // Ignores pending responses.
      asked += 1;
      isLooking.value = text !== '';
      if (text !== '') return soon(REST_MS);
      stop();
      found.value = null;
    },
    hear(message) {
      if (text === '' || !('ticket' in message)) return;
      const id = message.ticket.ticket_id;
      if (found.peek()?.tickets.some(({ ticket_id }) => ticket_id === id) === true) soon(CHANGE_MS);
    },
    again() {
      if (text !== '') soon(0);
    },
    close() {
      asked += 1;
      stop();
    },
  };
}

type Found = Pick<
  FindTicketsAnswer['tickets'][number],
  'place' | 'served' | 'desk_name' | 'called_at' | 'ended_at' | 'issued_at'
>;

interface Speech {
  readonly t: TFunction;
  /** Formats a time of day. */
  readonly clock: (at: string) => string;
}

/** Texts on the state of a found ticket: place, desk, and times. */
export function stands(ticket: Found, where: Where, { t, clock }: Speech): readonly string[] {
  const { place, served, desk_name: desk, called_at, ended_at, issued_at } = ticket;
  const came = t('now.came', { time: clock(issued_at) });
  const since = called_at === '' ? '' : t('find.since', { time: clock(called_at) });
  const until = ended_at === '' ? '' : t('find.ended', { time: clock(ended_at) });
  const said: Readonly<Record<Where, readonly string[]>> = {
    waiting: [place > 0 ? t('find.place', { place }) : '', came],
    here: [since],
    elsewhere: [desk, since],
    paused: [desk, until],
    missed: [desk, until],
    // A removed ticket had no desk.
    served: served ? [desk, until] : [came],
  };
  return said[where].filter((words) => words !== '');
}
