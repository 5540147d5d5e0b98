/**
 * URL for a browser on this machine.
 *
 * With TLS it uses a name of the certificate, because a kiosk cannot show a page behind a browser's warning.
 */
import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const LOOKUP_DEADLINE_MS = 2_000;

/** Addresses of this machine. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
}

export interface Resolver {
  /** Addresses of a host name; none when it is not resolved in time. */
  addressesOf(name: string): Promise<readonly string[]>;
  readonly own: readonly string[];
}

export function systemResolver(): Resolver {
  return {
    async addressesOf(name) {
      const known = lookup(name, { all: true }).then(
        (found) => found.map(({ address }) => address),
        () => [],
      );
      const late = new Promise<readonly string[]>((tell) => setTimeout(() => tell([]), LOOKUP_DEADLINE_MS).unref());
      return Promise.race([known, late]);
    },
    own: ownAddresses(),
  };
}

export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** Whether a request to `address` reaches the server on this machine that listens at `listening`. */
function leadsHere(address: string, listening: string, own: readonly string[]): boolean {
  if (listening === '0.0.0.0' || listening === '::') return own.includes(address) || isLoopback(address);
  return address === listening;
}

export interface AddressHere {
  readonly address: string;
  /** False when a browser will warn, because no name of the certificate leads to this machine. */
  readonly fits: boolean;
}

/** URL of a display page for a window of this machine. */

/** `server` is an address as logged by the program. The key is behind the `#`, which is never sent. */
export function displayUrl(server: string, deviceId: string, key: string | null): string {
  const url = new URL(`${fromHere(server).replace(/\/$/, '')}/display/`);
  url.searchParams.set('device', deviceId);
  if (key !== null) url.hash = `key=${key}`;
  return url.href;
}

/** A server that listens on all addresses is reached through loopback. */
export function fromHere(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * @param address of the server, as logged by the program
 * @param certificate in PEM; null without one
 * @param names host names of the server, the public one first
 */
export async function addressHere(
  address: string,
  certificate: string | null,
  names: readonly string[],
  resolver: Resolver,
): Promise<AddressHere> {
  const plain = fromHere(address);
  if (certificate === null) return { address: plain, fits: true };
  const cert = new X509Certificate(certificate);
  const isFor = (name: string): boolean => (isIP(name) ? cert.checkIP(name) : cert.checkHost(name)) !== undefined;
  const bare = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isFor(bare(plain))) return { address: plain, fits: true };
  const listening = bare(address);
  for (const name of [...names, 'localhost'].filter((each) => !isIP(each) && isFor(each))) {
    const found = await resolver.addressesOf(name);
    if (!found.some((each) => leadsHere(each, listening, resolver.own))) continue;
    const url = new URL(plain);
    url.hostname = name;
    return { address: url.origin, fits: true };
  }
  return { address: plain, fits: false };
}

/** Host names of a certificate in PEM, without wildcards. */
export function namesIn(certificate: string | null): readonly string[] {
  const names = certificate === null ? '' : (new X509Certificate(certificate).subjectAltName ?? '');
  return [...names.matchAll(/(?<=^|, )DNS:([\w.-]+)(?=,|$)/g)].flatMap(([, name]) => name ?? []);
}
