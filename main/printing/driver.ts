/**
 * A printer as the rest of the program sees it: one ticket after another, each answered with what is known of it.
 *
 * The rule on which everything here stands: a ticket is printed at most once by itself, unless the printer has said
 * that nothing of it is left to come. What remains in doubt is told to the visitor, who has the number on the screen.
 */
import type { Clock, Log } from '../context.ts';
import type {
  Confirmation,
  PaperTicket,
  Printer,
  PrinterStatus,
  PrintFault,
  PrintFaultReason,
  PrintOutcome,
} from '../contract/printing.ts';
import { fail, ok } from '../contract/result.ts';
import type { DeviceAccess } from '../core/device-address.ts';
import * as commands from './escpos/commands.ts';
import { type Journal, openJournal } from './journal.ts';
import { openLink } from './link.ts';
import type { PrinterUrl } from './printer-url.ts';
import { type PrinterProfile, profileFor } from './profile.ts';
import { type SendEnd, type Sending, startSending } from './send-job.ts';
import type { Transport } from './transports/transport.ts';
import { transportFor } from './transports/transport-for.ts';
import { createWake } from './wake.ts';

export interface PrinterDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** What the address may lead to; without it anywhere, as on the command line. */
  readonly access?: DeviceAccess | null;
  /** Folder of the job journal; null keeps none. */
  readonly journalDir: string | null;
  /** Languages of the site: their fonts are made ready in the background. */
  readonly languages?: readonly string[];
  /** How long a visitor waits for paper, all attempts together. Default 20 s; slow lines get their time on top. */
  readonly ticketTimeoutMs?: number;
}

const TICKET_TIMEOUT_MS = 20_000;
/** A printer that is just being connected is waited for this long. */
const CONNECTING_MS = 3000;
/** How often a printer whose knife stands still is asked to go on. */
const RESUME_MS = 500;
const CLEAR_MS = 1000;
const WARM_UP_AFTER_MS = 300;
/** Twice the time of the line itself: answers and mechanics. */
const LINE_TIME_FACTOR = 2;
const MS_PER_S = 1000;
const MAX_ATTEMPTS = 2;

const NO_PRINTER: PrintFault = { reason: 'absent', doubtful: false, detail: 'no printer is set up' };

const STATUS_FAULT: Readonly<Partial<Record<PrinterStatus['kind'], PrintFaultReason>>> = {
  none: 'absent',
  connecting: 'absent',
  absent: 'absent',
  'no-paper': 'no-paper',
  'cover-open': 'cover-open',
  fault: 'fault',
};

function nonePrinter(): Printer {
  return {
    status: () => ({ kind: 'none' }),
    onStatus: () => () => {},
    print: async () => fail(NO_PRINTER),
    close: async () => {},
  };
}

/** Opens at once and never throws; a printer that is absent is looked for until it comes. */
export function createPrinter(url: PrinterUrl, deps: PrinterDeps): Printer {
  if (url.kind === 'none') return nonePrinter();
  const profile = profileFor(url.options);
  // The URL was parsed, and with it the profile: anything else is a mistake of ours.
  if (!profile.ok) throw new Error(profile.error);
  return openPrinter(transportFor(url, deps.access ?? null), url, profile.value, deps);
}

function openPrinter(transport: Transport, url: PrinterUrl, profile: PrinterProfile, deps: PrinterDeps): Printer {
  const { log, clock } = deps;
  const { confirm } = url.options;
  const automaticStatus = transport.twoWay;
  const wake = createWake(clock);
  const engine = import('./ticket-engine.ts');
  const journal: Promise<Journal | null> =
    deps.journalDir === null ? Promise.resolve(null) : openJournal({ dir: deps.journalDir, clock, log });
  const soiled = journal.then((opened) => opened?.interrupted ?? false);
  const link = openLink({ transport, confirm, processId: profile.processId, soiled, clock, log });
  let queue: Promise<unknown> = Promise.resolve();
  let jobs = 0;
  let closed = false;

  const stopListening = link.listen(() => wake.ring());
  const stopStatus = link.onStatus(() => wake.ring());
  const cancelWarmUp = clock.after(WARM_UP_AFTER_MS, () => {
    engine
      .then(({ warmUp }) => warmUp(deps.languages ?? [], { profile, automaticStatus, log }))
      .catch((error: unknown) => log.error('print.cannot-draw', { detail: String(error) }));
  });

  async function until(done: () => boolean, end: number): Promise<boolean> {
    while (!done()) {
      const left = end - clock.now();
      if (left <= 0 || closed) return done();
      await wake.wait(left);
    }
    return true;
  }

  const usable = (): boolean => ['ready', 'silent'].includes(link.status().kind) && link.fault() === null;

  function statusFault(status: PrinterStatus): PrintFault {
    const fault = link.fault();
    const reason = fault?.reason ?? STATUS_FAULT[status.kind] ?? 'fault';
    const detail = fault?.detail ?? ('detail' in status ? status.detail : `the printer is ${status.kind}`);
    return { reason, doubtful: false, detail };
  }

  function lineMs(chunks: readonly Uint8Array[]): number {
    if (transport.bytesPerSecond === null) return 0;
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    return (bytes / transport.bytesPerSecond) * MS_PER_S;
  }

  /** Nothing of the job may come out later. True when the printer says so. */
  async function clear(sending: Sending): Promise<SendEnd> {
    void link.write(commands.clearBuffers());
    return sending.run({ until: clock.now() + CLEAR_MS, stopOnFault: false });
  }

  /**
   * The knife comes after all that is to be read: the ticket hangs there whole. Once the knife is free it is cut, and
   * not printed a second time.
   */
  async function untilCut(sending: Sending, end: number): Promise<SendEnd> {
    for (;;) {
      void link.write(commands.resumeAfterError());
      const until = Math.min(end, clock.now() + RESUME_MS);
      const outcome = await sending.run({ until, stopOnFault: false });
      if (outcome.kind !== 'timeout' || clock.now() >= end) return outcome;
    }
  }

  type Attempt =
    | { readonly kind: 'printed'; readonly confirmed: Confirmation }
    /** Nothing more will come of it; it may be tried again. */
    | { readonly kind: 'not-printed'; readonly fault: PrintFault }
    | { readonly kind: 'doubtful'; readonly fault: PrintFault };

  async function attempt(chunks: readonly Uint8Array[], end: number): Promise<Attempt> {
    const confirmed = link.confirmation() ?? 'none';
    const jobSign = (jobs++ % 1296).toString(36).padStart(2, '0').toUpperCase();
    const sending = startSending({
      link,
      chunks,
      confirmation: confirmed,
      jobSign,
      bytesPerSecond: transport.bytesPerSecond,
      clock,
    });
    link.busy(true);
    try {
      return await follow(sending, confirmed, end);
    } finally {
      sending.end();
      link.busy(false);
    }
  }

  async function follow(sending: Sending, confirmed: Confirmation, end: number): Promise<Attempt> {
    const first = await sending.run({ until: end, stopOnFault: true });
    if (first.kind === 'confirmed') return { kind: 'printed', confirmed };
    const reason: PrintFaultReason =
      first.kind === 'fault' ? first.fault.reason : first.kind === 'timeout' ? 'timeout' : 'absent';
    const detail = first.kind === 'fault' ? first.fault.detail : `${first.kind} before the ticket was confirmed`;
    const failed = (kind: 'not-printed' | 'doubtful'): Attempt => ({
      kind,
      fault: { reason, doubtful: kind === 'doubtful', detail },
    });
    if (!sending.begun()) return failed('not-printed');
    if (first.kind === 'lost') {
      link.soil();
      return failed(sending.complete() ? 'doubtful' : 'not-printed');
    }
    if (first.kind === 'cleared') return failed('not-printed');
    if (reason === 'cutter' && sending.complete()) {
      const cut = await untilCut(sending, end);
      if (cut.kind === 'confirmed') {
        // Not every printer makes up for the cut that it missed; one cut too many is an empty slip.
        void link.write(commands.cutOffTorn());
        return { kind: 'printed', confirmed };
      }
      link.soil();
      if (cut.kind !== 'lost') link.reset();
      return failed('doubtful');
    }

    const second = await clear(sending);
    if (second.kind === 'confirmed') return { kind: 'printed', confirmed };
    if (second.kind === 'cleared') {
      void link.write(commands.cutOffTorn());
      return failed('not-printed');
    }
    // No word on what became of the buffer. Whoever mends the printer may bring out the rest: that counts as printed.
    const third = await sending.run({ until: end, stopOnFault: false });
    if (third.kind === 'confirmed') return { kind: 'printed', confirmed };
    if (third.kind === 'cleared') {
      void link.write(commands.cutOffTorn());
      return failed('not-printed');
    }
    link.soil();
    link.reset();
    return failed(sending.complete() ? 'doubtful' : 'not-printed');
  }

  async function printChunks(chunks: readonly Uint8Array[], end: number): Promise<PrintOutcome> {
    for (let left = MAX_ATTEMPTS; ; left--) {
      const result = await attempt(chunks, end);
      if (result.kind === 'printed') return ok({ confirmed: result.confirmed });
      if (result.kind === 'doubtful' || left <= 1) return fail(result.fault);
      if (clock.now() >= end || !(await until(usable, end))) return fail(result.fault);
      log.info('print.again', { printer: transport.name, reason: result.fault.reason });
    }
  }

  async function printNow(ticket: PaperTicket): Promise<PrintOutcome> {
    if (closed) return fail({ reason: 'absent', doubtful: false, detail: 'the printer was closed' });
    const start = clock.now();
    if (link.status().kind === 'connecting') {
      await until(() => link.status().kind !== 'connecting', start + CONNECTING_MS);
    }
    if (!usable()) return fail(statusFault(link.status()));
    const book = await journal;
    const entered = book?.created(ticket);
    const { buildTicket } = await engine;
    const { chunks, isShortened } = await buildTicket(ticket, { profile, automaticStatus, log });
    if (isShortened) log.warn('print.shortened', { ticket: ticket.ticketId, number: ticket.number });
    const job = await entered;
    if (job !== undefined) book?.note(job, 'sending');
    const timeoutMs = (deps.ticketTimeoutMs ?? TICKET_TIMEOUT_MS) + LINE_TIME_FACTOR * lineMs(chunks);
    // From here on the time is the printer's; what building took is not.
    const outcome = await printChunks(chunks, clock.now() + timeoutMs);
    if (job !== undefined) book?.note(job, stateOf(outcome));
    return outcome;
  }

  async function printSafely(ticket: PaperTicket): Promise<PrintOutcome> {
    const outcome = await printNow(ticket).catch((error: unknown): PrintOutcome => {
      log.error('print.bug', { detail: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      return fail({ reason: 'fault', doubtful: true, detail: 'an unexpected fault; it has been logged' });
    });
    const facts = { printer: transport.name, ticket: ticket.ticketId, number: ticket.number };
    if (outcome.ok) log.info('print.done', { ...facts, confirmed: outcome.value.confirmed });
    else log.warn('print.failed', { ...facts, ...outcome.error });
    return outcome;
  }

  return {
    status: link.status,
    onStatus: link.onStatus,
    print(ticket) {
      const printed = queue.then(() => printSafely(ticket));
      queue = printed;
      return printed;
    },
    async close() {
      closed = true;
      cancelWarmUp();
      await link.close();
      wake.ring();
      await queue;
      stopListening();
      stopStatus();
      await (await journal)?.close();
    },
  };
}

function stateOf(outcome: PrintOutcome): 'printed' | 'not-printed' | 'doubtful' {
  if (outcome.ok) return 'printed';
  return outcome.error.doubtful ? 'doubtful' : 'not-printed';
}
