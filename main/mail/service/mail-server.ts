/**
 * Delivery of one mail by SMTP, with a deadline.
 *
 * What came of it is said in words of ours; what the server said goes along without addresses, and nothing of it into
 * the log.
 */
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { AddressRefused, checkedLookup } from '../../lib/checked-lookup.ts';
import { isWithin, networkList } from '../../lib/network.ts';
import type { SiteSettings } from '../../site/contract/site.ts';
import type { MailFault } from '../contract/mail.ts';
import type { MailContent } from '../operations/mail-records.ts';
import { senderOf } from '../rules/mail-settings.ts';
import { shownReply } from '../rules/mail-tries.ts';

/** For each of: the connection, the greeting, and any silence after it. */
export const SILENCE_MS = 15_000;
/** For all of it. */
const DEADLINE_MS = 90_000;

/** Where mail servers take mail. Settings of the site reach no other port, unless the command line allows it. */
const MAIL_PORTS: readonly number[] = [25, 465, 587, 2525];

/** Never the place of a mail server, but that of what clouds tell their machines alone. */
const NEVER = networkList(['169.254.0.0/16', 'fe80::/10', '0.0.0.0/32', '::/128']);

export interface MailServerDeps {
  readonly settings: SiteSettings;
  /** Empty: nobody logs in. */
  readonly password: string;
  /** Certificates of authorities to be trusted besides those of the machine; for tests. */
  readonly authorities?: string;
  /** Allowed beside the usual ports of mail servers. */
  readonly morePorts?: readonly number[];
  readonly silenceMs?: number;
  readonly deadlineMs?: number;
}

export interface MailOnItsWay {
  /** The same at every try, so that mail systems can tell what came before. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly content: MailContent;
}

export interface MailSent {
  readonly fault: MailFault;
  /** Empty when it said nothing, or is no mail server. */
  readonly said: string;
}

/** Null while no mail is sent here. */
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
  // Loaded by whoever sends mail.
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

/** Null when the address itself is refused. */
function bytesFrom(socket: Socket | null): number {
  return socket?.bytesRead ?? 0;
}

/** To an address that was looked at first; null when it is none for mail. */
function dial(host: string, port: number, silenceMs: number, done: Dialled): Socket | null {
  const mayReach = (address: string): boolean => !isWithin(NEVER, address);
  if (isIP(host) !== 0 && !mayReach(host)) {
    done(new AddressRefused(`${host} is no address for mail`));
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
  // Also later: one that is reset while nobody listens would end the program.
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

/** @param bytesRead how much the other side has said */
function failureOf(error: unknown, bytesRead: number): MailSent {
  const failure = (error ?? {}) as Failure;
  const said = shownReply(failure.response ?? '');
  return { fault: error instanceof AddressRefused ? 'address' : faultOf(failure, bytesRead), said };
}

/** Words of TLS in messages of Node: nodemailer calls all of them faults of the socket. */
const OF_TLS = /certificate|self.signed|TLS|SSL|altnames|issuer/i;

/** What spoke there speaks no TLS, and may be anything. */
const NO_TLS = /wrong version number|packet length too long|EPROTO/i;

function faultOf({ code = '', responseCode = 0, message = '' }: Failure, bytesRead: number): MailFault {
  if (code === 'EAUTH' || code === 'ENOAUTH') return responseCode >= 400 && responseCode < 500 ? 'later' : 'login';
  if (responseCode >= 400 && responseCode < 500) return 'later';
  if (responseCode >= 500) {
    // Of this mail; anything else the server may take back once it is set up better.
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
    return code === 'ETLS' ? 'tls' : 'later';
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
  if (code === 'ETLS' || (OF_TLS.test(message) && !NO_TLS.test(message))) return 'tls';
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  // A closed port, a blocked one and a service that is none of mail are one fault: mail tells nothing of other services of the network.
  return (code === 'ETIMEDOUT' || code === 'EABORT') && bytesRead > 0 ? 'timeout' : 'connection';
}
