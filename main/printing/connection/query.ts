/**
 * Questions to the printer and what becomes of them. Status questions go one at a time, because answers do not say what
 * they answer; an answer is taken when nothing else has come within the time in which this printer may say it twice.
 * Which of them a printer answers, how late, and how often, is learnt.
 */
import { automaticStatus, realTimeStatus, transmitPaperStatus } from '../escpos/commands.ts';
import type { OpenQuestion, StatusNumber, Talk } from './model.ts';
import { askable, hear, unanswered } from './readings.ts';
import * as times from './times.ts';
import { addNote, change, changeJob, changeTalk, jobOf, type ReduceTurn, remember, write } from './turn.ts';

const FADE = 0.9;

/** Whatever was asked of it, it will not answer any more. */
export const NOTHING_DUE = { due: [], dueNames: [] } as const;

type StatusQuestion = Extract<OpenQuestion, { kind: 'status' }>;

export function startTalk(deaf: readonly StatusNumber[], hasFixedBits: boolean, now: number): Talk {
  return {
    open: null,
    due: [],
    dueNames: [],
    plain: [],
    isHeard: false,
    heardAt: now,
    isAutomatic: false,
    misses: 0,
    missed: {},
    answered: [],
    deaf,
    hasFixedBits,
    patienceMs: times.PATIENCE_MS,
    settleMs: times.SETTLE_MS,
    askedAt: Number.NEGATIVE_INFINITY,
    closedAt: Number.NEGATIVE_INFINITY,
    plainAt: Number.NEGATIVE_INFINITY,
    turn: 0,
    probedAt: Number.NEGATIVE_INFINITY,
    identified: [],
    identifiedAt: Number.NEGATIVE_INFINITY,
    nameless: [],
    isOthersUntil: Number.NEGATIVE_INFINITY,
  };
}

export function countQuestion(turn: ReduceTurn): void {
  const job = jobOf(turn.model);
  if (job !== null) changeJob(turn, { questions: job.questions + 1 });
}

export function askStatus(turn: ReduceTurn, n: StatusNumber): void {
  const behind = jobOf(turn.model)?.sent ?? 0;
  const open: OpenQuestion = {
    kind: 'status',
    n,
    // It stands behind what is still on the wire.
    askedAt: Math.max(turn.now, turn.model.wireFreeAt),
    bytes: [],
    firstAt: null,
    isLate: false,
    behind,
  };
  changeTalk(turn, { open, askedAt: turn.now, turn: turn.model.talk.turn + 1 });
  countQuestion(turn);
  write(turn, realTimeStatus(n));
}

/** An answer to GS r is due from now on. */
export function expectTransmitted(turn: ReduceTurn): void {
  changeTalk(turn, { due: [...turn.model.talk.due, turn.now] });
  countQuestion(turn);
}

/** GS r, behind `before`. */
export function askTransmitted(turn: ReduceTurn, ...before: readonly Uint8Array[]): void {
  expectTransmitted(turn);
  write(turn, ...before, transmitPaperStatus());
}

/** Sends GS a again: the one question that a printer with automatic status alone answers. */
export function askAutomatic(turn: ReduceTurn): void {
  changeTalk(turn, { askedAt: turn.now });
  countQuestion(turn);
  write(turn, automaticStatus());
}

/** True when an answer to GS r could be taken for nothing but another answer to GS r. */
export function isFree({ model, now }: ReduceTurn): boolean {
  const { talk } = model;
  const { open } = talk;
  const isAlone = open === null || (open.kind === 'status' && (open.isLate || talk.answered.length > 0));
  return isAlone && now >= talk.isOthersUntil;
}

/** True when it could not be taken for that either: whatever was to be said twice has been. */
export function isQuiet(turn: ReduceTurn): boolean {
  const { plainAt, settleMs } = turn.model.talk;
  return isFree(turn) && turn.now - plainAt >= settleMs;
}

export function heardSomething(turn: ReduceTurn): void {
  changeTalk(turn, { isHeard: true, heardAt: turn.now, misses: 0 });
  if (turn.model.redials > 0) change(turn, { redials: 0 });
}

/** A byte like an answer to a status question. */
export function hearRealTime(turn: ReduceTurn, byte: number): void {
  const { open, closedAt, settleMs } = turn.model.talk;
  if (open?.kind === 'status') {
    const { firstAt, bytes } = open;
    changeTalk(turn, { open: { ...open, bytes: [...bytes, byte], firstAt: firstAt ?? turn.now } });
    return;
  }
  // It says things twice: the next answer is given time for that.
  const laterMs = turn.now - closedAt + settleMs;
  if (open === null && laterMs < times.MAX_SETTLE_MS) {
    changeTalk(turn, { settleMs: Math.min(times.MAX_SETTLE_MS, 2 * laterMs) });
  }
}

function learnAnswered(turn: ReduceTurn, { n, askedAt, firstAt }: StatusQuestion): void {
  const { talk } = turn.model;
  const tookMs = (firstAt ?? askedAt) - askedAt;
  const answered = talk.answered.includes(n) ? talk.answered : [...talk.answered, n];
  changeTalk(turn, {
    answered,
    deaf: talk.deaf.filter((each) => each !== n),
    missed: { ...talk.missed, [n]: 0 },
    // A machine that was busy for a moment is forgotten by and by.
    patienceMs: Math.min(
      times.MAX_PATIENCE_MS,
      Math.max(times.PATIENCE_MS, Math.round(talk.patienceMs * FADE), 2 * tookMs),
    ),
  });
  heardSomething(turn);
  const { confirms, answers } = turn.model.memory;
  const proved = confirms ?? (talk.answered.length > 0 ? 'no-fault' : null);
  remember(turn, { answers: [...new Set([...answers, n])].sort(), confirms: proved });
}

function learnMissed(turn: ReduceTurn, n: StatusNumber): void {
  const { talk } = turn.model;
  // Behind a ticket a question may have to wait for the paper.
  if (jobOf(turn.model) !== null) return;
  const missed = { ...talk.missed, [n]: (talk.missed[n] ?? 0) + 1 };
  changeTalk(turn, { missed, misses: talk.misses + 1 });
  const isKnown = talk.answered.includes(n) || turn.model.memory.answers.includes(n);
  // It answers others, between the times that it was asked this one, and never this one: one that is gone answers none.
  const isAlive = talk.answered.length > 0 && talk.misses + 1 < (missed[n] ?? 0);
  if (isKnown || !isAlive || (missed[n] ?? 0) < times.DEAF_AFTER_MISSES) return;
  const deaf = [...talk.deaf, n];
  changeTalk(turn, { deaf, misses: 0 });
  addNote(turn, { event: 'printer.query-timeout', question: `DLE EOT ${n}` });
  remember(turn, { deaf: [...new Set([...turn.model.memory.deaf, n])].sort() });
}

export function closeQuestion(turn: ReduceTurn): void {
  changeTalk(turn, { open: null, plain: [], closedAt: turn.now });
}

function closeStatus(turn: ReduceTurn, open: StatusQuestion, onPlain: (byte: number) => void): void {
  const [first, ...others] = open.bytes;
  const { plain } = turn.model.talk;
  closeQuestion(turn);
  if (first === undefined) return;
  learnAnswered(turn, open);
  // The question has its answer, so the other bytes were those to GS r.
  for (const byte of plain) onPlain(byte);
  if (others.every((byte) => byte === first)) hear(turn, open.n, first, false, open.askedAt);
  else unanswered(turn, open.n, false);
}

/** Who has answered in time so far will hardly be very late. */
export function lateMs({ answered, patienceMs }: Talk): number {
  return answered.length > 0 && patienceMs === times.PATIENCE_MS ? times.LITTLE_LATE_MS : times.LATE_MS;
}

/** The time of the open question passes. `onPlain` takes a byte that turns out to be an answer to GS r. */
export function settleOpen(turn: ReduceTurn, onPlain: (byte: number) => void): void {
  const { open, patienceMs, settleMs, plain, answered } = turn.model.talk;
  if (open === null) return;
  if (open.kind === 'identity') {
    if (turn.now - open.askedAt < patienceMs) return;
    closeQuestion(turn);
    changeTalk(turn, { nameless: [...turn.model.talk.nameless, open.n] });
    return;
  }
  if (open.firstAt !== null) {
    if (turn.now - open.firstAt >= settleMs) closeStatus(turn, open, onPlain);
    return;
  }
  const waitedMs = turn.now - open.askedAt;
  if (waitedMs < patienceMs) return;
  if (!open.isLate) {
    changeTalk(turn, { open: { ...open, isLate: true } });
    if (plain.length > 0 && answered.length === 0 && turn.model.talk.due.length === 0) {
      // It answered, with a byte that says nothing.
      changeTalk(turn, { hasFixedBits: false });
      addNote(turn, { event: 'printer.status-unknown', question: `DLE EOT ${open.n}` });
      heardSomething(turn);
      remember(turn, { hasFixedBits: false });
      closeQuestion(turn);
      return;
    }
    learnMissed(turn, open.n);
    unanswered(turn, open.n, true);
  }
  if (waitedMs >= patienceMs + lateMs(turn.model.talk)) closeQuestion(turn);
}

/** The next status question in turn; null when this printer answers none. */
export function nextInTurn(turn: ReduceTurn, preferred: readonly StatusNumber[] = []): StatusNumber | null {
  const all = askable(turn.model);
  const wanted = preferred.filter((n) => all.includes(n));
  const list = wanted.length > 0 ? wanted : all;
  return list[turn.model.talk.turn % Math.max(1, list.length)] ?? null;
}

/** A new connection: what was half said is forgotten. Answers that were due may still come out of the line. */
export function renewTalk(turn: ReduceTurn): void {
  const { memory, options } = turn.model;
  const { due, dueNames } = options.isNetwork ? NOTHING_DUE : turn.model.talk;
  const deaf = memory.deaf.filter((n): n is StatusNumber => !memory.answers.includes(n));
  change(turn, { talk: { ...startTalk(deaf, memory.hasFixedBits, turn.now), due, dueNames }, heldUntil: 0, writes: 0 });
}
