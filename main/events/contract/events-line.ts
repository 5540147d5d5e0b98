/** Address, protocols and close codes of the events channel, without the schemas of its messages. */

/** WebSocket subprotocols that a client offers: ours, and the key after this prefix, because browsers send no header. */
export const EVENTS_PROTOCOL = 'take-a-number';
export const EVENTS_KEY_PREFIX = 'bearer.';
export const EVENTS_PATH = '/restapi/v2/events';
/** Interval of `alive`; a client that hears nothing for more than twice as long has lost the server. */
export const EVENTS_ALIVE_MS = 2_000;

/** Why the server closes a connection (RFC 6455, section 7.4.2: 4000 to 4999 are free for applications). */
export const EVENTS_CLOSE = {
  /** The server ends or starts again: come back. */
  goingAway: 1001,
  /** The client sent what makes no sense. */
  badMessage: 1008,
  /** The key has ended, or its owner has: come back with another one. */
  keyEnded: 4401,
  /** The location is gone, or is not the caller's any more. */
  locationGone: 4404,
} as const;
