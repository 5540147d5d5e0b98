/** Outgoing mail. */
import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { MailAnswer, TryMailAnswer, TryMailParameters } from './rest/mail.ts';

export const READ_MAIL_LOG = endpoint<typeof NoParameters, typeof MailAnswer>('GET v2/admin/mail');
export const TRY_MAIL = endpoint<typeof TryMailParameters, typeof TryMailAnswer>('POST v2/admin/mail/test');
