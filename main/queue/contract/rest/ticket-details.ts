/** A ticket in every detail. Unlike in the queue area, numbers and booleans are numbers and booleans here. */
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
    /** Name of the desk of its newest call; while it waits that of the desk that it is for, or empty. */
    dst_desk: text,
    /** The same of the user, as people read it. */
    dst_user: text,
    device: Type.Object({ id: text, name: text, type: integer }),
    /** Id of the location that issued the ticket. */
    location: text,
    /** Where the visitor is served. */
    dst_location: Type.Object({ id: text, name: text }),
    /** What was answered to questions that staff may see: `question: answer`. */
    extra_info: Type.Array(text),
    /** 1 for a ticket that was taken at a device with paper: a kiosk, or a card at one. */
    tickets_to_print: integer,
    label: ticketLabelField,
  },
  { title: 'TicketDetails' },
);

export const TicketDetailsAnswer = Type.Object({ success, ticket: TicketDetailsSchema });

export type TicketDetails = Static<typeof TicketDetailsSchema>;
