/**
 * Delivery of one mail by SMTP, with a deadline.
 *
 * The result is one of our fault codes. The server's response is kept without addresses, and not logged.
 */
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { AddressRefused, checkedLookup } from '../../lib/checked-lookup.ts';
import { isWithin, networkList } from '../../lib/network.ts';
import type { SiteSettings } from '../../site/contract/site.ts';
import type { MailFault } from '../contract/mail.ts';
import type { MailContent } from '../operations/mail-records.ts';
import { senderOf } from '../rules/mail-settings.ts';
import { shownReply } from '../rules/mail-tries.ts';

/** Timeout of the connection, of the greeting, and of each later silence. */
export const SILENCE_MS = 15_000;
/** Timeout of the whole delivery. */
const DEADLINE_MS = 90_000;

/** Ports of mail servers. Site settings cannot use other ports, unless the command line allows them. */
const MAIL_PORTS: readonly number[] = [25, 465, 587, 2525];

/** Never a mail server: link-local addresses such as cloud metadata services. */
const NEVER = networkList(['169.254.0.0/16', 'fe80::/10', '0.0.0.0/32', '::/128']);

export interface MailServerDeps {
  readonly settings: SiteSettings;
  /** Empty: no login. */
  readonly password: string;
  /** Additional trusted certificate authorities, for tests. */
  readonly authorities?: string;
  /** Allowed in addition to the usual mail ports. */
  readonly morePorts?: readonly number[];
  readonly silenceMs?: number;
  readonly deadlineMs?: number;
}

export interface MailOnItsWay {
  /** The same in every attempt, so that mail systems detect duplicates. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly content: MailContent;
}

export interface MailSent {
  readonly fault: MailFault;
  /** Empty if there was no response, or the peer is no mail server. */
  readonly said: string;
}

/** Null if no mail is sent. */
export async function sendMail(
  { id, createdAt, content }: MailOnItsWay,
  { settings, password, authorities, morePorts = [], silenceMs = SILENCE_MS, deadlineMs = DEADLINE_MS }: MailServerDeps,
  signal: AbortSignal,
): Promise<MailSent | null> {
  const from = senderOf(settings);
  if (from === null) return null;
  const { mail_server: host, mail_port: port, mail_security: security, mail_user: user } = settings;
  if (!MAIL_PORTS.includes(port) && !morePorts.includes(port)) return { fault: 'port', said: '' };
  let socket: Socket | null = null;
  // Loaded on demand.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    ...(authorities === undefined ? {} : { tls: { ca: authorities } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options, done) => {
      socket = dial(host, port, silenceMs, done);
    },
  });
  try {
    const sent = await transport.sendMail({
      from,
      to: content.to,
      subject: content.subject,
      text: content.text,
      attachments: content.attachments.map(({ name, type, base64 }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(base64, 'base64'),
      })),
      messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
      date: new Date(createdAt),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    return { fault: '', said: shownReply(sent.response) };
  } catch (error) {
    return failureOf(error, bytesFrom(socket));
  } finally {
    transport.close();
  }
}

type Dialled = (error: Error | null, options?: { readonly connection: Socket }) => void;

/** Null if the address was rejected. */
function bytesFrom(socket: Socket | null): number {
  return socket?.bytesRead ?? 0;
}

/** Connects to an address after checking it; null if mail is not allowed there. */
function dial(host: string, port: number, silenceMs: number, done: Dialled): Socket | null {
  const mayReach = (address: string): boolean => !isWithin(NEVER, address);
  if (isIP(host) !== 0 && !mayReach(host)) {
    done(new AddressRefused(`${host} is not an allowed mail server address`));
    return null;
  }
  const lookup: LookupFunction = checkedLookup(mayReach);
  const socket = connect({ host, port, lookup });
  let isOver = false;
  const end = (error: Error | null): void => {
    if (isOver) return;
    isOver = true;
    socket.setTimeout(0);
    if (error === null) done(null, { connection: socket });
    else {
      socket.destroy();
      done(error);
    }
  };
  socket.setTimeout(silenceMs, () => end(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' })));
  socket.once('connect', () => end(null));
  // Keep the handler: a later reset without a listener would end the process.
  socket.on('error', end);
  return socket;
}

interface Failure {
  readonly code?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly message?: string;
  readonly cause?: unknown;
}

/** @param bytesRead number of bytes received from the peer */
function failureOf(error: unknown, bytesRead: number): MailSent {
  const failure = (error ?? {}) as Failure;
  const said = shownReply(failure.response ?? '');
  return { fault: error instanceof AddressRefused ? 'address' : faultOf(failure, bytesRead), said };
}

/** TLS terms in Node's messages: nodemailer reports all of them as socket errors. */
const OF_TLS = /certificate|self.signed|TLS|SSL|altnames|issuer/i;

/** The peer does not use TLS, and can be any service. */
const NO_TLS = /wrong version number|packet length too long|EPROTO/i;

function faultOf({ code = '', responseCode = 0, message = '' }: Failure, bytesRead: number): MailFault {
  if (code === 'EAUTH' || code === 'ENOAUTH') return responseCode >= 400 && responseCode < 500 ? 'later' : 'login';
  if (responseCode >= 400 && responseCode < 500) return 'later';
  if (responseCode >= 500) {
    // Permanent for this mail; other rejections may end after a configuration change.
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
    return code === 'ETLS' ? 'tls' : 'later';
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
  if (code === 'ETLS' || (OF_TLS.test(message) && !NO_TLS.test(message))) return 'tls';
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  // A closed port, a blocked one, and another service are one fault: mail must not reveal services of the network.
  return (code === 'ETIMEDOUT' || code === 'EABORT') && bytesRead > 0 ? 'timeout' : 'connection';
}
