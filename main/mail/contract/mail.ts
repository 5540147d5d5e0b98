/**
 * REST schemas of outgoing mail: security, state, fault, kind.
 */

/** `starttls`: a plain connection, upgraded to TLS before any data; `tls`: TLS from the first byte; `none`: no TLS. */
export const MAIL_SECURITY = ['starttls', 'tls', 'none'] as const;

/** `waiting`: pending or being retried; `failed`: given up after a day, or permanently rejected. */
export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const;

/**
 * Reason of a failed attempt; empty on success. `later`: temporary rejection (4xx); `refused`: permanent rejection
 * (5xx); `login`: wrong user name or password; `tls`: invalid certificate, or no TLS; `address`: host not found, or
 * address not allowed; `port`: not a mail port, and not allowed on the command line; `connection`: no mail server
 * answered (closed, blocked, or another service).
 */
export const MAIL_FAULTS = [
  '',
  'later',
  'refused',
  'login',
  'tls',
  'name',
  'address',
  'port',
  'connection',
  'timeout',
  'protocol',
] as const;

/** Purpose of a mail. */
export const MAIL_KINDS = ['test', 'report', 'alarm', 'visit', 'password'] as const;

export type MailState = (typeof MAIL_STATES)[number];
export type MailFault = (typeof MAIL_FAULTS)[number];
export type MailKind = (typeof MAIL_KINDS)[number];
