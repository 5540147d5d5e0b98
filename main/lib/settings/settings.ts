/**
 * Settings from command line and environment, read once.
 *
 * Each flag is also a variable `TAN_…`; the flag takes precedence. No other code reads `process.env`.
 */
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { parseArgs } from 'node:util';
import { OVERRIDABLE_SETTINGS, type SettingOverride } from '../../site/contract/site.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../logging/event.ts';
import { fail, ok, type Result } from '../result.ts';
import { databaseUrl, hasPassword, withPassword } from './database-url.ts';
import { optionFault } from './option-fault.ts';
import { type Environment, SECRET_FLAGS, variableOf, withSecretFiles } from './secret-files.ts';

export interface Settings {
  readonly host: string;
  /** 0: the system selects a free port. */
  readonly port: number;
  readonly dataDir: string;
  /** Folder with `media`, `voice` and `sign`, shared by several servers; null: in the data folder. */
  readonly filesDir: string | null;
  readonly siteFile: string | null;
  /** A first start without a site file creates an empty site instead of the demo. */
  readonly isEmptyAtFirst: boolean;
  /** Each visitor of the server gets a separate demo in memory. */
  readonly demoPerVisitor: boolean;
  /** Replaces a lost database by an empty one. */
  readonly allowsNewDatabase: boolean;
  /** Address of a PostgreSQL database, possibly with a password; null: SQLite in the data folder. */
  readonly database: string | null;
  /** Address of a read replica for reports; null: none. */
  readonly databaseReplica: string | null;
  /** How long the start waits for an unavailable PostgreSQL. */
  readonly databaseWaitSeconds: number;
  /** Address of a remote server; null: embedded server. */
  readonly server: string | null;
  readonly deviceKey: string | null;
  /** Location of the kiosk, for a third-party server that does not report it. */
  readonly location: string | null;
  /** File with the certificate authority of our servers; null: only the well-known authorities. */
  readonly ca: string | null;
  /** Authentication of the API; null: decided by the site, and by the listening address. */
  readonly apiAuthentication: 'on' | 'off' | null;
  /** Device of this kiosk; null: the site's first kiosk. */
  readonly device: string | null;
  /** Overrides of the device's printer and readers. */
  readonly printer: string | null;
  readonly readers: readonly string[];
  readonly lang: string | null;
  /** Display for a window on the second screen; null: none. */
  readonly secondScreen: string | null;
  /** Key of that display at a remote server. */
  readonly secondScreenKey: string | null;
  /** Files of the server's certificate and key; null: no TLS. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Address of an OpenTelemetry collector; null: no traces. */
  readonly traces: string | null;
  /** Address of the metrics collector, without a path. */
  readonly otelMetrics: string | null;
  /** Address of the organisation's update feed; null: no check for newer versions. */
  readonly updateFeed: string | null;
  /** Site settings overridden by this server. */
  readonly overrides: readonly SettingOverride[];
  /** Minimum level of logged events; null: `info`, and on a terminal `warn`. */
  readonly logLevel: LogLevel | null;
  /** Log format; null: `text` on a terminal, otherwise `json`. */
  readonly logFormat: LogFormat | null;
  /** Whether to log every request. */
  readonly logsRequests: boolean;
  /** Scheduled backups; null: none. */
  readonly backup: { readonly folder: string; readonly everyHours: number; readonly keep: number } | null;
  /** Ports allowed for the site's mail server, besides the usual ones. */
  readonly mailPorts: readonly number[];
  /** Whether staff with the permission can reboot this machine remotely. */
  readonly mayRestartMachine: boolean;
  /** Commands that switch the machine's screen, words separated by spaces; null: none. */
  readonly screen: { readonly on: string; readonly off: string } | null;
  /** Local time of the nightly restart, such as `03:30`; null: none. */
  readonly restartAt: string | null;
  /** How long the server continues after a stop request, so that load balancers switch first. */
  readonly drainSeconds: number;
  /** Flags with a secret, which every user of the machine can read. */
  readonly secretFlags: readonly string[];
}

/** Command: run, or print something and stop. */
export type CommandLine =
  | { readonly kind: 'run' | 'check'; readonly settings: Settings }
  | { readonly kind: 'verify-audit'; readonly file: string }
  | { readonly kind: 'help' | 'version' };

const FLAGS = {
  host: { type: 'string' },
  port: { type: 'string' },
  data: { type: 'string' },
  files: { type: 'string' },
  site: { type: 'string' },
  'no-demo': { type: 'boolean' },
  'demo-per-visitor': { type: 'boolean' },
  'new-database': { type: 'boolean' },
  database: { type: 'string' },
  'database-replica': { type: 'string' },
  'database-wait': { type: 'string' },
  server: { type: 'string' },
  'device-key': { type: 'string' },
  location: { type: 'string' },
  ca: { type: 'string' },
  device: { type: 'string' },
  printer: { type: 'string' },
  reader: { type: 'string', multiple: true },
  lang: { type: 'string' },
  // Not `display`: Chromium uses that switch itself, for the name of an X server.
  'second-screen': { type: 'string' },
  'second-screen-key': { type: 'string' },
  'api-authentication': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  backup: { type: 'string' },
  'backup-every': { type: 'string' },
  'backup-keep': { type: 'string' },
  'restart-at': { type: 'string' },
  'drain-seconds': { type: 'string' },
  'screen-on': { type: 'string' },
  'screen-off': { type: 'string' },
  check: { type: 'boolean' },
  'verify-audit': { type: 'string' },
  traces: { type: 'string' },
  'otel-metrics': { type: 'string' },
  'update-feed': { type: 'string' },
  'log-requests': { type: 'boolean' },
  'log-level': { type: 'string' },
  'log-format': { type: 'string' },
  'public-url': { type: 'string' },
  'allowed-hosts': { type: 'string' },
  'trusted-proxies': { type: 'string' },
  'allow-machine-restart': { type: 'boolean' },
  'mail-port': { type: 'string', multiple: true },
  // Options of npm start, which reads them itself.
  'no-open': { type: 'boolean' },
  'window-wait': { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const;

type Flag = keyof typeof FLAGS;

const MAX_PORT = 65_535;
const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|::1|\[::1\])$/i;

/**
 * Default folder for a user's application data. On Windows the local part: the roaming one is copied to and from a
 * server at login, which would corrupt a database.
 */
function defaultDataDir(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA || win32.join(env.USERPROFILE || homedir(), 'AppData', 'Local');
    return win32.join(local, 'Take a Number');
  }
  const home = env.HOME || homedir();
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Take a Number');
  // Relative paths are ignored, as the specification requires.
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : posix.join(home, '.local', 'share');
  return posix.join(data, 'take-a-number');
}

export const OPTION_NAMES: readonly string[] = Object.keys(FLAGS);

type Values = { readonly [Name in Flag]?: string | boolean | string[] };

function readFlags(argv: readonly string[]): Result<Values, string> {
  try {
    return ok(parseArgs({ args: [...argv], options: FLAGS, strict: true, allowPositionals: false }).values);
  } catch (error) {
    return fail(optionFault(error, argv, OPTION_NAMES));
  }
}

const FLAG_OF_SETTING = {
  public_url: 'public-url',
  allowed_hosts: 'allowed-hosts',
  trusted_proxies: 'trusted-proxies',
} as const satisfies Record<SettingOverride['setting'], Flag>;

interface Texts {
  text(flag: Flag): string | null;
  list(flag: Flag): readonly string[];
  /** Whether it is on the command line, not only a variable. */
  isFlag(flag: Flag): boolean;
  /** Value of a flag without an argument. */
  isSet(flag: Flag): boolean;
}

/** Combines flags and variables; an empty variable counts as absent. */
function texts(values: Values, env: Environment): Texts {
  const variable = (flag: string): string => env[variableOf(flag)] ?? '';
  return {
    text(flag) {
      const value = values[flag];
      return typeof value === 'string' ? value : variable(flag) || null;
    },
    list(flag) {
      const value = values[flag];
      return Array.isArray(value) ? value : variable(flag).split(/\s+/).filter(Boolean);
    },
    isFlag: (flag) => values[flag] !== undefined,
    isSet: (flag) => values[flag] === true || variable(flag) !== '',
  };
}

function isDatabase(text: string): boolean {
  return ['postgres:', 'postgresql:'].includes(databaseUrl(text)?.protocol ?? '');
}

/** Unencrypted on this machine only, because others could otherwise announce versions. */
function isFeed(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Overrides as given. The program validates them by the site's schema. */
function overridesIn(read: Texts): readonly SettingOverride[] {
  return OVERRIDABLE_SETTINGS.flatMap((setting) => {
    const flag = FLAG_OF_SETTING[setting];
    const text = read.text(flag);
    if (text === null) return [];
    const value = setting === 'public_url' ? text : text.split(/[\s,]+/).filter(Boolean);
    return [{ setting, value, by: read.isFlag(flag) ? `--${flag}` : variableOf(flag) }];
  });
}

/** Test of the text of a flag, and what the text must be. */
type Rule = readonly [test: (text: string) => boolean, must: string];

const matches = (pattern: RegExp, must: string): Rule => [(text) => pattern.test(text), must];

const numberIn = (min: number, max: number, unit = ''): Rule => [
  (text) => /^\d+$/.test(text) && text.length <= String(max).length && Number(text) >= min && Number(text) <= max,
  `a number ${unit}from ${min} to ${max}`,
];

const webAddress = (example: string): Rule => [
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  `an address such as ${example}`,
];

const DATABASE: Rule = [isDatabase, 'an address such as postgres://user@host/database'];

const RULES: Readonly<Partial<Record<Flag, Rule>>> = {
  host: matches(/^[A-Za-z0-9.:[\]-]+$/, 'an address or a name'),
  port: numberIn(0, MAX_PORT),
  database: DATABASE,
  'database-replica': DATABASE,
  'database-wait': numberIn(0, 9999, 'of seconds '),
  lang: matches(/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/, 'a language such as en or pt_PT'),
  'api-authentication': matches(/^(on|off)$/, 'on or off'),
  'window-wait': numberIn(1, 9999, 'of seconds '),
  traces: webAddress('http://127.0.0.1:4318'),
  'otel-metrics': webAddress('http://127.0.0.1:4318'),
  'update-feed': [
    isFeed,
    'an https address without a password, such as https://updates.example.org/take-a-number.json',
  ],
  'backup-every': numberIn(1, 9999),
  'backup-keep': numberIn(1, 9999),
  'log-level': [(text) => LOG_LEVELS.some((level) => level === text), 'info, warn or error'],
  'log-format': [(text) => LOG_FORMATS.some((format) => format === text), 'json or text'],
  'mail-port': numberIn(1, MAX_PORT),
  'drain-seconds': numberIn(0, 300),
  'restart-at': matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 03:30'),
  server: webAddress('https://queue.example.org'),
};

/** Their values can contain a password, so that a fault does not show them. */
const HIDDEN: readonly string[] = ['database', 'database-replica', 'traces', 'otel-metrics', 'update-feed'];

function ruleFault(read: Texts): string | null {
  for (const [flag, [test, must]] of Object.entries(RULES) as [Flag, Rule][]) {
    const given = 'multiple' in FLAGS[flag] ? read.list(flag) : [read.text(flag)];
    const wrong = given.find((text) => text !== null && !test(text));
    if (wrong != null) return `--${flag} must be ${must}${HIDDEN.includes(flag) ? '' : `, not "${wrong}"`}`;
  }
  return null;
}

/** First fault of the texts, in one line; null without one. */
function fault(read: Texts): string | null {
  for (const flag of [
    'host',
    'data',
    'files',
    'site',
    'ca',
    'device',
    'printer',
    'second-screen',
    'tls-cert',
    'tls-key',
    'backup',
    'screen-on',
    'screen-off',
    'public-url',
    'allowed-hosts',
    'trusted-proxies',
  ] as const) {
    if (read.text(flag)?.trim() === '') return `--${flag} needs a value; see --help`;
  }
  const wrong = ruleFault(read);
  if (wrong !== null) return wrong;
  if (read.text('database') !== null && read.text('server') !== null) {
    return '--database and --server cannot be combined: the remote server has its own database';
  }
  const logLevel = read.text('log-level') ?? 'info';
  if (logLevel !== 'info' && read.isSet('log-requests')) {
    return `--log-requests and --log-level ${logLevel} cannot be combined: requests are logged at level info`;
  }
  if (read.text('database-replica') !== null && read.text('database') === null) {
    return '--database-replica needs --database, the primary database';
  }
  if (read.text('backup') !== null && read.text('server') !== null) {
    return '--backup and --server cannot be combined: the remote server writes its own backups';
  }
  if ((read.text('tls-cert') === null) !== (read.text('tls-key') === null)) {
    return '--tls-cert and --tls-key must be set together';
  }
  if ((read.text('screen-on') === null) !== (read.text('screen-off') === null)) {
    return '--screen-on and --screen-off must be set together';
  }
  return demoFault(read);
}

/** Options for data, devices or other servers, which a visitor's demo must not use. */
const NOT_IN_DEMO = [
  'no-demo',
  'server',
  'database',
  'files',
  'device',
  'second-screen',
  'printer',
  'reader',
  'tls-cert',
  'backup',
  'restart-at',
  'screen-on',
  'allow-machine-restart',
  'traces',
  'otel-metrics',
  'update-feed',
] as const;

function demoFault(read: Texts): string | null {
  if (!read.isSet('demo-per-visitor')) return null;
  const flag = NOT_IN_DEMO.find((name) => read.isSet(name) || read.text(name) !== null || read.list(name).length > 0);
  return flag === undefined ? null : `--demo-per-visitor and --${flag} cannot be combined`;
}

/** A fault is one line without any secret. Files of secrets are read here, once. */
export function readSettings(
  argv: readonly string[],
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Result<CommandLine, string> {
  const flags = readFlags(argv);
  if (!flags.ok) return flags;
  if (flags.value.help === true) return ok({ kind: 'help' });
  if (flags.value.version === true) return ok({ kind: 'version' });
  const exported = flags.value['verify-audit'];
  if (typeof exported === 'string') return ok({ kind: 'verify-audit', file: exported });
  const secrets = withSecretFiles(environment);
  if (!secrets.ok) return secrets;
  const env = secrets.value;
  const read = texts(flags.value, env);
  const wrong = fault(read);
  if (wrong !== null) return fail(wrong);
  const [certFile, keyFile] = [read.text('tls-cert'), read.text('tls-key')];
  const [screenOn, screenOff] = [read.text('screen-on'), read.text('screen-off')];
  const backup = read.text('backup');
  return ok({
    kind: flags.value.check === true ? 'check' : 'run',
    settings: {
      host: read.text('host') ?? '127.0.0.1',
      port: Number(read.text('port') ?? 8080),
      dataDir: read.text('data') ?? defaultDataDir(env, platform),
      filesDir: read.text('files'),
      siteFile: read.text('site'),
      isEmptyAtFirst: read.isSet('no-demo'),
      demoPerVisitor: read.isSet('demo-per-visitor'),
      allowsNewDatabase: read.isSet('new-database'),
      database: withPassword(read.text('database'), env),
      databaseReplica: withPassword(read.text('database-replica'), env),
      databaseWaitSeconds: Number(read.text('database-wait') ?? 60),
      server: read.text('server'),
      deviceKey: read.text('device-key'),
      location: read.text('location'),
      ca: read.text('ca'),
      // The rules have checked this value, and those of the log.
      apiAuthentication: read.text('api-authentication') as Settings['apiAuthentication'],
      device: read.text('device'),
      printer: read.text('printer'),
      readers: read.list('reader'),
      lang: read.text('lang'),
      secondScreen: read.text('second-screen'),
      secondScreenKey: read.text('second-screen-key'),
      tls: certFile === null || keyFile === null ? null : { certFile, keyFile },
      traces: read.text('traces'),
      otelMetrics: read.text('otel-metrics'),
      updateFeed: read.text('update-feed'),
      overrides: overridesIn(read),
      logLevel: read.text('log-level') as LogLevel | null,
      logFormat: read.text('log-format') as LogFormat | null,
      logsRequests: read.isSet('log-requests'),
      mayRestartMachine: read.isSet('allow-machine-restart'),
      mailPorts: read.list('mail-port').map(Number),
      restartAt: read.text('restart-at'),
      drainSeconds: Number(read.text('drain-seconds') ?? 0),
      screen: screenOn === null || screenOff === null ? null : { on: screenOn, off: screenOff },
      backup:
        backup === null
          ? null
          : {
              folder: backup,
              everyHours: Number(read.text('backup-every') ?? 24),
              keep: Number(read.text('backup-keep') ?? 14),
            },
      secretFlags: SECRET_FLAGS.filter((flag) => {
        const given = flags.value[flag];
        return typeof given === 'string' && (!isDatabase(given) || hasPassword(given));
      }),
    },
  });
}

/** True when other machines on the network can reach the program. */
export function listensBeyondLoopback(settings: Settings): boolean {
  return !LOOPBACK.test(settings.host);
}
