/**
 * Recovery of a ticket after an interruption.
 *
 * It is printed again only if the first print cannot be complete. A doubtful result is reported as doubtful.
 */
import type { PrintFault } from '../contract/printing.ts';
import { clearBuffers, resumeAfterError } from '../escpos/commands.ts';
import { askInJob, isSilent, isSurelyOut, nextId, paperOutAt, sendMore, wayOf } from './job.ts';
import type { ConnectionPhase, JobEnd, LineModel, PrintJob } from './model.ts';
import { startMouth } from './presenter.ts';
import { NOTHING_DUE } from './query.ts';
import { believedFault } from './readings.ts';
import * as times from './times.ts';
import { addNote, change, changeTalk, enter, isTextSent, jobOf, type ReduceTurn, write } from './turn.ts';

type Cause = Omit<PrintFault, 'doubtful'>;

export function endJob(turn: ReduceTurn, job: PrintJob, end: JobEnd): void {
  enter(turn, { name: 'idle' });
  startMouth(turn, end.kind === 'printed' ? (end.outAt ?? turn.now) : turn.now);
  turn.effects.push({ kind: 'ended', id: job.order.id, end });
}

export function printed(turn: ReduceTurn, job: PrintJob): void {
  const outAt = paperOutAt(job);
  const confirmed = job.confirmedBy ?? wayOf(turn.model, job);
  endJob(turn, job, { kind: 'printed', confirmed, ...(turn.now < outAt ? { outAt } : {}) });
}

/** Handles a confirmed job: printed when its paper can be out and the printer reports no fault. */
export function confirmed(turn: ReduceTurn, job: PrintJob): void {
  const fault = turn.now < paperOutAt(job) || job.lookSince !== null ? believedFault(turn.model) : null;
  if (fault !== null) {
    const withdrawn = { isTextDone: false, isCutDone: false, isWithdrawn: true, isNoisy: true, ids: [], asked: null };
    stumble(turn, { ...job, ...withdrawn, lookSince: null }, fault);
  } else if (isSurelyOut(turn, job)) printed(turn, job);
  else askInJob(turn, jobOf(turn.model) ?? job);
}

function notPrinted(turn: ReduceTurn, job: PrintJob, cause: Cause, mayBeWhole = false): void {
  // Detect its current confirmation again, at once.
  if (cause.reason === 'unconfirmed') {
    change(turn, { isDoubted: true });
    changeTalk(turn, { probedAt: Number.NEGATIVE_INFINITY });
  }
  // No later print is possible: an unconfirmed ticket counts as not printed, unless it is reported as doubtful.
  const reason = cause.reason === 'unconfirmed' && !mayBeWhole ? 'timeout' : cause.reason;
  const fault: PrintFault = { ...cause, reason, doubtful: false };
  endJob(turn, job, { kind: 'not-printed', fault, mayBeWhole, asked: job.questions });
}

/** Ends a job as doubtful. A printer that failed to confirm counts as silent from now on. */
function doubtful(turn: ReduceTurn, job: PrintJob, cause: Cause): void {
  if (cause.reason === 'unconfirmed' || cause.reason === 'timeout')
    change(turn, { isDoubted: job.order.way !== 'none' });
  changeTalk(turn, { probedAt: turn.now });
  endJob(turn, job, { kind: 'doubtful', fault: { ...cause, doubtful: true } });
}

/** Clears cable and buffer, so that no rest is printed for another visitor. */
function giveUp(turn: ReduceTurn): void {
  change(turn, { isSoiled: true });
  turn.effects.push({ kind: 'drop' });
  const detail = 'the connection was closed to discard unprinted data';
  enter(turn, { name: 'away', retryAt: turn.now + times.FIRST_RETRY_MS, failures: 0, detail });
}

/** Cause of a job without confirmation in its time. */
export function timeoutCause(model: LineModel, job: PrintJob): Cause {
  const fault = believedFault(model);
  if (fault !== null) return fault;
  if (!isTextSent(job) || job.order.way === 'none') {
    return { reason: 'timeout', detail: 'the printer did not accept the ticket in time' };
  }
  return { reason: 'unconfirmed', detail: 'the printer did not confirm the ticket' };
}

/** Handles an obstacle: a reported fault, or the end of the job's time. */
export function stumble(turn: ReduceTurn, job: PrintJob, cause: Cause): void {
  const { model, now } = turn;
  const fault: PrintFault = { ...cause, doubtful: true };
  if (job.sent === 0) {
    notPrinted(turn, job, cause);
    return;
  }
  if (cause.reason === 'cutter' && job.sent > job.order.text.length) {
    enter(turn, { name: 'freeing', job, fault, resumeAt: now });
    return;
  }
  // The text is on paper; the cut, or its confirmation, is missing.
  if (job.isTextDone && now < job.deadline) {
    enter(turn, { name: 'lingering', job, fault });
    return;
  }
  enter(turn, { name: 'clearing', job, fault, until: now + times.CLEAR_MS });
  write(turn, clearBuffers());
  if (isSilent(model)) addNote(turn, { event: 'print.unconfirmed' });
}

export function free(turn: ReduceTurn, phase: Extract<ConnectionPhase, { name: 'freeing' }>): void {
  const { job, fault, resumeAt } = phase;
  if (job.isCutDone) {
    // Some printers do not repeat a missed cut; a superfluous cut only makes an empty slip.
    write(turn, turn.model.options.torn);
    printed(turn, job);
    return;
  }
  if (turn.now >= job.deadline) {
    doubtful(turn, job, fault);
    giveUp(turn);
    return;
  }
  if (turn.now < resumeAt) return;
  enter(turn, { ...phase, resumeAt: turn.now + times.RESUME_MS });
  write(turn, resumeAfterError());
}

/** The printer has confirmed that it discarded its buffer. */
export function cleared(turn: ReduceTurn, job: PrintJob, fault: PrintFault): void {
  const { order } = job;
  changeTalk(turn, NOTHING_DUE);
  if (job.isTextDone && order.way === 'process-id' && turn.now < job.deadline) {
    // The whole ticket still hangs there, or is already cut: then this cut makes an empty slip.
    const again: PrintJob = { ...job, sent: order.text.length + 1, ids: [] };
    enter(turn, { name: 'lingering', job: again, fault });
    write(turn, turn.model.options.torn, nextId(turn, again, again.sent));
    return;
  }
  write(turn, turn.model.options.torn);
  if (job.isTextDone) {
    doubtful(turn, job, fault);
    return;
  }
  // With GS r the progress is unknown after the end was sent; and ids can be lost without the text.
  const mayBeWhole = isTextSent(job) && (job.isNoisy || job.isTorn || order.way !== 'process-id');
  notPrinted(turn, job, fault, mayBeWhole);
}

export function clear(turn: ReduceTurn, { job, fault, until }: Extract<ConnectionPhase, { name: 'clearing' }>): void {
  if (job.isCutDone && !job.isWithdrawn) {
    printed(turn, job);
    return;
  }
  if (turn.now < until) return;
  if (job.isWithdrawn) {
    doubtful(turn, job, fault);
    giveUp(turn);
    return;
  }
  enter(turn, { name: 'lingering', job, fault });
}

/**
 * The state of the buffer is unknown. When a person fixes the printer, the rest may be printed: that counts as printed.
 */
export function linger(turn: ReduceTurn, { job, fault }: Extract<ConnectionPhase, { name: 'lingering' }>): void {
  if (job.isCutDone) {
    printed(turn, job);
    return;
  }
  // The remaining content was printed, with a known end: the ticket is complete only if an id was lost without its
  // text.
  if (job.isTorn && job.ids.length === 0 && believedFault(turn.model) === null) {
    if (job.sent <= job.order.text.length) write(turn, turn.model.options.torn);
    notPrinted(turn, job, fault, isTextSent(job));
    return;
  }
  const isMended = believedFault(turn.model) === null;
  // The text was complete and not cut yet.
  if (isMended && job.isTextDone && job.order.way === 'status' && sendMore(turn, job)) return;
  if (turn.now < job.deadline) return;
  if (isTextSent(job)) doubtful(turn, job, fault);
  else notPrinted(turn, job, fault);
  giveUp(turn);
}

/** The connection was lost during a ticket. */
export function broken(turn: ReduceTurn, job: PrintJob): void {
  const cause: Cause = { reason: 'absent', detail: 'the connection was lost before the ticket was confirmed' };
  if (job.isCutDone) {
    printed(turn, job);
    return;
  }
  if (job.sent > 0) change(turn, { isSoiled: true });
  if (isTextSent(job)) doubtful(turn, job, cause);
  else notPrinted(turn, job, cause);
}
