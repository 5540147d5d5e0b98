/**
 * Device URLs that site editors may enter.
 *
 * They come through REST, the back office or a site file. Without these limits, a device URL could write to any file or
 * reach any internal service. They are checked on save as far as possible, and at each connection.
 */
import type { BlockList } from 'node:net';
import { isIP } from 'node:net';
import {
  type DeviceSchemes,
  examplesOf,
  PRINTER_SCHEMES,
  READER_SCHEMES,
} from '../../devices/contract/device-schemes.ts';
import { isWithin, networkList, parseNetwork, withoutMapping } from '../../lib/network.ts';

/** Access rule of addresses other than those from the command line. */
export interface DeviceAccess {
  /** Whether a connection may be made to this IP address. */
  mayReach(address: string): boolean;
}

/** This machine, including `0.0.0.0` and `::`. */
const LOOPBACK = networkList(['127.0.0.0/8', '0.0.0.0/8', '::1', '::']);

export const FILE_REFUSED =
  'a file can be a printer on the command line only (--printer); use tcp://192.168.1.50:9100, serial:///dev/ttyUSB0 or lp:///dev/usb/lp0';
export const INPUT_REFUSED =
  'an input device can be a reader on the command line only (--reader), because it can be a keyboard; use serial:///dev/ttyACM0, pcsc: or wedge:';
const NOT_A_DEVICE = 'is not a device path; use one such as serial:///dev/ttyUSB0 or lp:///dev/usb/lp0';

export function networkRefused(address: string): string {
  return `${address} is not in printer_networks; use another address, or add its network there`;
}

type Device = 'printer' | 'reader';
const SCHEMES: Readonly<Record<Device, DeviceSchemes>> = { printer: PRINTER_SCHEMES, reader: READER_SCHEMES };
const REFUSED: Readonly<Record<Device, string>> = { printer: FILE_REFUSED, reader: INPUT_REFUSED };

/**
 * Fault of an address, as far as its text shows it; null without one.
 * @param networks allowed networks of printers
 */
export function deviceAddressFault(device: Device, text: string, networks: readonly string[]): string | null {
  if (text.trim() === '') return null;
  const [, kind = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(text.trim()) ?? [];
  const scheme = new Map(Object.entries(SCHEMES[device])).get(kind.toLowerCase());
  if (scheme === undefined) {
    return `"${text.trim().slice(0, 100)}" is not an address of a ${device}; use one such as ${examplesOf(SCHEMES[device])}`;
  }
  switch (scheme.inSite) {
    case 'none':
      return REFUSED[device];
    case 'network': {
      const host = URL.parse(text.trim())?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
      // Host names are checked on connect.
      return isIP(host) === 0 || printerReach(networks, [])(host) ? null : networkRefused(host);
    }
    case 'device': {
      const path = decoded(rest.replace(/^\/\//, '').replace(/[?#].*$/s, ''));
      const isBelowDev =
        path.startsWith('/dev/') &&
        !path
          .split('/')
          .slice(2)
          .some((part) => /^\.*$/.test(part));
      const isDevice = isBelowDev || /^\/?COM\d{1,3}\/?$/i.test(path);
      return isDevice ? null : `"${path.slice(0, 100)}" ${NOT_A_DEVICE}`;
    }
    case 'any':
      return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether an IP address is allowed for a printer. This machine, by loopback or any of its addresses, must be listed
 * explicitly: a network that contains it does not suffice.
 *
 * @param own addresses of this machine
 */
export function printerReach(networks: readonly string[], own: readonly string[]): (address: string) => boolean {
  const all = networkList(networks);
  const loopback = networkList(networks.filter(isLoopback));
  const single = networkList(networks.filter(isSingle));
  const machine: BlockList = networkList(own.filter((address) => isIP(address) !== 0 && !address.includes('%')));
  return (address) => {
    if (isWithin(LOOPBACK, address)) return isWithin(loopback, address);
    if (isWithin(machine, address)) return isWithin(single, address);
    return isWithin(all, address);
  };
}

function isLoopback(text: string): boolean {
  const network = parseNetwork(text);
  if (network === null || !isWithin(LOOPBACK, network.address)) return false;
  const isMapped = isIP(withoutMapping(network.address)) === 4 && network.family === 'ipv6';
  return network.prefix >= (network.family === 'ipv4' ? 8 : isMapped ? 104 : 128);
}

function isSingle(text: string): boolean {
  const network = parseNetwork(text);
  return network !== null && network.prefix === (network.family === 'ipv4' ? 32 : 128);
}
