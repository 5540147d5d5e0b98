/** Client address behind trusted proxies. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isForwarded } from '../../lib/forwarded-headers.ts';
import { withoutMapping } from '../../lib/network.ts';
import type { SiteSettings } from '../../site/contract/site.ts';
import { inNetworks } from './networks.ts';

/** Request fields that determine its source. */
interface Connected {
  readonly socket: { readonly remoteAddress?: string | undefined } | null;
  readonly headers: IncomingHttpHeaders;
}

/**
 * IP address of the client: the peer, or behind trusted proxies the last address in `X-Forwarded-For` that is none of
 * them. Earlier entries can be forged. Empty if the client has disconnected.
 */
export function clientAddress(request: Connected, trustedProxies: readonly string[]): string {
  let client = withoutMapping(request.socket?.remoteAddress ?? '');
  if (trustedProxies.length === 0) return client;
  // Node joins repeated headers of this name.
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  while (hops.length > 0 && inNetworks(trustedProxies, client)) {
    const said = addressOf(hops.pop() ?? '');
    if (said === null) break;
    client = said;
  }
  return client;
}

/** Whether the client is certainly in a trusted network: not behind an untrusted proxy. */
export function isTrusted(request: Connected, settings: SiteSettings): boolean {
  const { trusted_networks: networks, trusted_proxies: proxies } = settings;
  if (networks.length === 0) return false;
  if (isForwarded(request.headers) && !inNetworks(proxies, request.socket?.remoteAddress)) return false;
  return inNetworks(networks, clientAddress(request, proxies));
}

/** Some proxies include the port: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
function addressOf(hop: string): string | null {
  const text = hop.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : withoutMapping(bare);
}
