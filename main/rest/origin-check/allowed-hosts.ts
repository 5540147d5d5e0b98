/**
 * The names that this server answers to. A page whose own name was made to point here (DNS rebinding) speaks to us under
 * that name, which is none of them.
 */
import { addressName, hostName, isLoopbackName } from '../../lib/host-name.ts';
import type { GuardSettings } from './guard-settings.ts';

export interface OwnHosts {
  /**
   * @param header as it came in `Host`, with or without a port: any port, because it may be forwarded from another one.
   * @param localAddress at which the connection came in; nobody else can have it.
   */
  has(header: string, localAddress: string | undefined): boolean;
}

/** Spellings that were found good, so that a request costs one look. */
const MAX_KEPT = 1_000;

/** @param listensAt address or name of the command line. */
export function ownHosts(listensAt: string, settings: () => GuardSettings): OwnHosts {
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
