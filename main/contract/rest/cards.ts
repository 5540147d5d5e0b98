/** Ours: what the site's rules say of a card. */
import Type, { type Static } from 'typebox';
import { requiredId } from './parameters.ts';
import { flag, success, text } from './shapes.ts';

/** The value goes in the body, never in an address. */
export const CardLookupParameters = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 1000, secret: true }),
  /** Whose day decides whether the card has expired. */
  location_id: requiredId,
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

export type CardLookupAnswer = Static<typeof CardLookupAnswer>;
