/** Networks in text form: `192.168.4.0/24`, `fd00::/8`, or a single address. */
import { BlockList, isIP } from 'node:net';

export interface Network {
  readonly address: string;
  /** Number of prefix bits. */
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

const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i;

/** Converts an IPv4-mapped IPv6 address, `::ffff:7f00:1`, to IPv4. */
export function withoutMapping(address: string): string {
  const [, dotted, high, low] = MAPPED.exec(address) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return address;
  const bits = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.');
}

/** Groups of a full IPv6 address, without leading zeros. */
function ipv6Groups(address: string): readonly string[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  // The part after `::` can end in an IPv4 address, which takes two groups.
  const places = after.length + (after.at(-1)?.includes('.') === true ? 1 : 0);
  const all = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - places).fill('0'), ...after];
  return all.map((group) => Number.parseInt(group, 16).toString(16));
}

/** An IPv6 user usually has a whole /64, which therefore counts as one address. */
export function addressGroup(address: string): string {
  const plain = withoutMapping(address);
  return isIP(plain) === 6 ? `${ipv6Groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** Network that one customer of a provider can have: IPv4 /24, IPv6 /48. */
export function customerNetwork(address: string): string {
  const plain = withoutMapping(address);
  if (isIP(plain) === 6) return `${ipv6Groups(plain).slice(0, 3).join(':')}::/48`;
  return isIP(plain) === 4 ? `${plain.slice(0, plain.lastIndexOf('.'))}.0/24` : plain;
}

/** Builds a lookup list. Invalid networks are ignored. */
export function networkList(texts: readonly string[]): BlockList {
  const list = new BlockList();
  const networks = texts.map(parseNetwork).filter((network): network is Network => network !== null);
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return list;
}

/** Whether an address is in one of the networks; false for an invalid address. */
export function isWithin(list: BlockList, address: string): boolean {
  const plain = withoutMapping(address.split('%', 1)[0] ?? '');
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
