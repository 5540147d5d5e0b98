/**
 * Questions to the printer and their answers.
 *
 * Only one status question is open at a time, because answers do not say what they answer. An answer is accepted when
 * no other byte follows within the time in which this printer repeats itself. The program learns which questions a
 * printer answers, how late, and how often.
 */
import { automaticStatus, realTimeStatus, transmitPaperStatus } from '../escpos/commands.ts';
import type { OpenQuestion, StatusNumber, Talk } from './model.ts';
import { askable, hear, unanswered } from './readings.ts';
import * as times from './times.ts';
import { addNote, change, changeJob, changeTalk, jobOf, type ReduceTurn, remember, write } from './turn.ts';

const FADE = 0.9;

/** No outstanding answers. */
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
    // It is sent after the bytes still on the line.
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

/** Registers an outstanding answer to GS r. */
export function expectTransmitted(turn: ReduceTurn): void {
  changeTalk(turn, { due: [...turn.model.talk.due, turn.now] });
  countQuestion(turn);
}

/** Sends GS r after `before`. */
export function askTransmitted(turn: ReduceTurn, ...before: readonly Uint8Array[]): void {
  expectTransmitted(turn);
  write(turn, ...before, transmitPaperStatus());
}

/** Sends GS a again: the only question that a printer with nothing but automatic status answers. */
export function askAutomatic(turn: ReduceTurn): void {
  changeTalk(turn, { askedAt: turn.now });
  countQuestion(turn);
  write(turn, automaticStatus());
}

/** Whether a byte like a GS r answer can only be an answer to GS r. */
export function isFree({ model, now }: ReduceTurn): boolean {
  const { talk } = model;
  const { open } = talk;
  const isAlone = open === null || (open.kind === 'status' && (open.isLate || talk.answered.length > 0));
  return isAlone && now >= talk.isOthersUntil;
}

/** Whether repeated answers to GS r are also excluded: their time has passed. */
export function isQuiet(turn: ReduceTurn): boolean {
  const { plainAt, settleMs } = turn.model.talk;
  return isFree(turn) && turn.now - plainAt >= settleMs;
}

export function noteAnswer(turn: ReduceTurn): void {
  changeTalk(turn, { isHeard: true, heardAt: turn.now, misses: 0 });
  if (turn.model.redials > 0) change(turn, { redials: 0 });
}

/** Handles a byte like an answer to a status question. */
export function onRealTimeStatus(turn: ReduceTurn, byte: number): void {
  const { open, closedAt, settleMs } = turn.model.talk;
  if (open?.kind === 'status') {
    const { firstAt, bytes } = open;
    changeTalk(turn, { open: { ...open, bytes: [...bytes, byte], firstAt: firstAt ?? turn.now } });
    return;
  }
  // It repeats itself: give the next answer time for that.
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
    // The effect of a temporarily busy computer decays.
    patienceMs: Math.min(
      times.MAX_PATIENCE_MS,
      Math.max(times.PATIENCE_MS, Math.round(talk.patienceMs * FADE), 2 * tookMs),
    ),
  });
  noteAnswer(turn);
  const { confirms, answers } = turn.model.memory;
  const proved = confirms ?? (talk.answered.length > 0 ? 'no-fault' : null);
  remember(turn, { answers: [...new Set([...answers, n])].sort(), confirms: proved });
}

function learnMissed(turn: ReduceTurn, n: StatusNumber): void {
  const { talk } = turn.model;
  // After a ticket, a question may have to wait for the paper.
  if (jobOf(turn.model) !== null) return;
  const missed = { ...talk.missed, [n]: (talk.missed[n] ?? 0) + 1 };
  changeTalk(turn, { missed, misses: talk.misses + 1 });
  const isKnown = talk.answered.includes(n) || turn.model.memory.answers.includes(n);
  // Deaf: it answered others in between and never this one. An unreachable printer answers none.
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
  // The question has its answer, so the other bytes answer GS r.
  for (const byte of plain) onPlain(byte);
  if (others.every((byte) => byte === first)) hear(turn, open.n, first, false, open.askedAt);
  else unanswered(turn, open.n, false);
}

/** A printer that has answered in time is unlikely to be very late. */
export function lateMs({ answered, patienceMs }: Talk): number {
  return answered.length > 0 && patienceMs === times.PATIENCE_MS ? times.LITTLE_LATE_MS : times.LATE_MS;
}

/** Ends the open question after its timeout. `onPlain` receives a byte that turns out to be an answer to GS r. */
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
      // It answered with a meaningless byte.
      changeTalk(turn, { hasFixedBits: false });
      addNote(turn, { event: 'printer.status-unknown', question: `DLE EOT ${open.n}` });
      noteAnswer(turn);
      remember(turn, { hasFixedBits: false });
      closeQuestion(turn);
      return;
    }
    learnMissed(turn, open.n);
    unanswered(turn, open.n, true);
  }
  if (waitedMs >= patienceMs + lateMs(turn.model.talk)) closeQuestion(turn);
}

/** The next status question in turn; null if this printer answers none. */
export function nextInTurn(turn: ReduceTurn, preferred: readonly StatusNumber[] = []): StatusNumber | null {
  const all = askable(turn.model);
  const wanted = preferred.filter((n) => all.includes(n));
  const list = wanted.length > 0 ? wanted : all;
  return list[turn.model.talk.turn % Math.max(1, list.length)] ?? null;
}

/** Resets partial answers for a new connection. Outstanding answers can still arrive. */
export function renewTalk(turn: ReduceTurn): void {
  const { memory, options } = turn.model;
  const { due, dueNames } = options.isNetwork ? NOTHING_DUE : turn.model.talk;
  const deaf = memory.deaf.filter((n): n is StatusNumber => !memory.answers.includes(n));
  change(turn, { talk: { ...startTalk(deaf, memory.hasFixedBits, turn.now), due, dueNames }, heldUntil: 0, writes: 0 });
}
