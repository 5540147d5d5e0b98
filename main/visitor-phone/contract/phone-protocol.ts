/**
 * Constants of the connection to a visitor's phone.
 *
 * Shared by server and page; imports nothing.
 */

export const PHONE_LINE_PATH = '/restapi/v2/tickets/live';
/**
 * WebSocket subprotocols that a page offers: ours, and the ticket's secret with this prefix. The secret never appears
 * in the URL.
 */
export const PHONE_PROTOCOL = 'take-a-number';
export const PHONE_SECRET_PREFIX = 'ticket.';
/** Interval of heartbeats from the server; after twice that time the connection counts as lost. */
export const PHONE_ALIVE_MS = 10_000;
/** Number of people before a visitor from which to stay close. */
export const ALMOST_BEFORE = 2;

/** Close codes of the connection (RFC 6455, section 7.4.2: 4000 to 4999 are free for applications). */
export const PHONE_CLOSE = {
  /** The server ends or restarts: reconnect. */
  goingAway: 1001,
  /** The page sent a message, which is not allowed. */
  badMessage: 1008,
  /** The ticket no longer exists. */
  ticketGone: 4404,
  /** The client reads too slowly: reconnect. */
  tooSlow: 4408,
  /** Too many pages follow the same ticket. */
  tooMany: 4409,
} as const;

/** Response header of `createticket`: URL of the ticket's page, if the site has a public URL. */
export const TICKET_PAGE_HEADER = 'ticket-page';
/** URL fragment that selects simple language; browsers do not send it. */
export const SIMPLE_FRAGMENT = '#simple';
