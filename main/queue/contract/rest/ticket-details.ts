/** All details of a ticket. Unlike other queue responses, this one has JSON numbers and booleans. */
import Type, { type Static } from 'typebox';
import { thingId } from '../../../rest/contract/parameters.ts';
import { flag, integer, ServiceRefSchema, success, text, ticketLabelField } from '../../../rest/contract/shapes.ts';
import { wantsLabel } from './queue-parameters.ts';

export const TicketDetailsParameters = Type.Object({ id: thingId, label: wantsLabel });

export const TicketDetailsSchema = Type.Object(
  {
    id: text,
    number: integer,
    date: text,
    cancelled: flag,
    transferred: flag,
    /** 1 waiting, 2 in service, 3 paused, 4 cancelled, 5 ended. */
    state: integer,
    note: text,
    lang: text,
    custom_field: text,
    client_name: text,
    flags: integer,
    app_displayname: text,
    app_id: text,
    scheduled_to: text,
    ticket_service: ServiceRefSchema,
    dst_service: ServiceRefSchema,
    /** Desk of its newest call; for a waiting ticket the desk it is addressed to, or empty. */
    dst_desk: text,
    /** The same for the user, as display name. */
    dst_user: text,
    device: Type.Object({ id: text, name: text, type: integer }),
    /** Id of the location that issued the ticket. */
    location: text,
    /** Where the visitor is served. */
    dst_location: Type.Object({ id: text, name: text }),
    /** Answers to questions that staff can see: `question: answer`. */
    extra_info: Type.Array(text),
    /** 1 for a ticket from a device with paper: a kiosk, or a card at one. */
    tickets_to_print: integer,
    label: ticketLabelField,
  },
  { title: 'TicketDetails' },
);

export const TicketDetailsAnswer = Type.Object({ success, ticket: TicketDetailsSchema });

export type TicketDetails = Static<typeof TicketDetailsSchema>;
