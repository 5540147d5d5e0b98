/** REST schemas to find, export and erase the personal data of one person (extension). Instants are ISO 8601 in UTC. */
import Type, { type Static } from 'typebox';
import { omittable } from '../../../rest/contract/parameters.ts';
import { integer, success, text } from '../../../rest/contract/shapes.ts';

/** Maximum items of one person in a response. */
export const MAX_FOUND = 200;
const MAX_TEXT = 300;

const ids = (description: string) =>
  omittable(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: MAX_FOUND, default: [], description }),
  );

export const FindPersonParameters = Type.Object({
  text: omittable(
    Type.String({
      maxLength: MAX_TEXT,
      default: '',
      description:
        'A name, mail address, telephone number, card value, appointment code or reference; at least 3 characters.',
    }),
  ),
  ticket_id: omittable(
    Type.String({ maxLength: 200, default: '', description: 'A ticket of the person, instead of a text.' }),
  ),
});

const PersonalTicket = Type.Object({
  id: text,
  number: text,
  location: text,
  service: text,
  issued_at: text,
  client_name: text,
  custom_field: text,
  note: text,
  app_displayname: text,
  card: Type.String({ description: 'The card with which the ticket was taken; otherwise empty.' }),
  answers: Type.Array(Type.Object({ question: text, answer: Type.Array(text) })),
});
const PersonalAppointment = Type.Object({
  id: text,
  location: text,
  service: text,
  scheduled_to: text,
  client_name: text,
  code: text,
  app_displayname: text,
  birthday: text,
  reference: text,
});
const PersonalMail = Type.Object({ id: text, to: text, subject: text, text });

export const FindPersonAnswer = Type.Object({
  success,
  complete: Type.Boolean({
    description: 'False when the response is incomplete: erase these items, then search again.',
  }),
  tickets: Type.Array(PersonalTicket),
  appointments: Type.Array(PersonalAppointment),
  mails: Type.Array(PersonalMail, { description: 'Mails that were not sent yet.' }),
});

/** Ids of the found items to erase. */
export const ErasePersonParameters = Type.Object({
  ticket_ids: ids('Ids of tickets; their texts and answers are erased.'),
  appointment_ids: ids('Ids of appointments; their names, birthdays, references and codes are erased.'),
  mail_ids: ids('Ids of unsent mails; they are deleted.'),
});
export const ErasePersonAnswer = Type.Object({
  success,
  tickets: integer,
  answers: integer,
  appointments: integer,
  mails: integer,
  gone_from_disk: Type.Boolean({
    description: 'With SQLite, false while a long report runs; the next hourly run then removes the rest.',
  }),
});

export type FoundPerson = Static<typeof FindPersonAnswer>;
export type ErasePersonAnswer = Static<typeof ErasePersonAnswer>;
