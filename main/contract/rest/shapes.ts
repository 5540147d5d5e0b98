/**
 * The shapes that several answers of the interface share. Every key is always there; what is not known is `""`, `0`,
 * `false`, `[]` or `{}`. Timestamps are `yyyy-mm-dd hh:mm:ss` in the zone of the ticket's location.
 */
import Type, { type Static } from 'typebox';

export const text = Type.String();
export const flag = Type.Boolean();
export const integer = Type.Integer();
/** Always `true` in a good answer; failures have a shape of their own. */
export const success = Type.Boolean();

export const ServiceRefSchema = Type.Object({ id: text, name: text, tag: text });
export const DeskRefSchema = Type.Object({ id: text, name: text, tag: text });
export const UserRefSchema = Type.Object({ id: text, display_name: text, username: text });
export const DeviceRefSchema = Type.Object({ id: text, type: text, name: text });

const ticketFields = {
  id: text,
  number: text,
  date: text,
  cancelled: text,
  transferred: text,
  state: text,
  note: text,
  lang: text,
  custom_field: text,
  client_name: text,
  flags: text,
  app_displayname: text,
  app_id: text,
  scheduled_to: text,
  ticket_service: ServiceRefSchema,
  dst_service: ServiceRefSchema,
  dst_desk: DeskRefSchema,
  dst_user: UserRefSchema,
  device: DeviceRefSchema,
};

export const TicketSchema = Type.Object(ticketFields);

export const CreatedTicketSchema = Type.Object({
  ...ticketFields,
  number_of_waiting_tickets: text,
  /** `hh:mm:ss` */
  avg_waiting_time: text,
});

export const TicketStringsSchema = Type.Object({
  people_waiting: text,
  /** Seconds. */
  waiting_time: text,
  date_text: text,
  prioritary_ticket: text,
  extra_text: text,
  footer_text: text,
});

export const AnswerSchema = Type.Object({
  id: text,
  call_date: text,
  end_date: text,
  state: text,
  ticket: TicketSchema,
});

export const LastCallSchema = Type.Object({
  ticket_id: text,
  ticketService: text,
  ticketServiceTag: text,
  ticketNumber: integer,
  ticketDeskTag: text,
  ticketDeskName: text,
  callDate: text,
});

/** A failure, in every area. `error` is for people; `parameter` names what errno 5 is about. */
export const FailureSchema = Type.Object({
  success: Type.Boolean(),
  errno: integer,
  error: Type.Optional(text),
  parameter: Type.Optional(text),
  /** Of a site document: everything that is wrong with it, or refers to what should go, each with its path. */
  faults: Type.Optional(Type.Array(text)),
  request_id: Type.Optional(text),
});

export type QueueTicket = Static<typeof TicketSchema>;
export type TicketStrings = Static<typeof TicketStringsSchema>;
export type QueueAnswer = Static<typeof AnswerSchema>;
export type LastCallEntry = Static<typeof LastCallSchema>;
export type Failure = Static<typeof FailureSchema>;
