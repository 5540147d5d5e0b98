/**
 * Operations on outgoing mails.
 *
 * Each is added once, and what is in it goes as soon as it is sent or given up.
 */
import { refuseAs } from '../../lib/coded-refusal.ts';
import { ok } from '../../lib/result.ts';
import { operation, query } from '../../store/contract/scope.ts';
import type { DueMails, MailRecord, MailTry, NewMail } from './mail-records.ts';

/** That wait at a time. A part that sends without end must not fill the disk while the mail server is away. */
const MAX_WAITING = 5_000;

/** Room that reports leave: alarms are mailed also while very many reports wait. */
const ROOM_FOR_ALARMS = 1_000;

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

/** How many were new. 107 when very many wait already: then none is added. */
export const putMails = operation<{ readonly mails: readonly NewMail[] }, { readonly added: number }>({
  scope: 'global',
  jobQueue: 'mail',
  *run({ rows, now }, { mails }) {
    const most = mails.every(({ kind }) => kind === 'alarm') ? MAX_WAITING : MAX_WAITING - ROOM_FOR_ALARMS;
    if ((yield* rows.waitingMails(most)) >= most) {
      return refuseAs('mail_queue_full', { values: { count: most } });
    }
    let added = 0;
    for (const { id, kind, content } of mails) {
      if ((yield* rows.mail(id)) !== null) continue;
      const record = {
        id,
        kind,
        createdAt: now,
        state: 'waiting',
        attempts: 0,
        triedAt: 0,
        fault: '',
        said: '',
      } as const;
      yield* rows.putMail({ ...record, nextTryAt: now }, content);
      added += 1;
    }
    return ok({ added });
  },
});

/** How a try went. What is in the mail stays only while it waits. */
export const endMailTry = operation<MailTry, null>({
  scope: 'global',
  jobQueue: 'mail',
  *run({ rows }, done) {
    const record = yield* rows.mail(done.id);
    if (record === null || record.state !== 'waiting') return ok(null);
    yield* rows.endMail({ ...record, ...done });
    return ok(null);
  },
});

/** Ends the waiting of mails whose rows are damaged, so that the others are sent. */
export const putMailsAside = operation<{ readonly ids: readonly string[] }, null>({
  scope: 'global',
  jobQueue: 'mail',
  *run({ rows }, { ids }) {
    for (const id of ids) yield* rows.putMailAside(id);
    return ok(null);
  },
});

/** Forgets those that were sent or given up and are older. */
export const tidyMails = operation<{ readonly before: number }, null>({
  scope: 'global',
  jobQueue: 'mail',
  *run({ rows }, { before }) {
    yield* rows.dropMails(before);
    return ok(null);
  },
});
