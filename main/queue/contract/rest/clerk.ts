/**
 * REST schemas of undo, ticket changes and ticket search.
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
  serviceIds,
  ticketId,
  userId,
} from '../../../rest/contract/parameters.ts';
import { flag, integer, success } from '../../../rest/contract/shapes.ts';

/** Maximum length of a reason, and of a search text, in characters. */
export const MAX_REASON = 200;
export const MAX_FIND_TEXT = 100;
/** Maximum number of tickets in a search result. */
export const MAX_FOUND = 30;
/** Maximum number of tickets in the list of tickets served today. */
export const MAX_SERVED = 100;

const deskAndUser = { desk_id: deskId, user_id: userId };
/** Appended to the note of the ticket, which staff see. */
const reason = described(
  Type.String({ minLength: 1, maxLength: MAX_REASON }),
  'Reason as text, which is appended to the note of staff.',
);

/** Maximum number of places by which a visitor is put back. */
export const MAX_PLACES_BACK = 50;

export const NoShowAndNextParameters = Type.Object({
  ...deskAndUser,
  services: serviceIds,
  current_answer: described(requiredId, 'Id of the open call whose visitor did not come.'),
});
export const PutBackCallParameters = Type.Object({
  answer_id: callId,
  desk_id: deskId,
  places: described(
    Type.Integer({ minimum: 0, maximum: MAX_PLACES_BACK }),
    'Number of visitors to call at this desk before this one; 0: the end of the queue.',
  ),
});

export const UndoParameters = Type.Object({
  desk_id: deskId,
  step_id: described(requiredId, 'Last step of the desk, as in `undo` of its counter.'),
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
  /** Empty: unchanged. */
  service_id: optionalServiceId,
  priority: described(
    omittable(Type.Enum(['keep', 'yes', 'no'], { default: 'keep' })),
    'Whether the ticket has priority. A transfer without it removes an earlier priority.',
  ),
  reason,
});

/** New state of a desk. The reason of a break is one of the organisation's, or empty. */
export const SetDeskParameters = Type.Object({
  ...deskAndUser,
  state: described(Type.Enum(['open', 'break', 'closed']), 'New state of the desk.'),
  reason: described(optionalId, 'Id of a break reason of the site; empty: none.'),
});
export const TakeOverParameters = Type.Object({ ...deskAndUser });

const MAX_OUTCOMES = 50;
/** Outcome codes of the service; `count` is the number of times. */
const outcomes = described(
  Type.Array(
    Type.Object({
      code: Type.String({ minLength: 1, maxLength: 40 }),
      count: omittable(Type.Integer({ minimum: 1, maximum: 999, default: 1 })),
    }),
    { maxItems: MAX_OUTCOMES },
  ),
  'Outcome codes of the service of that call, each with its count: a list, or a string with a JSON list.',
);
export const EndCallParameters = Type.Object({ answer_id: callId, outcomes: Type.Optional(outcomes) });
export const SetOutcomesParameters = Type.Object({ answer_id: callId, outcomes });

export const FindTicketsParameters = Type.Object({
  desk_id: deskId,
  text: described(
    Type.String({ minLength: 1, maxLength: MAX_FIND_TEXT }),
    'Words to search in numbers, names, notes and answers.',
  ),
});

/** Outcomes of a call: code, name (empty if the code was deleted), count. */
const noted = Type.Array(Type.Object({ code: Type.String(), name: Type.String(), count: integer }));

export const FoundTicketSchema = Type.Object({
  ...EventTicketSchema.properties,
  /** Position in the queue of its service, 1 is next; 0 if it does not wait. */
  place: integer,
  /** Its last call ended with the visitor served: the visit can be continued. */
  served: flag,
  /** Of its last call. */
  outcomes: noted,
});

export const FindTicketsAnswer = Type.Object({
  success,
  /** Best match first. */
  tickets: Type.Array(FoundTicketSchema),
  /** There are further matches. */
  more: flag,
});

export const ServedTicketsParameters = Type.Object({ desk_id: deskId });
export const ServedTicketsAnswer = Type.Object({ success, tickets: Type.Array(EventTicketSchema) });

export const CounterFiguresParameters = Type.Object({ desk_id: deskId, user_id: userId });
/** Calls of this user at this location today. */
export const CounterFiguresAnswer = Type.Object({
  success,
  served: integer,
  no_shows: integer,
  transferred: integer,
  /** Average time with a served visitor; 0 without one. */
  average_seconds: integer,
});

export const TicketOutcomesParameters = Type.Object({ ticket_id: ticketId });
export const TicketOutcomesAnswer = Type.Object({
  success,
  /** Of its last call. */
  outcomes: noted,
});

export type FindTicketsAnswer = Static<typeof FindTicketsAnswer>;
export type CounterFiguresAnswer = Static<typeof CounterFiguresAnswer>;
export type ServedTicketsAnswer = Static<typeof ServedTicketsAnswer>;
