/**
 * Print job in pieces, with at most two unanswered checkpoints.
 *
 * After each checkpoint a question follows. At most two are unanswered, so that few bytes can be lost in a failure. The
 * cut has its own question: a confirmed text is not printed again because the paper ended after it.
 */
import type { Confirmation } from '../contract/printing.ts';
import { clearBuffers, fillUnfinishedBand, processId } from '../escpos/commands.ts';
import { idSigns } from '../escpos/status-parser.ts';
import { askBehind, mayAskCut, startProof } from './confirmation.ts';
import type { JobOrder, LineModel, PrintJob, RequestedId, StatusNumber } from './model.ts';
import { askAutomatic, askStatus, isFree, isQuiet, nextInTurn } from './query.ts';
import { askable, believedFault, doubts, troubled } from './readings.ts';
import * as times from './times.ts';
import { change, changeJob, enter, isTextSent, jobOf, lineMs, type ReduceTurn, write } from './turn.ts';

const WINDOW = 2;
const MS_PER_S = 1000;
/** Tickets with more pieces use every second piece as a checkpoint: questions take time on the line, too. */
const SHORT_PIECES = 4;

/** Whether a printer that has answered before does not answer now. */
export function isSilent({ talk, memory, isDoubted }: LineModel): boolean {
  const isGone = talk.isHeard ? talk.misses >= times.SILENT_AFTER_MISSES : memory.confirms !== null;
  return isDoubted || isGone;
}

/** Confirmation of the job. A printer that has answered is not a mute one. */
export function wayOf({ options, talk }: LineModel, { order }: PrintJob): Confirmation {
  return order.way === 'none' && options.confirm === 'auto' && talk.isHeard ? 'no-fault' : order.way;
}

const bytesOf = ({ text, cut }: JobOrder): number => text.reduce((sum, piece) => sum + piece.length, cut.length);

export function startJob(turn: ReduceTurn, order: JobOrder): void {
  const { model, now } = turn;
  // A visitor does not wait for the confirmation of a printer that stopped answering.
  const shortMs = 2 * lineMs(model, bytesOf(order)) + times.SILENT_TICKET_MS;
  const job: PrintJob = {
    order,
    startedAt: now,
    deadline: now + (isSilent(model) ? Math.min(order.timeoutMs, shortMs) : order.timeoutMs),
    sent: 0,
    taken: 0,
    isTextDone: false,
    isCutDone: false,
    confirmedBy: null,
    firstAt: null,
    isWithdrawn: false,
    ids: [],
    idsAsked: 0,
    idAskedAt: now,
    reportedId: '',
    isTorn: false,
    isNoisy: false,
    questions: order.asked,
    progressAt: now,
    asked: null,
    lookSince: null,
  };
  // It could not be cleaned before: discard its buffer, so that old content is not printed with this ticket.
  if (model.isSoiled && model.options.twoWay) {
    write(turn, clearBuffers(), fillUnfinishedBand(), turn.model.options.torn);
    change(turn, { isSoiled: false });
  }
  enter(turn, { name: 'sending', job });
}

/** Pieces between two checkpoints; the last text piece and the cut are always checkpoints. */
function stride({ text, asked }: JobOrder): number {
  const checkpoints = Math.max(1, times.CHECKPOINTS - asked);
  return Math.max(text.length > SHORT_PIECES ? 2 : 1, Math.ceil(text.length / checkpoints));
}

function isCheckpoint(order: JobOrder, index: number): boolean {
  return index >= order.text.length - 1 || (index + 1) % stride(order) === 0;
}

/** Creates one more process id after all pieces handed over so far; the caller writes it. */
export function nextId(turn: ReduceTurn, job: PrintJob, behind: number): Uint8Array {
  const asked: RequestedId = { id: job.order.sign + idSigns(job.idsAsked), behind };
  changeJob(turn, {
    ids: [...job.ids, asked],
    idsAsked: job.idsAsked + 1,
    idAskedAt: turn.now,
    questions: job.questions + 1,
  });
  return processId(asked.id);
}

/**
 * Handles a process id. It confirms its pieces only if all earlier ids have arrived: a printer that restarts during a
 * ticket loses its buffer with the ids, and still confirms later ids.
 */
export function onProcessId(turn: ReduceTurn, id: string): void {
  const job = jobOf(turn.model);
  if (job === null || job.order.way !== 'process-id' || id === job.reportedId) return;
  const { order, ids, isTorn } = job;
  const at = ids.findIndex((asked) => asked.id === id);
  if (at < 0) {
    changeJob(turn, { isNoisy: true });
    return;
  }
  changeJob(turn, { ids: ids.slice(at + 1), reportedId: id, progressAt: turn.now });
  if (at > 0 || isTorn) {
    changeJob(turn, { isTorn: true });
    return;
  }
  const taken = Math.max(job.taken, ids[at]?.behind ?? 0);
  changeJob(turn, {
    taken,
    isTextDone: job.isTextDone || taken >= order.text.length,
    isCutDone: job.isCutDone || taken > order.text.length,
  });
  change(turn, { isDoubted: false });
}

/** When to send one more process id to test whether late ids will still arrive; null if none is late. */
export function idAgainAt({ wireFreeAt }: LineModel, job: PrintJob): number | null {
  if (job.ids.length === 0 || job.questions >= times.MAX_QUESTIONS) return null;
  return Math.max(job.progressAt, job.idAskedAt, wireFreeAt) + times.ID_AGAIN_MS;
}

function askIdAgain(turn: ReduceTurn, job: PrintJob): void {
  const { model, now } = turn;
  const at = idAgainAt(model, job);
  if (at === null || now < at || model.writes > 0 || doubts(model).length > 0 || believedFault(model) !== null) return;
  write(turn, nextId(turn, job, job.sent));
}

/** Handles an answer to a status question after a piece: the printer has taken that piece. */
export function onBufferedBytes(turn: ReduceTurn, behind: number): void {
  const job = jobOf(turn.model);
  if (job?.order.way === 'status' && behind > job.taken) changeJob(turn, { taken: behind, progressAt: turn.now });
}

/** Whether status questions between the pieces show the progress. */
function isPaced(model: LineModel, { way }: JobOrder): boolean {
  return way === 'status' && askable(model).length > 0 && model.talk.answered.length > 0;
}

/** Whether an open question will confirm more pieces. */
const isAskedBeyond = ({ talk }: LineModel, taken: number): boolean =>
  talk.open?.kind === 'status' && talk.open.behind > taken;

/** Whether one more piece can be sent without too many unconfirmed bytes. */
function hasRoom(model: LineModel, { order, sent, taken }: PrintJob, now: number): boolean {
  const reach = Math.max(WINDOW, stride(order) + 1);
  if (order.way === 'process-id') return sent - taken < reach;
  if (isPaced(model, order)) {
    // The question is sent before the last possible piece, which keeps the line busy meanwhile.
    const isAsked = order.text.length - taken <= reach || isAskedBeyond(model, taken);
    return sent - taken < (isAsked ? reach : stride(order));
  }
  // Without confirmation, only the line speed shows the progress.
  const next = order.text[sent] ?? order.cut;
  return model.wireFreeAt - now <= lineMs(model, next.length);
}

/** The end of the text waits briefly for its question: sent alone, it could be lost without a missing answer. */
function mayAskSoon(turn: ReduceTurn, { order, sent, progressAt }: PrintJob): boolean {
  const { settleMs } = turn.model.talk;
  const isEnd = order.way === 'status' && sent === order.text.length - 1;
  return isEnd && isFree(turn) && !isQuiet(turn) && turn.now - progressAt < settleMs;
}

/** Sends the next piece, if possible. */
export function sendMore(turn: ReduceTurn, job: PrintJob): boolean {
  const { model, now } = turn;
  const { order, sent } = job;
  const isHeld = model.options.obeysXoff && now < model.heldUntil;
  if (model.writes > 0 || isHeld || doubts(model).length > 0 || sent > order.text.length) return false;
  const isCut = sent === order.text.length;
  // With GS r the cut waits until the text is confirmed, and is sent with its own question.
  if (isCut && order.way === 'status' && (!job.isTextDone || !mayAskCut(turn))) return false;
  if (!hasRoom(model, job, now)) return false;
  if (!isCut && mayAskSoon(turn, job)) return false;
  const piece = order.text[sent] ?? order.cut;
  const asksId = order.way === 'process-id' && isCheckpoint(order, sent);
  const ids = asksId ? [nextId(turn, job, sent + 1)] : [];
  changeJob(turn, { sent: sent + 1, firstAt: job.firstAt ?? now });
  // Piece and question are sent together, so that they are lost together: otherwise a restarted printer would answer.
  const isEnd = order.way === 'status' && sent >= order.text.length - 1;
  if (isEnd && startProof(turn, isCut ? 'cut' : 'text', piece)) return true;
  write(turn, piece, ...ids);
  return true;
}

/** Status questions to ask: those it answers; unproven ones only if it has answered none. */
function lookedAt(model: LineModel): readonly StatusNumber[] {
  const known = answerable(model);
  return known.length > 0 ? known : askable(model);
}

function answerable(model: LineModel): readonly StatusNumber[] {
  const { talk, memory } = model;
  return askable(model).filter((n) => talk.answered.includes(n) || memory.answers.includes(n));
}

/** Earliest time at which the paper can be out. */
export function paperOutAt({ order, firstAt, startedAt }: PrintJob): number {
  return Math.ceil((firstAt ?? startedAt) + (order.mm / times.PAPER_MM_PER_S) * MS_PER_S);
}

/** Final status questions: its paper sensor if it reports one, or any other question that it answers. */
function lookedAtLast(model: LineModel): readonly StatusNumber[] {
  const known = answerable(model);
  return known.includes(4) ? [4] : known.slice(0, 1);
}

/**
 * Whether the paper of a confirmed ticket is out, because some printers confirm when they have read the bytes. True
 * once the printing time has passed and the printer was asked again.
 */
export function isSurelyOut(turn: ReduceTurn, job: PrintJob): boolean {
  const { model, now } = turn;
  const outAt = paperOutAt(job);
  const isConfirmedLate = job.lookSince === null && now >= outAt;
  if (isConfirmedLate || (job.confirmedBy ?? wayOf(model, job)) === 'no-fault') return now >= outAt;
  if (job.lookSince === null) changeJob(turn, { lookSince: outAt });
  return now >= outAt && unlooked(model, { ...job, lookSince: outAt }, outAt) === null && doubts(model).length === 0;
}

/** Confirmation by status only: the printing time has passed, and a full round of answers reports no fault. */
function lookAfter(turn: ReduceTurn, job: PrintJob): void {
  const { model, now } = turn;
  if (model.writes > 0 || job.sent <= job.order.text.length || now < model.wireFreeAt) return;
  const { lookSince } = job;
  if (lookSince === null) {
    const paperMs = times.LOOK_AFTER_MS + times.LOOK_AFTER_MS_PER_BYTE * bytesOf(job.order);
    changeJob(turn, { lookSince: Math.ceil(now + paperMs) });
    return;
  }
  if (now < lookSince || doubts(model).length > 0) return;
  if (isAutomaticOnly(model)) {
    lookByAutomatic(turn, lookSince);
    return;
  }
  const asked = lookedAt(model);
  const isSeen = asked.length > 0 && unlooked(model, job, lookSince) === null;
  if (!isSeen || model.talk.open !== null) return;
  changeJob(turn, { isTextDone: true, isCutDone: true });
  change(turn, { isDoubted: false });
}

/** Whether the printer answers no question but GS a. */
export function isAutomaticOnly(model: LineModel): boolean {
  return model.talk.isHeard && model.talk.isAutomatic && askable(model).length === 0;
}

/** GS a follows the cut; the printer answers it when it gets there. */
function lookByAutomatic(turn: ReduceTurn, since: number): void {
  const { talk } = turn.model;
  if (talk.askedAt >= since && talk.heardAt >= talk.askedAt) {
    changeJob(turn, { isTextDone: true, isCutDone: true });
    change(turn, { isDoubted: false });
  } else if (turn.now >= Math.max(since, talk.askedAt + times.STALL_MS)) askAutomatic(turn);
}

export function confirmMore(turn: ReduceTurn, job: PrintJob): void {
  const { model, now } = turn;
  switch (wayOf(model, job)) {
    case 'process-id':
      askIdAgain(turn, job);
      return;
    case 'status':
      askBehind(turn, job);
      return;
    case 'no-fault':
      lookAfter(turn, job);
      return;
    case 'none': {
      const isThrough = job.sent > job.order.text.length && model.writes === 0 && now >= model.wireFreeAt;
      if (isThrough) changeJob(turn, { isTextDone: true, isCutDone: true, confirmedBy: 'none' });
    }
  }
}

/** Sends a status question during a ticket: for pacing, for a doubtful reading, or after a long silence. */
export function askInJob(turn: ReduceTurn, job: PrintJob): void {
  const { model, now } = turn;
  const { talk } = model;
  if (talk.open !== null || model.writes > 0 || askable(model).length === 0) return;
  const doubted = doubts(model);
  const at = jobAskAt(model, job);
  if (at === null || now < at) return;
  const n =
    doubted[0] ?? (job.lookSince === null ? nextInTurn(turn, troubled(model)) : unlooked(model, job, job.lookSince));
  if (n !== undefined && n !== null) askStatus(turn, n);
}

/** A question that is unanswered since then. A printer that has confirmed everything need not answer again. */
function unlooked(model: LineModel, job: PrintJob, since: number): StatusNumber | null {
  const { readAt, triedAt } = model.readings;
  if (job.isCutDone) {
    return lookedAtLast(model).find((n) => Math.max(readAt[n] ?? 0, triedAt[n] ?? 0) < since) ?? null;
  }
  return lookedAt(model).find((n) => (readAt[n] ?? 0) < since) ?? null;
}

/** When the job's next status question can be sent; null if none is due. */
export function jobAskAt(model: LineModel, job: PrintJob): number | null {
  const { talk, wireFreeAt } = model;
  const isSpent = job.questions >= times.MAX_QUESTIONS;
  // A printer without paper, or with a lasting doubt, is asked at the slower pace.
  if (doubts(model).length > 0) return talk.askedAt + (isSpent ? times.FAULT_ASK_MS : times.DOUBLE_CHECK_MS);
  if (troubled(model).length > 0 && isSpent) return talk.askedAt + times.FAULT_ASK_MS;
  if (job.lookSince !== null) {
    return unlooked(model, job, job.lookSince) === null
      ? null
      : Math.max(job.lookSince, talk.askedAt + times.LOOK_ASK_MS);
  }
  const isPaced = job.order.way === 'status' && talk.answered.length > 0;
  if (isPaced && !isTextSent(job) && job.sent - job.taken >= stride(job.order)) return talk.askedAt;
  if (job.order.way === 'none' && !talk.isHeard) return null;
  if (isSpent) return null;
  if (troubled(model).length > 0) return talk.askedAt + times.FAULT_ASK_MS;
  const isFirst = talk.askedAt < job.progressAt;
  const last = Math.max(job.progressAt, talk.askedAt, wireFreeAt);
  return last + (isFirst ? times.STALL_MS : times.LATER_STALL_MS);
}
