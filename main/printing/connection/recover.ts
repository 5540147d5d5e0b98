/**
 * Recovery of a ticket after an interruption.
 *
 * It is printed again only when the first cannot be whole; while there is any doubt, that is said instead of guessed.
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

/** Confirmed; told as printed when its paper can be out and the printer still knows of no trouble. */
export function confirmed(turn: ReduceTurn, job: PrintJob): void {
  const fault = turn.now < paperOutAt(job) || job.lookSince !== null ? believedFault(turn.model) : null;
  if (fault !== null) {
    const withdrawn = { isTextDone: false, isCutDone: false, isWithdrawn: true, isNoisy: true, ids: [], asked: null };
    stumble(turn, { ...job, ...withdrawn, lookSince: null }, fault);
  } else if (isSurelyOut(turn, job)) printed(turn, job);
  else askInJob(turn, jobOf(turn.model) ?? job);
}

function notPrinted(turn: ReduceTurn, job: PrintJob, cause: Cause, mayBeWhole = false): void {
  // What it confirms now is found out anew, at once.
  if (cause.reason === 'unconfirmed') {
    change(turn, { isDoubted: true });
    changeTalk(turn, { probedAt: Number.NEGATIVE_INFINITY });
  }
  // Nothing will come of it: what was not confirmed did not happen, unless it is said that it may have.
  const reason = cause.reason === 'unconfirmed' && !mayBeWhole ? 'timeout' : cause.reason;
  const fault: PrintFault = { ...cause, reason, doubtful: false };
  endJob(turn, job, { kind: 'not-printed', fault, mayBeWhole, asked: job.questions });
}

/** The printer that should have said something is known from now on as one that does not. */
function doubtful(turn: ReduceTurn, job: PrintJob, cause: Cause): void {
  if (cause.reason === 'unconfirmed' || cause.reason === 'timeout')
    change(turn, { isDoubted: job.order.way !== 'none' });
  changeTalk(turn, { probedAt: turn.now });
  endJob(turn, job, { kind: 'doubtful', fault: { ...cause, doubtful: true } });
}

/** Nothing may lie in a cable or a buffer and come out for somebody else. */
function giveUp(turn: ReduceTurn): void {
  change(turn, { isSoiled: true });
  turn.effects.push({ kind: 'drop' });
  const detail = 'the connection was given up to clear what was left in it';
  enter(turn, { name: 'away', retryAt: turn.now + times.FIRST_RETRY_MS, failures: 0, detail });
}

/** The cause of a job that nothing has confirmed in its time. */
export function timeoutCause(model: LineModel, job: PrintJob): Cause {
  const fault = believedFault(model);
  if (fault !== null) return fault;
  if (!isTextSent(job) || job.order.way === 'none') {
    return { reason: 'timeout', detail: 'the printer did not take the ticket in time' };
  }
  return { reason: 'unconfirmed', detail: 'the printer did not confirm the ticket' };
}

/** Something stands in the way: a fault that the printer reports, or the end of its time. */
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
  // All of it is on paper; what is missing is the cut, or the word that it was made.
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
    // Not every printer makes up for the cut that it missed; one cut too many is an empty slip.
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

/** What the printer held is thrown away, and it has said so. */
export function cleared(turn: ReduceTurn, job: PrintJob, fault: PrintFault): void {
  const { order } = job;
  changeTalk(turn, NOTHING_DUE);
  if (job.isTextDone && order.way === 'process-id' && turn.now < job.deadline) {
    // The whole ticket hangs there, or was cut off already: then this cut is an empty slip.
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
  // With GS r nothing tells how far it was when the end had left already; and ids may be lost without the text.
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

/** No word on what became of the buffer. Whoever mends the printer may bring out the rest: that counts as printed. */
export function linger(turn: ReduceTurn, { job, fault }: Extract<ConnectionPhase, { name: 'lingering' }>): void {
  if (job.isCutDone) {
    printed(turn, job);
    return;
  }
  // What it has not lost has passed, and its end is known: it can be whole only if an id was lost without the text.
  if (job.isTorn && job.ids.length === 0 && believedFault(turn.model) === null) {
    if (job.sent <= job.order.text.length) write(turn, turn.model.options.torn);
    notPrinted(turn, job, fault, isTextSent(job));
    return;
  }
  const isMended = believedFault(turn.model) === null;
  // The text stood there whole and was not cut off yet.
  if (isMended && job.isTextDone && job.order.way === 'status' && sendMore(turn, job)) return;
  if (turn.now < job.deadline) return;
  if (isTextSent(job)) doubtful(turn, job, fault);
  else notPrinted(turn, job, fault);
  giveUp(turn);
}

/** The line broke in mid-ticket. */
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
