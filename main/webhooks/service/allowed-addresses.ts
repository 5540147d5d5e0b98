/**
 * Addresses that webhooks may reach.
 *
 * Allowed are public addresses, and networks listed in the site. An internal host might trust all its clients.
 */
import { type BlockList, isIP } from 'node:net';
import { isWithin, networkList, withoutMapping } from '../../lib/network.ts';
import type { SiteSettings } from '../../site/contract/site.ts';

/** Not globally reachable, or not unicast: the IANA registries of special-purpose addresses. */
const SPECIAL = networkList(
  [
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
    '::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16',
    'fc00::/7 fe80::/10 fec0::/10 ff00::/8',
  ]
    .join(' ')
    .split(' '),
);

const allowed = new WeakMap<SiteSettings, BlockList>();

export function mayReach(settings: SiteSettings, address: string): boolean {
  let networks = allowed.get(settings);
  if (networks === undefined) {
    networks = networkList(settings.webhook_networks);
    allowed.set(settings, networks);
  }
  if (isIP(withoutMapping(address)) === 0) return false;
  return isWithin(networks, address) || !isWithin(SPECIAL, address);
}
