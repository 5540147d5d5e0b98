/**
 * Printer of the Windows spooler, by raw jobs.
 *
 * Tested under Wine; not verified on Windows.
 */
import { systemClock } from '../../lib/context.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { PrintFaultReason } from '../contract/printing.ts';
import { reasonOf } from '../transports/transport.ts';
import { JOB_TITLE, type Spooler, type SpoolFault, type SpoolJobState, type Submitted } from './spooler.ts';
import { loadWinspool, type WindowsPrintQueue, type Winspool } from './winspool.ts';

/** A printer shared by another machine can delay each call. */
const CALL_MS = 5000;
const SUBMIT_MS = 10_000;
const MS_PER_S = 1000;

type Fault = readonly [bits: number, reason: PrintFaultReason, detail: string];

/** PRINTER_STATUS_…, causes that a person can remove first. */
const PRINTER_FAULTS: readonly Fault[] = [
  [0x40_0000, 'cover-open', 'the cover is open'],
  [0x10 | 0x40, 'no-paper', 'the paper has run out'],
  [0x08, 'fault', 'the paper is jammed'],
  [0x80 | 0x1000, 'absent', 'Windows cannot reach the printer'],
  [0x01, 'fault', 'the queue is paused'],
  [0x02 | 0x04 | 0x10_0000 | 0x20_0000, 'fault', 'the printer reports a fault'],
];
/** JOB_STATUS_…, in the same order. */
const JOB_FAULTS: readonly Fault[] = [
  [0x40, 'no-paper', 'the paper has run out'],
  [0x20, 'absent', 'Windows cannot reach the printer'],
  [0x02 | 0x200 | 0x400, 'fault', 'the printer needs attention'],
];
const JOB_DELETED = 0x04 | 0x100;
const JOB_PRINTED = 0x80 | 0x1000;
const JOB_PRINTING = 0x10;

function faultIn(faults: readonly Fault[], status: number): SpoolFault | null {
  const found = faults.find(([bits]) => (status & bits) !== 0);
  return found === undefined ? null : { reason: found[1], detail: found[2] };
}

function jobState(status: number): SpoolJobState {
  if ((status & JOB_PRINTED) !== 0) return 'done';
  if ((status & JOB_DELETED) !== 0) return 'failed';
  return (status & JOB_PRINTING) === 0 ? 'waiting' : 'printing';
}

/** Null after a timeout. The call itself cannot be cancelled. */
function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = systemClock.after(ms, () => resolve(null));
    work.then(resolve, reject).finally(cancel);
  });
}

/**
 * @param parts overrides for tests: the functions, or why there are none; the machine's time in milliseconds, used in
 * job timestamps; the timeout for submitting a job
 */
export function windowsSpooler(
  queue: string,
  {
    library = loadWinspool(),
    nowMs = () => systemClock.now(),
    callMs = CALL_MS,
    submitMs = SUBMIT_MS,
  }: {
    readonly library?: Result<Winspool, string>;
    readonly nowMs?: () => number;
    readonly callMs?: number;
    readonly submitMs?: number;
  } = {},
): Spooler {
  /** Fault of our job: the spooler often reports it for the job only. */
  let jobFault: SpoolFault | null = null;

  /**
   * An overdue call. It cannot be cancelled, and blocks one of the few threads for disk work. No further call starts
   * until it returns.
   */
  let overdue: Promise<unknown> | null = null;

  /** Opens the printer for each use, so that added, removed or renamed printers need no restart. */
  async function opened<T>(
    ms: number,
    use: (library: Winspool, handle: WindowsPrintQueue) => Promise<Result<T, string>>,
  ): Promise<Result<T, string>> {
    if (!library.ok) return library;
    const late = fail(`the Windows spooler did not respond within ${ms / MS_PER_S} s`);
    if (overdue !== null) return late;
    const work = async (): Promise<Result<T, string>> => {
      const handle = await library.value.openPrinter(queue);
      if (handle === null) return fail(`Windows has no printer "${queue}", or does not let this user print`);
      try {
        return await use(library.value, handle);
      } finally {
        await library.value.closePrinter(handle);
      }
    };
    try {
      const call = work();
      const answer = await within(ms, call);
      if (answer !== null) return answer;
      overdue = call
        .catch(() => undefined)
        .then(() => {
          overdue = null;
        });
      return late;
    } catch (error) {
      return fail(reasonOf(error));
    }
  }

  async function writeAll(calls: Winspool, handle: WindowsPrintQueue, bytes: Uint8Array): Promise<boolean> {
    for (let at = 0; at < bytes.length; ) {
      const taken = await calls.writePrinter(handle, bytes.subarray(at));
      if (taken === null || taken <= 0) return false;
      at += taken;
    }
    return true;
  }

  return {
    name: `spool:${queue}`,
    look: () =>
      opened(callMs, async (calls, handle) => {
        const status = await calls.printerStatus(handle);
        const jobs = await calls.jobs(handle);
        if (status === null || jobs === null) return fail('Windows returned no state of the printer');
        if (jobs.count === 0) jobFault = null;
        const fault = faultIn(PRINTER_FAULTS, status) ?? jobFault;
        const oldestJobS = jobs.count === 0 ? 0 : Math.max(0, (nowMs() - jobs.oldestMs) / MS_PER_S);
        return ok({ fault, isPaperLow: false, oldestJobS });
      }),
    async submit(bytes): Promise<Submitted> {
      let isStarted = false;
      const job = await opened(submitMs, async (calls, handle) => {
        const id = await calls.startDocPrinter(handle, JOB_TITLE, 'RAW');
        if (id === 0) return fail('Windows rejected the job');
        isStarted = true;
        const isWhole =
          (await calls.startPagePrinter(handle)) &&
          (await writeAll(calls, handle, bytes)) &&
          (await calls.endPagePrinter(handle));
        if (isWhole && (await calls.endDocPrinter(handle))) return ok(String(id));
        // Delete half a ticket before ending its document.
        await calls.deleteJob(handle, id);
        await calls.endDocPrinter(handle);
        return fail('Windows did not accept the whole job');
      });
      if (job.ok) return { kind: 'queued', job: job.value };
      return { kind: isStarted ? 'unknown' : 'refused', detail: job.error };
    },
    job: (id) =>
      opened(callMs, async (calls, handle) => {
        const status = await calls.jobStatus(handle, Number(id));
        // A printed job leaves the list.
        if (status === null) return ok<SpoolJobState>('gone');
        jobFault = faultIn(JOB_FAULTS, status);
        return ok(jobState(status));
      }),
    async cancel(id) {
      const removed = await opened(callMs, async (calls, handle) => {
        const status = await calls.jobStatus(handle, Number(id));
        const isDeleted = status !== null && (await calls.deleteJob(handle, Number(id)));
        // Detects a job that starts meanwhile: it is deleted while printing.
        const after = isDeleted ? await calls.jobStatus(handle, Number(id)) : null;
        const hasBegun = status === null || ((status | (after ?? 0)) & (JOB_PRINTING | JOB_PRINTED)) !== 0;
        return ok(isDeleted && !hasBegun);
      });
      return removed.ok && removed.value;
    },
  };
}
