/**
 * REST schemas of undo, ticket changes and ticket search.
 *
 * What a clerk does beside calling: taking a step back, putting a ticket right, finding one.
 */
import Type, { type Static } from 'typebox';
import { EventTicketSchema } from '../../../events/contract/events.ts';
import {
  CURRENT_CALL,
  callId,
  described,
  deskId,
  omittable,
  optionalId,
  optionalServiceId,
  requiredId,
  ticketId,
  userId,
} from '../../../rest/contract/parameters.ts';
import { flag, integer, success } from '../../../rest/contract/shapes.ts';

/** Longest reason, and longest text to look for, in characters. */
export const MAX_REASON = 200;
export const MAX_FIND_TEXT = 100;
/** At most so many tickets are found. */
export const MAX_FOUND = 30;
/** At most so many tickets stand in the list of those served today. */
export const MAX_SERVED = 100;

const deskAndUser = { desk_id: deskId, user_id: userId };
/** Goes behind the note of the ticket, where staff see it. */
const reason = described(
  Type.String({ minLength: 1, maxLength: MAX_REASON }),
  'Why, in some words: goes behind the note of the staff.',
);

export const UndoParameters = Type.Object({
  desk_id: deskId,
  step_id: described(requiredId, 'What the desk did last, as its counter says in `undo`.'),
});
export const ContinueVisitParameters = Type.Object({
  ...deskAndUser,
  ticket_id: ticketId,
  current_answer: described(optionalId, CURRENT_CALL),
});
export const RequeueTicketParameters = Type.Object({ ...deskAndUser, ticket_id: ticketId });
export const RemoveTicketParameters = Type.Object({ ...deskAndUser, ticket_id: ticketId, reason });
export const ChangeTicketParameters = Type.Object({
  ...deskAndUser,
  ticket_id: ticketId,
  /** Empty: it stays. */
  service_id: optionalServiceId,
  priority: described(
    omittable(Type.Enum(['keep', 'yes', 'no'], { default: 'keep' })),
    'Whether the ticket goes ahead of others. A transfer without it takes an earlier priority away.',
  ),
  reason,
});

/** How a desk is from now on; the reason of a break is one of the house, or none. */
export const SetDeskParameters = Type.Object({
  ...deskAndUser,
  state: described(Type.Enum(['open', 'break', 'closed']), 'The new state of the desk.'),
  reason: described(optionalId, 'Reason of the break, as the site has it; empty: none.'),
});
export const TakeOverParameters = Type.Object({ ...deskAndUser });

const MAX_OUTCOMES = 50;
/** Codes of the service that the visitor came for; `count` is how many times. */
const outcomes = described(
  Type.Array(
    Type.Object({
      code: Type.String({ minLength: 1, maxLength: 40 }),
      count: omittable(Type.Integer({ minimum: 1, maximum: 999, default: 1 })),
    }),
    { maxItems: MAX_OUTCOMES },
  ),
  'Codes of the service of that call, each with how many times: a list, or a text that holds a JSON list.',
);
export const EndCallParameters = Type.Object({ answer_id: callId, outcomes: Type.Optional(outcomes) });
export const SetOutcomesParameters = Type.Object({ answer_id: callId, outcomes });

export const FindTicketsParameters = Type.Object({
  desk_id: deskId,
  text: described(
    Type.String({ minLength: 1, maxLength: MAX_FIND_TEXT }),
    'Words to find in numbers, names, notes and answers.',
  ),
});

/** What clerks noted of a call: code, name (empty when the code is gone), how many times. */
const noted = Type.Array(Type.Object({ code: Type.String(), name: Type.String(), count: integer }));

export const FoundTicketSchema = Type.Object({
  ...EventTicketSchema.properties,
  /** How many would be called for its service before it, and one more; 0 when it does not wait. */
  place: integer,
  /** Its last call ended with the visitor served: the visit can be gone on with. */
  served: flag,
  /** Of its last call. */
  outcomes: noted,
});

export const FindTicketsAnswer = Type.Object({
  success,
  /** The best first. */
  tickets: Type.Array(FoundTicketSchema),
  /** There are others too. */
  more: flag,
});

export const ServedTicketsParameters = Type.Object({ desk_id: deskId });
export const ServedTicketsAnswer = Type.Object({ success, tickets: Type.Array(EventTicketSchema) });

export const TicketOutcomesParameters = Type.Object({ ticket_id: ticketId });
export const TicketOutcomesAnswer = Type.Object({
  success,
  /** Of its last call. */
  outcomes: noted,
});

export type FindTicketsAnswer = Static<typeof FindTicketsAnswer>;
export type ServedTicketsAnswer = Static<typeof ServedTicketsAnswer>;
