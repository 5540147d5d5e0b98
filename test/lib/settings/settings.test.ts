import { describe, expect, it } from 'vitest';
import { listensBeyondLoopback, readSettings, type Settings } from '../../../main/lib/settings/settings.ts';

function run(argv: string[], env: Record<string, string> = {}): Settings {
  const read = readSettings(argv, { XDG_DATA_HOME: '/var/data', ...env }, 'linux');
  if (!read.ok || read.value.kind !== 'run') throw new Error(`not a run: ${JSON.stringify(read)}`);
  return read.value.settings;
}

function complaint(argv: string[], env: Record<string, string> = {}): string {
  const read = readSettings(argv, env, 'linux');
  if (read.ok) throw new Error('the settings were accepted');
  return read.error;
}

describe('the command line', () => {
  it('needs no flag at all', () => {
    expect(run([])).toMatchObject({ host: '127.0.0.1', port: 8080, dataDir: '/var/data/take-a-number', readers: [] });
  });

  it('reads every flag', () => {
    const settings = run([
      '--port',
      '0',
      '--data=/d',
      '--device',
      'k',
      '--printer',
      'none:',
      '--reader',
      'wedge:',
      '--reader',
      'serial:///dev/ttyACM0',
      '--lang',
      'pt_PT',
      '--second-screen',
      'hall',
      '--ca',
      '/etc/house.pem',
    ]);
    expect(settings).toMatchObject({
      port: 0,
      dataDir: '/d',
      device: 'k',
      printer: 'none:',
      readers: ['wedge:', 'serial:///dev/ttyACM0'],
      lang: 'pt_PT',
      secondScreen: 'hall',
      secondScreenKey: null,
      ca: '/etc/house.pem',
      tls: null,
      mayRestartMachine: false,
      secretFlags: [],
    });
    expect(run(['--allow-machine-restart']).mayRestartMachine).toBe(true);
    expect([run([]).mailPorts, run(['--mail-port=1025', '--mail-port=26']).mailPorts]).toEqual([[], [1025, 26]]);
    const screen = ['--screen-on=ddcutil setvcp d6 1', '--screen-off=ddcutil setvcp d6 4'];
    expect([run([]).screen, run(screen).screen]).toEqual([
      null,
      { on: 'ddcutil setvcp d6 1', off: 'ddcutil setvcp d6 4' },
    ]);
    expect([run([]).demoPerVisitor, run(['--demo-per-visitor']).demoPerVisitor]).toEqual([false, true]);
    expect([run([]).isEmptyAtFirst, run(['--no-demo']).isEmptyAtFirst]).toEqual([false, true]);
  });

  it('reads overrides of site settings, with their origin', () => {
    const env = { TAN_PUBLIC_URL: 'https://env.example', TAN_TRUSTED_PROXIES: '10.0.0.1 fd00::/8' };
    expect(run([]).overrides).toEqual([]);
    expect(run(['--public-url=https://flag.example', '--allowed-hosts', 'a.example,b.example'], env).overrides).toEqual(
      [
        { setting: 'public_url', value: 'https://flag.example', by: '--public-url' },
        { setting: 'allowed_hosts', value: ['a.example', 'b.example'], by: '--allowed-hosts' },
        { setting: 'trusted_proxies', value: ['10.0.0.1', 'fd00::/8'], by: 'TAN_TRUSTED_PROXIES' },
      ],
    );
  });

  it('reads the log level', () => {
    expect([run([]).logLevel, run(['--log-level', 'error']).logLevel]).toEqual([null, 'error']);
    expect(run([], { TAN_LOG_LEVEL: 'warn' }).logLevel).toBe('warn');
    expect([run([]).logFormat, run(['--log-format', 'text']).logFormat]).toEqual([null, 'text']);
    expect(run([], { TAN_LOG_FORMAT: 'json' }).logFormat).toBe('json');
  });

  it('reads the same from the environment, and the flag wins', () => {
    const env = { TAN_PORT: '9000', TAN_DEVICE_KEY: 'secret', TAN_READER: 'wedge: serial:///dev/a' };
    expect(run([], env)).toMatchObject({ port: 9000, deviceKey: 'secret', readers: ['wedge:', 'serial:///dev/a'] });
    expect(run(['--port', '1'], env).port).toBe(1);
  });

  it.each([
    [['--prot', '1'], /--prot/],
    [['--port', '65536'], /--port must be a number/],
    [['--port', '-1'], /--port/],
    [['--port', 'http'], /"http"/],
    [['--mail-port', '0'], /--mail-port must be a number/],
    [['extra'], /extra/],
    [['--lang', '../../x'], /--lang must be a language/],
    [['--server', 'ftp://x'], /--server must be an address/],
    [['--database', 'mysql://ana:hidden@host/queue'], /^--database must be an address such as postgres:[^ ]*$/],
    [['--database', 'queue.db'], /--database must be an address/],
    [['--database', 'postgres://host/queue', '--server', 'https://x'], /--database and --server cannot be combined/],
    [['--data', ''], /--data needs a value/],
    [['--api-authentication', 'maybe'], /--api-authentication must be on or off/],
    [['--update-feed', 'http://updates.example.org/feed.json'], /--update-feed must be an https address/],
    [['--update-feed', 'http://127.0.0.1.example.org/feed.json'], /--update-feed must be an https address/],
    [['--update-feed', 'https://ana:hidden@updates.example.org/'], /^--update-feed must be [^@]*$/],
    [['--update-feed', 'file:///etc/feed.json'], /--update-feed must be an https address/],
  ])('refuses %j in one line with the reason', (argv, said) => {
    const line = complaint(argv);
    expect(line).toMatch(said);
    expect(line).not.toContain('\n');
  });

  it('uses SQLite unless a database is named, and detects a password that all users can read', () => {
    expect(run([]).database).toBeNull();
    const url = 'postgres://queue:hidden@host/queue?sslmode=verify-full';
    expect(run(['--database', url])).toMatchObject({ database: url, secretFlags: ['database'] });
    expect(run([], { TAN_DATABASE: url })).toMatchObject({ database: url, secretFlags: [] });
    expect(run(['--database', 'postgresql://queue@host/queue']).secretFlags).toEqual([]);
    expect(run(['--database', 'postgres://ana:a,b@one:5432,two:5433/queue']).secretFlags).toEqual(['database']);
    expect(run(['--database', 'postgres://queue@one:5432,two:5433/queue']).secretFlags).toEqual([]);
  });

  it('accepts an update feed over http only from this machine', () => {
    for (const url of ['https://updates.example.org/feed.json', 'http://127.0.0.1:8000/feed.json', 'http://[::1]/'])
      expect(run(['--update-feed', url]).updateFeed).toBe(url);
  });

  it('requires keys as the site says, unless the flag overrides it', () => {
    expect(run(['--host', '0.0.0.0']).apiAuthentication).toBeNull();
    expect(run(['--api-authentication', 'on']).apiAuthentication).toBe('on');
    expect(run([], { TAN_API_AUTHENTICATION: 'off' }).apiAuthentication).toBe('off');
  });

  it.each([
    ['127.0.0.1', false],
    ['127.8.9.1', false],
    ['localhost', false],
    ['::1', false],
    ['[::1]', false],
    ['0.0.0.0', true],
    ['::', true],
    ['192.168.1.5', true],
    ['127.0.0.1.example.org', true],
    ['kiosk.local', true],
  ])('knows whether other machines can reach %s', (host, beyond) => {
    expect(listensBeyondLoopback(run(['--host', host]))).toBe(beyond);
  });
});

describe('the default data folder', () => {
  const HOME = '/home/ana';
  const LOCALAPPDATA = 'C:\\Users\\ana\\AppData\\Local';
  it.each([
    ['linux', { HOME }, '/home/ana/.local/share/take-a-number'],
    ['linux', { HOME, XDG_DATA_HOME: '/var/data' }, '/var/data/take-a-number'],
    ['linux', { HOME, XDG_DATA_HOME: 'data' }, '/home/ana/.local/share/take-a-number'],
    ['linux', { HOME, XDG_DATA_HOME: '' }, '/home/ana/.local/share/take-a-number'],
    ['darwin', { HOME, XDG_DATA_HOME: '/var/data' }, '/home/ana/Library/Application Support/Take a Number'],
    ['win32', { LOCALAPPDATA }, `${LOCALAPPDATA}\\Take a Number`],
    ['win32', { LOCALAPPDATA: '', USERPROFILE: 'C:\\Users\\ana' }, `${LOCALAPPDATA}\\Take a Number`],
    ['win32', { LOCALAPPDATA, HOME: '/c/Users/ana' }, `${LOCALAPPDATA}\\Take a Number`],
  ] as const)('is on %s, with %j, %s', (platform, env, dataDir) => {
    expect(readSettings([], env, platform)).toMatchObject({ value: { settings: { dataDir } } });
  });
});
