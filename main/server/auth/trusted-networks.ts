import { BlockList, isIP } from 'node:net';
import type { SiteSettings } from '../../contract/site.ts';
import { parseNetwork } from '../../core/network.ts';

const known = new WeakMap<SiteSettings, BlockList>();

/**
 * Whether the address of a caller lies in one of the site's trusted networks. A line that cannot be read trusts nobody,
 * and a caller who has gone away already has no address.
 */
export function isTrusted(settings: SiteSettings, address: string | undefined): boolean {
  if (address === undefined) return false;
  let list = known.get(settings);
  if (list === undefined) {
    list = new BlockList();
    for (const text of settings.trusted_networks) {
      const network = parseNetwork(text);
      if (network !== null) list.addSubnet(network.address, network.prefix, network.family);
    }
    known.set(settings, list);
  }
  // A socket that listens for both kinds writes an IPv4 address as ::ffff:192.0.2.1.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
