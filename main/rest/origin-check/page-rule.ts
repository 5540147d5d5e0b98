/**
 * Which pages of browsers may ask. A browser says where a page comes from, in `Origin` and `Sec-Fetch-Site`, and no page
 * can change that; programs that are no browser say nothing.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export interface PageRule {
  /** Origins of pages elsewhere that may; `*` for all. */
  readonly allowed: readonly string[];
  /** Of the site's public address; null without one. */
  readonly publicOrigin: string | null;
  readonly isTls: boolean;
}

/** Whether whoever asks is no page, one of ours, or one that may. */
export function mayAsk(headers: IncomingHttpHeaders, rule: PageRule): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined && (site === undefined || site === 'same-origin' || site === 'none')) return true;
  if (rule.allowed.includes('*')) return true;
  // A page that says no origin, and comes from elsewhere: another one's picture, script, frame or link.
  if (origin === undefined) return false;
  return rule.allowed.includes(origin) || isOwn(origin, headers.host ?? '', rule);
}

/** Whether somebody follows a link that leads here, as far as the request tells. */
export function isFollowedLink({ method, headers }: IncomingMessage): boolean {
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
