/** REST schemas of card rules (extension). */
import Type, { type Static } from 'typebox';
import { described, locationId, omittable } from '../../../rest/contract/parameters.ts';
import { flag, success, text } from '../../../rest/contract/shapes.ts';
import { CARD_HASH_PATTERN } from '../card-rules.ts';

/** The value belongs in the body, never in the URL. */
export const CardLookupParameters = Type.Object({
  code: described(
    Type.String({ minLength: 1, maxLength: 1000, secret: true }),
    "The value of a card. Send it in the body, so that it stays out of servers' logs.",
  ),
  frame: described(
    omittable(Type.String({ maxLength: 1000, default: '', secret: true })),
    'Everything that a reader sent, if more than `code`. It can block the card, but grants nothing.',
  ),
  /** The location whose date decides whether the card has expired. */
  location_id: locationId,
});

export const CardLookupAnswer = Type.Object({
  success,
  card: Type.Object({
    /** `none` when no rule matches, `accepted`, `blocked` or `expired`. */
    state: text,
    priority: flag,
    /** Language id, or empty. */
    lang: text,
    /** Ids of the only services for this card; empty: all. */
    services: Type.Array(text),
  }),
});

/** Values of single cards, in the body. */
export const CardHashesParameters = Type.Object({
  like: Type.Optional(
    described(
      Type.String({ pattern: CARD_HASH_PATTERN, secret: true }),
      'A hash whose salt is reused: each salt of a site costs one more hash for every card read.',
    ),
  ),
  cards: described(
    Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { minItems: 1, maxItems: 50, secret: true }),
    'Values of single cards, at most 50.',
  ),
});

/** In the order of the values. */
export const CardHashesAnswer = Type.Object({ success, hashes: Type.Array(text) });

export type CardHashesAnswer = Static<typeof CardHashesAnswer>;
export type CardLookupAnswer = Static<typeof CardLookupAnswer>;
