/**
 * Constants of card rules in site file, API and kiosk.
 *
 * What the site file, the interface and a kiosk say of a card.
 */

/** What a rule makes of the cards that it matches. */
export const CARD_USES = ['accept', 'block'] as const;

/** `card$salt$key`, as `admin_hash_cards` answers. */
export const CARD_HASH_PATTERN = '^card\\$[A-Za-z0-9_-]{22}\\$[A-Za-z0-9_-]{43}$';
/** Each salt costs one hash for every card that is read. */
export const MAX_CARD_SALTS = 4;

/** `none`: no rule matches the card. */
export const CARD_STATES = ['none', 'accepted', 'blocked', 'expired'] as const;
export type CardState = (typeof CARD_STATES)[number];
