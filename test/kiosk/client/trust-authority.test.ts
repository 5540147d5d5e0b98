/** A kiosk whose server has a certificate of the house's own authority. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../../main/app/app.ts';
import { remoteFetch } from '../../../main/kiosk/client/remote.ts';
import { trustAuthority } from '../../../main/kiosk/client/trust-authority.ts';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { readSettings } from '../../../main/lib/settings/settings.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { recordingLog } from '../readers/recording-log.ts';

const trustedBefore = getCACertificates('default');

let folder: string;
let town: Town;
let server: Server;
let port: number;

const file = (name: string): string => join(folder, name);
const openssl = (...args: readonly string[]): Buffer => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

function makeAuthority(name: string): void {
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '30',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
  );
}

/** A certificate for `localhost`, signed by that authority. */
function makeServerCertificate(authority: string): void {
  openssl(
    'req',
    '-new',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=queue',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  );
  writeFileSync(file('server.ext'), 'subjectAltName=DNS:localhost\n');
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    `${authority}.pem`,
    '-CAkey',
    `${authority}.key`,
    '-CAcreateserial',
    '-days',
    '30',
    '-extfile',
    'server.ext',
    '-out',
    'server.pem',
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'authority-'));
  makeAuthority('house');
  makeAuthority('stranger');
  makeServerCertificate('house');
  town = await openTown();
  const behind = new URL(town.address);
  server = createServer(
    { key: readFileSync(file('server.key')), cert: readFileSync(file('server.pem')) },
    (asked, answer) => {
      const { method, url: path, headers } = asked;
      const inner = request({ host: behind.hostname, port: behind.port, method, path, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      // A kiosk may still ask while the town is being closed.
      inner.on('error', () => answer.destroy());
      asked.pipe(inner);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(() => {
  setDefaultCACertificates(trustedBefore);
  // Whoever kept a connection would be trusted by the next test.
  server.closeAllConnections();
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await town.close();
  rmSync(folder, { recursive: true, force: true });
});

const fingerprints = (certificates: readonly string[]): readonly string[] =>
  certificates.map((each) => new X509Certificate(each).fingerprint256);

const ask = (host = 'localhost'): Promise<unknown> =>
  remoteFetch({ baseUrl: `https://${host}:${port}` })('/restapi/openapi.json', {
    method: 'GET',
    headers: {},
  }).then(
    ({ status }) => status,
    (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message,
  );

/** Starts a kiosk of that server, and waits until it shows this. */
async function kioskShows(screen: KioskState['screen']['name'], ...flags: readonly string[]): Promise<KioskState> {
  const data = mkdtempSync(join(folder, 'data-'));
  const read = readSettings(
    [
      '--server',
      `https://localhost:${port}`,
      '--device',
      'kiosk-1',
      '--port',
      '0',
      '--data',
      data,
      '--printer',
      'none:',
      ...flags,
    ],
    {},
  );
  if (!read.ok || read.value.kind !== 'run') throw new Error('The settings are wrong');
  const program = await startProgram(read.value.settings, recordingLog());
  onTestFinished(() => program.close());
  return new Promise((resolve) => {
    const host = program.host();
    host.subscribe((state) => {
      if (state.screen.name === screen) resolve(state);
    });
  });
}

describe('a certificate of a private authority', () => {
  it('is refused until its authority is trusted', async () => {
    expect(await ask()).toMatch(/UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN/);
  });

  it('is accepted with the authority, for its host name', async () => {
    expect(await trustAuthority(file('house.pem'))).toEqual({ ok: true, value: undefined });
    expect(await ask()).toBe(200);
    expect(await ask('127.0.0.1')).not.toBe(200);
  });

  it('is refused with another authority', async () => {
    expect((await trustAuthority(file('stranger.pem'))).ok).toBe(true);
    expect(await ask()).not.toBe(200);
  });

  it('is one of several in a file, and takes the trust from nobody', async () => {
    writeFileSync(
      file('both.pem'),
      `${readFileSync(file('stranger.pem'), 'utf8')}\n${readFileSync(file('house.pem'), 'utf8')}`,
    );
    await trustAuthority(file('both.pem'));
    expect(await ask()).toBe(200);
    const known = new Set(fingerprints(getCACertificates('default')));
    expect(fingerprints(trustedBefore).filter((each) => !known.has(each))).toEqual([]);
    expect(known.size).toBe(new Set(fingerprints(trustedBefore)).size + 2);
  });

  it.each([
    ['nothing.pem', null, /^cannot be read \(ENOENT\)$/],
    ['text.pem', 'not a certificate', /^is not a certificate in PEM form$/],
    [
      'torn.pem',
      '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
      /^is not a certificate in PEM form$/,
    ],
  ])('is not read from %s', async (name, content, reason) => {
    if (content !== null) writeFileSync(file(name), content);
    expect(await trustAuthority(file(name))).toEqual({ ok: false, error: expect.stringMatching(reason) });
  });
});

describe('a kiosk with --ca', () => {
  it('connects to its server, and is out of service without it', async () => {
    expect((await kioskShows('out-of-service')).screen).toMatchObject({ reason: 'never-connected' });
    expect((await kioskShows('idle', '--ca', file('house.pem'))).screen).toMatchObject({ name: 'idle' });
  });

  it('does not start with a file that is none', async () => {
    await expect(kioskShows('idle', '--ca', file('nothing.pem'))).rejects.toThrow(
      /^--ca .*nothing\.pem cannot be read \(ENOENT\)$/,
    );
  });
});
