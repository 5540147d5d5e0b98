/**
 * Timing of pairing requests.
 *
 * Apart from the schemas of what it asks, which would be most of its page.
 */

/** How often a screen asks whether it was taken in. */
export const PAIRING_POLL_MS = 2_000;
/** How long a code holds. */
export const PAIRING_CODE_MS = 600_000;
