/**
 * Constants of the connection to a visitor's phone.
 *
 * Names and numbers of the line to a visitor's phone that server and page share. Needs nothing else.
 */

export const PHONE_LINE_PATH = '/restapi/v2/tickets/live';
/** WebSocket subprotocols that a page offers: ours, and the ticket's secret behind this prefix, never in the address. */
export const PHONE_PROTOCOL = 'take-a-number';
export const PHONE_SECRET_PREFIX = 'ticket.';
/** How often the server gives a sign of life; who hears nothing for more than twice as long has lost it. */
export const PHONE_ALIVE_MS = 10_000;
/** From so few people before it on, a visitor should stay close. */
export const ALMOST_BEFORE = 2;

/** Why the server closes a line (RFC 6455, section 7.4.2: 4000 to 4999 are free for applications). */
export const PHONE_CLOSE = {
  /** The server ends or starts again: come back. */
  goingAway: 1001,
  /** The page sent something; it has nothing to send. */
  badMessage: 1008,
  /** The ticket is gone. */
  ticketGone: 4404,
  /** Too slow to read: come back. */
  tooSlow: 4408,
  /** Another page follows the same ticket, and there are many of them. */
  tooMany: 4409,
} as const;

/** Header of the answer of `createticket`: address of the ticket's page, where the site has a public address. */
export const TICKET_PAGE_HEADER = 'ticket-page';
/** Behind the address of a page for somebody who reads simple language; no browser sends it. */
export const SIMPLE_FRAGMENT = '#simple';
