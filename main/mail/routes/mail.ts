/** REST operations for the mail log and a test mail (extension). The mail server is configured in the site settings. */

import { iso } from '../../events/service/event-shapes.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { backOffice } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { READ_MAIL_LOG, TRY_MAIL } from '../contract/endpoints.ts';
import { MailAnswer, type MailView, TryMailAnswer, TryMailParameters } from '../contract/rest/mail.ts';
import type { MailRecord } from '../operations/mail-records.ts';
import { senderOf } from '../rules/mail-settings.ts';
import { NO_MAIL_SERVER } from '../service/enqueue-mail.ts';
import type { MailService } from '../service/mail.ts';

const SHOWN = 100;
const MAX_COUNTED = 1_000;

interface MailServices {
  readonly mail: MailService | null;
  readonly sites: SiteHolder;
}

const mailLog = ({ sites }: MailServices) =>
  operation({
    name: 'admin_mail',
    area: 'admin',
    summary:
      'State of mail: whether a mail server is set up, the number of queued mails, and the results of the last ones, without recipients and contents.',
    endpoint: READ_MAIL_LOG,
    ...backOffice,
    parameters: NoParameters,
    answer: MailAnswer,
    async handle(_parameters, { whole, store }) {
      return ok({
        success: true,
        set_up: senderOf(whole.settings) !== null,
        has_password: sites.credentials.mailPassword(whole.settings) !== '',
        waiting: await store.query('waitingMails', { limit: MAX_COUNTED }),
        mails: (await store.query('mails', { limit: SHOWN })).map(view),
      });
    },
  });

const tryMail = ({ mail }: MailServices) =>
  operation({
    name: 'try_mail',
    area: 'admin',
    summary: 'Sends a test mail at once over the mail server of the settings, and returns its response.',
    errnos: [ERRNO.cannotConclude],
    endpoint: TRY_MAIL,
    ...backOffice,
    parameters: TryMailParameters,
    answer: TryMailAnswer,
    async handle({ address }, { languages, whole }) {
      if (mail === null) return fail(NO_MAIL_SERVER);
      const tried = await mail.tryOut(address, languages[0] ?? whole.settings.default_lang);
      if (!tried.ok) return tried;
      const { fault, said, durationMs } = tried.value;
      return ok({ success: true, sent: fault === '', fault, said, duration_ms: durationMs });
    },
  });

function view({ id, kind, createdAt, state, attempts, triedAt, nextTryAt, fault, said }: MailRecord): MailView {
  return {
    id,
    kind,
    created_at: iso(createdAt),
    state,
    attempts,
    tried_at: triedAt === 0 ? '' : iso(triedAt),
    next_try_at: nextTryAt === 0 ? '' : iso(nextTryAt),
    fault,
    said,
  };
}

export const mailOperations = (services: MailServices): readonly Operation[] => [mailLog(services), tryMail(services)];
