/** Names and addresses of computers as `Host` headers, origins and people write them. */
import { withoutMapping } from './network.ts';

const HOST = /^(\[[\da-f:.]+\]|[^\s/?#@%\\:[\]]+)(:\d*)?$/i;

/**
 * One spelling for all that mean the same: without port, brackets' case, the dot at the end; IPv6 in brackets, names of
 * other scripts as they are sent (`xn--…`). Null for what names no computer.
 */
export function hostName(text: string): string | null {
  const written = HOST.exec(text)?.[1];
  if (written === undefined || !URL.canParse(`http://${written}`)) return null;
  const name = new URL(`http://${written}`).hostname.replace(/\.$/, '');
  return plainIpv4(name) ?? (name === '' ? null : name);
}

/** The same of what may be an IPv6 address without brackets, as people and sockets write it. */
export function addressName(text: string): string | null {
  return hostName(/^[^[]*:.*:/.test(text) ? `[${text.replace(/%.*$/, '')}]` : text);
}

/** `[::ffff:7f00:1]` is 127.0.0.1, as a socket for both kinds has it. */
function plainIpv4(name: string): string | null {
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(name);
  if (mapped === null) return null;
  const [high = 0, low = 0] = mapped.slice(1).map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Names and addresses by which a computer means itself; none of them can be given to another one. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** The same of an IP address as sockets have it. */
export function isLoopbackAddress(address: string): boolean {
  const plain = withoutMapping(address);
  return isLoopbackName(plain === '::1' ? '[::1]' : plain);
}
