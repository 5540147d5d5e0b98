/**
 * Print confirmation by GS r, behind the text and the cut.
 *
 * By the printer's name where it tells one, otherwise by a byte. An answer that is missing while a later one comes
 * shows that the ticket is torn.
 */
import type { LineModel, NameNumber, PrintJob, ProvedPlace, Talk } from './model.ts';
import { askProof, nameFor } from './names.ts';
import { isFree, isQuiet } from './query.ts';
import * as times from './times.ts';
import { change, changeJob, isTextSent, jobOf, type ReduceTurn } from './turn.ts';

const PAPER_OUT = 0x0c;

type AskedBehind = NonNullable<PrintJob['asked']>;

/** An answer to GS r that can be no other's. */
export function heardTransmittedByJob(turn: ReduceTurn, byte: number): void {
  const job = jobOf(turn.model);
  if (job?.asked == null) return;
  // The paper has gone: whether before or behind the end, it does not say.
  if ((byte & PAPER_OUT) !== 0) {
    changeJob(turn, { asked: null });
    return;
  }
  if (job.asked.name === null) heardProof(turn, job, job.asked);
}

/** The name that is known of the printer: all that it was asked behind is done. */
export function heardNameByJob(turn: ReduceTurn, name: NameNumber | null): void {
  const job = jobOf(turn.model);
  if (name === null || job?.asked?.name !== name) return;
  // The answer before it, which is not taken yet, says that the paper has gone.
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
    // It has come to the end, and there is room for what follows.
    taken: job.order.text.length + (isCut ? 1 : 0),
    isTextDone: true,
    isCutDone: job.isCutDone || isCut,
    progressAt: turn.now,
  });
  change(turn, { isDoubted: false });
}

/** When an answer to GS r is missing: sooner where others came, or where an older one may be lost. */
export function askedAgainAt({ talk }: LineModel, { at, got, isStale, isPair }: AskedBehind): number {
  // One of a pair may have been said of the text: its own are as far off as any first answer.
  if ((got === 0 || isPair) && !isStale) return at + times.ASK_AGAIN_MS;
  return at + times.STALE_MS + (talk.patienceMs > times.PATIENCE_MS ? talk.patienceMs : 0);
}

/** When that was asked by which a place is proved, and not answered yet. */
function proofsDue({ due, dueNames }: Talk, name: NameNumber | null): readonly number[] {
  return name === null ? due : dueNames.flatMap(({ n, at }) => (n === name ? [at] : []));
}

/** GS r behind the text, then behind the cut; with stale answers still to come, as many more as those. */
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
    // A printer that starts anew in mid-ticket forgets the question with the text, and answers the next one.
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

/** The cut has a name of its own: nothing that is said of the text counts for it. */
const hasOwnName = ({ model }: ReduceTurn): boolean => nameFor(model, 'cut') !== nameFor(model, 'text');

/** True when the question behind the cut may leave: with the cut, as soon as the text is known to be through. */
export function mayAskCut(turn: ReduceTurn): boolean {
  const isStale = proofsDue(turn.model.talk, nameFor(turn.model, 'cut')).length > 0;
  return isStale ? isQuiet(turn) : isFree(turn);
}

/**
 * Asks for the first time for what proves the text or the cut, behind `before`; false while that is not possible. What
 * proved the text may still be said once more: where that looks like the answer behind the cut, two answers are asked
 * for, of which one at most is not the cut's own.
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
