/** Words of the rules for cards: what the site file, the interface and a kiosk say of a card. */

/** What a rule makes of the cards that it matches. */
export const CARD_USES = ['accept', 'block'] as const;

/** `none`: no rule matches the card. */
export const CARD_STATES = ['none', 'accepted', 'blocked', 'expired'] as const;
export type CardState = (typeof CARD_STATES)[number];
