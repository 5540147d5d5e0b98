/**
 * REST schemas of outgoing mail.
 *
 * What the program sends by mail, how that is protected on its way, and how it went.
 */

/** `starttls`: a plain connection that turns into TLS before anything is said; `tls`: TLS from the first byte; `none`: never. */
export const MAIL_SECURITY = ['starttls', 'tls', 'none'] as const;

/** `waiting`: it is tried, or tried again; `failed`: given up after a day, or refused for good. */
export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const;

/**
 * Why a try came to nothing; empty when it did not. `later`: the server wants it another time (4xx); `refused`: it never wants this
 * one (5xx); `login`: it does not take user name and password; `tls`: no good certificate, or no TLS at all; `address`: the name leads
 * to no address that mail may go to; `port`: not one of mail servers, and not allowed on the command line; `connection`: no mail server
 * answered, whether the port is closed, blocked, or another service's.
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

/** What a mail is about. */
export const MAIL_KINDS = ['test', 'report', 'alarm', 'visit'] as const;

export type MailState = (typeof MAIL_STATES)[number];
export type MailFault = (typeof MAIL_FAULTS)[number];
export type MailKind = (typeof MAIL_KINDS)[number];
