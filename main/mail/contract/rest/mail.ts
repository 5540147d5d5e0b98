/** REST schemas of the mail log in the back office. Instants are ISO 8601 in UTC. */
import Type, { type Static } from 'typebox';
import { described } from '../../../rest/contract/parameters.ts';
import { integer, success, text } from '../../../rest/contract/shapes.ts';
import { MAIL_FAULTS, MAIL_KINDS, MAIL_STATES } from '../mail.ts';

const fault = Type.Enum([...MAIL_FAULTS], {
  description:
    'Reason of the last failed attempt: the server requested a retry (later), rejected the mail (refused) or the user name and password ' +
    '(login), has no valid certificate or no TLS (tls), an unknown host name (name) or an address that is not allowed (address), ' +
    'no connection, no response in time (timeout), or the response of no mail server (protocol).',
});
const said = Type.String({ description: 'Response of the mail server, without addresses.' });

const MailSchema = Type.Object({
  id: text,
  kind: Type.Enum([...MAIL_KINDS]),
  created_at: text,
  state: Type.Enum([...MAIL_STATES], { description: 'failed: abandoned after a day, or rejected permanently.' }),
  attempts: integer,
  tried_at: Type.String({ description: 'Empty before the first attempt.' }),
  next_try_at: Type.String({ description: 'Empty unless a retry is scheduled.' }),
  fault,
  said,
});

/** Contains neither recipients nor content. */
export const MailAnswer = Type.Object({
  success,
  set_up: Type.Boolean({ description: 'Whether the settings contain a mail server and a sender.' }),
  has_password: Type.Boolean(),
  waiting: Type.Integer({ description: 'Number of mails to be sent, at most 1000.' }),
  mails: Type.Array(MailSchema, { description: 'The last hundred, newest first.' }),
});
export const TryMailParameters = Type.Object({
  address: described(Type.String({ minLength: 3, maxLength: 254 }), 'Recipient of the mail.'),
});
export const TryMailAnswer = Type.Object({
  success,
  sent: Type.Boolean({ description: 'Whether the mail server accepted the test mail.' }),
  fault,
  said,
  duration_ms: integer,
});

export type MailAnswer = Static<typeof MailAnswer>;
export type MailView = Static<typeof MailSchema>;
export type TryMailAnswer = Static<typeof TryMailAnswer>;
