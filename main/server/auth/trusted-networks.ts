import type { BlockList } from 'node:net';
import type { SiteSettings } from '../../contract/site.ts';
import { isWithin, networkList } from '../../core/network.ts';

const known = new WeakMap<SiteSettings, BlockList>();

/**
 * Whether the address of a caller lies in one of the site's trusted networks. A line that cannot be read trusts nobody,
 * and a caller who has gone away already has no address.
 */
export function isTrusted(settings: SiteSettings, address: string | undefined): boolean {
  if (address === undefined) return false;
  let list = known.get(settings);
  if (list === undefined) {
    list = networkList(settings.trusted_networks);
    known.set(settings, list);
  }
  return isWithin(list, address);
}
