import type { TFunction } from 'i18next';
import type { FindTicketsAnswer } from '../../../main/queue/contract/rest/clerk.ts';
import type { Where } from '../ticket-steps.ts';

type Found = Pick<
  FindTicketsAnswer['tickets'][number],
  'place' | 'served' | 'desk_name' | 'called_at' | 'ended_at' | 'issued_at'
>;

interface Speech {
  readonly t: TFunction;
  /** A time of day. */
  readonly clock: (at: string) => string;
}

/** What is to be said of where a found ticket is: its place, its desk, and since when or until when. */
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
    // One that was taken out of the queue has had no such desk.
    served: served ? [desk, until] : [came],
  };
  return said[where].filter((words) => words !== '');
}
