/** Help of the commands besides the server: database, printer, card reader, conformance. */
import { GENERAL_GROUP, type HelpOption, type ProgramHelp } from './program-help.ts';

const OWN_DATABASE: readonly HelpOption[] = [
  { usage: '--data DIR', text: 'data folder of the program (default: that of the server)' },
  { usage: '--files DIR', text: 'folder with media, voice and sign that several servers share' },
  { usage: '--database URL', text: 'postgres://user@host/database (default: SQLite in the data folder)' },
];

export const DATABASE_HELP: ProgramHelp = {
  purpose: 'Writes and restores backups, and moves the data between SQLite and PostgreSQL.',
  usages: [
    'npm run db:backup -- --to DIR [options]            write a backup while the program runs, and check it',
    'npm run db:restore -- --backup DIR [options]       restore a backup into an empty database',
    'npm run db:restore -- --as-of TIME [options]       record that the database was restored by other means',
    'npm run db:migrate-data -- --from PLACE --to PLACE copy the data into an empty database',
  ],
  groups: [
    {
      title: 'Backup',
      options: [
        { usage: '--to DIR', text: 'folder of the backups; each gets its own subfolder' },
        { usage: '--keep N', text: 'delete the oldest backups beyond this number' },
      ],
    },
    {
      title: 'Restore',
      options: [
        { usage: '--backup DIR', text: 'folder of one backup' },
        {
          usage: '--as-of TIME',
          text: 'state to which the database was restored, such as 2026-11-28T02:00:00Z; the server then accepts offline tickets issued since',
        },
      ],
    },
    {
      title: 'Data migration',
      options: [
        { usage: '--from PLACE', text: 'sqlite:<data folder> or postgres://user@host/database' },
        {
          usage: '--to PLACE',
          text: 'the same for the target; no server may run on either; if the command stops, run it again to continue',
        },
      ],
    },
    { title: 'Database of the program', options: OWN_DATABASE },
    GENERAL_GROUP,
  ],
  examples: [
    {
      text: 'Write a backup, and keep the newest fourteen',
      command: 'npm run db:backup -- --to /srv/backups --keep 14',
    },
    {
      text: 'Restore a backup',
      command: 'npm run db:restore -- --backup /srv/backups/2026-11-28 --data /var/lib/take-a-number',
    },
    {
      text: 'Move from SQLite to PostgreSQL',
      command: 'npm run db:migrate-data -- --from sqlite:/var/lib/take-a-number --to postgres://queue@db/queue',
    },
  ],
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
    'npm run printer -- decode FILE [options]           show what printer bytes print; exit code 1 if they have faults',
  ],
  groups: [
    {
      title: 'Test',
      options: [
        {
          usage: '--printer URL',
          text: 'tcp://192.168.1.50:9100, serial:///dev/ttyUSB0?baudRate=19200 or lp:///dev/usb/lp0',
        },
      ],
    },
    {
      title: 'Virtual printer',
      options: [
        { usage: '--port N', text: 'TCP port (default 9100; 0 picks a free one)' },
        { usage: '--host NAME', text: 'address to listen on (default 127.0.0.1)' },
        { usage: '--pty', text: 'a serial line as well (Linux); its path is in the ready line' },
        { usage: '--out DIR', text: 'folder of the pictures (default: a folder for temporary files)' },
        { usage: '--dots N', text: 'printable width (default 576 for 80 mm paper; 384 for 58 mm)' },
        { usage: '--model NAME', text: 'epson, epson-chinese, clone, clone-58 or mute' },
        { usage: '--baud N', text: 'speed of the line (default: as fast as possible)' },
      ],
    },
    {
      title: 'Print journal',
      options: [
        { usage: '--data DIR', text: 'data folder of the program' },
        { usage: '--device ID', text: 'only this kiosk' },
        { usage: '--number N', text: 'only tickets with this number, such as A043' },
      ],
    },
    {
      title: 'Decoder',
      options: [
        { usage: '--model NAME', text: 'model that the bytes are for, as above' },
        { usage: '--dots N', text: 'printable width, as above' },
      ],
    },
    GENERAL_GROUP,
  ],
  examples: [
    { text: 'Test a network printer', command: 'npm run printer -- test --printer=tcp://192.168.1.50:9100' },
    { text: 'Run a virtual printer', command: 'npm run printer -- virtual --out pictures' },
    {
      text: 'Find out whether a ticket was printed',
      command: 'npm run printer -- journal --data /var/lib/take-a-number --number A043',
    },
  ],
  notes: [
    'Keys of the virtual printer: p paper out or in, l roll nearly empty or not, c cover open or closed, o power off or on, q quit.',
    'States of the print journal: printed (on paper; the printer confirmed it), not-printed, doubtful (perhaps on paper), and asked, created or sending (in progress, or the program was stopped meanwhile).',
  ],
};

export const READER_HELP: ProgramHelp = {
  purpose: 'Shows the state of a card reader, and what it sends for each card.',
  usages: ['npm run reader -- test --reader URL [options]'],
  groups: [
    {
      title: 'Test',
      options: [
        {
          usage: '--reader URL',
          text: 'serial:///dev/ttyACM0?baudRate=9600, evdev:08ff:0009, pcsc: or wedge: (a reader that types into this terminal)',
        },
        { usage: '--cards N', text: 'stop after this number of cards (default: stop with Ctrl+C)' },
        { usage: '--show', text: 'show whole card numbers; on a terminal only' },
      ],
    },
    GENERAL_GROUP,
  ],
  examples: [
    { text: 'Test a PC/SC reader', command: 'npm run reader -- test --reader=pcsc:' },
    { text: 'Test a keyboard reader with one card', command: 'npm run reader -- test --reader=wedge: --cards 1' },
  ],
};

export const CONFORMANCE_HELP: ProgramHelp = {
  purpose:
    'Checks whether a server conforms to the queue management interface. Use a test server: it issues and calls tickets, and creates and deletes a form template.',
  usages: ['npm run conformance -- --url URL --user ID [options]'],
  groups: [
    {
      title: 'Server',
      options: [
        { usage: '--url URL', text: 'address of the server, http://host:port' },
        { usage: '--user ID', text: 'a user who works at a desk and can change form templates' },
        { usage: '--password PASSWORD', text: 'password of the user; better as the variable TAN_PASSWORD' },
        { usage: '--service ID', text: 'service to use (default: the first open one)' },
        { usage: '--desk ID', text: 'desk to use (default: the first one of the location)' },
      ],
    },
    GENERAL_GROUP,
  ],
  examples: [
    {
      text: 'Check a local server',
      command: 'npm run conformance -- --url http://127.0.0.1:8080 --user chief',
    },
    {
      text: 'Check one service and desk',
      command: 'npm run conformance -- --url http://127.0.0.1:8080 --user chief --service passports --desk desk-1',
    },
  ],
  notes: ['Exit code 0 if all operations conform, 1 if some deviate, 2 if an option is wrong.'],
};
