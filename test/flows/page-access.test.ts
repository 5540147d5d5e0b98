/** Who may steer a kiosk through its page, and when keys are asked for: anybody could else print from anywhere. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startProgram } from '../../main/app/app.ts';
import type { Settings } from '../../main/lib/settings/settings.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

const PASSWORD = 'a long enough password';
/** What a proxy adds for somebody elsewhere. */
const ELSEWHERE = { 'x-forwarded-for': '192.0.2.7' };
const FORWARDED: readonly Record<string, string>[] = [
  ELSEWHERE,
  { forwarded: 'for=192.0.2.7' },
  { 'x-forwarded-proto': 'https' },
  { 'x-real-ip': '192.0.2.7' },
  { via: '1.1 proxy' },
  { 'cf-connecting-ip': '192.0.2.7' },
  { 'x-forwarded-for': '' },
];

async function openTownHall(apiAuthentication: Settings['apiAuthentication']) {
  const dataDir = await mkdtemp(join(tmpdir(), 'take-a-number-access-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings: Settings = {
    host: '127.0.0.1',
    port: 0,
    dataDir,
    filesDir: null,
    siteFile: null,
    isEmptyAtFirst: false,
    demoPerVisitor: false,
    allowsNewDatabase: false,
    database: null,
    databaseReplica: null,
    databaseWaitSeconds: 0,
    server: null,
    deviceKey: null,
    location: null,
    ca: null,
    device: null,
    printer: 'none:',
    readers: [],
    lang: null,
    secondScreen: null,
    secondScreenKey: null,
    tls: null,
    backup: null,
    traces: null,
    otelMetrics: null,
    updateFeed: null,
    overrides: [],
    logLevel: null,
    logFormat: null,
    logsRequests: false,
    mailPorts: [],
    mayRestartMachine: false,
    screen: null,
    restartAt: null,
    drainSeconds: 0,
    secretFlags: [],
    apiAuthentication,
  };
  const log = recordingLog();
  let shown = '';
  const start = () =>
    startProgram(settings, log, (line) => {
      shown = line;
    });
  let program = await start();
  onTestFinished(() => program.close());

  async function post(path: string, body: object, key = ''): Promise<Record<string, string>> {
    const response = await fetch(`${program.address}/restapi/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  }

  return {
    log,
    dataDir,
    /** The token of an address that the program gives out. */
    token: () => tokenIn(program.kioskUrl()),
    async restart() {
      await program.close();
      program = await start();
    },
    settings: async (): Promise<object> =>
      ((await (await fetch(`${program.address}/restapi/v2/admin/site`)).json()) as { settings: object }).settings,
    async put(settings: object): Promise<number> {
      const response = await fetch(`${program.address}/restapi/v2/admin/site`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ settings }),
      });
      return response.status;
    },
    /** What anybody gets who asks for the users like this. */
    async users(headers: Record<string, string>): Promise<number> {
      return (await fetch(`${program.address}/restapi/v2/admin/users`, { headers })).status;
    },
    /** The key of a device, made by the administrator as in the back office. */
    async keyOf(device: string): Promise<string> {
      const once = /password (\S+) for/.exec(shown)?.[1];
      const login = { user_id: 'admin', password: once, new_password: PASSWORD };
      const { authtoken } = await post('queuemanagement/login', login);
      const { key } = await post(`admin/devices/${device}/key`, {}, authtoken);
      return key!;
    },
    /** What a page gets: the kiosk's state, or the reason why it is sent away; and its session, if it gets one. */
    page(options: PageOptions): Promise<{ readonly got: string; readonly session?: string }> {
      const query = options.device === undefined ? '' : `?device=${options.device}`;
      const proofs = (['key', 'token', 'session'] as const).flatMap((kind) =>
        options[kind] === undefined ? [] : [`${kind}.${options[kind]}`],
      );
      const socket = new WebSocket(
        `${program.address.replace('http', 'ws')}/kiosk/shell${query}`,
        ['take-a-number', ...proofs],
        { headers: options.headers ?? {} },
      );
      onTestFinished(() => socket.terminate());
      let kept = {};
      return new Promise((resolve, reject) => {
        socket.on('message', (data) => {
          const message = JSON.parse(String(data)) as { readonly session?: string };
          if (message.session !== undefined) kept = { session: message.session };
          else resolve({ got: Object.keys(message)[0] ?? '', ...kept });
        });
        socket.on('close', (code, reason) => resolve({ got: `${code} ${reason}` }));
        socket.on('error', reject);
      });
    },
  };
}

interface PageOptions {
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  readonly session?: string | undefined;
  readonly device?: string;
  readonly headers?: Record<string, string>;
}

function tokenIn(address: string): string {
  return new URLSearchParams(new URL(address).hash.slice(1)).get('token') ?? '';
}

const IN = { got: 'state' };
const OUT = { got: '1008 device key needed' };

describe('the page of a kiosk, where keys are asked for', () => {
  it('is let in on this machine by a token that is good once, and stays in by its session', async () => {
    const hall = await openTownHall('on');
    const token = hall.token();
    expect(await hall.page({})).toEqual(OUT);
    const first = await hall.page({ token });
    expect(first).toEqual({ ...IN, session: expect.any(String) });
    expect(await hall.page({ token })).toEqual(OUT);
    const { session } = first;
    expect(await hall.page({ session })).toMatchObject(IN);
    await hall.restart();
    expect(await hall.page({ session })).toMatchObject(IN);
    expect(await hall.page({ session: `${session?.slice(0, -2)}AA` })).toEqual(OUT);
    expect(await hall.page({ session: session?.replace(/^\w+/, 'zzzzzzzz') })).toEqual(OUT);
    expect(await hall.page({ token: 'undefined' })).toEqual(OUT);
    expect(hall.log.lines.join('\n')).not.toContain(token);
  });

  it('with a session controls only its own kiosk, not through a proxy, and only as long as the device key is valid', async () => {
    const hall = await openTownHall('on');
    const { session } = await hall.page({ token: hall.token() });
    expect(await hall.page({ session, device: 'kiosk-2' })).toEqual(OUT);
    expect(await hall.page({ session, headers: ELSEWHERE })).toEqual(OUT);
    const token = hall.token();
    expect(await hall.page({ token, headers: ELSEWHERE })).toEqual(OUT);
    const other = await hall.page({ token, device: 'kiosk-2' });
    expect(other).toMatchObject(IN);
    expect(await hall.page({ session: other.session })).toEqual(OUT);
    await hall.keyOf('kiosk-2');
    expect(await hall.page({ session: other.session, device: 'kiosk-2' })).toEqual(OUT);
    expect(await hall.page({ session })).toMatchObject(IN);
  });

  it('gets no access through a proxy on this machine', async () => {
    const hall = await openTownHall('on');
    // Neither through one that says so nor through one that does not.
    expect(await hall.page({ headers: ELSEWHERE })).toEqual(OUT);
    expect(await hall.page({})).toEqual(OUT);
  });

  it('finds its address in a file that is its user\u2019s alone, and a new one when that was used', async () => {
    const hall = await openTownHall('on');
    const file = join(hall.dataDir, 'kiosk.token');
    const read = async (): Promise<string> => (await readFile(file, 'utf8')).trim();
    const address = await read();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/kiosk\/#token=[\w-]{43}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await hall.page({ token: tokenIn(address) })).toMatchObject(IN);
    await expect.poll(read).not.toBe(address);
    expect(await hall.page({ token: tokenIn(await read()) })).toMatchObject(IN);
  });

  it('needs the key of its own device elsewhere', async () => {
    const hall = await openTownHall('on');
    const key = await hall.keyOf('kiosk-2');
    const headers = ELSEWHERE;
    expect(await hall.page({ device: 'kiosk-2', key, headers })).toEqual(IN);
    expect(await hall.page({ device: 'kiosk-2', headers })).toEqual(OUT);
    expect(await hall.page({ device: 'kiosk-1', key, headers })).toEqual(OUT);
    expect(await hall.page({ key, headers })).toEqual(OUT);
    expect(await hall.page({ device: 'kiosk-2', key: `${key}x`, headers })).toEqual(OUT);
    expect(hall.log.lines.join('\n')).not.toContain(key);
  });
});

describe('a server that nobody said anything to', () => {
  const PUBLIC = { settings: { public_url: 'https://queue.example' } };

  it('asks this machine for nothing, and everybody whom a proxy speaks for', async () => {
    const hall = await openTownHall(null);
    expect(await hall.page({})).toEqual(IN);
    expect(await hall.users({})).toBe(200);
    for (const headers of FORWARDED) {
      expect([headers, await hall.page({ headers }), await hall.users(headers)]).toEqual([headers, OUT, 401]);
    }
  });

  it.each([
    ['has a public address', PUBLIC],
    ['has another name', { settings: { allowed_hosts: ['queue.intranet.example'] } }],
    ['has a proxy before it', { settings: { trusted_proxies: ['127.0.0.1'] } }],
  ])('asks everybody as soon as the site says that it %s', async (_name, site) => {
    const hall = await openTownHall(null);
    const before = await hall.page({});
    expect(before).toEqual(IN);
    const settings = { ...(await hall.settings()), ...site.settings };
    expect(await hall.put(settings)).toBe(200);
    expect(await hall.users({})).toBe(401);
    expect(await hall.page({})).toEqual(OUT);
    expect(await hall.page({ token: hall.token() })).toMatchObject(IN);
  });
});

describe('a server without keys', () => {
  it('is open to all, because somebody said so', async () => {
    const hall = await openTownHall('off');
    expect(await hall.page({ headers: ELSEWHERE })).toEqual(IN);
    expect(await hall.users(ELSEWHERE)).toBe(200);
  });
});
