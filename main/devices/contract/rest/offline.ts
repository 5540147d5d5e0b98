/**
 * REST schemas of number leases and offline tickets.
 *
 * A kiosk uses leases while its server is unavailable, and syncs its tickets afterwards.
 */
import Type, { type Static } from 'typebox';
import { described, deviceId, omittable, optionalFlag, requiredId } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

/** Maximum tickets per request. */
export const MAX_HANDED_OVER = 100;
/** Older tickets are rejected, because their day is possibly aggregated and deleted. */
export const HAND_OVER_DAYS = 6;

/** Maximum services per request. */
export const MAX_PRINTED = 200;

const name = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });

export const LeaseParameters = Type.Object({
  device_id: deviceId,
  holder: name('Id of the file of offline numbers on the kiosk, such as a UUID.'),
  request: name('Id of the request; the same for a retry after a missing response.'),
  turn: omittable(
    Type.Integer({
      minimum: 0,
      maximum: 2_000_000_000,
      default: 0,
      description: '`turn` of the last answer; 0 before the first.',
    }),
  ),
  slot: omittable(
    Type.Integer({
      minimum: -1,
      maximum: 1_000_000,
      default: -1,
      description: '`slot` of the last answer; -1 before the first.',
    }),
  ),
  printed: omittable(
    Type.Array(
      Type.Object({
        id: Type.String({ minLength: 36, maxLength: 36, description: 'Id of the ticket.' }),
        service_id: requiredId,
        number: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
      }),
      {
        maxItems: MAX_PRINTED,
        default: [],
        description:
          'The highest number of each service that this server issued and this kiosk printed within a day. A restored database without the ticket skips the number.',
      },
    ),
  ),
});

export const LeaseSchema = Type.Object({
  service_id: text,
  /** First and last number that the kiosk can issue on this business day. */
  first: integer,
  last: integer,
  /** ISO instant; renewed on the next business day. */
  leased_at: text,
  /** Texts of the service for paper, by language. */
  texts: Type.Record(Type.String(), Type.Object({ extra_text: text, footer_text: text })),
});

export const LeaseAnswer = Type.Object({
  success,
  slot: integer,
  turn: integer,
  /** ISO instants: the server's time, and the end of the business day. */
  now: text,
  until: text,
  /** Leases; none for services without offline numbers today. */
  leases: Type.Array(LeaseSchema),
  /** Ids of `printed` that this server does not know, after a database restore. Not sent by servers before 0.3. */
  unknown_tickets: Type.Optional(Type.Array(text)),
});

export const HandOverParameters = Type.Object({
  device_id: deviceId,
  holder: name('Id of the file for which the numbers were leased.'),
  tickets: described(
    Type.Array(
      Type.Object({
        id: Type.String({
          minLength: 36,
          maxLength: 36,
          description: 'UUID of version 7, created by the kiosk at the time of issue; a repeated ticket has no effect.',
        }),
        service_id: requiredId,
        number: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
        lang: omittable(Type.String({ maxLength: 40, default: '' })),
        priority: optionalFlag,
      }),
      { maxItems: MAX_HANDED_OVER },
    ),
    'At most 100 tickets: `id` (a UUID of version 7 created at the time of issue), `service_id`, `number`, `lang`, `priority`.',
  ),
});

export const HandOverAnswer = Type.Object({
  success,
  tickets: Type.Array(
    Type.Object({
      id: text,
      /** Accepted now or earlier. */
      taken: flag,
      /** Reason of a rejection; 0 when accepted. */
      errno: integer,
      /** The error code of `errno`; missing when it was taken. */
      code: Type.Optional(text),
    }),
  ),
});

export type LeaseParameters = Static<typeof LeaseParameters>;
export type LeaseAnswer = Static<typeof LeaseAnswer>;
export type HandOverParameters = Static<typeof HandOverParameters>;
export type HandOverAnswer = Static<typeof HandOverAnswer>;
