/** REST schemas of the mail log in the back office. Instants are ISO 8601 in UTC. */
import Type, { type Static } from 'typebox';
import { described } from '../../../rest/contract/parameters.ts';
import { integer, success, text } from '../../../rest/contract/shapes.ts';
import { MAIL_FAULTS, MAIL_KINDS, MAIL_STATES } from '../mail.ts';

const fault = Type.Enum([...MAIL_FAULTS], {
  description:
    'Why the last try came to nothing: the server wants it another time (later) or never (refused), does not take user name and password ' +
    '(login), has no good certificate or no TLS (tls), a name that nobody knows (name) or that leads nowhere that mail may go (address), ' +
    'no connection, no answer in time (timeout), or what answers is no mail server (protocol).',
});
const said = Type.String({ description: 'What the mail server said, without addresses.' });

const MailSchema = Type.Object({
  id: text,
  kind: Type.Enum([...MAIL_KINDS]),
  created_at: text,
  state: Type.Enum([...MAIL_STATES], { description: 'failed: given up after a day, or refused for good.' }),
  attempts: integer,
  tried_at: Type.String({ description: 'Empty before the first try.' }),
  next_try_at: Type.String({ description: 'Empty unless it waits.' }),
  fault,
  said,
});

/** Contains neither recipients nor content. */
export const MailAnswer = Type.Object({
  success,
  set_up: Type.Boolean({ description: 'Whether the settings name a mail server and who mail is from.' }),
  has_password: Type.Boolean(),
  waiting: Type.Integer({ description: 'How many wait to be sent; 1000 stands for more.' }),
  mails: Type.Array(MailSchema, { description: 'The last hundred, newest first.' }),
});
export const TryMailParameters = Type.Object({
  address: described(Type.String({ minLength: 3, maxLength: 254 }), 'Address that gets the mail.'),
});
export const TryMailAnswer = Type.Object({
  success,
  sent: Type.Boolean({ description: 'Whether the mail server took the test mail.' }),
  fault,
  said,
  duration_ms: integer,
});

export type MailAnswer = Static<typeof MailAnswer>;
export type MailView = Static<typeof MailSchema>;
export type TryMailAnswer = Static<typeof TryMailAnswer>;
