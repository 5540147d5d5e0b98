/** Mail: the log, the mails that are due, and how many wait. */

import { query } from '../../store/contract/scope.ts';
import type { DueMails, MailRecord } from './mail-records.ts';

interface MailWork extends DueMails {
  /** When the next of all has its time; null when none waits. */
  readonly nextTryAt: number | null;
}

/** Mail whose time has come by then. */
export const mailWork = query<{ readonly until: number; readonly limit: number }, MailWork>({
  scope: 'global',
  snapshot: true,
  *run(rows, { until, limit }) {
    return { ...(yield* rows.dueMails(until, limit)), nextTryAt: yield* rows.nextMail() };
  },
});

/** Newest first. */
export const mails = query<{ readonly limit: number }, readonly MailRecord[]>({
  scope: 'global',
  snapshot: false,
  *run(rows, { limit }) {
    return yield* rows.mails(limit);
  },
});

/** How many wait, counted up to `limit`. */
export const waitingMails = query<{ readonly limit: number }, number>({
  scope: 'global',
  snapshot: false,
  *run(rows, { limit }) {
    return yield* rows.waitingMails(limit);
  },
});
