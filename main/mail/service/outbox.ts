/**
 * Delivery of the outbox, one mail at a time, by one server.
 *
 * A failed mail is retried with increasing delays, and given up after a day. Without a configured mail server, mails
 * wait.
 */
import type { ClockAndLog } from '../../lib/context.ts';
import { type JobRun, startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import type { DueMail, MailRecord } from '../operations/mail-records.ts';
import { senderOf } from '../rules/mail-settings.ts';
import { afterMailTry, isTooLate } from '../rules/mail-tries.ts';
import { type MailServerDeps, sendMail } from './mail-server.ts';

/** Poll interval for mails of other servers. */
const LOOK_MS = 10_000;
const READ_MAILS = 20;
const TIDY_MS = 3_600_000;
const KEEP_MS = 30 * 86_400_000;

export interface OutboxDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  /** 0 to 1. */
  readonly random?: () => number;
  readonly transport?: Pick<MailServerDeps, 'authorities' | 'silenceMs' | 'deadlineMs'>;
}

export interface Outbox {
  /** Signals new mails. */
  wake(): void;
  /** Aborts the current attempt, and resolves when the store is no longer used. */
  close(): Promise<void>;
}

export function startOutbox(deps: OutboxDeps): Outbox {
  const { store, site, clock, log, random = Math.random, transport = {} } = deps;
  /** After a change of the mail server, waiting mails are tried at once. */
  let isHurried = false;
  let tidiedAt = Number.NEGATIVE_INFINITY;

  async function tidy(now: number): Promise<void> {
    if (now - tidiedAt < TIDY_MS && now >= tidiedAt) return;
    await store.run('tidyMails', { before: now - KEEP_MS }, { now });
    tidiedAt = now;
  }

  /** A mail that would come too late, such as a link that has expired while no server ran. */
  async function giveUp({ id, kind, attempts, triedAt, fault, said }: MailRecord): Promise<void> {
    const now = clock.now();
    await store.run('endMailTry', { id, state: 'failed', attempts, triedAt, nextTryAt: 0, fault, said }, { now });
    log.error('mail.abandoned', { kind, reason: fault, attempts });
  }

  async function trySend({ record, content }: DueMail, signal: AbortSignal): Promise<void> {
    const { id, kind, createdAt } = record;
    if (isTooLate(kind, createdAt, clock.now())) return giveUp(record);
    const { settings } = site.current();
    const server = { ...transport, settings, password: site.credentials.mailPassword(settings) };
    const sent = await sendMail({ id, createdAt, content }, server, signal);
    // An aborted attempt says nothing about the server.
    if (sent === null || (signal.aborted && sent.fault !== '')) return;
    const now = clock.now();
    const attempts = record.attempts + 1;
    const { state, nextTryAt } = afterMailTry(sent.fault, attempts, { kind, createdAt, now, random: random() });
    const { fault, said } = sent;
    await store.run('endMailTry', { id, state, attempts, triedAt: now, nextTryAt, fault, said }, { now });
    if (state === 'failed') log.error('mail.abandoned', { kind, reason: fault, attempts });
    else if (state === 'waiting' && attempts === 1) log.warn('mail.attempt-failed', { kind, reason: fault });
  }

  /** Sends due mails. Resolves to the time of the next run. */
  async function work({ isMine, signal }: JobRun): Promise<number> {
    await tidy(clock.now());
    if (senderOf(site.current().settings) === null) return clock.now() + LOOK_MS;
    const until = isHurried ? Number.MAX_SAFE_INTEGER : clock.now();
    isHurried = false;
    const { due, unreadable, nextTryAt } = await store.query('mailWork', { until, limit: READ_MAILS });
    if (unreadable.length > 0) await store.run('putMailsAside', { ids: unreadable }, { now: clock.now() });
    for (const mail of due) {
      if (!isMine()) return clock.now() + LOOK_MS;
      await trySend(mail, signal);
    }
    if (due.length + unreadable.length > 0) return 0;
    return Math.min(clock.now() + LOOK_MS, nextTryAt ?? Number.POSITIVE_INFINITY);
  }

  const job = startRecurringJob({
    clock,
    periodMs: LOOK_MS,
    lease: { peers: store.peers, job: 'mail' },
    run: work,
    onError: (detail) => log.warn('mail.store-failed', { error: detail }),
  });

  function hurry(): void {
    isHurried = true;
    job.wake();
  }
  let known = JSON.stringify(mailSettingsOf(site));
  const stops = [
    site.credentials.onReload(() => {
      if (changed()) hurry();
    }),
    site.onChange(() => {
      if (changed()) hurry();
    }),
  ];
  function changed(): boolean {
    const before = known;
    known = JSON.stringify(mailSettingsOf(site));
    return known !== before;
  }
  return {
    wake: () => job.wake(),
    close() {
      for (const stop of stops) stop();
      return job.close();
    },
  };
}

function mailSettingsOf(site: SiteHolder): readonly unknown[] {
  const { settings } = site.current();
  const { mail_server, mail_port, mail_security, mail_user, mail_from } = settings;
  return [mail_server, mail_port, mail_security, mail_user, mail_from, site.credentials.mailPassword(settings)];
}
