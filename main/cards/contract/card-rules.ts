/** Constants of card rules in site file, API and kiosk. */

/** Effect of a rule on the cards that it matches. */
export const CARD_USES = ['accept', 'block'] as const;

/** `card$salt$key`, as returned by `admin_hash_cards`. */
export const CARD_HASH_PATTERN = '^card\\$[A-Za-z0-9_-]{22}\\$[A-Za-z0-9_-]{43}$';
/** Each salt costs one hash for every card read. */
export const MAX_CARD_SALTS = 4;

/** `none`: no rule matches the card. */
export const CARD_STATES = ['none', 'accepted', 'blocked', 'expired'] as const;
export type CardState = (typeof CARD_STATES)[number];
