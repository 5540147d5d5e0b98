/** Networks as people write them: `192.168.4.0/24`, `fd00::/8`, or a single address. */
import { isIP } from 'node:net';

export interface Network {
  readonly address: string;
  /** Bits that all addresses of the network share. */
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

export function parseNetwork(text: string): Network | null {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return null;
  const longest = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  return prefix <= longest ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : null;
}
