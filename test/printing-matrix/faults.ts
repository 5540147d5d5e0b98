/** What can go wrong with a printer, as it is done to the stand-in, and what is expected of the program. */
import type { Abilities, BytePrinter } from './byte-printer.ts';
import type { Cable } from './cables.ts';

/** Kinds of printers by what they can prove, best first. */
export const KINDS = ['process-id', 'named', 'status', 'no-fault', 'none', 'unproved'] as const;
export type PrinterKind = (typeof KINDS)[number];

const NOTHING: Abilities = {
  ids: false,
  transmits: false,
  names: false,
  status: false,
  automatic: false,
  clears: false,
};

export const ABILITIES: Readonly<Record<PrinterKind, Abilities>> = {
  'process-id': { ids: true, transmits: true, names: true, status: true, automatic: true, clears: true },
  named: { ids: false, transmits: true, names: true, status: true, automatic: false, clears: false },
  status: { ids: false, transmits: true, names: false, status: true, automatic: false, clears: false },
  'no-fault': { ids: false, transmits: false, names: false, status: true, automatic: false, clears: false },
  none: NOTHING,
  unproved: NOTHING,
};

/** Answers nothing: `none` after a member of staff has seen its test slip, `unproved` before. */
export const isMute = (kind: PrinterKind): boolean => kind === 'none' || kind === 'unproved';

/**
 * The ticket; its number and that it is not known to be on paper; "take your ticket" from a printer of which staff read
 * that it cannot confirm; the same from one that cannot know better; cannot happen.
 */
export type Reading = 'ticket' | 'number' | 'unproved' | 'blind' | 'impossible';

export interface Scene {
  readonly printer: BytePrinter;
  readonly cable: Cable;
}

export interface Fault {
  /** A line of the table, in words for whoever buys a printer. */
  readonly name: string;
  /** What a visitor of each kind of printer comes to read, in the order of `KINDS`; of an unproved one always the number. */
  readonly reads: readonly [Reading, Reading, Reading, Reading, Reading];
  /**
   * When it happens: before the visitor comes; once so much of the ticket is on paper; or from the start, and then
   * nobody mends it.
   */
  readonly when: 'always' | 'before' | 'at-number' | 'at-cut';
  /** Who mends it when: as soon as it happened, or once the visitor has gone. */
  readonly mended: 'at-once' | 'afterwards';
  happen(scene: Scene): void | Promise<void>;
  mend?(scene: Scene): void | Promise<void>;
  /** Words of which staff must read one while it lasts, where the printer can tell; none: nothing is the matter. */
  readonly staff: readonly string[];
  /** Also a printer that never answers shows it. */
  readonly isSeenByLine?: boolean;
  /** The printer is not there before. */
  readonly startsUnplugged?: boolean;
  /** Options of a serial address. */
  readonly serial?: string;
}

const NO_PAPER = ['no-paper'];
const GONE = ['connecting', 'absent'];
const noPaper = {
  happen: ({ printer }: Scene): void => printer.outOfPaper(),
  mend: ({ printer }: Scene): void => printer.loadPaper(),
  staff: NO_PAPER,
};
const cover = {
  happen: ({ printer }: Scene): void => printer.openCover(),
  mend: ({ printer }: Scene): void => printer.closeCover(),
  staff: ['cover-open'],
};
const unplug = {
  happen: ({ cable }: Scene): Promise<void> => cable.unplug(),
  mend: ({ cable }: Scene): Promise<void> => cable.plug(),
  staff: GONE,
  isSeenByLine: true,
};
const NOISE = [0xff, 0x80, 0x7f, 0x5a, 0x72, 0x18, 0x00, 0xc3, 0x16];

export const FAULTS: readonly Fault[] = [
  {
    name: 'no fault',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'unproved'],
    when: 'always',
    mended: 'afterwards',
    happen() {},
    staff: [],
  },
  {
    name: 'no paper before the ticket',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'before',
    mended: 'afterwards',
    ...noPaper,
  },
  {
    name: 'paper ends within the ticket; new roll at once',
    reads: ['ticket', 'ticket', 'ticket', 'number', 'unproved'],
    when: 'at-number',
    mended: 'at-once',
    ...noPaper,
  },
  {
    name: 'paper ends within the ticket; no new roll',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'at-number',
    mended: 'afterwards',
    ...noPaper,
  },
  {
    name: 'paper ends right after the cut; new roll at once',
    reads: ['ticket', 'ticket', 'ticket', 'number', 'unproved'],
    when: 'at-cut',
    mended: 'at-once',
    ...noPaper,
  },
  {
    name: 'paper ends right after the cut; no new roll',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'at-cut',
    mended: 'afterwards',
    ...noPaper,
  },
  {
    name: 'paper low',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'unproved'],
    when: 'before',
    mended: 'afterwards',
    happen: ({ printer }) => printer.paperLow(),
    mend: ({ printer }) => printer.loadPaper(),
    staff: ['low'],
  },
  {
    name: 'cover open before the ticket',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'before',
    mended: 'afterwards',
    ...cover,
  },
  {
    name: 'cover opened within the ticket; closed at once',
    reads: ['ticket', 'ticket', 'ticket', 'number', 'unproved'],
    when: 'at-number',
    mended: 'at-once',
    ...cover,
  },
  {
    name: 'cover opened within the ticket; left open',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'at-number',
    mended: 'afterwards',
    ...cover,
  },
  {
    name: 'cutter jam; cleared at once',
    reads: ['ticket', 'ticket', 'ticket', 'number', 'unproved'],
    when: 'at-number',
    mended: 'at-once',
    happen: ({ printer }) => printer.jamKnife(),
    mend: ({ printer }) => printer.freeKnife(),
    staff: ['cutter'],
  },
  {
    name: 'cutter jam; not cleared',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'at-number',
    mended: 'afterwards',
    happen: ({ printer }) => printer.jamKnife(),
    mend: ({ printer }) => printer.freeKnife(),
    staff: ['cutter'],
  },
  {
    name: 'disconnected before the ticket',
    reads: ['number', 'number', 'number', 'number', 'number'],
    when: 'before',
    mended: 'afterwards',
    ...unplug,
  },
  {
    name: 'disconnected within the ticket',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'at-number',
    mended: 'afterwards',
    ...unplug,
  },
  {
    name: 'disconnected right after the cut',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'at-cut',
    mended: 'afterwards',
    ...unplug,
  },
  {
    name: 'connected only after the visitor',
    reads: ['number', 'number', 'number', 'number', 'number'],
    when: 'before',
    mended: 'afterwards',
    startsUnplugged: true,
    happen() {},
    mend: ({ cable }) => cable.plug(),
    staff: ['absent'],
    isSeenByLine: true,
  },
  {
    name: 'power off before the ticket; connection stays',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'before',
    mended: 'afterwards',
    happen: ({ printer }) => printer.powerOff(),
    mend: ({ printer }) => printer.powerOn(),
    staff: ['silent'],
  },
  {
    name: 'power off within the ticket; connection stays',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'at-number',
    mended: 'afterwards',
    happen: ({ printer }) => printer.powerOff(),
    mend: ({ printer }) => printer.powerOn(),
    staff: ['silent'],
  },
  {
    name: 'restart within the ticket',
    reads: ['ticket', 'ticket', 'ticket', 'blind', 'unproved'],
    when: 'at-number',
    mended: 'afterwards',
    happen: ({ printer }) => printer.reset(),
    staff: ['ok', 'silent'],
  },
  {
    name: 'restart within the ticket, with bytes like answers to `GS r`',
    reads: ['ticket', 'ticket', 'blind', 'blind', 'unproved'],
    when: 'at-number',
    mended: 'at-once',
    happen: ({ printer }) => printer.powerOff(),
    mend: ({ printer }) => {
      printer.powerOn();
      printer.noise([0, 0, 0]);
    },
    staff: [],
  },
  {
    name: 'noise on the connection',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'unproved'],
    when: 'at-number',
    mended: 'afterwards',
    happen: ({ printer }) => printer.noise(NOISE),
    staff: [],
  },
  {
    name: 'sends each answer twice',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'impossible'],
    when: 'always',
    mended: 'afterwards',
    happen: ({ printer }) => {
      printer.manners.times = 2;
    },
    staff: [],
  },
  {
    name: 'answers 1.5 seconds late',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'impossible'],
    when: 'always',
    mended: 'afterwards',
    happen: ({ printer }) => {
      printer.manners.delayMs = 1500;
    },
    staff: [],
  },
  {
    name: 'sends wrong answers',
    reads: ['number', 'number', 'number', 'number', 'impossible'],
    when: 'before',
    mended: 'afterwards',
    happen: ({ printer }) => {
      printer.manners.isWrong = true;
    },
    mend: ({ printer }) => {
      printer.manners.isWrong = false;
    },
    staff: ['silent'],
  },
  {
    name: 'answers some queries only, in fragments',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'impossible'],
    when: 'always',
    mended: 'afterwards',
    happen: ({ printer }) => {
      printer.manners.isPartial = true;
    },
    staff: [],
  },
  {
    name: 'answers without fixed bits; paper ends within the ticket',
    reads: ['number', 'number', 'number', 'number', 'impossible'],
    when: 'at-number',
    mended: 'afterwards',
    happen: ({ printer }) => printer.outOfPaper(),
    mend: ({ printer }) => printer.loadPaper(),
    staff: ['no-paper', 'silent', 'cannot-confirm', 'ok'],
  },
  {
    name: 'sends XOFF and never XON',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'unproved'],
    when: 'before',
    mended: 'afterwards',
    happen: ({ printer }) => printer.noise([0x13]),
    staff: [],
    serial: 'flowControl=xonxoff',
  },
  {
    name: 'prints slowly',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'unproved'],
    when: 'always',
    mended: 'afterwards',
    happen: ({ printer }) => {
      printer.bytesPerSecond = 1920;
    },
    staff: [],
    serial: 'baudRate=19200',
  },
  {
    name: 'stops receiving within the ticket; continues at once',
    reads: ['ticket', 'ticket', 'ticket', 'ticket', 'unproved'],
    when: 'at-number',
    mended: 'at-once',
    happen: ({ printer }) => printer.stopReading(),
    mend: ({ printer }) => printer.goOnReading(),
    staff: [],
  },
  {
    name: 'stops receiving until the visitor has left',
    reads: ['number', 'number', 'number', 'number', 'unproved'],
    when: 'at-number',
    mended: 'afterwards',
    happen: ({ printer }) => printer.stopReading(),
    mend: ({ printer }) => printer.goOnReading(),
    staff: ['silent', 'ok', 'connecting'],
  },
];

/** What a visitor of this kind of printer comes to read. */
export function readingOf({ reads }: Fault, kind: PrinterKind): Reading {
  if (kind === 'unproved') return reads[4] === 'impossible' ? 'impossible' : 'number';
  return reads[KINDS.indexOf(kind)] ?? 'impossible';
}

/** Lacks the bits from its first word on. */
export const speaksOddly = (fault: Fault): boolean => fault.name.startsWith('answers without');
