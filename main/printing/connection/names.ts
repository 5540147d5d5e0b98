/**
 * Printer name and model (GS I).
 *
 * An answer after GS r shows that the printer has reached that point. A single byte may be noise, a message of a
 * restarting printer, or an answer to another computer; a name is not.
 */
import { requestIdentity, transmitPaperStatus } from '../escpos/commands.ts';
import type { DueName, LineModel, NameNumber, ProvedPlace } from './model.ts';
import { closeQuestion, countQuestion, expectTransmitted, noteAnswer } from './query.ts';
import { addNote, changeTalk, type ReduceTurn, remember, write } from './turn.ts';

/** The model first: it is longer and more specific. */
const AS_PROOF = [67, 66] as const;
const TO_ASK = [66, 67] as const;

const toldName = ({ memory }: LineModel, n: NameNumber): string => (n === 66 ? memory.maker : memory.model);

/**
 * The name by which this printer can confirm that place; null if it reports none. The cut uses a different name if
 * there is one, so that a repeated answer for the text is not taken for it.
 */
export function nameFor(model: LineModel, what: ProvedPlace): NameNumber | null {
  const { nameless } = model.talk;
  const [first = null, ...others] = AS_PROOF.filter((n) => toldName(model, n) !== '' && !nameless.includes(n));
  if (what === 'text' || first === null) return first;
  return others.find((n) => toldName(model, n) !== toldName(model, first)) ?? first;
}

/** A name not yet requested on this connection; null for a printer that never reported one. */
export function nameToAsk(model: LineModel): NameNumber | null {
  const { talk, memory } = model;
  // A printer that does not know the command may print it: it is sent only to printers that answer other questions.
  if (talk.answered.length === 0 || !talk.hasFixedBits || talk.due.length > 0 || talk.dueNames.length > 0) return null;
  if (memory.isAsked && memory.maker === '' && memory.model === '' && talk.identified.length === 0) return null;
  return TO_ASK.find((n) => !talk.identified.includes(n)) ?? null;
}

function expectName(turn: ReduceTurn, n: NameNumber): void {
  changeTalk(turn, { dueNames: [...turn.model.talk.dueNames, { n, at: turn.now }] });
}

/** @param asAtTicket sent after GS r, as with a ticket, so that the answer proves the capability */
export function askIdentity(turn: ReduceTurn, n: NameNumber, asAtTicket: boolean): void {
  const { identified } = turn.model.talk;
  changeTalk(turn, {
    open: { kind: 'identity', n, askedAt: turn.now },
    identified: [...identified, n],
    identifiedAt: turn.now,
    askedAt: turn.now,
  });
  remember(turn, { isAsked: true });
  expectName(turn, n);
  if (asAtTicket) expectTransmitted(turn);
  write(turn, ...(asAtTicket ? [transmitPaperStatus()] : []), requestIdentity(n));
}

/** Sends GS r after `before`, with the printer's name if known; repeats all of it `count` times. */
export function askProof(
  turn: ReduceTurn,
  name: NameNumber | null,
  count: number,
  ...before: readonly Uint8Array[]
): void {
  const asked: Uint8Array[] = [];
  for (let time = 0; time < count; time++) {
    expectTransmitted(turn);
    asked.push(transmitPaperStatus());
    if (name === null) continue;
    expectName(turn, name);
    countQuestion(turn);
    asked.push(requestIdentity(name));
  }
  write(turn, ...before, ...asked);
}

/** The question that a GS I text answers: none if it repeats the name of an earlier answer. */
function answeredBy(model: LineModel, said: string): DueName | null {
  const { dueNames } = model.talk;
  const [first = null] = dueNames;
  const asked = dueNames.find(({ n }) => toldName(model, n) === said);
  if (asked !== undefined || first === null) return asked ?? null;
  const isSaidTwice = toldName(model, first.n) !== '' && AS_PROOF.some((n) => toldName(model, n) === said);
  return isSaidTwice ? null : first;
}

/** Handles a GS I text. Returns the name if it is the known one. */
export function onIdentity(turn: ReduceTurn, said: string): NameNumber | null {
  const { model } = turn;
  const { open, dueNames, nameless } = model.talk;
  const answered = answeredBy(model, said);
  if (answered === null) return null;
  const { n } = answered;
  noteAnswer(turn);
  changeTalk(turn, {
    dueNames: dueNames.filter((each) => each !== answered),
    nameless: nameless.filter((each) => each !== n),
    plainAt: turn.now,
  });
  if (open?.kind !== 'identity' || open.n !== n) return toldName(model, n) === said ? n : null;
  closeQuestion(turn);
  remember(turn, n === 66 ? { maker: said } : { model: said });
  addNote(turn, { event: 'printer.identified', ...(n === 66 ? { maker: said } : { model: said }) });
  return null;
}
