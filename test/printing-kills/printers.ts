/**
 * The stand-in printers of one site, in a process of their own that stays when the program is killed. Told by its first
 * argument which they are; tells where, and then what fell out of them whenever it is asked.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { openPty } from '../../main/lib/ports/pty.ts';
import { BytePrinter, type Paper } from '../printing-matrix/byte-printer.ts';
import { ABILITIES, type PrinterKind } from '../printing-matrix/faults.ts';

export interface StandIn {
  readonly kind: PrinterKind;
  readonly line: 'tcp' | 'serial';
  readonly bytesPerSecond: number;
}

export interface Fallen extends Paper {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What fell out of one of them, in that order. */
export interface Tray {
  readonly papers: readonly Fallen[];
  readonly blankSlips: number;
  /** What it was sent and did not understand. */
  readonly oddities: readonly string[];
}

export type FromPrinters = { readonly addresses: readonly string[] } | { readonly trays: readonly Tray[] };

interface Standing {
  readonly address: string;
  tray(): Tray;
}

/** One connection after the other, each to its end, as the print servers in printers do it. */
function listenFor(printer: BytePrinter): Promise<Server> {
  let served: Socket | null = null;
  const queue: Socket[] = [];
  function serveNext(): void {
    const next = queue.shift() ?? null;
    served = next;
    if (next === null) return;
    next.once('close', serveNext);
    next.on('data', (bytes) => {
      printer.take(bytes);
      if (!printer.hasRoom()) next.pause();
    });
    if (printer.hasRoom()) next.resume();
  }
  printer.say = (bytes) => void (served?.writable && served.write(bytes));
  printer.onRoom = () => void served?.resume();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.pause();
    queue.push(socket);
    if (served === null) serveNext();
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function standIn({ kind, line, bytesPerSecond }: StandIn): Promise<Standing> {
  const printer = new BytePrinter(ABILITIES[kind]);
  printer.bytesPerSecond = bytesPerSecond;
  const fellAt: number[] = [];
  printer.onCut = () => {
    while (fellAt.length < printer.papers.length) fellAt.push(Date.now());
  };
  const tray = (): Tray => ({
    papers: printer.papers.map((paper, index) => ({ ...paper, at: fellAt[index] ?? 0 })),
    blankSlips: printer.blankSlips,
    oddities: printer.oddities,
  });
  if (line === 'tcp') {
    const bound = (await listenFor(printer)).address();
    return { tray, address: `tcp://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}` };
  }
  const pty = openPty();
  printer.say = (bytes) => void pty.write(bytes).catch(() => {});
  printer.onRoom = () => pty.resume();
  pty.onData((bytes) => {
    printer.take(bytes);
    if (!printer.hasRoom()) pty.pause();
  });
  return { tray, address: `serial://${pty.path}` };
}

if (import.meta.main) {
  const wanted = JSON.parse(process.argv[2] ?? '[]') as readonly StandIn[];
  const all = await Promise.all(wanted.map(standIn));
  const tell = (message: FromPrinters): void => void process.send?.(message);
  process.on('message', () => tell({ trays: all.map((each) => each.tray()) }));
  process.once('disconnect', () => process.exit(0));
  tell({ addresses: all.map(({ address }) => address) });
}
