/** Help of the server and the kiosk: every option of `settings.ts`, in groups. */
import { GENERAL_GROUP, type ProgramHelp } from './program-help.ts';
import { SECRET_FLAGS, secretVariables, variableOf } from './secret-files.ts';

const secretOptions = SECRET_FLAGS.map((flag) => `--${flag}`).join(', ');
const isFlagVariable = (name: string): boolean => SECRET_FLAGS.some((flag) => variableOf(flag) === name);

export const SERVER_HELP: ProgramHelp = {
  purpose: 'Issues queue tickets at a kiosk, and manages the queue behind them.',
  usages: [
    'npm start -- [options]        kiosk with its server; opens a window, or else the browser',
    'npm run serve -- [options]    server and pages without a window',
  ],
  groups: [
    {
      title: 'Server',
      options: [
        { usage: '--host ADDRESS', text: 'address to listen on (default 127.0.0.1)' },
        { usage: '--port N', text: 'port to listen on (default 8080; 0 picks a free one)' },
        {
          usage: '--public-url URL',
          text: 'address under which phones and browsers reach this server, such as https://queue.example.org',
        },
        { usage: '--allowed-hosts NAMES', text: 'host names of this server, separated by commas' },
        {
          usage: '--trusted-proxies NETWORKS',
          text: 'proxies in front of this server, such as 10.89.77.10,10.0.0.0/8 (this option and the two before override the settings of the site at this server)',
        },
        {
          usage: '--tls-cert FILE --tls-key FILE',
          text: 'serve TLS with this certificate and key (PEM; reloaded when they change)',
        },
        {
          usage: '--api-authentication on|off',
          text: 'require keys and permissions, regardless of the site setting (without the option and the setting: on when --host is not a loopback address)',
        },
        {
          usage: '--drain-seconds N',
          text: 'on shutdown, keep serving for this time while /readyz returns 503, so that load balancers drain this server (default 0, at most 300)',
        },
        {
          usage: '--restart-at HH:MM',
          text: 'restart each night at this local time, when no kiosk of this program is in use',
        },
        { usage: '--allow-machine-restart', text: 'allow administrators to reboot this machine from the back office' },
        {
          usage: '--mail-port N',
          text: 'also allow this port for the mail server of the site (besides 25, 465, 587 and 2525; can be repeated)',
        },
      ],
    },
    {
      title: 'Site and data',
      options: [
        { usage: '--data DIR', text: 'folder of the database and the print journal' },
        {
          usage: '--files DIR',
          text: 'folder with media, voice and sign that several servers share, such as a network mount (default: the data folder)',
        },
        { usage: '--site FILE', text: 'load this site file at the start' },
        {
          usage: '--no-demo',
          text: 'start with an empty site instead of the demo; the back office has a setup wizard',
        },
        {
          usage: '--demo-per-visitor',
          text: 'with npm run serve: give each visitor of the pages a separate demo in memory, for ten minutes',
        },
        {
          usage: '--new-database',
          text: 'create an empty database if the database file is lost; restore a backup instead if you have one',
        },
        {
          usage: '--database URL',
          text: 'store the queue in PostgreSQL: postgres://user@host/database (default: SQLite in the data folder)',
        },
        {
          usage: '--database-replica URL',
          text: 'read reports from this read replica, while its lag is at most ten seconds',
        },
        {
          usage: '--database-wait SECONDS',
          text: 'wait this time for an unavailable PostgreSQL at the start (default 60)',
        },
      ],
    },
    {
      title: 'Backup and checks',
      options: [
        { usage: '--backup DIR', text: 'write scheduled backups to this folder, each in its own subfolder' },
        { usage: '--backup-every HOURS', text: 'hours between two backups (default 24)' },
        { usage: '--backup-keep N', text: 'number of backups to keep (default 14)' },
        { usage: '--check', text: 'check the integrity of the database, print each fault, and exit' },
        {
          usage: '--verify-audit FILE',
          text: 'verify an audit log that was exported as JSON Lines, print each fault and the newest entries, and exit',
        },
      ],
    },
    {
      title: 'Kiosk',
      options: [
        {
          usage: '--device ID',
          text: 'which device of the site this kiosk is (default: the first kiosk of the site)',
        },
        {
          usage: '--printer URL',
          text: 'tcp://host:9100, serial:///dev/ttyUSB0?baudRate=19200, serial://COM3 (Windows), lp:///dev/usb/lp0, usb://04b8:0e15, file:///path or none:',
        },
        {
          usage: '--reader URL',
          text: 'serial:///dev/ttyACM0?baudRate=9600, serial://COM3, evdev:08ff:0009, pcsc: or wedge: (can be repeated)',
        },
        { usage: '--lang ID', text: 'language of the kiosk before a visitor chooses one' },
        {
          usage: '--second-screen ID',
          text: 'with the Electron window: show this display of the site on the second screen',
        },
        {
          usage: '--screen-on COMMAND --screen-off COMMAND',
          text: 'programs with arguments that switch the screen of this machine off while the location is closed, and on again',
        },
        { usage: '--no-open', text: 'with npm start: open no browser' },
        {
          usage: '--window-wait SECONDS',
          text: 'with npm start: open the browser if the Electron window is not ready by then (default 60)',
        },
      ],
    },
    {
      title: 'Kiosk of a remote server',
      options: [
        {
          usage: '--server URL',
          text: 'run as a kiosk client of this server; without --device or its key the kiosk shows a pairing code for an administrator',
        },
        { usage: '--device-key KEY', text: 'key of this device at that server' },
        {
          usage: '--location ID',
          text: 'location of this kiosk, at a server of several locations without kiosk support',
        },
        {
          usage: '--ca FILE',
          text: 'also trust this certificate authority (PEM), for a --server with a private certificate',
        },
        {
          usage: '--second-screen-key KEY',
          text: 'key of the display of --second-screen at that server',
        },
      ],
    },
    {
      title: 'Logs and telemetry',
      options: [
        {
          usage: '--log-level info|warn|error',
          text: 'log these events and more severe ones (default info; on a terminal warn)',
        },
        {
          usage: '--log-format json|text',
          text: 'log one JSON object or one sentence per line (default json; on a terminal text)',
        },
        { usage: '--log-requests', text: 'log each request with its id, duration and database queries' },
        {
          usage: '--traces URL',
          text: 'send OpenTelemetry traces to this collector, such as http://127.0.0.1:4318 (OTLP over HTTP)',
        },
        {
          usage: '--otel-metrics URL',
          text: 'send the metrics of /metrics to this collector every 30 seconds (OTLP over HTTP)',
        },
        {
          usage: '--update-feed URL',
          text: 'check this feed of your organisation once a day, and report a newer version (default: no check)',
        },
      ],
    },
    GENERAL_GROUP,
  ],
  examples: [
    { text: 'Try the demo site on another port', command: 'npm run serve -- --port 8090' },
    {
      text: 'Serve a network with TLS and daily backups',
      command: 'npm run serve -- --host 0.0.0.0 --tls-cert server.pem --tls-key server.key --backup /srv/backups',
    },
    {
      text: 'Start a kiosk with a network printer at a remote server',
      command: 'npm start -- --server=https://queue.example.org --printer=tcp://192.0.2.10:9100',
    },
    { text: 'Check a database', command: 'npm run serve -- --check --data /var/lib/take-a-number' },
  ],
  notes: [
    'Each option is also an environment variable: --device-key is TAN_DEVICE_KEY. The option wins.',
    `Secrets: every user of the machine can read options. Give ${secretOptions} as variables, or in files that variables with _FILE name: ${secretVariables()
      .filter(isFlagVariable)
      .map((name) => `${name}_FILE`)
      .join(', ')}. The same goes for ${secretVariables()
      .filter((name) => !isFlagVariable(name))
      .map((name) => `${name}_FILE`)
      .join(', ')}.`,
    'Write addresses with =, as in --printer=tcp://host:9100: the window on Windows takes no other option behind a bare address.',
  ],
};
