/** Expected behaviour for each device, as the device table of docs/reference/printer-faults.md. */
import type { Row } from './device-play.ts';
import * as devices from './devices.ts';

const UNPROVED = 'print-unconfirmed';
const TAKE = 'take-ticket';

export const ROWS: readonly Row[] = [
  {
    name: 'a current printer that repeats process ids',
    open: devices.epson,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'a compatible printer that confirms received data before it prints',
    open: devices.answersWhenItReads,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'the same, and paper ends within the first ticket',
    open: devices.answersWhenItReads,
    inTicket: ({ printer }, time) => void time.after(250, () => printer?.outOfPaper()),
    between: ({ printer }) => printer?.loadPaper(),
    laterMs: 15_000,
    reads: ['print-doubtful', TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'a network interface whose printer is off until staff switch it on',
    open: devices.boardWithPrinterOff,
    between: ({ printer }) => printer?.powerOn(),
    laterMs: 15_000,
    reads: [UNPROVED, TAKE],
    staff: ['unproved', 'ok'],
  },
  {
    name: 'Star Line Mode, automatic status off',
    open: () => devices.starLineMode(false),
    reads: [UNPROVED, UNPROVED],
    staff: ['unproved', 'unproved'],
  },
  {
    name: 'Star Line Mode, automatic status on',
    open: () => devices.starLineMode(true),
    reads: [UNPROVED, UNPROVED],
    staff: ['unproved', 'unproved'],
  },
  {
    name: 'automatic status only (`GS a`; no `DLE EOT`, no `GS r`)',
    open: devices.automaticStatusOnly,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'automatic status only, and paper ends within the first ticket',
    open: devices.automaticStatusOnly,
    inTicket: ({ printer }, time) => void time.after(60, () => printer?.outOfPaper()),
    between: ({ printer }) => printer?.loadPaper(),
    laterMs: 15_000,
    reads: ['print-doubtful', TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'automatic status only with `confirm=none`, and paper ends between two tickets',
    open: devices.automaticStatusOnly,
    options: '?confirm=none',
    between: ({ printer }) => printer?.outOfPaper(),
    laterMs: 1000,
    reads: [UNPROVED, 'no-paper'],
    staff: ['unproved', 'no-paper'],
  },
  {
    name: 'a print server that accepts everything, without paper',
    open: devices.bufferingServer,
    reads: [UNPROVED, UNPROVED],
    staff: ['unproved', 'unproved'],
  },
  {
    name: 'a print server that answers for its printer, with `confirm=none`',
    open: devices.lyingServer,
    options: '?confirm=none',
    reads: [UNPROVED, UNPROVED],
    staff: ['unproved', 'unproved'],
  },
  {
    name: 'accepts one connection, and keeps a dead one for 60 s',
    open: devices.keepsDeadConnection,
    inTicket(device, time) {
      time.after(20, () => (device as ReturnType<typeof devices.keepsDeadConnection>).die());
    },
    laterMs: 75_000,
    reads: ['print-doubtful', TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'disconnects after 3 s without a job',
    open: (time) => devices.hangsUp(time, { idleMs: 3000 }),
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'disconnects after each job',
    open: (time) => devices.hangsUp(time, 'after-each-job'),
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'loses power at each cut: each ticket is printed with a copy',
    open: devices.brownsOut,
    laterMs: 15_000,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'the wrong baud rate',
    open: devices.wrongSpeed,
    bytesPerSecond: 1920,
    reads: [UNPROVED, UNPROVED],
    staff: ['unproved', 'unproved'],
  },
  {
    name: 'another kiosk uses it, then releases it',
    open: devices.shared,
    between: (device) => (device as ReturnType<typeof devices.shared>).free(),
    laterMs: 20_000,
    reads: ['printer-absent', TAKE],
    staff: ['absent', 'ok'],
  },
  {
    name: 'a presenter (`presenter=custom`) that holds each ticket until it is taken',
    open: devices.presenter,
    options: '?presenter=custom',
    lastPrints: ['presented', 'taken', 'presented'],
    between: ({ printer }, time) => {
      time.after(2000, () => {
        if (printer !== null) printer.holdsTicket = false;
      });
    },
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'presenter: the first ticket is not taken, the second pushes it out',
    open: devices.presenter,
    options: '?presenter=custom',
    lastPrints: ['presented', 'presented'],
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'presenter with `retract=30`: the first ticket is not taken',
    open: devices.presenter,
    options: '?presenter=custom&retract=30',
    laterMs: 40_000,
    lastPrints: ['presented', 'retracted', 'presented'],
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'presenter: the first ticket jams until staff clear it',
    open: devices.presenter,
    options: '?presenter=custom',
    inTicket: ({ printer }) => printer?.jamMouth(),
    between: ({ printer }, time) => void time.after(5000, () => printer?.clearMouth()),
    laterMs: 15_000,
    lastPrints: ['presented'],
    reads: ['print-doubtful', TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'presenter: the first ticket jams and is not cleared',
    open: devices.presenter,
    options: '?presenter=custom',
    inTicket: ({ printer }) => printer?.jamMouth(),
    laterMs: 15_000,
    reads: ['print-doubtful', 'printer-fault'],
    staff: ['ok', 'fault'],
  },
  {
    name: 'the cutter skips a cut without an error: two tickets hang together',
    open: devices.lyingKnife,
    hangsTogether: true,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'a long job of another computer precedes the first ticket',
    open: devices.backlog,
    laterMs: 15_000,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'a host name (mDNS, DNS) that then resolves to another printer',
    open: (time) => devices.moves(time, 'another printer'),
    between: (device) => (device as ReturnType<typeof devices.moves>).move(),
    laterMs: 15_000,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'the printer gets another IP address',
    open: (time) => devices.moves(time, 'nothing'),
    between: (device) => (device as ReturnType<typeof devices.moves>).move(),
    laterMs: 15_000,
    reads: [TAKE, 'printer-absent'],
    staff: ['ok', 'absent'],
  },
  {
    name: 'two kiosks share it, and each receives all answers',
    open: devices.ofTwoKiosks,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
  {
    name: 'an echo: loopback plug, modem or echo service',
    open: devices.loopPlug,
    reads: ['printer-fault', 'printer-fault'],
    staff: ['fault', 'fault'],
  },
  {
    name: 'a web server at the address',
    open: devices.webServer,
    reads: ['printer-absent', 'printer-absent'],
    staff: ['absent', 'absent'],
  },
  {
    name: 'a paper-low sensor that changes every seven seconds',
    open: devices.nearEndFlaps,
    reads: [TAKE, TAKE],
    staff: ['ok', 'low'],
  },
  {
    name: 'sends its status every second, and answers `GS r`',
    open: devices.chatters,
    reads: [TAKE, TAKE],
    staff: ['ok', 'ok'],
  },
];

const WORDS: Readonly<Record<string, string>> = {
  [TAKE]: 'the ticket',
  'print-unconfirmed': 'the number; "not confirmed"',
  'print-doubtful': 'the number; "did it come out?"',
  'printer-absent': 'the number; "no printer"',
  'printer-fault': 'the number; "out of order"',
  'no-paper': 'the number; "no paper"',
};
const BEGIN = '<!-- device table: begin -->';
const END = '<!-- device table: end -->';

function line({ name, reads, staff }: Row): string {
  return `| ${[name, ...reads.map((read) => WORDS[read] ?? read), staff.map((word) => `\`${word}\``).join(', then ')].join(' | ')} |`;
}

/** The page with the table in its place. */
export function withDeviceTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/reference/printer-faults.md has no place for ${BEGIN}`);
  const table = ['| device | first visitor | next visitor | staff see |', '|---|---|---|---|', ...ROWS.map(line)];
  return `${before}${BEGIN}\n\n${table.join('\n')}\n\n${END}${after}`;
}
