/**
 * REST operations on saved report views. Each user has their own.
 */

import { randomUUID } from 'node:crypto';
import { callerId } from '../../access/service/caller.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { isMailAddress, mailDomains } from '../../mail/rules/mail-address.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { DROP_REPORT_VIEW, LIST_REPORT_VIEWS, PUT_REPORT_VIEW } from '../contract/endpoints.ts';
import type { ReportFormat, ReportPart } from '../contract/report-document.ts';
import type { ReportView } from '../contract/report-views.ts';
import {
  DropReportViewParameters,
  PutReportViewParameters,
  ReportViewAnswer,
  ReportViewsAnswer,
} from '../contract/rest/report-views.ts';
import { lastDue, zoneOfView } from '../rules/report-schedule.ts';
import { MAX_FILE_LOCATIONS } from '../service/report-file.ts';

const rule = { roles: ['reports_view'], jsonOnly: true, takesLong: true } as const;

const list = operation({
  name: 'report_views',
  area: 'reports',
  summary: 'Saved reports of the caller.',
  endpoint: LIST_REPORT_VIEWS,
  ...rule,
  parameters: NoParameters,
  answer: ReportViewsAnswer,
  async handle(_parameters, { store, caller }) {
    const kept = await store.query('reportViews', { userId: callerId(caller) });
    const views = kept.map(
      ({ view: { to, parts, files, locations, services, desks, users, wantedAfter = '', ...view }, sentDay }) => ({
        ...view,
        parts: [...parts],
        files: [...files],
        locations: [...locations],
        services: [...services],
        desks: [...desks],
        users: [...users],
        recipients: [...to],
        sent_on: sentDay > wantedAfter ? sentDay : '',
      }),
    );
    return ok({ success: true, views: views.toSorted((a, b) => (a.name < b.name ? -1 : 1)) });
  },
});

const put = operation({
  name: 'put_report_view',
  area: 'reports',
  summary:
    'Saves a report, and replaces the one with the same id. With `every`, it is mailed to the `recipients` at that hour, in the time zone of its first location.',
  errnos: [ERRNO.notFound, ERRNO.tooMany],
  speaks: true,
  endpoint: PUT_REPORT_VIEW,
  ...rule,
  parameters: PutReportViewParameters,
  answer: ReportViewAnswer,
  async handle({ id: given, recipients, parts, files, lang, ...rest }, { store, site, whole, caller, now, languages }) {
    if (!recipients.every(isMailAddress)) return refuse(ERRNO.invalidParameters, 'recipients');
    const { settings } = whole;
    const domains = mailDomains(whole);
    if (settings.mail_server !== '' && !recipients.every(domains.has)) {
      const values = { domains: domains.names.join(', ') };
      return refuseAs('recipient_domain_not_allowed', { parameter: 'recipients', values });
    }
    if (rest.every !== 'never' && recipients.length === 0) {
      return fail({
        errno: ERRNO.invalidParameters,
        error: 'A mailed report needs a recipient.',
        parameter: 'recipients',
      });
    }
    if (rest.locations.length > MAX_FILE_LOCATIONS) return refuse(ERRNO.invalidParameters, 'locations');
    if (rest.locations.some((id) => site.location(id) === undefined)) return refuse(ERRNO.notFound, 'locations');
    const id = given === '' ? randomUUID() : given;
    const asked = {
      ...rest,
      id,
      to: recipients,
      parts: parts as readonly ReportPart[],
      files: files as readonly ReportFormat[],
      lang: lang === '' ? (languages[0] ?? site.settings.default_lang) : lang,
    };
    // The first mail is the next scheduled one: earlier ones were never requested.
    const sentDay = lastDue(asked, zoneOfView(asked, site), now)?.day ?? '';
    const view: ReportView = { ...asked, wantedAfter: sentDay };
    const done = await store.run('putReportView', { userId: callerId(caller), view, sentDay }, { now });
    return done.ok ? ok({ success: true, id }) : done;
  },
});

const drop = operation({
  name: 'drop_report_view',
  area: 'reports',
  summary: 'Deletes a saved report and its schedule.',
  errnos: [ERRNO.notFound],
  endpoint: DROP_REPORT_VIEW,
  ...rule,
  parameters: DropReportViewParameters,
  answer: DoneAnswer,
  async handle({ id }, { store, caller, now }) {
    const done = await store.run('dropReportView', { userId: callerId(caller), id }, { now });
    return done.ok ? ok({ success: true }) : done;
  },
});

export const REPORT_VIEW_OPERATIONS: readonly Operation[] = [list, put, drop];
