/**
 * Operations on outgoing mails.
 *
 * A mail is added once. Its content is deleted when it is sent or given up.
 */
import { refuseAs } from '../../lib/refusal.ts';
import { ok } from '../../lib/result.ts';
import { operation, query } from '../../store/contract/scope.ts';
import type { DueMails, MailRecord, MailTry, NewMail } from './mail-records.ts';

/**
 * Maximum waiting mails: a component that sends without end must not fill the disk during an outage of the mail server.
 */
const MAX_WAITING = 5_000;

/** Reserved for queue alerts, so that they are mailed even when very many reports wait. */
const ROOM_FOR_ALARMS = 1_000;

interface MailWork extends DueMails {
  /** Time of the next attempt of any mail; null if none waits. */
  readonly nextTryAt: number | null;
}

/** Mails due by an instant. */
export const mailWork = query<{ readonly until: number; readonly limit: number }, MailWork>({
  scope: 'global',
  snapshot: true,
  *run(rows, { until, limit }) {
    return { ...(yield* rows.dueMails(until, limit)), nextTryAt: yield* rows.nextMail() };
  },
});

/** Mail log, newest first. */
export const mails = query<{ readonly limit: number }, readonly MailRecord[]>({
  scope: 'global',
  snapshot: false,
  *run(rows, { limit }) {
    return yield* rows.mails(limit);
  },
});

/** Number of waiting mails, counted up to `limit`. */
export const waitingMails = query<{ readonly limit: number }, number>({
  scope: 'global',
  snapshot: false,
  *run(rows, { limit }) {
    return yield* rows.waitingMails(limit);
  },
});

/** Adds mails; returns the number of new ones. 107 if the outbox is full: then none is added. */
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

/** Records the result of an attempt. The content is kept only while the mail waits. */
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

/** Stops attempts of mails with damaged rows, so that the others are sent. */
export const putMailsAside = operation<{ readonly ids: readonly string[] }, null>({
  scope: 'global',
  jobQueue: 'mail',
  *run({ rows }, { ids }) {
    for (const id of ids) yield* rows.putMailAside(id);
    return ok(null);
  },
});

/** Deletes older mails that were sent or given up. */
export const tidyMails = operation<{ readonly before: number }, null>({
  scope: 'global',
  jobQueue: 'mail',
  *run({ rows }, { before }) {
    yield* rows.dropMails(before);
    return ok(null);
  },
});
