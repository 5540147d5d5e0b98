/** Headers that the demo server passes on, in both directions. */
import type { IncomingHttpHeaders } from 'node:http';
import { isForwardingHeader } from '../../lib/forwarded-headers.ts';

/** Of one connection (RFC 9110, section 7.6.1). Node has answered `Expect` already. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Cookies belong to the demo server: they name the demo, and a demo must not change them. */
const COOKIES: ReadonlySet<string> = new Set(['cookie', 'set-cookie']);

/** `Connection` must not remove the name of the server, nor the length of the body. */
const ALWAYS_KEPT: ReadonlySet<string> = new Set(['content-length', 'host']);

function namedByConnection({ connection = '' }: IncomingHttpHeaders): ReadonlySet<string> {
  return new Set(connection.split(',').map((option) => option.trim().toLowerCase()));
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = namedByConnection(headers);
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !HOP_BY_HOP.has(name) && !COOKIES.has(name) && (ALWAYS_KEPT.has(name) || !named.has(name)),
    ),
  );
}

/** Without headers that name another client: the demo knows no addresses. */
function ofVisitor(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(endToEnd(headers)).filter(([name]) => !isForwardingHeader(name)));
}

/** A body without a length gets new chunks; Node would otherwise relay it without any boundary for some methods. */
export function relayedRequestHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const framing = headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
  return { ...ofVisitor(headers), ...framing };
}

export function relayedHandshakeHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...ofVisitor(headers), connection: 'Upgrade', upgrade: 'websocket' };
}

export function relayedAnswerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return endToEnd(headers);
}
