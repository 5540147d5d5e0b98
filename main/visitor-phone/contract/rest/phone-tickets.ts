/**
 * REST schemas of a ticket on its visitor's phone.
 *
 * They show a ticket to its visitor, who only has its secret, so they contain no name, note or answer. Instants are ISO
 * 8601 in UTC; unknown values are `""`, `0`, `-1` where stated, or `false`.
 */
import Type, { type Static } from 'typebox';

const text = (description: string) => Type.String({ description });
/** By language id; always includes the ticket's language. Simple language is under `de_simple`, beside `de`. */
const named = (description: string) => Type.Record(Type.String(), Type.String(), { description });

export const PHONE_STATES = ['waiting', 'called', 'paused', 'cancelled', 'ended'] as const;
export type PhoneState = (typeof PHONE_STATES)[number];

export const PhoneTicketSchema = Type.Object(
  {
    label: text('As on paper: tag and padded number, `A043`.'),
    state: Type.Enum([...PHONE_STATES], { description: 'State of the ticket.' }),
    lang: text('Language of the visitor, `pt_PT`.'),
    service: named('Service for which it waits, by language.'),
    location: named('Where, by language.'),
    colour: text('Colour of the service, `#rrggbb`, or empty.'),
    accent: text('Colour of the location, `#rrggbb`, or empty.'),
    logo: text('Logo of the location: path below the address of the server, `logo/….png`, or empty.'),
    time_zone: text('Time zone of the location, `Europe/Lisbon`.'),
    before: Type.Integer({ description: 'Number of visitors ahead; -1 when it does not wait, or if unknown.' }),
    wait_seconds: Type.Integer({ description: 'Estimated wait; 0 if unknown.' }),
    priority: Type.Boolean({ description: 'Whether it has priority.' }),
    transferred: Type.Boolean({ description: 'Whether it was transferred.' }),
    scheduled_at: text('Booked time of an appointment.'),
    desk: named('Destination by language; empty unless called.'),
    desk_tag: text('Label of that desk, such as `4`.'),
    called_at: text('Start of its open call.'),
    recalled_at: text('Time of the last recall in its open call.'),
    can_return: Type.Boolean({ description: 'Whether a cancelled ticket can still be called back.' }),
  },
  { title: 'PhoneTicket' },
);
export type PhoneTicket = Static<typeof PhoneTicketSchema>;

const TicketSecret = Type.Object({
  secret: Type.String({
    minLength: 1,
    maxLength: 200,
    secret: true,
    description: 'Secret at the end of the address of its page.',
  }),
});
export const PhoneLookupParameters = TicketSecret;
export const LeaveQueueParameters = TicketSecret;

export const PhoneTicketAnswer = Type.Object({ success: Type.Literal(true), ticket: PhoneTicketSchema });

const at = { at: text('Time of the server.') };

/** Messages to a phone: the ticket at first, and at every change beyond its place. One JSON text per message. */
const PhoneTicketMessage = Type.Object({ type: Type.Literal('ticket'), ...at, ticket: PhoneTicketSchema });
/** Only the place: far shorter, and far more frequent. */
const PhonePlaceMessage = Type.Object({
  type: Type.Literal('place'),
  ...at,
  before: Type.Integer(),
  wait_seconds: Type.Integer(),
});
/** Heartbeat. */
const PhoneAliveMessage = Type.Object({ type: Type.Literal('alive'), ...at });

export const PhoneMessageSchema = Type.Union([PhoneTicketMessage, PhonePlaceMessage, PhoneAliveMessage], {
  title: 'PhoneMessage',
});
export type PhoneMessage = Static<typeof PhoneMessageSchema>;
