import { describe, expect, it } from 'vitest';
import { isForwarded } from '../../main/lib/forwarded-headers.ts';
import { clientAddress, isTrusted } from '../../main/rest/origin-check/forwarded.ts';
import type { SiteSettings } from '../../main/site/contract/site.ts';

const PROXIES = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'];

describe('the address of a caller', () => {
  it.each([
    ['of who connects', '203.0.113.9', {}, '203.0.113.9'],
    ['of who connects, as a socket for both kinds has it', '::ffff:203.0.113.9', {}, '203.0.113.9'],
    ['of who connects, whatever it says of others', '203.0.113.9', { 'x-forwarded-for': '192.0.2.1' }, '203.0.113.9'],
    ['that a proxy tells', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
    [
      'that a proxy tells a socket for both kinds',
      '::ffff:127.0.0.1',
      { 'x-forwarded-for': '203.0.113.9' },
      '203.0.113.9',
    ],
    [
      'that the last proxy saw, not what was made up before',
      '127.0.0.1',
      { 'x-forwarded-for': '192.0.2.1, 203.0.113.9' },
      '203.0.113.9',
    ],
    ['behind two proxies', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1, 203.0.113.9, 10.1.2.3' }, '203.0.113.9'],
    ['with a port', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9:4711' }, '203.0.113.9'],
    ['of IPv6', 'fd00::1', { 'x-forwarded-for': '2001:db8::9' }, '2001:db8::9'],
    ['of IPv6 with a port', '127.0.0.1', { 'x-forwarded-for': '[2001:db8::9]:4711' }, '2001:db8::9'],
    ['of the proxy, where it says none', '127.0.0.1', {}, '127.0.0.1'],
    [
      'of the proxy, where it says what is none',
      '127.0.0.1',
      { 'x-forwarded-for': '203.0.113.9, unknown' },
      '127.0.0.1',
    ],
    ['of the proxy, where it says nothing', '127.0.0.1', { 'x-forwarded-for': '' }, '127.0.0.1'],
    ['of the first proxy, where all are', '127.0.0.1', { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' }, '10.0.0.1'],
    [
      'of the proxy, whatever other headers say',
      '127.0.0.1',
      { 'x-real-ip': '192.0.2.1', forwarded: 'for=192.0.2.1' },
      '127.0.0.1',
    ],
  ])('is that %s', (_name, remoteAddress, headers, address) => {
    expect(clientAddress({ socket: { remoteAddress }, headers }, PROXIES)).toBe(address);
  });

  it('is that of the connection if the site trusts no proxy, and empty after a disconnection', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect(clientAddress({ socket: { remoteAddress: '127.0.0.1' }, headers }, [])).toBe('127.0.0.1');
    expect(clientAddress({ socket: null, headers }, PROXIES)).toBe('');
  });
});

describe('a trusted network', () => {
  const settings = {
    trusted_networks: ['127.0.0.1', '192.0.2.0/24'],
    trusted_proxies: ['127.0.0.2'],
  } as unknown as SiteSettings;
  it.each([
    ['who connects from there', '192.0.2.7', {}, true],
    ['whom a trusted proxy saw there', '127.0.0.2', { 'x-forwarded-for': '192.0.2.7' }, true],
    ['who only says so', '203.0.113.9', { 'x-forwarded-for': '192.0.2.7' }, false],
    ['who said so to a trusted proxy', '127.0.0.2', { 'x-forwarded-for': '192.0.2.7, 203.0.113.9' }, false],
    ['for whom a proxy speaks that nobody answers for', '127.0.0.1', { 'x-real-ip': '203.0.113.9' }, false],
  ])('holds %s: %s', (_name, remoteAddress, headers, expected) => {
    expect(isTrusted({ socket: { remoteAddress }, headers }, settings)).toBe(expected);
  });
});

it('is forwarded what bears a header of a proxy, and nothing else', () => {
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']) {
    expect([name, isForwarded({ [name]: 'x' })]).toEqual([name, true]);
  }
  expect(isForwarded({ host: 'localhost', 'user-agent': 'x', 'x-requested-with': 'x', origin: 'x' })).toBe(false);
});
