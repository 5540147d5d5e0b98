import type { BlockList } from 'node:net';
import { isWithin, networkList } from '../../lib/network.ts';

const known = new WeakMap<readonly string[], BlockList>();

/** Whether an address is in one of the networks of a setting. A disconnected client has no address. */
export function inNetworks(networks: readonly string[], address: string | undefined): boolean {
  if (address === undefined || networks.length === 0) return false;
  let list = known.get(networks);
  if (list === undefined) {
    list = networkList(networks);
    known.set(networks, list);
  }
  return isWithin(list, address);
}
