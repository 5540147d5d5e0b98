/**
 * TLS and reverse proxies: the server's own certificate, and Debian's nginx and Caddy.
 *
 * The proxies have the configurations of docs/admin/reverse-proxy-tls.md, except ports and files.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type Program, startProgram } from '../../main/app/app.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { ROLES } from '../../main/site/contract/roles.ts';
import { type DatabaseLine, openDatabaseLine } from '../helpers/database-line.ts';
import { freePort } from '../helpers/free-port.ts';
import { replaced, startNginx } from '../helpers/nginx.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

const run = promisify(execFile);
const NAME = 'queue.example.org';
const PASSWORD = 'a long enough password';

let folder: string;
let deploy: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'take-a-number-fronts-'));
  deploy = await readFile(new URL('../../docs/admin/reverse-proxy-tls.md', import.meta.url), 'utf8');
  await makeCertificate('one');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (name: string): string => join(folder, name);

async function makeCertificate(name: string, its = `DNS:${NAME},DNS:localhost,IP:127.0.0.1`): Promise<void> {
  const names = `subjectAltName=${its}`;
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file(`${name}.key`)];
  const cert = ['-out', file(`${name}.crt`), '-days', '90', '-subj', `/CN=${name}`, '-addext', names];
  await run('openssl', ['req', '-x509', ...key, ...cert]);
}

/** Content of a code block of the document. */
function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(deploy)?.[1];
  if (found === undefined) throw new Error(`docs/admin/reverse-proxy-tls.md has no block of ${language}`);
  return found;
}

async function startServer(name: string, settings: object, ...flags: readonly string[]) {
  const site = file(`${name}.json`);
  await writeFile(site, JSON.stringify({ ...JSON.parse(SITE), settings }));
  const argv = ['--data', file(`${name}-data`), '--port', '0', '--site', site, ...flags];
  const read = readSettings(argv, {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('The flags are wrong');
  return startProgram(read.value.settings, silentLog, () => {});
}

const SITE = JSON.stringify({
  locations: [{ id: 'hall', name: 'Hall' }],
  services: [{ id: 'passports', name: 'Passports', tag: 'A' }],
  desks: [{ id: 'desk', name: 'Desk' }],
  devices: [
    { id: 'kiosk', name: 'Kiosk' },
    { id: 'display', name: 'Display', type: 9, location: 'hall' },
  ],
  users: [
    {
      id: 'ana',
      username: 'ana',
      password: PASSWORD,
      roles: ROLES,
    },
  ],
});

interface Front {
  readonly port: number;
  /** Response of an address. */
  readonly ca: string;
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Source address; all of 127.0.0.0/8 is this machine. */
  readonly from?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(
  { port, ca }: Front,
  { method = 'GET', path, headers = {}, body, from = '127.0.0.1' }: Sent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        localAddress: from,
        port,
        servername: NAME,
        ca,
        method,
        path,
        agent: false,
        headers: { host: NAME, ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** The literal UPDATE, written by hand. */
async function update({ port, ca }: Front, path: string, key: string, body: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, servername: NAME, ca });
  socket.write(
    `UPDATE ${path} HTTP/1.1\r\nhost: ${NAME}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  let text = '';
  for await (const piece of socket) text += String(piece);
  return text.split('\r\n', 1)[0] ?? '';
}

async function logIn(front: Front): Promise<string> {
  const body = JSON.stringify({ user_id: 'ana', password: PASSWORD });
  const answer = await ask(front, {
    method: 'POST',
    path: '/restapi/v2/queuemanagement/login',
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    body,
  });
  return (JSON.parse(answer.text) as { authtoken: string }).authtoken;
}

/** All requests of a regular client. */
async function isWholeServer(front: Front): Promise<void> {
  const page = await ask(front, { path: '/kiosk/' });
  expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  expect((await ask(front, { path: '/restapi/v2/admin/users' })).status).toBe(401);
  const key = await logIn(front);
  const authorization = `Bearer ${key}`;

  const large = `service_id=passports&padding=${'x'.repeat(250 * 1024)}`;
  const drawn = await ask(front, {
    method: 'POST',
    path: '/restapi/v2/queuemanagement/createticket',
    headers: {
      authorization,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(large.length),
    },
    body: large,
  });
  expect([drawn.status, JSON.parse(drawn.text).success]).toEqual([200, true]);

  const form = JSON.stringify({ name: 'First', selected: false, questions: { before: [], during: [], end: [] } });
  const made = await ask(front, {
    method: 'POST',
    path: '/restapi/v2/forms',
    headers: { authorization, 'content-type': 'application/json', 'content-length': String(form.length) },
    body: form,
  });
  const { id } = JSON.parse(made.text) as { id: string };
  expect(await update(front, `/restapi/v2/forms/${id}`, key, form.replace('First', 'Second'))).toContain(' 200 ');

  const events = `wss://127.0.0.1:${front.port}/restapi/v2/events?location=hall`;
  const options = { ca: front.ca, servername: NAME, headers: { host: NAME, authorization, origin: `https://${NAME}` } };
  const socket = new WebSocket(events, options);
  onTestFinished(() => socket.terminate());
  const first = await new Promise<string>((resolve, reject) => {
    socket.once('message', (data) => resolve(String(data)));
    socket.once('error', reject);
  });
  expect(JSON.parse(first)).toMatchObject({ type: 'state' });
  const stranger = new WebSocket(events, {
    ...options,
    headers: { ...options.headers, origin: 'https://evil.example' },
  });
  stranger.on('error', () => {});
  const refused = await new Promise((resolve) =>
    stranger.once('unexpected-response', (_asked, answer) => resolve(answer.statusCode)),
  );
  expect(refused).toBe(403);
  stranger.terminate();
}

/** Metrics are allowed for one address only, so that they show which address the server sees. */
async function seesRealAddresses(front: Front): Promise<void> {
  const figures = async (from: string, headers = {}): Promise<number> =>
    (await ask(front, { path: '/metrics', from, headers })).status;
  expect(await figures('127.0.0.5')).toBe(200);
  expect(await figures('127.0.0.6')).toBe(401);
  expect(await figures('127.0.0.6', { 'x-forwarded-for': '127.0.0.5' })).toBe(401);
  expect(await figures('127.0.0.6', { 'x-real-ip': '127.0.0.5', forwarded: 'for=127.0.0.5' })).toBe(401);
}

/** The proxy passes the responses of the server, and still serves pages. */
async function tellsThatDatabaseIsAway(front: Front, line: DatabaseLine): Promise<void> {
  const authorization = `Bearer ${await logIn(front)}`;
  await line.close();
  const body = JSON.stringify({ service_id: 'passports' });
  for (let nth = 1; nth <= 3; nth += 1) {
    const { status, headers, text } = await ask(front, {
      method: 'POST',
      path: '/restapi/v2/queuemanagement/createticket',
      headers: { authorization, 'content-type': 'application/json', 'content-length': String(body.length) },
      body,
    });
    expect([status, text.startsWith('{') ? JSON.parse(text).errno : text]).toEqual([503, 131]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(front, { path: '/kiosk/' })).status).toBe(200);
  }
}

/** All that it has written to standard error. */
function textOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return () => text;
}

/** Logs neither requests nor errors; read after the proxy has logged that its server is unavailable. */
async function keepsSecretsOutOfLogs(front: Front, program: Program, read: () => Promise<string>): Promise<void> {
  const addresses = ['/ticket/AaIfUC-secret', '//ticket/AaIfUC-secret', '/ticket/AaIfUC-secret?client_name=Ana'];
  const ask200 = async (path: string): Promise<number> => (await ask(front, { path })).status;
  expect(await ask200(addresses[0] ?? '')).toBe(200);
  await ask200('/restapi/services?client_name=Ana');
  await program.close();
  for (const path of addresses) expect(await ask200(path)).toBe(502);
  expect(await ask200('/kiosk/last')).toBe(502);
  await expect.poll(read).toContain('/kiosk/last');
  expect(await read()).not.toMatch(/AaIfUC|Ana/);
}

const BEHIND = { public_url: `https://${NAME}`, trusted_proxies: ['127.0.0.1'], trusted_networks: ['127.0.0.5'] };

async function started(child: ChildProcess, front: Front): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const answers = (): Promise<boolean> =>
    ask(front, { path: '/healthz' }).then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(async () => child.exitCode !== null || (await answers())).toBe(true);
  if (child.exitCode !== null) throw new Error(said);
}

/** Ciphers without authentication, or without forward secrecy. */
const OLD_CIPHERS = 'ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA256:AES128-GCM-SHA256:AES128-SHA';

describe('other machines reach the server', () => {
  it('behind nginx, as the document has it', async () => {
    const line = await openDatabaseLine((await newDatabase()).url);
    const program = await startServer('nginx', BEHIND, '--database', line.url);
    onTestFinished(() => program.close());
    const front = { port: await freePort(), ca: await readFile(file('one.crt'), 'utf8') };
    const site = replaced(block('nginx'), {
      'listen 443 ssl': `listen 127.0.0.1:${front.port} ssl`,
      [`/etc/letsencrypt/live/${NAME}/fullchain.pem`]: file('one.crt'),
      [`/etc/letsencrypt/live/${NAME}/privkey.pem`]: file('one.key'),
      'http://127.0.0.1:8080': program.address,
      '/var/log/nginx/access.log': file('access.log'),
    });
    const child = startNginx(site);
    const told = textOf(child);
    await started(child, front);
    await isWholeServer(front);
    await seesRealAddresses(front);
    await tellsThatDatabaseIsAway(front, line);
    await keepsSecretsOutOfLogs(front, program, async () => `${await readFile(file('access.log'), 'utf8')}${told()}`);
  });

  it('behind Caddy, as the document has it', async () => {
    const line = await openDatabaseLine((await newDatabase()).url);
    const program = await startServer('caddy', BEHIND, '--database', line.url);
    onTestFinished(() => program.close());
    const front = { port: await freePort(), ca: await readFile(file('one.crt'), 'utf8') };
    const site = replaced(block('caddy'), {
      [`${NAME} {`]: `https://${NAME}:${front.port} {\n\tbind 127.0.0.1\n\ttls ${file('one.crt')} ${file('one.key')}`,
      '127.0.0.1:8080': new URL(program.address).host,
    });
    await writeFile(
      file('Caddyfile'),
      replaced(site, { '{\n\tlog {': '{\n\tadmin off\n\tauto_https disable_redirects\n\tlog {' }),
    );
    const child = spawn('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file('Caddyfile')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    onTestFinished(() => void child.kill());
    const told = textOf(child);
    await started(child, front);
    await isWholeServer(front);
    await seesRealAddresses(front);
    await tellsThatDatabaseIsAway(front, line);
    await keepsSecretsOutOfLogs(front, program, async () => told());
  });

  it('with its own certificate, and with the next one when it is renewed', async () => {
    const log = recordingLog();
    await copyFile(file('one.crt'), file('live.crt'));
    await copyFile(file('one.key'), file('live.key'));
    await makeCertificate('two');
    const flags = ['--tls-cert', file('live.crt'), '--tls-key', file('live.key')];
    const read = readSettings(['--data', file('tls-data'), '--port', '0', '--site', file('tls.json'), ...flags], {});
    if (!read.ok || read.value.kind !== 'run') throw new Error('The flags are wrong');
    await writeFile(
      file('tls.json'),
      JSON.stringify({ ...JSON.parse(SITE), settings: { public_url: `https://${NAME}` } }),
    );
    const program = await startProgram(read.value.settings, log, () => {});
    onTestFinished(() => program.close());
    expect(program.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const front = { port: Number(new URL(program.address).port), ca: await readFile(file('one.crt'), 'utf8') };
    await isWholeServer(front);

    const shown = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: front.port, rejectUnauthorized: false }, () => {
          resolve(String(socket.getPeerCertificate().subject.CN));
          socket.destroy();
        });
        socket.on('error', reject);
      });
    const spoken = (offered: ConnectionOptions): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect({ host: '127.0.0.1', port: front.port, rejectUnauthorized: false, ...offered }, () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
          socket.destroy();
        });
        socket.on('error', () => resolve('nothing'));
      });
    const speaksSoundly = async (): Promise<void> => {
      expect(await spoken({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
      expect(await spoken({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 ECDHE-.*-GCM-/);
      expect(await spoken({ maxVersion: 'TLSv1.2', ciphers: OLD_CIPHERS })).toBe('nothing');
      expect(await spoken({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' })).toBe('nothing');
    };
    // Each piece is a separate record, and is read separately.
    const answered = (...pieces: readonly string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: front.port, rejectUnauthorized: false }, () => {
          for (const piece of pieces) socket.write(piece);
        });
        socket.once('data', (data) => resolve(String(data).split('\r\n', 1)[0] ?? ''));
        socket.on('error', reject);
        onTestFinished(() => void socket.destroy());
      });
    const rest = 'PDATE /restapi/v2/forms/none HTTP/1.1\r\nhost: localhost\r\n\r\n';
    expect(await answered('U', rest)).toBe('HTTP/1.1 401 Unauthorized');
    expect(await answered('P', rest)).toBe('HTTP/1.1 405 Method Not Allowed');
    await speaksSoundly();
    expect(await shown()).toBe('one');
    await writeFile(file('live.crt'), 'broken');
    await expect.poll(() => log.lines.join('\n'), { timeout: 60_000 }).toContain('tls.reload-failed');
    expect(await shown()).toBe('one');
    await copyFile(file('two.crt'), file('live.crt'));
    await copyFile(file('two.key'), file('live.key'));
    await expect.poll(shown, { timeout: 60_000 }).toBe('two');
    await speaksSoundly();
    expect(log.lines.join('\n')).toContain('tls.renewed');
  });
});

describe('each start reports', () => {
  async function said(...flags: readonly string[]): Promise<string> {
    const log = recordingLog();
    const data = await mkdtemp(join(folder, 'start-'));
    await writeFile(file('start.json'), SITE);
    const read = readSettings(['--data', data, '--port', '0', '--site', file('start.json'), ...flags], {});
    if (!read.ok || read.value.kind !== 'run') throw new Error('The flags are wrong');
    const program = await startProgram(read.value.settings, log, () => {});
    await program.close();
    return log.lines.join('\n');
  }

  it('its second screen by the name of its certificate', async () => {
    await makeCertificate('named', 'DNS:localhost');
    const tls = ['--tls-cert', file('named.crt'), '--tls-key', file('named.key')];
    const program = await startServer('named', {}, ...tls, '--second-screen', 'display');
    onTestFinished(() => program.close());
    const { port } = new URL(program.address);
    expect(program.displayUrl).toContain(`https://localhost:${port}/display/?device=display`);
  });

  it('that others can read unencrypted traffic, but not for local connections', async () => {
    expect(await said('--host', '0.0.0.0')).toContain('http.tls-disabled');
    expect(await said()).not.toContain('http.tls-disabled');
    const tls = ['--tls-cert', file('one.crt'), '--tls-key', file('one.key')];
    expect(await said('--host', '0.0.0.0', ...tls)).not.toContain('http.tls-disabled');
  });

  it('that a key is visible in the list of processes, without the key itself', async () => {
    const lines = await said('--second-screen-key', 'tan_secret');
    expect(lines).toContain('config.secret-in-arguments');
    expect(lines).toContain('TAN_SECOND_SCREEN_KEY');
    expect(lines).not.toContain('tan_secret');
  });

  it('the error of a certificate, in one line, and then exits', async () => {
    await expect(said('--tls-cert', file('none.crt'), '--tls-key', file('one.key'))).rejects.toThrow(
      /^--tls-cert .* cannot be read: ENOENT$/,
    );
    await expect(said('--tls-cert', file('two.crt'), '--tls-key', file('one.key'))).rejects.toThrow(
      'the key does not belong to the certificate',
    );
    expect(readSettings(['--tls-cert', 'x'], {})).toMatchObject({
      ok: false,
      error: expect.stringContaining('must be set together'),
    });
  });
});
