/** The address that a browser on the server's machine opens. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listenFault } from '../../main/app/listen.ts';
import { addressHere, namesIn } from '../../main/app/local-url.ts';

const folder = mkdtempSync(join(tmpdir(), 'address-here-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** In PEM, for these names: `DNS:queue.example,IP:127.0.0.1`. */
function certificateFor(names: string): string {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const place = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const what = ['-subj', '/CN=a town', '-addext', `subjectAltName=${names}`];
  execFileSync('openssl', ['req', '-x509', ...curve, ...place, ...what], { stdio: 'ignore' });
  return readFileSync(join(folder, 'cert.pem'), 'utf8');
}

/** A network where queue.example is the local address of this machine. */
const HOUSE: Readonly<Record<string, readonly string[]>> = {
  'queue.example': ['192.0.2.7'],
  'desk.queue.example': ['192.0.2.7'],
  'elsewhere.example': ['198.51.100.1'],
  'own.example': ['127.0.1.1'],
  localhost: ['::1', '127.0.0.1'],
};
const resolver = { own: ['127.0.0.1', '192.0.2.7'], addressesOf: async (name: string) => HOUSE[name] ?? [] };

const ALL = 'https://0.0.0.0:8443';
const SELF = 'https://127.0.0.1:8443';

describe('with a certificate, a local browser opens', () => {
  it.each([
    ['the address that it is for', SELF, 'IP:127.0.0.1,DNS:queue.example', ['queue.example'], SELF, true],
    [
      'the public name that leads here',
      ALL,
      'DNS:queue.example',
      ['queue.example'],
      'https://queue.example:8443',
      true,
    ],
    [
      'a name by a pattern',
      ALL,
      'DNS:*.queue.example',
      ['desk.queue.example'],
      'https://desk.queue.example:8443',
      true,
    ],
    ['the name that a system gives itself', ALL, 'DNS:own.example', ['own.example'], 'https://own.example:8443', true],
    ['localhost, if it is for that', SELF, 'DNS:localhost', [], 'https://localhost:8443', true],
    [
      'the plain address, when the name resolves to another host',
      ALL,
      'DNS:elsewhere.example',
      ['elsewhere.example'],
      SELF,
      false,
    ],
    ['the plain address, when the name is unknown', ALL, 'DNS:new.example', ['new.example'], SELF, false],
    ['the plain address, when it is for another name', ALL, 'DNS:other.example', ['queue.example'], SELF, false],
    ['the plain address, when nothing listens there', SELF, 'DNS:queue.example', ['queue.example'], SELF, false],
  ])('%s', async (_name, address, certificate, names, opened, fits) => {
    const here = await addressHere(address, certificateFor(certificate), names, resolver);
    expect(here).toEqual({ address: opened, fits });
  });

  it('the plain address without one', async () => {
    expect(await addressHere('http://0.0.0.0:80', null, ['queue.example'], resolver)).toEqual({
      address: 'http://127.0.0.1:80',
      fits: true,
    });
  });
});

describe('a server that cannot listen prints the remedy', () => {
  it.each([
    ['EADDRINUSE', 8080, /^Port 8080 is in use; choose another with --port$/],
    [
      'EACCES',
      80,
      /^Port 80 is reserved for root on this machine; choose .*--port 8080, or .*docs\/admin\/reverse-proxy-tls\.md\)$/,
    ],
    ['EACCES', 8080, /^--host h --port 8080: cannot listen on this address \(it rains\); choose another/],
    ['EADDRNOTAVAIL', 8080, /^--host h: this machine does not have this address; use .*127\.0\.0\.1/],
    ['ENOTFOUND', 8080, /^--host h: host name not found; use an address/],
  ])('%s at %d', (code, port, said) => {
    expect(listenFault('h', port, Object.assign(new Error('it rains'), { code }))).toMatch(said);
  });
});

it('lists the host names of a certificate one by one', () => {
  const shown = certificateFor('DNS:queue.example,IP:127.0.0.1,DNS:*.example,DNS:xn--mnchen-3ya.example');
  expect(namesIn(shown)).toEqual(['queue.example', 'xn--mnchen-3ya.example']);
  expect(namesIn(null)).toEqual([]);
});
