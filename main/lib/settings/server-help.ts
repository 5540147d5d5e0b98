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
  groups: {
    Server: {
      '--host ADDRESS': 'address to listen on (default 127.0.0.1)',
      '--port N': 'port to listen on (default 8080; 0 picks a free one)',
      '--public-url URL':
        'address under which phones and browsers reach this server, such as https://queue.example.org',
      '--allowed-hosts NAMES': 'host names of this server, separated by commas',
      '--trusted-proxies NETWORKS':
        'proxies in front of this server, such as 10.89.77.10,10.0.0.0/8 (this option and the two before override the settings of the site at this server)',
      '--tls-cert FILE --tls-key FILE': 'serve TLS with this certificate and key (PEM; reloaded when they change)',
      '--api-authentication on|off':
        'require keys and permissions, regardless of the site setting (without the option and the setting: on when --host is not a loopback address)',
      '--drain-seconds N':
        'on shutdown, keep serving for this time while /readyz returns 503, so that load balancers drain this server (default 0, at most 300)',
      '--restart-at HH:MM': 'restart each night at this local time, when no kiosk of this program is in use',
      '--allow-machine-restart': 'allow administrators to reboot this machine from the back office',
      '--mail-port N':
        'also allow this port for the mail server of the site (besides 25, 465, 587 and 2525; can be repeated)',
    },
    'Site and data': {
      '--data DIR': 'folder of the database and the print journal',
      '--files DIR':
        'folder with media, voice and sign that several servers share, such as a network mount (default: the data folder)',
      '--site FILE': 'load this site file at the start',
      '--no-demo': 'start with an empty site instead of the demo; the back office has a setup wizard',
      '--demo-per-visitor':
        'with npm run serve: give each visitor of the pages a separate demo in memory, for ten minutes',
      '--new-database':
        'create an empty database if the database file is lost; if you have a backup, restore it instead',
      '--database URL':
        'store the queue in PostgreSQL: postgres://user@host/database (default: SQLite in the data folder)',
      '--database-replica URL': 'read reports from this read replica, while its lag is at most ten seconds',
      '--database-wait SECONDS': 'wait this time for an unavailable PostgreSQL at the start (default 60)',
    },
    'Backup and checks': {
      '--backup DIR': 'write scheduled backups to this folder, each in its own subfolder',
      '--backup-every HOURS': 'hours between two backups (default 24)',
      '--backup-keep N': 'number of backups to keep (default 14)',
      '--check': 'check the integrity of the database, print each fault, and exit',
      '--verify-audit FILE':
        'verify an audit log that was exported as JSON Lines, print each fault and the newest entries, and exit',
    },
    Kiosk: {
      '--device ID': 'which device of the site this kiosk is (default: the first kiosk of the site)',
      '--printer URL':
        'tcp://host:9100, serial:///dev/ttyUSB0?baudRate=19200, serial://COM3 (Windows), lp:///dev/usb/lp0, usb://04b8:0e15, file:///path or none:',
      '--reader URL':
        'serial:///dev/ttyACM0?baudRate=9600, serial://COM3, evdev:08ff:0009, pcsc: or wedge: (can be repeated)',
      '--lang ID': 'language of the kiosk before a visitor chooses one',
      '--second-screen ID': 'with the Electron window: show this display of the site on the second screen',
      '--screen-on COMMAND --screen-off COMMAND':
        'programs with arguments that switch the screen of this machine off while the location is closed, and on again',
      '--no-open': 'with npm start: open no browser',
      '--window-wait SECONDS':
        'with npm start: open the browser if the Electron window is not ready by then (default 60)',
    },
    'Kiosk of a remote server': {
      '--server URL':
        'run as a kiosk client of this server; without --device or its key the kiosk shows a pairing code for an administrator',
      '--device-key KEY': 'key of this device at that server',
      '--location ID': 'location of this kiosk, at a server of several locations without kiosk support',
      '--ca FILE': 'also trust this certificate authority (PEM), for a --server with a private certificate',
      '--second-screen-key KEY': 'key of the display of --second-screen at that server',
    },
    'Logs and telemetry': {
      '--log-level info|warn|error': 'log these events and more severe ones (default info; on a terminal warn)',
      '--log-format json|text': 'log one JSON object or one sentence per line (default json; on a terminal text)',
      '--log-requests': 'log each request with its id, duration and database queries',
      '--traces URL': 'send OpenTelemetry traces to this collector, such as http://127.0.0.1:4318 (OTLP over HTTP)',
      '--otel-metrics URL': 'send the metrics of /metrics to this collector every 30 seconds (OTLP over HTTP)',
      '--update-feed URL':
        'check this feed of your organisation once a day, and report a newer version (default: no check)',
    },
    ...GENERAL_GROUP,
  },
  examples: {
    'Try the demo site on another port': 'npm run serve -- --port 8090',
    'Serve a network with TLS and daily backups':
      'npm run serve -- --host 0.0.0.0 --tls-cert server.pem --tls-key server.key --backup /srv/backups',
    'Start a kiosk with a network printer at a remote server':
      'npm start -- --server=https://queue.example.org --printer=tcp://192.0.2.10:9100',
    'Check a database': 'npm run serve -- --check --data /var/lib/take-a-number',
  },
  notes: [
    'Each option is also an environment variable: --device-key is TAN_DEVICE_KEY. The option wins.',
    `Secrets: every user of the machine can read options. Give ${secretOptions} as variables, or in files that variables with _FILE name: ${secretVariables()
      .filter(isFlagVariable)
      .map((name) => `${name}_FILE`)
      .join(', ')}. The same applies to ${secretVariables()
      .filter((name) => !isFlagVariable(name))
      .map((name) => `${name}_FILE`)
      .join(', ')}.`,
    'Write addresses with =, as in --printer=tcp://host:9100: the kiosk window on Windows ignores options after an address without =.',
  ],
};
