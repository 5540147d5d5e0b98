/** Address, subprotocols and close codes of the event stream, without its message schemas. */

/**
 * WebSocket subprotocols offered by a client: ours, and the key after this prefix, because browsers cannot set headers.
 */
export const EVENTS_PROTOCOL = 'take-a-number';
export const EVENTS_KEY_PREFIX = 'bearer.';
export const EVENTS_PATH = '/restapi/v2/events';
/** Interval of `alive`. A client without messages for more than twice as long has lost the server. */
export const EVENTS_ALIVE_MS = 2_000;

/** Why the server closes a connection (RFC 6455, section 7.4.2: 4000 to 4999 are free for applications). */
export const EVENTS_CLOSE = {
  /** The server stops or restarts: reconnect. */
  goingAway: 1001,
  /** The client sent an invalid message. */
  badMessage: 1008,
  /** The key or its owner is no longer valid: reconnect with another key. */
  keyEnded: 4401,
  /** The location was deleted, or is no longer in the caller's scope. */
  locationGone: 4404,
} as const;
