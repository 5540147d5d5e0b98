/**
 * Print confirmation by GS r, after the text and after the cut.
 *
 * It requests the printer's name as well if the printer reports one, otherwise a status byte. If an answer is missing
 * but a later one arrives, the ticket is torn.
 */
import type { LineModel, NameNumber, PrintJob, ProvedPlace, Talk } from './model.ts';
import { askProof, nameFor } from './names.ts';
import { isFree, isQuiet } from './query.ts';
import * as times from './times.ts';
import { change, changeJob, isTextSent, jobOf, type ReduceTurn } from './turn.ts';

const PAPER_OUT = 0x0c;

type AskedBehind = NonNullable<PrintJob['asked']>;

/** Handles an answer to GS r that cannot belong to another question. */
export function confirmByStatus(turn: ReduceTurn, byte: number): void {
  const job = jobOf(turn.model);
  if (job?.asked == null) return;
  // The paper has run out: before or after the end of the ticket is unknown.
  if ((byte & PAPER_OUT) !== 0) {
    changeJob(turn, { asked: null });
    return;
  }
  if (job.asked.name === null) heardProof(turn, job, job.asked);
}

/** Handles a known name of the printer: everything before that question is done. */
export function confirmByName(turn: ReduceTurn, name: NameNumber | null): void {
  const job = jobOf(turn.model);
  if (name === null || job?.asked?.name !== name) return;
  // The previous, unprocessed answer reports paper end.
  if (turn.model.talk.plain.some((byte) => (byte & PAPER_OUT) !== 0)) return;
  heardProof(turn, job, job.asked);
}

function heardProof(turn: ReduceTurn, job: PrintJob, before: AskedBehind): void {
  const asked = { ...before, got: before.got + 1, at: turn.now };
  if (asked.got < asked.need) {
    changeJob(turn, { asked });
    return;
  }
  const isCut = before.what === 'cut';
  changeJob(turn, {
    asked: null,
    // It has reached the end, so further pieces can be sent.
    taken: job.order.text.length + (isCut ? 1 : 0),
    isTextDone: true,
    isCutDone: job.isCutDone || isCut,
    progressAt: turn.now,
  });
  change(turn, { isDoubted: false });
}

/** When to ask again for a missing GS r answer: sooner if other answers arrived, or if an older one may be lost. */
export function askedAgainAt({ talk }: LineModel, { at, got, isStale, isPair }: AskedBehind): number {
  // One answer of a pair can belong to the text: the cut's answers need as long as any first answer.
  if ((got === 0 || isPair) && !isStale) return at + times.ASK_AGAIN_MS;
  return at + times.STALE_MS + (talk.patienceMs > times.PATIENCE_MS ? talk.patienceMs : 0);
}

/** Times of unanswered requests that can confirm a place. */
function proofsDue({ due, dueNames }: Talk, name: NameNumber | null): readonly number[] {
  return name === null ? due : dueNames.flatMap(({ n, at }) => (n === name ? [at] : []));
}

/** Sends GS r after the text, then after the cut; if stale answers are outstanding, as many requests more. */
export function askBehind(turn: ReduceTurn, job: PrintJob): void {
  const { talk, writes } = turn.model;
  const { order, sent, asked, isTextDone } = job;
  if (writes > 0 || !isTextSent(job) || !isQuiet(turn)) return;
  const what = sent > order.text.length ? 'cut' : 'text';
  if (what === 'text' && isTextDone) return;
  if (asked !== null) {
    if (job.questions + (asked.name === null ? 1 : 2) > times.MAX_QUESTIONS) return;
    const isMissing = proofsDue(talk, asked.name).length === 0 && asked.got < asked.need;
    if (!isMissing && turn.now < askedAgainAt(turn.model, asked)) return;
    // A printer that restarts during a ticket loses question and text, and answers the next question.
    if (asked.got > 0 && !asked.isStale && !asked.isPair) {
      changeJob(turn, { isTorn: true, asked: null });
      return;
    }
    changeJob(turn, { asked: { ...asked, at: turn.now, isPair: false, need: asked.need + (asked.isStale ? 0 : 1) } });
    askProof(turn, asked.name, 1);
    return;
  }
  startProof(turn, what);
}

/** Whether the cut uses its own name, so that answers for the text cannot confirm it. */
const hasOwnName = ({ model }: ReduceTurn): boolean => nameFor(model, 'cut') !== nameFor(model, 'text');

/** Whether the question after the cut can be sent: once the text is confirmed, together with the cut. */
export function mayAskCut(turn: ReduceTurn): boolean {
  const isStale = proofsDue(turn.model.talk, nameFor(turn.model, 'cut')).length > 0;
  return isStale ? isQuiet(turn) : isFree(turn);
}

/**
 * Sends the first question that confirms the text or the cut, after `before`; false if that is not possible yet. An
 * answer for the text can be repeated. Where that looks like the answer for the cut, two answers are requested, of
 * which at most one belongs to the text.
 */
export function startProof(turn: ReduceTurn, what: ProvedPlace, ...before: readonly Uint8Array[]): boolean {
  const { model, now } = turn;
  if (what === 'cut' ? !mayAskCut(turn) : !isQuiet(turn)) return false;
  const name = nameFor(model, what);
  const due = proofsDue(model.talk, name);
  const newest = due.at(-1);
  if (newest !== undefined && now - newest < times.STALE_MS) return false;
  const isPair = what === 'cut' && !hasOwnName(turn) && !isQuiet(turn);
  const count = isPair ? 2 : 1;
  const need = due.length + count;
  changeJob(turn, { asked: { what, name, at: now, isStale: due.length > 0, isPair, need, got: 0 } });
  askProof(turn, name, count, ...before);
  return true;
}
