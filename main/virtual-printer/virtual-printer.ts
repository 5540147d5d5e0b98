/** Virtual printer: bytes in, status and paper out. */
import { type Clock, systemClock } from '../lib/context.ts';
import { append, subscribe } from '../lib/lists.ts';
import { openPty } from '../lib/ports/pty.ts';
import type { DecoderFault } from '../printing/picture/decoder/fault.ts';
import { EPSON, type PrinterModel } from '../printing/picture/decoder/models.ts';
import type { PrintedTicket } from '../printing/picture/paper.ts';
import { readStrip } from '../printing/picture/printed-ticket.ts';
import { attachTcp, type LinkEnd, type PrinterCable } from './link-tcp.ts';
import { createMachine } from './machine.ts';
import type { Condition } from './status-bytes.ts';

export interface VirtualPrinterOptions {
  /** Default: `EPSON`. Its fields define the printer's capabilities. */
  readonly model?: PrinterModel;
  /** Printable width; default the model's. */
  readonly dots?: number;
  /** Bits per second of the line; default: unlimited. */
  readonly baud?: number;
  /** Bytes; default 4096. Printers with a small buffer have 45. */
  readonly receiveBuffer?: number;
  readonly clock?: Clock;
}

/** A simulated printer for TCP and serial lines: bytes in, status and paper out. */
export interface VirtualPrinter {
  readonly model: PrinterModel;
  /** Returns the port. Default: any free port of this machine only. */
  listenTcp(port?: number, host?: string): Promise<number>;
  /** Returns the path of a serial device. Linux only. */
  listenPty(): Promise<string>;
  /** Connects the printer to a custom cable; returns the printer's end of it. */
  plugIn(link: PrinterCable): LinkEnd;
  close(): Promise<void>;

  outOfPaper(): void;
  /** The paper runs out at this dot row of the current or next ticket. */
  outOfPaperAt(dotRow: number): void;
  paperLow(): void;
  loadPaper(): void;
  openCover(): void;
  openCoverAt(dotRow: number): void;
  closeCover(): void;
  /** The next cut fails with a cutter error. */
  jamCutter(): void;
  /** Removes the cause; the error stays until the host recovers the printer, or its power is cycled. */
  clearJam(): void;
  breakDown(): void;
  goOffline(): void;
  goOnline(): void;
  holdFeedButton(): void;
  releaseFeedButton(): void;
  /** Buffers are lost, lines go dead, and a partly printed ticket is torn. */
  powerOff(): void;
  powerOffAt(dotRow: number): void;
  powerOn(): Promise<void>;

  /** Delay of further replies; 0: none. */
  delayReplies(ms: number): void;
  /** Drops the next replies. */
  loseReplies(count: number): void;
  /** Sends random bytes to the host. */
  sendGarbage(bytes: Uint8Array): void;

  /** Tickets that were cut and are not blank, in order. */
  readonly tickets: readonly PrintedTicket[];
  /** Every piece of paper, including torn and blank ones. */
  readonly slips: readonly PrintedTicket[];
  lastTicket(): PrintedTicket | null;
  /** The first ticket not returned before; rejects at the deadline with the printer's state. */
  nextTicket(deadlineMs?: number): Promise<PrintedTicket>;
  onTicket(listener: (ticket: PrintedTicket) => void): () => void;
  onSlip(listener: (slip: PrintedTicket) => void): () => void;
  /** Called at the first byte of a job: `ESC @` on empty paper, or another first byte. Time of `performance.now()`. */
  onFirstByte(listener: (atMs: number) => void): () => void;
  /** All faults since the start, including those of the uncut ticket. */
  faults(): readonly DecoderFault[];
  readonly bytesReceived: number;
  /** Bytes in the receive buffer. */
  readonly bytesHeld: number;
  readonly condition: Condition;
  readonly powered: boolean;
}

const DEFAULT_BUFFER_BYTES = 4096;

const TICKET_DEADLINE_MS = 20_000;

/** Output tray: all pieces of paper, and listeners for them. */
export interface TicketTray {
  readonly tickets: readonly PrintedTicket[];
  readonly slips: readonly PrintedTicket[];
  drop(slip: PrintedTicket): void;
  /** The first ticket not returned before. */
  next(deadlineMs: number, describe: () => string): Promise<PrintedTicket>;
  onTicket(listener: (ticket: PrintedTicket) => void): () => void;
  onSlip(listener: (slip: PrintedTicket) => void): () => void;
}

function listen<T>(all: Set<T>, listener: T): () => void {
  return subscribe(all, listener);
}

/** A ticket is paper that was cut and is not blank. */
function isTicket(slip: PrintedTicket): boolean {
  const { lines, images, qrCodes, barcodes } = slip;
  return slip.cut !== 'torn' && lines.length + images.length + qrCodes.length + barcodes.length > 0;
}

export function createTicketTray(): TicketTray {
  const tickets: PrintedTicket[] = [];
  const slips: PrintedTicket[] = [];
  const ticketListeners = new Set<(ticket: PrintedTicket) => void>();
  const slipListeners = new Set<(slip: PrintedTicket) => void>();
  let given = 0;

  return {
    tickets,
    slips,
    drop(slip) {
      slips.push(slip);
      for (const listener of [...slipListeners]) listener(slip);
      if (!isTicket(slip)) return;
      tickets.push(slip);
      for (const listener of [...ticketListeners]) listener(slip);
    },
    next(deadlineMs, describe) {
      const index = given++;
      const present = tickets[index];
      if (present !== undefined) return Promise.resolve(present);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          stop();
          given--;
          reject(new Error(`no ticket within ${deadlineMs} ms: ${describe()}`));
        }, deadlineMs);
        const stop = listen(ticketListeners, () => {
          const ticket = tickets[index];
          if (ticket === undefined) return;
          clearTimeout(timer);
          stop();
          resolve(ticket);
        });
      });
    },
    onTicket: (listener) => listen(ticketListeners, listener),
    onSlip: (listener) => listen(slipListeners, listener),
  };
}

export function createVirtualPrinter(options: VirtualPrinterOptions = {}): VirtualPrinter {
  const base = options.model ?? EPSON;
  const model: PrinterModel = { ...base, dots: options.dots ?? base.dots };
  const tray = createTicketTray();
  const pastFaults: DecoderFault[] = [];
  const firstByteListeners = new Set<(atMs: number) => void>();
  const machine = createMachine({
    model,
    clock: options.clock ?? systemClock,
    baud: options.baud ?? null,
    receiveBuffer: options.receiveBuffer ?? DEFAULT_BUFFER_BYTES,
    onStrip(strip, times) {
      append(pastFaults, strip.faults);
      tray.drop(readStrip(strip, model, times));
    },
    onFirstByte(atMs) {
      for (const listener of [...firstByteListeners]) listener(atMs);
    },
  });
  const { replies } = machine;

  function describe(): string {
    return [
      `${machine.bytesReceived()} bytes received, ${machine.bytesHeld()} held back`,
      `${tray.tickets.length} tickets, row ${machine.row()} of the next ticket`,
      machine.powered() ? JSON.stringify(machine.condition()) : 'power off',
      ...machine.openFaults().map((fault) => `${fault.kind}: ${fault.detail}`),
    ].join('; ');
  }

  return {
    model,
    async listenTcp(port = 0, host = '127.0.0.1') {
      const { link, port: bound } = await attachTcp(machine.end, port, host);
      machine.plugIn(link);
      return bound;
    },
    async listenPty() {
      const { link, path } = attachPty(machine.end);
      machine.plugIn(link);
      return path;
    },
    plugIn(link) {
      machine.plugIn(link);
      return machine.end;
    },
    close: machine.unplug,

    outOfPaper() {
      machine.tear();
      machine.change({ paper: 'out' });
    },
    outOfPaperAt: (row) => machine.at(row, 'paper'),
    paperLow: () => machine.change({ paper: 'near-end' }),
    loadPaper: () => machine.change({ paper: 'ok' }),
    openCover: () => machine.change({ coverOpen: true }),
    openCoverAt: (row) => machine.at(row, 'cover'),
    closeCover: () => machine.change({ coverOpen: false }),
    jamCutter: () => machine.jam(true),
    clearJam: () => machine.jam(false),
    breakDown: () => machine.change({ unrecoverable: true }),
    goOffline: () => machine.change({ switchedOff: true }),
    goOnline: () => machine.change({ switchedOff: false }),
    holdFeedButton: () => machine.change({ feeding: true }),
    releaseFeedButton: () => machine.change({ feeding: false }),
    powerOff: machine.powerOff,
    powerOffAt: (row) => machine.at(row, 'power'),
    powerOn: machine.powerOn,

    delayReplies: replies.delay,
    loseReplies: replies.lose,
    sendGarbage: machine.transmit,

    tickets: tray.tickets,
    slips: tray.slips,
    lastTicket: () => tray.tickets.at(-1) ?? null,
    nextTicket: (deadlineMs = TICKET_DEADLINE_MS) => tray.next(deadlineMs, describe),
    onTicket: tray.onTicket,
    onSlip: tray.onSlip,
    onFirstByte: (listener) => subscribe(firstByteListeners, listener),
    faults: () => [...pastFaults, ...machine.openFaults()],
    get bytesReceived() {
      return machine.bytesReceived();
    },
    get bytesHeld() {
      return machine.bytesHeld();
    },
    get condition() {
      return machine.condition();
    },
    get powered() {
      return machine.powered();
    },
  };
}

/** Serial line: the host opens the path like any serial port. The line persists when the printer loses power. */
function attachPty(end: LinkEnd): { readonly link: PrinterCable; readonly path: string } {
  const pty = openPty();
  pty.onData((bytes) => end.receive(bytes));
  const link: PrinterCable = {
    // A serial line has no connection state; bytes that cannot be written are lost.
    send: (bytes) => void pty.write(bytes).catch(() => {}),
    hold: (stalled) => (stalled ? pty.pause() : pty.resume()),
    powerLost() {},
    async powerBack() {},
    async close() {
      pty.close();
    },
  };
  return { link, path: pty.path };
}
