/** Ours: what a clerk does beside calling: taking a step back, putting a ticket right, finding one. */
import Type, { type Static } from 'typebox';
import { EventTicketSchema } from '../events.ts';
import { omittable, optionalId, requiredId } from './parameters.ts';
import { flag, integer, success } from './shapes.ts';

/** Longest reason, and longest text to look for, in characters. */
export const MAX_REASON = 200;
export const MAX_FIND_TEXT = 100;
/** At most so many tickets are found. */
export const MOST_FOUND = 30;
/** At most so many tickets stand in the list of those served today. */
export const MOST_SERVED = 100;

const deskAndUser = { desk_id: requiredId, user_id: requiredId };
/** Goes behind the note of the ticket, where staff see it. */
const reason = Type.String({ minLength: 1, maxLength: MAX_REASON });

export const UndoParameters = Type.Object({ desk_id: requiredId, step_id: requiredId });
export const ContinueVisitParameters = Type.Object({
  ...deskAndUser,
  ticket_id: requiredId,
  current_answer: optionalId,
});
export const RequeueTicketParameters = Type.Object({ ...deskAndUser, ticket_id: requiredId });
export const RemoveTicketParameters = Type.Object({ ...deskAndUser, ticket_id: requiredId, reason });
export const ChangeTicketParameters = Type.Object({
  ...deskAndUser,
  ticket_id: requiredId,
  /** Empty: it stays. */
  service_id: optionalId,
  priority: omittable(Type.Enum(['keep', 'yes', 'no'], { default: 'keep' })),
  reason,
});

/** How a desk is from now on; the reason of a break is one of the house, or none. */
export const SetDeskParameters = Type.Object({
  ...deskAndUser,
  state: Type.Enum(['open', 'break', 'closed']),
  reason: optionalId,
});
export const TakeOverParameters = Type.Object({ ...deskAndUser });

export const MOST_OUTCOMES = 50;
/** Codes of the service that the visitor came for; `count` is how many times. */
const outcomes = Type.Array(
  Type.Object({
    code: Type.String({ minLength: 1, maxLength: 40 }),
    count: omittable(Type.Integer({ minimum: 1, maximum: 999, default: 1 })),
  }),
  { maxItems: MOST_OUTCOMES },
);
export const EndCallParameters = Type.Object({ answer_id: requiredId, outcomes: Type.Optional(outcomes) });
export const SetOutcomesParameters = Type.Object({ answer_id: requiredId, outcomes });

export const FindTicketsParameters = Type.Object({
  desk_id: requiredId,
  text: Type.String({ minLength: 1, maxLength: MAX_FIND_TEXT }),
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

export const ServedTicketsParameters = Type.Object({ desk_id: requiredId });
export const ServedTicketsAnswer = Type.Object({ success, tickets: Type.Array(EventTicketSchema) });

export const TicketOutcomesParameters = Type.Object({ ticket_id: requiredId });
export const TicketOutcomesAnswer = Type.Object({
  success,
  /** Of its last call. */
  outcomes: noted,
});

export type FindTicketsAnswer = Static<typeof FindTicketsAnswer>;
export type ServedTicketsAnswer = Static<typeof ServedTicketsAnswer>;
