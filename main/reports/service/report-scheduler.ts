/**
 * Scheduler of mailed reports.
 *
 * It checks once a minute; in a cluster only the leader does. The outbox has each mail once per day, address and saved
 * report, because these form its deduplication key. So restarts cause no duplicates.
 */

import type { Auth } from '../../access/service/auth.ts';
import { siteOfUser } from '../../access/service/scoped-site.ts';
import { Abandoned } from '../../database/store-errors.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import { type JobRun, startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ok, type Result } from '../../lib/result.ts';
import { serverText } from '../../lib/server-texts.ts';
import { mailDomains } from '../../mail/rules/mail-address.ts';
import type { MailQueue } from '../../mail/service/enqueue-mail.ts';
import { rolesOf } from '../../site/rules/rights.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReportFormat } from '../contract/report-document.ts';
import type { KeptReportView } from '../operations/report-view-records.ts';
import { daysSent, lastDue, zoneOfView } from '../rules/report-schedule.ts';
import { dayWords } from '../rules/report-words.ts';
import type { ReportContext } from './read-period.ts';
import {
  gatherReport,
  type ReportFile,
  type ReportFileRequest,
  type ReportTurns,
  type WriteReport,
  writeReport as writeFile,
} from './report-file.ts';

const LOOK_MS = 60_000;
const DAY_MS = 86_400_000;
/** Limit per user, so that repeated changes of a schedule do not send more mails. */
const MAX_MAILS_A_DAY = 100;

export interface ReportClock {
  /** Resolves when the store is no longer used. */
  close(): Promise<void>;
}

export interface ReportClockDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly auth: Pick<Auth, 'isOn'>;
  readonly post: MailQueue;
  readonly writeReport: WriteReport | null;
  readonly reportTurns: ReportTurns;
}

export function startReportClock({
  store,
  site,
  auth,
  clock,
  log,
  post,
  writeReport,
  reportTurns,
}: ReportClockDeps): ReportClock {
  /** Mails of the current day, by user. */
  const mailed = new Map<string, number>();
  let mailedOn = 0;

  /** The site as the owner sees it; null if the owner was deleted, or can no longer see reports. */
  function siteOf({ userId }: KeptReportView): { readonly site: Site; readonly owner: string } | null {
    const whole = site.current();
    // Created while no key was required: valid as long as that is so.
    if (userId === '') return auth.isOn(whole, false) ? null : { site: whole, owner: '–' };
    const user = whole.user(userId);
    if (user?.id !== userId || user.state !== 1 || !rolesOf(user, whole.file).includes('reports_view')) return null;
    return { site: siteOfUser(user, whole), owner: user.name || user.username };
  }

  async function send(kept: KeptReportView, signal: AbortSignal): Promise<void> {
    const { userId, view, sentDay } = kept;
    const seen = siteOf(kept);
    if (seen === null) return;
    const now = clock.now();
    const due = lastDue(view, zoneOfView(view, seen.site), now);
    if (due === null || due.day <= sentDay) return;
    const days = daysSent(view, due.day);
    const to = allowedRecipients(kept, now);
    if (to.length < view.to.length) log.warn('report.recipients-skipped', { count: view.to.length - to.length });
    if (to.length === 0) {
      await store.run('noteReportSent', { userId, id: view.id, sentDay: due.day }, { now });
      return;
    }
    const made = await makeFiles({ ...view, ...days, title: view.name }, view.files, {
      caller: `user ${userId}`,
      context: { site: seen.site, store, now },
      signal,
    });
    if (!made.ok) log.warn('report.delivery-failed', { errno: made.error.errno });
    else {
      const names = made.value.sections.join('\n');
      const said = {
        title: view.name,
        days:
          days.from === days.to
            ? dayWords(days.from, view.lang)
            : serverText(view.lang, 'report', 'span', {
                from: dayWords(days.from, view.lang),
                to: dayWords(days.to, view.lang),
              }),
        locations: names,
        owner: seen.owner,
      };
      const sent = await post.send({
        kind: 'report',
        to,
        subject: serverText(view.lang, 'report', 'mailSubject', said),
        text: serverText(view.lang, 'report', 'mailText', said),
        attachments: made.value.files,
        key: JSON.stringify(['report', userId, view.id, due.day]),
      });
      if (sent.ok) log.info('report.sent', { recipients: sent.value.added });
      else log.warn('report.delivery-failed', { errno: sent.error.errno });
    }
    await store.run('noteReportSent', { userId, id: view.id, sentDay: due.day }, { now });
  }

  /** Allowed recipients, within the owner's remaining limit for the day (UTC). */
  function allowedRecipients({ userId, view }: KeptReportView, now: number): readonly string[] {
    const today = Math.floor(now / DAY_MS);
    if (today !== mailedOn) {
      mailedOn = today;
      mailed.clear();
    }
    const before = mailed.get(userId) ?? 0;
    const { has } = mailDomains(site.current());
    const to = view.to.filter(has).slice(0, Math.max(0, MAX_MAILS_A_DAY - before));
    mailed.set(userId, before + to.length);
    return to;
  }

  /** Makes the files of a saved report, in the owner's queue slot. */
  function makeFiles(
    wish: ReportFileRequest,
    formats: readonly ReportFormat[],
    {
      caller,
      context,
      signal,
    }: { readonly caller: string; readonly context: ReportContext; readonly signal: AbortSignal },
  ): Promise<Result<{ readonly files: readonly ReportFile[]; readonly sections: readonly string[] }, Refusal>> {
    return reportTurns({ isDuty: true, caller, signal }, async () => {
      const report = await gatherReport(wish, context);
      if (!report.ok) return report;
      const files: ReportFile[] = [];
      for (const format of formats) {
        const file = await writeFile(report.value, format, writeReport, signal);
        if (file !== null) files.push(file);
      }
      return ok({ files, sections: report.value.document.sections.map(({ title }) => title) });
    });
  }

  /** A failed report does not block others, and is retried at the next check. */
  async function trySend(kept: KeptReportView, signal: AbortSignal): Promise<void> {
    try {
      await send(kept, signal);
    } catch (error) {
      log.warn('report.failed', { error: error instanceof Error ? error.message : '' });
    }
  }

  async function sendDue({ signal, isMine }: JobRun): Promise<void> {
    for (const kept of await store.query('reportViews', { userId: null })) {
      if (!isMine()) break;
      if (kept.view.every !== 'never') await trySend(kept, signal);
    }
  }

  const job = startRecurringJob({
    clock,
    periodMs: LOOK_MS,
    lease: { peers: store.peers, job: 'mail' },
    run: sendDue,
    onError: (detail) => log.warn('report.failed', { error: detail }),
  });
  return { close: () => job.close(new Abandoned()) };
}
