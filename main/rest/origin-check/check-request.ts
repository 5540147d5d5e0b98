/**
 * Check of host and origin, before any other part of a request.
 *
 * Applies to HTTP requests and WebSockets. It checks the host name used for the server, and the page that sent the
 * request. Keys and roles are checked later.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Log } from '../../lib/context.ts';
import { addressName, hostName, isLoopbackName } from '../../lib/host-name.ts';
import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import type { GuardSettings } from './guard-settings.ts';

/** Maximum number of cached accepted spellings. */
const MAX_KEPT = 1_000;

export interface RequestGuardOptions {
  /** Listening address from the command line. */
  readonly listensAt: string;
  readonly isTls: boolean;
  readonly settings: () => GuardSettings;
  /** Whether cross-site links may open this path: a page that shows nothing before its own requests. */
  readonly isPage: (path: string) => boolean;
  readonly log: Log;
}

export interface RequestGuard {
  /** Null if allowed; else 5 for a request without exactly one host, or 108. */
  refusal(request: IncomingMessage): Refusal | null;
  /** Whether the request names a host that is not this server's, as probes may. */
  isByOtherName(request: IncomingMessage): boolean;
}

/** Probes use addresses and names that no site lists. These responses contain no data of the organisation. */
const PROBED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const METRICS_PATH = '/metrics';

const NO_HOST = codedRefusal('host_header_invalid', { parameter: 'host' });
const OTHER_HOST = codedRefusal('host_not_allowed', { parameter: 'host' });
const OTHER_PAGE = codedRefusal('origin_not_allowed', { parameter: 'origin' });

/** Rejected names and origins are logged once each, so that an administrator can allow them. */
const MAX_REPORTED = 100;
const MAX_CHARACTERS = 255;

export function createRequestGuard({ listensAt, isTls, settings, isPage, log }: RequestGuardOptions): RequestGuard {
  const hosts = ownHosts(listensAt, settings);
  const told = new Set<string>();
  let read: GuardSettings | null = null;
  let rule: PageRule = { allowed: [], publicOrigin: null, isTls };

  function currentRule(): PageRule {
    const current = settings();
    if (current !== read) {
      read = current;
      const { cors_origins: allowed, public_url: url } = current;
      rule = { allowed, publicOrigin: URL.canParse(url) ? new URL(url).origin : null, isTls };
    }
    return rule;
  }

  /** Logs each name once. */
  function logOnce(name: string, write: (name: string) => void): void {
    const text = name.slice(0, MAX_CHARACTERS);
    if (told.has(text) || told.size >= MAX_REPORTED) return;
    told.add(text);
    write(text);
  }

  return {
    refusal(request) {
      const { headers, url = '/', socket } = request;
      if (!namesItsHost(request)) return NO_HOST;
      const knows = (host: string): boolean => host === '' || hosts.has(host, socket?.localAddress);
      const { host = '' } = headers;
      const target = targetHost(request);
      if ((!knows(host) || !knows(target)) && !isProbe(request)) {
        const unknown = hostName(knows(host) ? target : host) ?? '';
        logOnce(unknown, (name) => log.warn('http.host-rejected', { host: name }));
        return OTHER_HOST;
      }
      if (mayAsk(headers, currentRule()) || (isFollowedLink(request) && isPage(url.split('?', 1)[0] ?? '')))
        return null;
      logOnce(headers.origin ?? '', (origin) => log.warn('http.origin-rejected', { origin }));
      return OTHER_PAGE;
    },
    isByOtherName({ headers, socket }) {
      const { host = '' } = headers;
      return host !== '' && !hosts.has(host, socket?.localAddress);
    },
  };
}

/**
 * Whether a probe or scraper sent the request. A page cannot request `/metrics` under its own name (DNS rebinding): it
 * has no key, and its name is no IP address.
 */
function isProbe({ url = '/', headers, method }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?', 1)[0] ?? '';
  if (PROBED.has(path)) return true;
  if (path !== METRICS_PATH) return false;
  const name = hostName(headers.host ?? '') ?? '';
  return headers.authorization !== undefined || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** RFC 9112, section 3.2: exactly one `Host`, which can be empty; optional before HTTP/1.1. */
function namesItsHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion !== '1.1';
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]?.length === 4 && rawHeaders[name]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts < 2;
}

/** Host of a URL in absolute form, which takes precedence over the header; empty for other URLs. */
function targetHost({ url = '/', method }: IncomingMessage): string {
  if (url.startsWith('/') || url === '*' || method === 'CONNECT') return '';
  return /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
}

interface OwnHosts {
  /**
   * @param header value of `Host`, with or without a port: any port, because of port forwarding
   * @param localAddress local address of the connection, which no other server can have
   */
  has(header: string, localAddress: string | undefined): boolean;
}

/**
 * Host names of this server. A page whose own name resolves to this server (DNS rebinding) uses that name, which is not
 * among them.
 * @param listensAt address or name from the command line
 */
function ownHosts(listensAt: string, settings: () => GuardSettings): OwnHosts {
  const listening = addressName(listensAt);
  let read: GuardSettings | null = null;
  let named = new Set<string>();
  let good = new Set<string>();

  function readAgain(current: GuardSettings): void {
    read = current;
    good = new Set();
    const { allowed_hosts: allowed, public_url: publicUrl } = current;
    const publicHost = URL.canParse(publicUrl) ? new URL(publicUrl).host : '';
    named = new Set([...allowed, publicHost].map(addressName).filter((name) => name !== null));
    if (listening !== null) named.add(listening);
  }

  return {
    has(header, localAddress) {
      const current = settings();
      if (current !== read) readAgain(current);
      if (good.has(header)) return true;
      const name = hostName(header);
      if (name === null) return false;
      const isOurs =
        named.has(name) || isLoopbackName(name) || (localAddress !== undefined && name === addressName(localAddress));
      if (isOurs && good.size < MAX_KEPT) good.add(header);
      return isOurs;
    },
  };
}

interface PageRule {
  /** Origins of other pages that are allowed; `*` for all. */
  readonly allowed: readonly string[];
  /** Origin of the site's public URL; null without one. */
  readonly publicOrigin: string | null;
  readonly isTls: boolean;
}

/**
 * Checks that the client is no page, a page of this server, or an allowed page. Browsers send a page's origin in
 * `Origin` and `Sec-Fetch-Site`, which no page can change; other programs send neither.
 */
function mayAsk(headers: IncomingHttpHeaders, rule: PageRule): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined && (site === undefined || site === 'same-origin' || site === 'none')) return true;
  if (rule.allowed.includes('*')) return true;
  // A cross-site request without an origin: image, script, frame or link of another page.
  if (origin === undefined) return false;
  return rule.allowed.includes(origin) || isOwn(origin, headers.host ?? '', rule);
}

/** Whether the request follows a link, as far as its headers show. */
function isFollowedLink({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.origin === undefined &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}

function isOwn(origin: string, host: string, { publicOrigin, isTls }: PageRule): boolean {
  if (origin === publicOrigin) return true;
  // Under the public name only its own origin is trusted: unencrypted pages under that name may be anyone's.
  if (publicOrigin !== null && sameHost(publicOrigin, host)) return false;
  // A proxy can add TLS, but never remove it.
  return origin.startsWith(isTls ? 'https://' : 'http') && sameHost(origin, host);
}

/** Browsers omit a scheme's default port; other clients may send it. */
function sameHost(origin: string, host: string): boolean {
  if (origin.endsWith(host) && origin.slice(0, -host.length).endsWith('://')) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host: named } = new URL(origin);
  const written = `${protocol}//${host}`;
  return named !== '' && URL.canParse(written) && new URL(written).host === named;
}
