/**
 * Check of host and origin, before any other part of a request.
 *
 * One place for requests and WebSockets alike, asked before anything else of a request is read. It looks at the name
 * under which the server was called, and at the page that calls it. Keys and roles come after it.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { codedRefusal } from '../../lib/coded-refusal.ts';
import type { Log } from '../../lib/context.ts';
import { addressName, hostName, isLoopbackName } from '../../lib/host-name.ts';
import type { Refusal } from '../../lib/refusal.ts';
import type { GuardSettings } from './guard-settings.ts';

/** Spellings that were found good, so that a request costs one look. */
const MAX_KEPT = 1_000;

export interface RequestGuardOptions {
  /** Where the server listens, as the command line has it. */
  readonly listensAt: string;
  readonly isTls: boolean;
  readonly settings: () => GuardSettings;
  /** Whether a link on any page may lead to this path: it is a page, and shows nothing by itself. */
  readonly isPage: (path: string) => boolean;
  readonly log: Log;
}

export interface RequestGuard {
  /** Null for who may ask; else 5 for a request that names no host or several, or 108. */
  refusal(request: IncomingMessage): Refusal | null;
  /** Whether the request names a host that is none of this server, as one of a probe may. */
  isByOtherName(request: IncomingMessage): boolean;
}

/** Probes ask machines by addresses and names that no site lists. These answers say nothing of an organisation. */
const PROBED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const METRICS_PATH = '/metrics';

const NO_HOST = codedRefusal('host_header_invalid', { parameter: 'host' });
const OTHER_HOST = codedRefusal('host_not_allowed', { parameter: 'host' });
const OTHER_PAGE = codedRefusal('origin_not_allowed', { parameter: 'origin' });

/** Refused names and origins are told in the log, each once, so that an honest one can be allowed. */
const MAX_TOLD = 100;
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
    if (told.has(text) || told.size >= MAX_TOLD) return;
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
 * A request of a probe or scraper. A page cannot make one of `/metrics` under its own name (DNS rebinding): it has no
 * key to send, and its name is no IP address.
 */
function isProbe({ url = '/', headers, method }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?', 1)[0] ?? '';
  if (PROBED.has(path)) return true;
  if (path !== METRICS_PATH) return false;
  const name = hostName(headers.host ?? '') ?? '';
  return headers.authorization !== undefined || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** RFC 9112, section 3.2: exactly one `Host`, which may be empty; before HTTP/1.1 none is good too. */
function namesItsHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion !== '1.1';
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]?.length === 4 && rawHeaders[name]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts < 2;
}

/** The host of an address in absolute form, which counts more than the header; empty for every other address. */
function targetHost({ url = '/', method }: IncomingMessage): string {
  if (url.startsWith('/') || url === '*' || method === 'CONNECT') return '';
  return /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
}

interface OwnHosts {
  /**
   * @param header as it came in `Host`, with or without a port: any port, because it may be forwarded from another one.
   * @param localAddress at which the connection came in; nobody else can have it.
   */
  has(header: string, localAddress: string | undefined): boolean;
}

/**
 * The names that this server answers to. A page whose own name was made to point here (DNS rebinding) speaks to us under
 * that name, which is none of them.
 * @param listensAt address or name of the command line.
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
  /** Origins of pages elsewhere that may; `*` for all. */
  readonly allowed: readonly string[];
  /** Of the site's public address; null without one. */
  readonly publicOrigin: string | null;
  readonly isTls: boolean;
}

/**
 * Which pages of browsers may ask. A browser says where a page comes from, in `Origin` and `Sec-Fetch-Site`, and no page
 * can change that; programs that are no browser say nothing.
 * Whether whoever asks is no page, one of ours, or one that may.
 */
function mayAsk(headers: IncomingHttpHeaders, rule: PageRule): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined && (site === undefined || site === 'same-origin' || site === 'none')) return true;
  if (rule.allowed.includes('*')) return true;
  // A page that says no origin, and comes from elsewhere: another one's picture, script, frame or link.
  if (origin === undefined) return false;
  return rule.allowed.includes(origin) || isOwn(origin, headers.host ?? '', rule);
}

/** Whether somebody follows a link that leads here, as far as the request tells. */
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
  // Of the public name only that address is ours: what comes unencrypted under it may be anybody's.
  if (publicOrigin !== null && sameHost(publicOrigin, host)) return false;
  // A proxy may speak TLS for us; nobody takes it away.
  return origin.startsWith(isTls ? 'https://' : 'http') && sameHost(origin, host);
}

/** A browser leaves out the port that its scheme has by itself; others may write it. */
function sameHost(origin: string, host: string): boolean {
  if (origin.endsWith(host) && origin.slice(0, -host.length).endsWith('://')) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host: named } = new URL(origin);
  const written = `${protocol}//${host}`;
  return named !== '' && URL.canParse(written) && new URL(written).host === named;
}
