/** Addresses that webhooks may reach. */
import { describe, expect, it } from 'vitest';
import { emptySite } from '../../main/site/rules/site.ts';
import { mayReach } from '../../main/webhooks/service/allowed-addresses.ts';

const { settings } = emptySite();
const reach = (address: string, networks: readonly string[] = []): boolean =>
  mayReach({ ...settings!, webhook_networks: [...networks] }, address);

describe('a webhook without the setting webhook_networks', () => {
  it.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
    'may reach %s',
    (address) => expect(reach(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:A9FE:A9FE',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('may not reach %s', (address) => expect(reach(address)).toBe(false));
});

describe('a webhook with the setting webhook_networks', () => {
  it('may reach addresses in these networks, and no other internal addresses', () => {
    const networks = ['192.168.4.0/24', 'fd00::/8'];
    expect(reach('192.168.4.7', networks)).toBe(true);
    expect(reach('::ffff:192.168.4.7', networks)).toBe(true);
    expect(reach('fd12::7', networks)).toBe(true);
    expect(reach('192.168.5.7', networks)).toBe(false);
    expect(reach('127.0.0.1', networks)).toBe(false);
  });
});
