/**
 * What the printer calls itself (GS I). Asked for behind GS r it shows that the printer has come to that place: a single
 * byte may be noise, or said by a printer that starts anew, or be the answer to a second computer; its name is not.
 */
import { requestIdentity, transmitPaperStatus } from '../escpos/commands.ts';
import type { LineModel, NameNumber } from './model.ts';
import { askTransmitted, closeQuestion, countQuestion, expectTransmitted, heardSomething } from './talk.ts';
import { changeTalk, note, remember, type Turn, write } from './turn.ts';

/** The model is the longer one, and nobody else's. */
const AS_PROOF = [67, 66] as const;
const TO_ASK = [66, 67] as const;

const toldName = ({ memory }: LineModel, n: NameNumber): string => (n === 66 ? memory.maker : memory.model);

/** The name by which this printer can prove that it has come to a place; null where it tells none. */
export function nameOf(model: LineModel): NameNumber | null {
  const { nameless } = model.talk;
  return AS_PROOF.find((n) => toldName(model, n) !== '' && !nameless.includes(n)) ?? null;
}

/** What it has not been asked on this connection; null where it has never told anything. */
export function nameToAsk(model: LineModel): NameNumber | null {
  const { talk, memory } = model;
  // A printer that does not know the question may print it: it is put to those that have proved to answer another.
  if (talk.answered.length === 0 || !talk.hasFixedBits || talk.due.length > 0 || talk.dueNames.length > 0) return null;
  if (memory.isAsked && memory.maker === '' && memory.model === '' && talk.identified.length === 0) return null;
  return TO_ASK.find((n) => !talk.identified.includes(n)) ?? null;
}

function expectName(turn: Turn, n: NameNumber): void {
  changeTalk(turn, { dueNames: [...turn.model.talk.dueNames, { n, at: turn.now }] });
}

/** @param asAtTicket behind GS r, as it is asked at a ticket: what it answers so, it can be held to */
export function askIdentity(turn: Turn, n: NameNumber, asAtTicket: boolean): void {
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

/** GS r behind `before`, and with it the printer's name if that is known. */
export function askProof(turn: Turn, name: NameNumber | null, ...before: readonly Uint8Array[]): void {
  if (name === null) {
    askTransmitted(turn, ...before);
    return;
  }
  expectTransmitted(turn);
  expectName(turn, name);
  countQuestion(turn);
  write(turn, ...before, transmitPaperStatus(), requestIdentity(name));
}

/** A text behind GS I. Returns which of its names the printer has told, if it is the one that is known. */
export function hearIdentity(turn: Turn, said: string): NameNumber | null {
  const { model } = turn;
  const { open, dueNames, nameless } = model.talk;
  const answered = dueNames.find(({ n }) => toldName(model, n) === said) ?? dueNames[0];
  if (answered === undefined) return null;
  const { n } = answered;
  heardSomething(turn);
  changeTalk(turn, {
    dueNames: dueNames.filter((each) => each !== answered),
    nameless: nameless.filter((each) => each !== n),
    plainAt: turn.now,
  });
  if (open?.kind !== 'identity' || open.n !== n) return toldName(model, n) === said ? n : null;
  closeQuestion(turn);
  remember(turn, n === 66 ? { maker: said } : { model: said });
  note(turn, 'printer.identity', { [n === 66 ? 'maker' : 'model']: said });
  return null;
}
