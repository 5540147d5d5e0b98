/**
 * Shapes shared by several responses.
 *
 * Every key is always present; unknown values are `""`, `0`, `false`, `[]` or `{}`. Timestamps are `yyyy-mm-dd
 * hh:mm:ss` in the time zone of the ticket's location.
 */
import Type, { type Static } from 'typebox';

export const text = Type.String();
export const flag = Type.Boolean();
export const integer = Type.Integer();
/** Always `true` in a successful response; failures have their own shape. */
export const success = Type.Boolean();

export const ServiceRefSchema = Type.Object({ id: text, name: text, tag: text });
export const DeskRefSchema = Type.Object({ id: text, name: text, tag: text });
export const UserRefSchema = Type.Object({ id: text, display_name: text, username: text });
export const DeviceRefSchema = Type.Object({ id: text, type: text, name: text });

const told = (description: string) => Type.String({ description });

const ticketFields = {
  id: told('Id of the ticket.'),
  number: told('Number without tag and padding.'),
  date: told('Time of issue: `yyyy-mm-dd hh:mm:ss` at the location.'),
  cancelled: told('`true` or `false`.'),
  transferred: told('Whether it was transferred: `true` or `false`.'),
  state: told('1 waiting, 2 in service, 3 paused, 4 cancelled, 5 ended.'),
  note: told('Note of staff at the transfer.'),
  lang: told('Language of the visitor, `pt_PT`.'),
  custom_field: told('Custom text of the client that created it.'),
  client_name: told('Name of the visitor.'),
  flags: told('Sum of 1 priority, 2 appointment, 4 virtual, 8 from a card, 16 issued offline, 32 without paper.'),
  app_displayname: told('Text of its appointment for staff.'),
  app_id: told('Id of its appointment, or empty.'),
  scheduled_to: told('Booked time of its appointment, at the location, or empty.'),
  /** The service that issued the number. */
  ticket_service: ServiceRefSchema,
  /** While it waits: its destination service, desk and user, empty for any; afterwards those of its newest call. */
  dst_service: ServiceRefSchema,
  dst_desk: DeskRefSchema,
  dst_user: UserRefSchema,
  /** The device that issued it. */
  device: DeviceRefSchema,
};

/** Extension, on request only, so that strict clients see no unknown field. */
export const ticketLabelField = Type.Optional(told('Ticket number as printed and called, `A043`; only if requested.'));

export const TicketSchema = Type.Object({ ...ticketFields, label: ticketLabelField }, { title: 'Ticket' });

export const CreatedTicketSchema = Type.Object(
  {
    ...ticketFields,
    number_of_waiting_tickets: told('Number of tickets that wait for its service, including this one.'),
    avg_waiting_time: told('Mean wait of the last tickets called, as `hh:mm:ss`; other responses have seconds.'),
  },
  { title: 'CreatedTicket' },
);

export const TicketStringsSchema = Type.Object(
  {
    people_waiting: told('Number of tickets ahead, in its language.'),
    waiting_time: told('Estimated wait in whole seconds.'),
    date_text: told('Time of issue, as printed.'),
    prioritary_ticket: told('Text for priority; empty without priority.'),
    extra_text: told('Additional text of the service.'),
    footer_text: told('Footer of the paper ticket.'),
  },
  { title: 'TicketStrings' },
);

export const AnswerSchema = Type.Object(
  {
    id: text,
    call_date: told('Start of the call: `yyyy-mm-dd hh:mm:ss` at the location.'),
    end_date: told('End of the call; empty while it is open.'),
    state: told('2 in service, 3 paused, 4 cancelled, 5 served, 6 transferred.'),
    ticket: TicketSchema,
  },
  { title: 'Call' },
);

export const LastCallSchema = Type.Object(
  {
    ticket_id: text,
    ticketService: text,
    ticketServiceTag: text,
    ticketNumber: integer,
    ticketDeskTag: text,
    ticketDeskName: text,
    callDate: text,
  },
  { title: 'LastCall' },
);

/**
 * A failure, in every area. `code` is for programs, `error` for people; `parameter` names the invalid parameter of
 * errno 5.
 */
export const FailureSchema = Type.Object({
  success: Type.Boolean(),
  errno: integer,
  code: Type.Optional(text),
  error: Type.Optional(text),
  parameter: Type.Optional(text),
  /** For a site document: all its faults, or all references to a removed item, each with its path. */
  faults: Type.Optional(Type.Array(text)),
  request_id: Type.Optional(text),
});

export type QueueTicket = Static<typeof TicketSchema>;
export type TicketStrings = Static<typeof TicketStringsSchema>;
export type QueueAnswer = Static<typeof AnswerSchema>;
export type LastCallEntry = Static<typeof LastCallSchema>;
export type Failure = Static<typeof FailureSchema>;
