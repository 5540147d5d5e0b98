import { describe, expect, it } from 'vitest';
import { PRIVATE_NETWORKS } from '../../../main/site/contract/site.ts';
import { deviceAddressFault, printerReach } from '../../../main/site/rules/device-address.ts';

describe('an address in the site', () => {
  it.each(['', 'wedge:', 'wedge:?rule=raw', 'pcsc:ACR122U', 'serial:///dev/ttyACM0'])(
    'of a reader can be %s',
    (address) => {
      expect(deviceAddressFault('reader', address, PRIVATE_NETWORKS)).toBeNull();
    },
  );

  it.each([
    ['printer', 'tpc://192.0.2.7:9100', 'is not an address of a printer; use one such as tcp://192.168.1.50:9100'],
    ['printer', '192.168.1.50', 'is not an address of a printer'],
    ['printer', 'wedge:', 'is not an address of a printer'],
    ['printer', 'toString:', 'is not an address of a printer'],
    ['reader', 'wegde:', 'is not an address of a reader; use one such as serial:///dev/ttyACM0?baudRate=9600'],
    ['reader', 'tcp://192.168.1.50:9100', 'is not an address of a reader'],
  ] as const)('of a %s cannot be %s', (device, address, fault) => {
    expect(deviceAddressFault(device, address, PRIVATE_NETWORKS)).toContain(fault);
  });

  it.each([
    '',
    'none:',
    'usb://04b8:0e15',
    'cups:tickets',
    'spool:Tickets',
    'tcp://192.168.1.50:9100?columns=42',
    'tcp://10.1.2.3',
    'tcp://[fd00::7]:9100',
    'tcp://printer.example:9100',
    'lp:///dev/usb/lp0',
    'serial:///dev/ttyUSB0?baudRate=19200',
    'serial:///dev/serial/by-id/usb-Maker_Printer-if00',
    'serial://COM3',
    'serial:///COM3',
    'serial:COM12?baudRate=9600',
  ])('can be %s', (address) => {
    expect(deviceAddressFault('printer', address, PRIVATE_NETWORKS)).toBeNull();
  });

  it.each([
    ['file:///home/kiosk/.profile', /on the command line only/],
    ['FILE:///tmp/x', /on the command line only/],
    [' file:///tmp/x', /on the command line only/],
    ['file:/tmp/x', /on the command line only/],
    ['evdev:///dev/input/event0', /on the command line only/],
    ['evdev:08ff:0009', /on the command line only/],
    ['lp:///etc/passwd', /"\/etc\/passwd" is not a device path/],
    ['lp:///dev/../etc/passwd', /is not a device path/],
    ['lp:///dev/%2e%2e/etc/passwd', /is not a device path/],
    ['lp:///dev/usb/../../etc/passwd', /is not a device path/],
    ['serial:///home/kiosk/.profile?baudRate=9600', /is not a device path/],
    ['serial:/home/kiosk/.profile', /is not a device path/],
    ['serial://./../etc/x', /is not a device path/],
    ['tcp://127.0.0.1:5432', /^127\.0\.0\.1 is not in printer_networks/],
    ['tcp://[::1]:80', /is not in printer_networks/],
    ['tcp://[::ffff:127.0.0.1]:80', /is not in printer_networks/],
    ['tcp://0.0.0.0:80', /is not in printer_networks/],
    ['tcp://169.254.169.254:80', /is not in printer_networks/],
    ['tcp://8.8.8.8', /is not in printer_networks/],
  ])('cannot be %s', (address, fault) => {
    const device = address.startsWith('evdev') ? 'reader' : 'printer';
    expect(deviceAddressFault(device, address, PRIVATE_NETWORKS)).toMatch(fault);
  });
});

describe('printers', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      'can be in private networks by default',
      PRIVATE_NETWORKS,
      ['10.0.0.1', '172.31.255.1', '192.168.7.7', 'fd12::1', '::ffff:192.168.7.7', '::ffff:c0a8:707'],
      [
        '127.0.0.1',
        '127.8.8.8',
        '::1',
        '::',
        '0.0.0.0',
        '::ffff:7f00:1',
        '172.32.0.1',
        '8.8.8.8',
        '2001:db8::1',
        'x',
        '',
      ],
    ],
    ['are nowhere when there are no networks', [], [], ['10.0.0.1', '127.0.0.1', 'fd12::1']],
    [
      'are not here when they may be everywhere',
      ['0.0.0.0/0', '::/0'],
      ['8.8.8.8', '2001:db8::1'],
      ['127.0.0.1', '::1', '::', '0.0.0.0'],
    ],
    [
      'may be here when this machine is named',
      ['127.0.0.1'],
      ['127.0.0.1', '::ffff:127.0.0.1'],
      ['127.0.0.2', '::1', '10.0.0.1'],
    ],
    ['may be anywhere here when all of it is named', ['127.0.0.0/8', '::1'], ['127.0.0.2', '::1'], ['10.0.0.1']],
  ])('%s', (_what, networks, good, bad) => {
    const mayReach = printerReach(networks, []);
    expect(good.filter((address) => !mayReach(address))).toEqual([]);
    expect(bad.filter((address) => mayReach(address))).toEqual([]);
  });

  it('cannot have an address of this machine, unless it is listed', () => {
    const own = ['192.168.1.5', 'fd00::5', 'fe80::1%eth0'];
    expect(['192.168.1.5', '::ffff:192.168.1.5', 'fd00::5'].filter(printerReach(PRIVATE_NETWORKS, own))).toEqual([]);
    expect(['192.168.1.6', 'fd00::6'].filter(printerReach(PRIVATE_NETWORKS, own))).toHaveLength(2);
    expect(['192.168.1.5', 'fd00::5'].filter(printerReach([...PRIVATE_NETWORKS, '192.168.1.5'], own))).toEqual([
      '192.168.1.5',
    ]);
  });
});
