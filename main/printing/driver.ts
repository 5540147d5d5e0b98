/**
 * Printer driver: one ticket after another, each with its result.
 *
 * Rule: a ticket is reprinted automatically only if the first print cannot be complete, and with the copy mark if that
 * is not certain. A doubtful result is shown to the visitor, who has the number on the screen.
 */

import { randomInt } from 'node:crypto';
import type { ClockAndLog } from '../lib/context.ts';
import { inTime } from '../lib/files/with-timeout.ts';
import { subscribe } from '../lib/lists.ts';
import { fail, ok } from '../lib/result.ts';
import type { DeviceAccess } from '../site/rules/device-address.ts';
import type { JobEnd, JobOrder, LineOptions } from './connection/model.ts';
import { runLine } from './connection/run-line.ts';
import type {
  Confirmation,
  PaperTicket,
  PrintDone,
  Printer,
  PrinterStatus,
  PrintFault,
  PrintFaultReason,
  PrintOutcome,
  TrayWord,
} from './contract/printing.ts';
import { splitCut } from './escpos/commands.ts';
import { cutOffTorn, paperEnd } from './escpos/paper-end.ts';
import { ID_NUMBERS, idSigns } from './escpos/status-parser.ts';
import { type Journal, openJournal } from './journal.ts';
import { withOwnFacts } from './model-facts.ts';
import { createPrintJobQueue, createWake, type Entries } from './print-job-queue.ts';
import { isVouched, memoryFile } from './printer-memory.ts';
import type { PrinterUrl, SpoolAddress } from './printer-url.ts';
import { type PrinterProfile, profileFor } from './profile.ts';
import { openSpoolPrinter, spoolerFor } from './spool/spool-printer.ts';
import type { Spooler } from './spool/spooler.ts';
import type { Transport } from './transports/transport.ts';
import { type LineAddress, transportFor } from './transports/transport-for.ts';

export interface PrinterDeps extends ClockAndLog {
  /** Allowed targets of the address; absent: any, as on the command line. */
  readonly access?: DeviceAccess | null;
  /** Folder of the job journal and of printer capabilities; null stores neither. */
  readonly journalDir: string | null;
  /** Languages of the site: their fonts are loaded in the background. */
  readonly languages?: readonly string[];
  /** Monotonic clock in milliseconds. Default: of this machine. */
  readonly steadyMs?: () => number;
  /** Transport to the printer. Default: by its address. */
  readonly transport?: (address: LineAddress) => Transport;
  /** Print queue. Default: of this machine. */
  readonly spooler?: (address: SpoolAddress) => Spooler;
  /** How long a visitor waits for paper, including retries. Default 20 s, plus transmission time on slow lines. */
  readonly ticketTimeoutMs?: number;
}

const TICKET_TIMEOUT_MS = 20_000;
/**
 * Maximum wait for a printer that is being connected: until its confirmation is known, including cleaning after a kill
 * during a ticket.
 */
const CONNECTING_MS = 6000;
const WARM_UP_AFTER_MS = 300;
/** Twice the transmission time: answers and mechanics. */
const LINE_TIME_FACTOR = 2;
const MS_PER_S = 1000;
/** A disk that takes longer is broken. */
const DISK_MS = 1000;
const MAX_ATTEMPTS = 2;
/** The last id belongs to the handshake. */
const SIGNS = ID_NUMBERS - 1;
const COPY = 'COPY';

interface Built {
  readonly chunks: readonly Uint8Array[];
  readonly mm: number;
  /** End of its paper: the last bytes of its last chunk. */
  readonly end: Uint8Array;
}

const NO_PRINTER: PrintFault = { reason: 'absent', doubtful: false, detail: 'no printer is set up' };

const STATUS_FAULT: Readonly<Partial<Record<PrinterStatus['kind'], PrintFaultReason>>> = {
  none: 'absent',
  connecting: 'absent',
  absent: 'absent',
  'no-paper': 'no-paper',
  'cover-open': 'cover-open',
  cutter: 'cutter',
  fault: 'fault',
};
const USABLE: readonly PrinterStatus['kind'][] = ['ready', 'silent', 'mute'];

type LineUrl = Extract<PrinterUrl, LineAddress>;

function nonePrinter(): Printer {
  return {
    status: () => ({ kind: 'none' }),
    onStatus: () => () => {},
    facts: () => null,
    print: async () => fail(NO_PRINTER),
    close: async () => {},
  };
}

/** Opens at once and never throws; an absent printer is retried until it appears. */
export function createPrinter(url: PrinterUrl, deps: PrinterDeps): Printer {
  if (url.kind === 'none') return nonePrinter();
  const profile = profileFor(url.options);
  // The URL was validated with its profile: any other error is a bug.
  if (!profile.ok) throw new Error(profile.error);
  if (url.kind === 'cups' || url.kind === 'spool') {
    const { log, clock, journalDir, languages = [], steadyMs = () => performance.now() } = deps;
    const ticketTimeoutMs = deps.ticketTimeoutMs ?? TICKET_TIMEOUT_MS;
    const spooler = deps.spooler?.(url) ?? spoolerFor(url);
    return openSpoolPrinter(spooler, profile.value, { log, clock, journalDir, languages, steadyMs, ticketTimeoutMs });
  }
  const transport = deps.transport?.(url) ?? transportFor(url, deps.access ?? null);
  return openPrinter(transport, url, profile.value, deps);
}

function lineOptions(transport: Transport, url: LineUrl, profile: PrinterProfile): LineOptions {
  return {
    name: transport.name,
    // Another baud rate is another line: a confirmation by staff does not apply to it.
    address: url.kind === 'serial' ? `${transport.name}@${url.baudRate}` : transport.name,
    twoWay: transport.twoWay,
    confirm: url.options.confirm,
    asksProcessId: profile.processId,
    bytesPerSecond: transport.bytesPerSecond,
    obeysXoff: url.kind === 'serial' && url.obeysXoff,
    isNetwork: url.kind === 'tcp',
    isFile: url.kind === 'file',
    presenter:
      url.options.presenter === 'none'
        ? null
        : { retractAfterMs: url.options.retractS === null ? null : url.options.retractS * MS_PER_S },
    torn: cutOffTorn(profile),
  };
}

function openPrinter(transport: Transport, url: LineUrl, profile: PrinterProfile, deps: PrinterDeps): Printer {
  const { log, clock, journalDir, steadyMs: now = () => performance.now() } = deps;
  const wake = createWake(clock);
  const engine = import('./ticket-engine.ts');
  const journal: Promise<Journal | null> =
    journalDir === null ? Promise.resolve(null) : openJournal({ dir: journalDir, clock, log });
  const onFailure = (error: unknown): void => log.error('printer.state-write-failed', { error: String(error) });
  const options = lineOptions(transport, url, profile);
  const line = runLine({
    transport,
    options,
    soiled: journal.then((opened) => opened?.interrupted ?? false),
    memory: journalDir === null ? null : memoryFile(journalDir, transport.name, onFailure),
    clock,
    steadyMs: now,
    log,
    onTray(word) {
      if (!desk.tray(word)) return;
      for (const listener of [...trayListeners]) listener(word);
    },
  });
  const remembered = (): Promise<unknown> => inTime(line.remembered(), { ms: DISK_MS, onFailure });
  const trayListeners = new Set<(word: TrayWord) => void>();
  let jobs = randomInt(SIGNS);
  let closed = false;
  let printedMm = 0;

  const stopListening = line.onChange(() => wake.ring());
  const cancelWarmUp = clock.after(WARM_UP_AFTER_MS, () => {
    engine
      .then(({ warmUp }) => warmUp(deps.languages ?? [], { profile, automaticStatus: transport.twoWay, log }))
      .catch((error: unknown) => log.error('print.render-failed', { error: String(error) }));
  });

  async function until(done: () => boolean, end: number): Promise<boolean> {
    while (!done()) {
      const left = end - now();
      if (left <= 0 || closed) return done();
      await wake.wait(left);
    }
    return true;
  }

  const usable = (): boolean => USABLE.includes(line.status().kind);

  function statusFault(status: PrinterStatus): PrintFault {
    const detail = 'detail' in status ? status.detail : `the printer is ${status.kind}`;
    return { reason: STATUS_FAULT[status.kind] ?? 'fault', doubtful: false, detail };
  }

  /** Profile of the printer, from its reported width and kind unless the address sets them. */
  function profileNow(): PrinterProfile {
    const own = profileFor(withOwnFacts(url.options, line.memory()));
    return own.ok ? own.value : profile;
  }

  /** Confirmation for the next ticket: the current one, or else the best so far. */
  function wayNow(): Confirmation {
    if (!transport.twoWay) return 'none';
    return line.way() ?? line.memory().confirms ?? (line.status().kind === 'mute' ? 'none' : 'no-fault');
  }

  /** Result of a print. An unconfirmed print counts if staff have confirmed paper output. */
  function printedBy(confirmed: Confirmation, mayBeWhole: boolean): PrintDone {
    return {
      confirmed,
      ...(mayBeWhole ? { isCopy: true } : {}),
      ...(confirmed === 'none' && !isVouched(line.memory(), options) ? { isUnproved: true } : {}),
    };
  }

  function lineMs(chunks: readonly Uint8Array[]): number {
    if (transport.bytesPerSecond === null) return 0;
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    return (bytes / transport.bytesPerSecond) * MS_PER_S;
  }

  async function build(ticket: PaperTicket, way: Confirmation): Promise<Built> {
    const { buildTicket } = await engine;
    // A torn automatic status looks like an answer to GS r: with GS r, automatic status stays off.
    const automaticStatus = transport.twoWay && way !== 'status';
    const own = profileNow();
    const { chunks, isShortened, mm } = await buildTicket(ticket, { profile: own, automaticStatus, log });
    if (isShortened) log.warn('print.text-truncated', { ticket: ticket.ticketId, number: ticket.number });
    return { chunks, mm, end: paperEnd(own) };
  }

  function send({ chunks, mm, end }: Built, order: Pick<JobOrder, 'way' | 'timeoutMs' | 'asked'>): Promise<JobEnd> {
    const id = jobs++;
    return line.send({ id, sign: idSigns(id % SIGNS), ...splitCut(chunks, end), mm, ...order });
  }

  async function printTicket(ticket: PaperTicket, start: () => Promise<void>): Promise<PrintOutcome> {
    let paper = ticket;
    let deadline: number | null = null;
    /** One of the prints so far may be complete. */
    let mayBeWhole = false;
    let asked = 0;
    for (let left = MAX_ATTEMPTS; ; left--) {
      const way = wayNow();
      const built = await build(paper, way);
      if (deadline === null) await start();
      // The deadline starts after building the ticket.
      deadline ??= now() + (deps.ticketTimeoutMs ?? TICKET_TIMEOUT_MS) + LINE_TIME_FACTOR * lineMs(built.chunks);
      const end = await send(built, { way, timeoutMs: deadline - now(), asked });
      if (end.kind !== 'not-printed' || end.mayBeWhole) printedMm += built.mm;
      if (end.kind === 'printed') {
        // The connection broke after the confirmation: wait for the printing time only.
        if (end.outAt !== undefined) await until(() => false, end.outAt);
        return ok(printedBy(end.confirmed, mayBeWhole));
      }
      if (end.kind === 'doubtful') return fail(end.fault);
      // A printer without answers during one print is unlikely to answer during another.
      const isSilent = end.fault.reason === 'timeout' || end.fault.reason === 'unconfirmed';
      const isLast = left <= 1 || isSilent || now() >= deadline || !(await until(usable, deadline));
      if (isLast) return fail({ ...end.fault, doubtful: mayBeWhole || end.mayBeWhole });
      mayBeWhole ||= end.mayBeWhole;
      asked = end.asked;
      if (mayBeWhole) paper = { ...ticket, copyText: ticket.copyWord ?? COPY };
      log.info('print.retried', { printer: transport.name, reason: end.fault.reason, copy: mayBeWhole });
    }
  }

  async function printThere(ticket: PaperTicket, enter: Entries): Promise<PrintOutcome> {
    if (line.status().kind === 'connecting') {
      await until(() => line.status().kind !== 'connecting', now() + CONNECTING_MS);
    }
    if (!usable()) return fail(statusFault(line.status()));
    const created = enter.created();
    const outcome = await printTicket(ticket, async () => {
      await created;
      enter.sending();
    });
    await created;
    return outcome;
  }

  const desk = createPrintJobQueue({ name: transport.name, journal, log, remembered, print: printThere });

  return {
    status: line.status,
    onStatus: line.onStatus,
    onTray: (listener) => subscribe(trayListeners, listener),
    facts() {
      const { maker, model, confirms } = line.memory();
      return { maker, model, confirms, dots: profileNow().dots };
    },
    async vouch(vouched) {
      await line.vouch(vouched);
      log.info('printer.confirmation-accepted', { printer: transport.name, from: vouched.from });
      return line.remembered();
    },
    printedMm: () => printedMm,
    print: desk.print,
    async close(why) {
      closed = true;
      cancelWarmUp();
      const ended = desk.close(why);
      await line.close();
      wake.ring();
      await ended;
      stopListening();
    },
  };
}
