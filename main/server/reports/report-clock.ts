/**
 * Sends reports at the times that were set for them. Looks once a minute; of several servers one does. What is sent is in the outbox once for
 * each day, address and saved report, whatever ends in between: the mail has a key of these three.
 */
import type { Clock, Log } from '../../context.ts';
import type { DrawReport } from '../../contract/report-document.ts';
import { daysSent, lastDue } from '../../core/reports/report-schedule.ts';
import { dayWords } from '../../core/reports/report-words.ts';
import { rolesOf } from '../../core/rights.ts';
import { serverText } from '../../core/server-texts.ts';
import type { Site } from '../../core/site-model.ts';
import type { KeptReportView } from '../../queue/report-views.ts';
import type { Store } from '../../store/store.ts';
import type { Auth } from '../auth/auth.ts';
import { siteOfUser } from '../auth/cut-site.ts';
import type { Post } from '../mail/post.ts';
import type { SiteHolder } from '../site/site-holder.ts';
import { gatherReport, type ReportFile, writeReport } from './report-file.ts';
import { zoneOfView } from './report-zone.ts';

const LOOK_MS = 60_000;

export interface ReportClock {
  /** Settles when nothing of it touches the store any more. */
  close(): Promise<void>;
}

export interface ReportClockDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly auth: Pick<Auth, 'isOn'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly post: Post;
  readonly drawReport: DrawReport | null;
}

export function startReportClock({ store, site, auth, clock, log, post, drawReport }: ReportClockDeps): ReportClock {
  let closed = false;
  let cancel = (): void => {};
  const isMine = (): boolean => !closed && store.peers.isMine('mail');

  /** The site as the owner sees it; null when there is none any more who may see reports. */
  function siteOf({ userId }: KeptReportView): { readonly site: Site; readonly owner: string } | null {
    const whole = site.current();
    // Made while nobody needed a key: good for as long as that is so.
    if (userId === '') return auth.isOn(whole, false) ? null : { site: whole, owner: '–' };
    const user = whole.user(userId);
    if (user?.id !== userId || user.state !== 1 || !rolesOf(user, whole.file).includes('reports_view')) return null;
    return { site: siteOfUser(user, whole), owner: user.name || user.username };
  }

  async function send(kept: KeptReportView): Promise<void> {
    const { userId, view, sentDay } = kept;
    const seen = siteOf(kept);
    if (seen === null) return;
    const now = clock.now();
    const due = lastDue(view, zoneOfView(view, seen.site), now);
    if (due === null || due.day <= sentDay) return;
    const days = daysSent(view, due.day);
    const report = await gatherReport({ ...view, ...days, title: view.name }, { site: seen.site, store, now });
    if (!report.ok) log.warn('report.not-sent', { errno: report.error.errno });
    else {
      const files: ReportFile[] = [];
      for (const format of view.files) {
        const file = await writeReport(report.value, format, drawReport);
        if (file !== null) files.push(file);
      }
      const names = report.value.document.sections.map(({ title }) => title).join('\n');
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
        to: view.to,
        subject: serverText(view.lang, 'report', 'mailSubject', said),
        text: serverText(view.lang, 'report', 'mailText', said),
        attachments: files,
        key: JSON.stringify(['report', userId, view.id, due.day]),
      });
      if (sent.ok) log.info('report.sent', { recipients: sent.value.added });
      else log.warn('report.not-sent', { errno: sent.error.errno });
    }
    await store.run('noteReportSent', { userId, id: view.id, sentDay: due.day }, { now });
  }

  async function work(): Promise<void> {
    try {
      const views = isMine() ? await store.query('reportViews', { userId: null }) : [];
      for (const kept of views) {
        if (!isMine()) break;
        if (kept.view.every !== 'never') await send(kept);
      }
    } catch (error) {
      log.warn('report.failed', { detail: error instanceof Error ? error.message : '' });
    }
    if (closed) return;
    cancel = clock.after(LOOK_MS, () => {
      working = work();
    });
  }

  let working = work();
  return {
    close() {
      closed = true;
      cancel();
      return working;
    },
  };
}
