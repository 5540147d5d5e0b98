/**
 * Printer behind the print spooler of the operating system.
 *
 * Each ticket is one job, submitted once. The spooler does not report paper output. So a ticket counts as printed only
 * if staff have confirmed the test slip and the queue has forwarded the job. A job that stays in the queue is
 * cancelled: it would be printed after the visitor has left.
 */

import type { ClockAndLog } from '../../lib/context.ts';
import { inTime } from '../../lib/files/with-timeout.ts';
import { subscribe } from '../../lib/lists.ts';
import { fail, ok } from '../../lib/result.ts';
import type {
  PaperTicket,
  Printer,
  PrinterStatus,
  PrintFault,
  PrintFaultReason,
  PrintOutcome,
} from '../contract/printing.ts';
import { openJournal } from '../journal.ts';
import { createPrintJobQueue, createWake, type Entries } from '../print-job-queue.ts';
import { isVouched, memoryFile, NO_MEMORY, type PrinterMemory } from '../printer-memory.ts';
import type { SpoolAddress } from '../printer-url.ts';
import type { PrinterProfile } from '../profile.ts';
import { statusFields } from '../status-fields.ts';
import { cupsSpooler } from './cups.ts';
import type { QueueState, Spooler, SpoolFault, SpoolJobState } from './spooler.ts';
import { windowsSpooler } from './windows-spooler.ts';

export interface SpoolPrinterDeps extends ClockAndLog {
  /** Folder of the journal and of confirmations by staff; null stores neither. */
  readonly journalDir: string | null;
  readonly languages: readonly string[];
  readonly steadyMs: () => number;
  /** Timeout of the queue for a visitor. */
  readonly ticketTimeoutMs: number;
}

const LOOK_EVERY_MS = 10_000;

const LOOK_IN_TROUBLE_MS = 3000;

/** Interval of queue checks while a visitor waits for a job. */
const FRESH_MS = 1000;

const JOB_EVERY_MS = 250;

/** A job that waits longer raises an alarm. */
const LONG_WAIT_S = 30;

/** Shorter timeout while jobs do not leave the queue. */
const STALLED_TICKET_MS = 4000;

const WARM_UP_AFTER_MS = 300;

const DISK_MS = 1000;

/** Speed of fast ticket printers: no paper is out earlier. */
const PAPER_MM_PER_S = 300;

const MS_PER_S = 1000;

const STATUS_REASONS: Readonly<Partial<Record<PrinterStatus['kind'], PrintFaultReason>>> = {
  connecting: 'absent',
  absent: 'absent',
  'no-paper': 'no-paper',
  'cover-open': 'cover-open',
};

type Seen = { readonly state: QueueState } | { readonly lost: string };

interface Queued {
  readonly id: string;
  readonly since: number;
  readonly mm: number;
  /** Fault of the queue before this job: it does not concern this job. */
  readonly before: SpoolFault | null;
}

export function openSpoolPrinter(spooler: Spooler, profile: PrinterProfile, deps: SpoolPrinterDeps): Printer {
  const { log, clock, journalDir, steadyMs: now, languages, ticketTimeoutMs } = deps;
  const { name } = spooler;
  const line = { address: name, isFile: false };
  const engine = import('../ticket-engine.ts');
  const wake = createWake(clock);
  const listeners = new Set<(status: PrinterStatus) => void>();
  const onFailure = (error: unknown): void => log.error('printer.state-write-failed', { error: String(error) });
  const file = journalDir === null ? null : memoryFile(journalDir, name, onFailure);
  let memory: PrinterMemory = NO_MEMORY;
  const remembering = (file?.read() ?? Promise.resolve(NO_MEMORY)).then((read) => {
    memory = read;
    refresh();
  });
  let seen: Seen | null = null;
  let seenAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  /** The last job did not leave the queue in time. */
  let isStalled = false;
  let isWaitTold = false;
  /** An old fault that a later job has disproved. */
  let disproved: PrintFaultReason | null = null;
  let closed = false;
  let printedMm = 0;
  let status: PrinterStatus = { kind: 'connecting' };
  let cancelLook = (): void => {};

  /** The fault that stops the queue, as far as known. */
  function faultNow(): SpoolFault | null {
    if (seen === null || 'lost' in seen) return null;
    const { fault } = seen.state;
    return fault?.isOld === true && fault.reason === disproved ? null : fault;
  }

  function statusNow(): PrinterStatus {
    if (seen === null) return { kind: 'connecting' };
    if ('lost' in seen) return { kind: 'absent', detail: seen.lost };
    const { isPaperLow, oldestJobS } = seen.state;
    const fault = faultNow();
    if (fault !== null) {
      switch (fault.reason) {
        case 'no-paper':
        case 'cover-open':
          return { kind: fault.reason };
        case 'absent':
          return { kind: 'absent', detail: fault.detail };
        default:
          return { kind: 'fault', detail: fault.detail };
      }
    }
    // The queue accepts jobs but does not forward them.
    if (isStalled || oldestJobS >= LONG_WAIT_S) return { kind: 'silent' };
    const unproved = isVouched(memory, line) ? {} : { isUnproved: true as const };
    return { kind: 'ready', paperLow: isPaperLow, confirms: false, ...unproved };
  }

  function refresh(): void {
    const next = statusNow();
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    status = next;
    log.info('printer.status-changed', { printer: name, ...statusFields(status) });
    for (const listener of [...listeners]) listener(status);
  }

  async function lookNow(): Promise<void> {
    const found = await spooler.look();
    seen = found.ok ? { state: found.value } : { lost: found.error };
    seenAt = now();
    // Without a fault, or if it is reported again, the old fault has ended. Another fault says nothing about it.
    const fault = found.ok ? found.value.fault : null;
    if (found.ok && (fault === null || (fault.reason === disproved && fault.isOld !== true))) disproved = null;
    const waitsLong = found.ok && found.value.oldestJobS >= LONG_WAIT_S;
    if (waitsLong && !isWaitTold) log.warn('spool.job-waiting', { printer: name, seconds: found.value.oldestJobS });
    isWaitTold = waitsLong;
    refresh();
  }

  /** Concurrent callers share one check. */
  function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = null;
    });
    return looking;
  }

  function lookLater(): void {
    if (closed) return;
    const ms = status.kind === 'ready' ? LOOK_EVERY_MS : LOOK_IN_TROUBLE_MS;
    cancelLook = clock.after(ms, () => void look().then(lookLater));
  }

  function statusFault(): PrintFault {
    const detail = 'detail' in status ? status.detail : `the printer is ${status.kind}`;
    return { reason: STATUS_REASONS[status.kind] ?? 'fault', doubtful: false, detail };
  }

  /** The job has left the queue; printing still takes time. */
  async function leftQueue({ since, mm, before }: Queued): Promise<PrintOutcome> {
    isStalled = false;
    printedMm += mm;
    const outAt = since + (mm / PAPER_MM_PER_S) * MS_PER_S;
    while (!closed && now() < outAt) await wake.wait(outAt - now());
    await look();
    const fault = faultNow();
    if (fault !== null && fault.reason !== before?.reason) return fail(asPrintFault(fault, true));
    disproved = fault?.reason ?? null;
    refresh();
    return ok({ confirmed: 'none', ...(isVouched(memory, line) ? {} : { isUnproved: true as const }) });
  }

  const asPrintFault = ({ reason, detail }: SpoolFault, doubtful: boolean): PrintFault => ({
    reason,
    detail,
    doubtful,
  });

  async function takeBack({ id, mm }: Queued, cause: SpoolFault): Promise<PrintOutcome> {
    const neverBegun = await spooler.cancel(id);
    if (!neverBegun) printedMm += mm;
    log.warn('spool.job-cancelled', { printer: name, id, not_started: neverBegun, reason: cause.reason });
    return fail(asPrintFault(cause, !neverBegun));
  }

  /** Waits until the job has left the queue, a fault stops it, or the timeout ends. */
  async function follow(job: Queued): Promise<PrintOutcome> {
    const isInTrouble = isStalled || job.before !== null;
    const deadline = job.since + (isInTrouble ? Math.min(STALLED_TICKET_MS, ticketTimeoutMs) : ticketTimeoutMs);
    for (;;) {
      const found = await spooler.job(job.id);
      const state: SpoolJobState | null = found.ok ? found.value : null;
      if (state === 'done' || state === 'gone') return leftQueue(job);
      if (state === 'failed') {
        printedMm += job.mm;
        return fail({ reason: 'fault', doubtful: true, detail: 'the spooler aborted the job' });
      }
      const isOver = now() >= deadline || closed;
      if (isOver || now() - seenAt >= FRESH_MS) await look();
      const fault = faultNow();
      if (fault !== null && fault.reason !== job.before?.reason) return takeBack(job, fault);
      if (isOver) {
        isStalled = true;
        const late: SpoolFault = { reason: 'timeout', detail: 'the job did not leave the queue in time' };
        const outcome = await takeBack(job, fault ?? late);
        refresh();
        return outcome;
      }
      await wake.wait(Math.min(JOB_EVERY_MS, deadline - now()));
    }
  }

  async function printThere(ticket: PaperTicket, enter: Entries): Promise<PrintOutcome> {
    await remembering;
    await look();
    const before = faultNow();
    // The next ticket tests whether an old fault persists.
    const mayPrint = status.kind === 'ready' || status.kind === 'silent' || before?.isOld === true;
    if (!mayPrint) return fail(statusFault());
    const created = enter.created();
    const { buildTicket } = await engine;
    const { chunks, isShortened, mm } = await buildTicket(ticket, { profile, automaticStatus: false, log });
    if (isShortened) log.warn('print.text-truncated', { ticket: ticket.ticketId, number: ticket.number });
    await created;
    enter.sending();
    const since = now();
    const submitted = await spooler.submit(new Uint8Array(Buffer.concat(chunks)));
    switch (submitted.kind) {
      case 'queued':
        return follow({ id: submitted.job, since, mm, before });
      case 'refused':
        return fail({ reason: 'fault', doubtful: false, detail: submitted.detail });
      case 'unknown':
        return fail({ reason: 'timeout', doubtful: true, detail: submitted.detail });
    }
  }

  const remembered = (): Promise<unknown> =>
    inTime(file?.settled() ?? Promise.resolve(true), { ms: DISK_MS, onFailure });
  const journal = journalDir === null ? Promise.resolve(null) : openJournal({ dir: journalDir, clock, log });
  const desk = createPrintJobQueue({ name, journal, log, remembered, print: printThere });
  const cancelWarmUp = clock.after(WARM_UP_AFTER_MS, () => {
    engine
      .then(({ warmUp }) => warmUp(languages, { profile, automaticStatus: false, log }))
      .catch((error: unknown) => log.error('print.render-failed', { error: String(error) }));
  });
  void look().then(lookLater);

  return {
    status: () => status,
    onStatus: (listener) => subscribe(listeners, listener),
    facts: () => ({ maker: '', model: '', confirms: null, dots: profile.dots }),
    async vouch(vouched) {
      await remembering;
      memory = { ...memory, vouched: { ...vouched, line: name } };
      file?.write(memory);
      log.info('printer.confirmation-accepted', { printer: name, from: vouched.from });
      refresh();
      return (await file?.settled()) ?? true;
    },
    printedMm: () => printedMm,
    print: desk.print,
    async close(why) {
      closed = true;
      cancelWarmUp();
      cancelLook();
      wake.ring();
      await desk.close(why);
      await looking;
      await file?.settled();
    },
  };
}

/** The print queue of an address. */
export function spoolerFor({ kind, queue }: SpoolAddress): Spooler {
  return kind === 'cups' ? cupsSpooler(queue) : windowsSpooler(queue);
}
