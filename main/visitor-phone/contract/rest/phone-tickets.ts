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
    state: Type.Enum([...PHONE_STATES], { description: 'How it is with it.' }),
    lang: text('The language in which it was taken, `pt_PT`.'),
    service: named('What it waits for now, by language.'),
    location: named('Where, by language.'),
    colour: text('Colour of the service, `#rrggbb`, or empty.'),
    accent: text('Colour of the location, `#rrggbb`, or empty.'),
    time_zone: text('Of the location, `Europe/Lisbon`.'),
    before: Type.Integer({ description: 'People before it; -1 when it does not wait or nobody can tell.' }),
    wait_seconds: Type.Integer({ description: 'What it can expect to wait; 0 when nothing is known.' }),
    priority: Type.Boolean({ description: 'Whether it goes ahead of others.' }),
    transferred: Type.Boolean({ description: 'Whether it has been handed on.' }),
    scheduled_at: text('The booked time of an appointment.'),
    desk: named('Where to go, by language; empty unless called.'),
    desk_tag: text('What stands at that desk, such as `4`.'),
    called_at: text('When it was called, while it is.'),
    recalled_at: text('When it was called once more, while it is.'),
    can_return: Type.Boolean({ description: 'Whether a cancelled ticket may still be called back.' }),
  },
  { title: 'PhoneTicket' },
);
export type PhoneTicket = Static<typeof PhoneTicketSchema>;

const TicketSecret = Type.Object({
  secret: Type.String({
    minLength: 1,
    maxLength: 200,
    secret: true,
    description: 'What stands last in the address of its page.',
  }),
});
export const PhoneLookupParameters = TicketSecret;
export const LeaveQueueParameters = TicketSecret;

export const PhoneTicketAnswer = Type.Object({ success: Type.Literal(true), ticket: PhoneTicketSchema });

const at = { at: text('When, by the server.') };

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
