/** Help of the commands besides the server: database, printer, card reader, conformance. */
import { GENERAL_GROUP, type HelpOptions, type ProgramHelp } from './program-help.ts';

const OWN_DATABASE: HelpOptions = {
  '--data DIR': 'data folder of the program (default: that of the server)',
  '--files DIR': 'folder with media, voice and sign that several servers share',
  '--database URL': 'postgres://user@host/database (default: SQLite in the data folder)',
};

export const DATABASE_HELP: ProgramHelp = {
  purpose: 'Writes and restores backups, and moves the data between SQLite and PostgreSQL.',
  usages: [
    'npm run db:backup -- --to DIR [options]            write a backup while the program runs, and check it',
    'npm run db:restore -- --backup DIR [options]       restore a backup into an empty database',
    'npm run db:restore -- --as-of TIME [options]       record that the database was restored by other means',
    'npm run db:migrate-data -- --from PLACE --to PLACE copy the data into an empty database',
  ],
  groups: {
    Backup: {
      '--to DIR': 'folder of the backups; each gets its own subfolder',
      '--keep N': 'delete the oldest backups beyond this number',
    },
    Restore: {
      '--backup DIR': 'folder of one backup',
      '--as-of TIME':
        'state to which the database was restored, such as 2026-11-28T02:00:00Z; the server then accepts offline tickets issued since',
    },
    'Data migration': {
      '--from PLACE': 'sqlite:<data folder> or postgres://user@host/database',
      '--to PLACE':
        'the same for the target; no server may run on either; if the command stops, run it again to continue',
    },
    'Database of the program': OWN_DATABASE,
    ...GENERAL_GROUP,
  },
  examples: {
    'Write a backup, and keep the newest fourteen': 'npm run db:backup -- --to /srv/backups --keep 14',
    'Restore a backup': 'npm run db:restore -- --backup /srv/backups/2026-11-28 --data /var/lib/take-a-number',
    'Move from SQLite to PostgreSQL':
      'npm run db:migrate-data -- --from sqlite:/var/lib/take-a-number --to postgres://queue@db/queue',
  },
  notes: [
    'Secrets: give an address with a password as a variable (TAN_DATABASE, TAN_FROM, TAN_TO), or in a file that a variable with _FILE names (TAN_DATABASE_FILE, TAN_FROM_FILE, TAN_TO_FILE).',
  ],
};

export const PRINTER_HELP: ProgramHelp = {
  purpose: 'Tests a printer, runs a virtual one, and shows the results of printed tickets.',
  usages: [
    'npm run printer -- test --printer URL              print a test ticket; exit code 1 if it is not confirmed',
    'npm run printer -- virtual [options]               run a virtual printer that saves a picture of each ticket',
    'npm run printer -- journal --data DIR [options]    list the print journal of a kiosk',
    'npm run printer -- decode FILE [options]           show what printer bytes print; exit code 1 if they are invalid',
  ],
  groups: {
    Test: {
      '--printer URL': 'tcp://192.168.1.50:9100, serial:///dev/ttyUSB0?baudRate=19200 or lp:///dev/usb/lp0',
    },
    'Virtual printer': {
      '--port N': 'TCP port (default 9100; 0 picks a free one)',
      '--host NAME': 'address to listen on (default 127.0.0.1)',
      '--pty': 'also simulate a serial port (Linux); the ready line shows its path',
      '--out DIR': 'folder of the pictures (default: a folder for temporary files)',
      '--dots N': 'printable width (default 576 for 80 mm paper; 384 for 58 mm)',
      '--model NAME': 'epson, epson-chinese, clone, clone-58 or mute',
      '--baud N': 'simulated baud rate (default: unlimited)',
    },
    'Print journal': {
      '--data DIR': 'data folder of the program',
      '--device ID': 'only this kiosk',
      '--number N': 'only tickets with this number, such as A043',
    },
    Decoder: {
      '--model NAME': 'printer model, as above',
      '--dots N': 'printable width, as above',
    },
    ...GENERAL_GROUP,
  },
  examples: {
    'Test a network printer': 'npm run printer -- test --printer=tcp://192.168.1.50:9100',
    'Run a virtual printer': 'npm run printer -- virtual --out pictures',
    'Find out whether a ticket was printed': 'npm run printer -- journal --data /var/lib/take-a-number --number A043',
  },
  notes: [
    'Keys of the virtual printer: p paper out or in, l roll nearly empty or not, c cover open or closed, o power off or on, q quit.',
    'States of the print journal: printed (on paper; the printer confirmed it), not-printed, doubtful (perhaps on paper), and asked, created or sending (in progress, or the program was stopped meanwhile).',
  ],
};

export const READER_HELP: ProgramHelp = {
  purpose: 'Shows the state of a card reader, and what it sends for each card.',
  usages: ['npm run reader -- test --reader URL [options]'],
  groups: {
    Test: {
      '--reader URL':
        'serial:///dev/ttyACM0?baudRate=9600, evdev:08ff:0009, pcsc: or wedge: (a reader that types into this terminal)',
      '--cards N': 'stop after this number of cards (default: stop with Ctrl+C)',
      '--show': 'show complete card numbers; on a terminal only',
    },
    ...GENERAL_GROUP,
  },
  examples: {
    'Test a PC/SC reader': 'npm run reader -- test --reader=pcsc:',
    'Test a keyboard reader with one card': 'npm run reader -- test --reader=wedge: --cards 1',
  },
};

export const CONFORMANCE_HELP: ProgramHelp = {
  purpose:
    'Checks whether a server conforms to the queue management interface. Use a test server: it issues and calls tickets, and creates and deletes a form template.',
  usages: ['npm run conformance -- --url URL --user ID [options]'],
  groups: {
    Server: {
      '--url URL': 'address of the server, http://host:port',
      '--user ID': 'a user who works at a desk and can change form templates',
      '--password PASSWORD': 'password of the user; better as the variable TAN_PASSWORD',
      '--service ID': 'service to use (default: the first open one)',
      '--desk ID': 'desk to use (default: the first one of the location)',
    },
    ...GENERAL_GROUP,
  },
  examples: {
    'Check a local server': 'npm run conformance -- --url http://127.0.0.1:8080 --user chief',
    'Check one service and desk':
      'npm run conformance -- --url http://127.0.0.1:8080 --user chief --service passports --desk desk-1',
  },
  notes: ['Exit code 0 if all operations conform, 1 if some deviate, 2 if an option is wrong.'],
};
