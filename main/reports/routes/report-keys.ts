/**
 * REST operations for report keys (extension). Their owners are a collection of the site; these operations create and
 * revoke the keys.
 */

import { SubjectParameters } from '../../access/contract/rest/login.ts';
import type { Auth } from '../../access/service/auth.ts';
import { auditActor } from '../../access/service/caller.ts';
import { lastUseOf } from '../../access/service/report-key-use.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { backOffice } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { CREATE_REPORT_KEY, END_REPORT_KEY, READ_REPORT_KEY } from '../contract/endpoints.ts';
import { ReportKeyAnswer, ReportKeyStateAnswer } from '../contract/rest/report-keys.ts';

const RULES = {
  ...backOffice,
  parameters: SubjectParameters,
} as const;

function isKnown(sites: SiteHolder, id: string): boolean {
  return sites.current().file.report_keys.some((one) => one.id === id);
}

interface ReportKeyServices {
  readonly auth: Auth;
  readonly sites: SiteHolder;
}

const readReportKey = ({ sites }: ReportKeyServices) =>
  operation({
    name: 'report_key_state',
    area: 'access',
    summary: 'Whether a report API key exists, and the day of its last use.',
    errnos: [ERRNO.notFound],
    endpoint: READ_REPORT_KEY,
    ...RULES,
    answer: ReportKeyStateAnswer,
    async handle({ id }, { store }) {
      if (!isKnown(sites, id)) return refuse(ERRNO.notFound, 'id');
      const credential = sites.credentials.reportKey(id);
      const used = credential === undefined ? '' : await lastUseOf(store, credential);
      return ok({ success: true, id, has_key: credential !== undefined, last_used_on: used });
    },
  });

const createReportKey = ({ auth, sites }: ReportKeyServices) =>
  operation({
    name: 'create_report_key',
    area: 'access',
    summary: 'Creates an API key that reads reports only, and returns it once. Revokes an earlier key.',
    errnos: [ERRNO.notFound],
    endpoint: CREATE_REPORT_KEY,
    ...RULES,
    answer: ReportKeyAnswer,
    async handle({ id }, { caller }) {
      if (!isKnown(sites, id)) return refuse(ERRNO.notFound, 'id');
      return ok({ success: true, id, key: await auth.newReportKey(id, auditActor(caller)) });
    },
  });

const endReportKey = ({ auth, sites }: ReportKeyServices) =>
  operation({
    name: 'end_report_key',
    area: 'access',
    summary: 'Revokes a report API key.',
    errnos: [ERRNO.notFound],
    endpoint: END_REPORT_KEY,
    ...RULES,
    answer: DoneAnswer,
    async handle({ id }, { caller }) {
      if (!isKnown(sites, id)) return refuse(ERRNO.notFound, 'id');
      await auth.endReportKey(id, auditActor(caller));
      return ok({ success: true });
    },
  });

export const reportKeyOperations = (services: ReportKeyServices): readonly Operation[] => [
  readReportKey(services),
  createReportKey(services),
  endReportKey(services),
];
