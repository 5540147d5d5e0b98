/** Normalisation of host names and addresses in `Host` headers, origins and input. */
import { withoutMapping } from './network.ts';

const HOST = /^(\[[\da-f:.]+\]|[^\s/?#@%\\:[\]]+)(:\d*)?$/i;

/**
 * Canonical form of a host: without port and trailing dot, in lower case; IPv6 in brackets, international names as
 * `xn--…`. Null for an invalid host.
 */
export function hostName(text: string): string | null {
  const written = HOST.exec(text)?.[1];
  if (written === undefined || !URL.canParse(`http://${written}`)) return null;
  const name = new URL(`http://${written}`).hostname.replace(/\.$/, '');
  return plainIpv4(name) ?? (name === '' ? null : name);
}

/** The same for a possible IPv6 address without brackets, as typed or reported by sockets. */
export function addressName(text: string): string | null {
  return hostName(/^[^[]*:.*:/.test(text) ? `[${text.replace(/%.*$/, '')}]` : text);
}

/** `[::ffff:7f00:1]` is 127.0.0.1, as reported by a dual-stack socket. */
function plainIpv4(name: string): string | null {
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(name);
  if (mapped === null) return null;
  const [high = 0, low = 0] = mapped.slice(1).map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Loopback names and addresses, which always mean the same machine. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** The same for an IP address as reported by a socket. */
export function isLoopbackAddress(address: string): boolean {
  const plain = withoutMapping(address);
  return isLoopbackName(plain === '::1' ? '[::1]' : plain);
}
