/**
 * Reducer of the printer connection: model and event to model and effects.
 *
 * Pure. `TABLE` has the handler of each event in each phase. An event without a handler only updates the readings.
 */
import type { PrinterStatus, PrintFault } from '../contract/printing.ts';
import { statusOf } from '../device-state.ts';
import { ECHO_MS } from '../escpos/line-ear.ts';
import type { PrinterMessage } from '../escpos/status-parser.ts';
import { isVouched, NO_MEMORY } from '../printer-memory.ts';
import { confirmByName, confirmByStatus } from './confirmation.ts';
import {
  cameUp,
  cleaned,
  confirmHandshakeStatus,
  goOnCleaning,
  goOnGreeting,
  onProbeAnswer,
  startGreeting,
} from './handshake.ts';
import { goOnIdling } from './idle.ts';
import { askInJob, confirmMore, isSilent, onBufferedBytes, onProcessId, sendMore, startJob } from './job.ts';
import type {
  ConnectionPhase,
  JobPhase,
  LineEffect,
  LineEvent,
  LineEventKind,
  LineModel,
  LineOptions,
  PhaseName,
} from './model.ts';
import { onIdentity } from './names.ts';
import { NO_MOUTH, onPresenterPaper, watchMouth } from './presenter.ts';
import { lateMs, NOTHING_DUE, noteAnswer, onRealTimeStatus, renewTalk, settleOpen, startTalk } from './query.ts';
import {
  believedFault,
  doubts,
  ECHO,
  NO_READINGS,
  onAutomaticStatus,
  onTransmittedStatus,
  stateOf,
} from './readings.ts';
import { broken, clear, cleared, confirmed, free, linger, stumble, timeoutCause } from './recover.ts';
import * as times from './times.ts';
import { change, changeJob, changeTalk, enter, jobOf, type ReduceTurn, remember } from './turn.ts';

const isConnected = (phase: PhaseName): boolean => !['starting', 'closed', 'away', 'dialling'].includes(phase);

function statusNow(model: LineModel): PrinterStatus {
  const { phase, way, talk, memory, isPaperLow, unproved: connection } = model;
  // A connection that broke every time counts as absent until it has answered.
  if (connection !== null && connection.failures > 0 && phase.name !== 'closed') {
    return { kind: 'absent', detail: connection.detail };
  }
  if (model.echoAt !== null && isConnected(phase.name)) return { kind: 'fault', detail: ECHO.detail };
  switch (phase.name) {
    case 'starting':
    case 'closed':
      return { kind: 'connecting' };
    case 'away':
    case 'dialling':
      // A connection that has just broken is being restored; the printer is not absent.
      return phase.failures === 0 ? { kind: 'connecting' } : { kind: 'absent', detail: phase.detail };
    case 'cleaning':
    case 'greeting':
      if (way === null && model.status.kind !== 'ready') return keep(model);
      break;
    default:
      break;
  }
  if (doubts(model).length > 0 && believedFault(model) === null) return model.status;
  const unproved = isVouched(memory, model.options) ? {} : { isUnproved: true as const };
  const said = statusOf(stateOf(model), isPaperLow, way !== 'none');
  if (said.kind !== 'ready') return said;
  if (isSilent(model)) return { kind: 'silent' };
  if (!talk.isHeard && memory.confirms === null) return { kind: 'mute', ...unproved };
  return said.confirms ? said : { ...said, ...unproved };
}

/** Keeps the former status during the first handshake. */
function keep({ status }: LineModel): PrinterStatus {
  return status.kind === 'absent' ? { kind: 'connecting' } : status;
}

export interface LineStep {
  readonly model: LineModel;
  readonly effects: readonly LineEffect[];
}

type Of<Kind extends LineEventKind> = Extract<LineEvent, { kind: Kind }>;
type In<Name extends PhaseName> = Extract<ConnectionPhase, { name: Name }>;
type Cells<Name extends PhaseName> = {
  readonly [Kind in LineEventKind]?: (turn: ReduceTurn, phase: In<Name>, event: Of<Kind>) => void;
};

export function startLine(options: LineOptions, now: number): LineModel {
  return {
    options,
    phase: { name: 'starting' },
    status: { kind: 'connecting' },
    memory: NO_MEMORY,
    way: null,
    talk: startTalk([], true, now),
    readings: NO_READINGS,
    isDoubted: false,
    isSoiled: false,
    writes: 0,
    wireFreeAt: now,
    heldUntil: 0,
    isPaperLow: false,
    lowChangedAt: null,
    redials: 0,
    echoAt: null,
    unproved: null,
    mouth: NO_MOUTH,
    connections: 0,
  };
}

function dial(turn: ReduceTurn, failures: number, detail: string): void {
  enter(turn, { name: 'dialling', failures, detail });
  turn.effects.push({ kind: 'dial' });
}

function retryMs(failures: number): number {
  return Math.min(times.FIRST_RETRY_MS * 2 ** failures, times.MAX_RETRY_MS);
}

function begin(turn: ReduceTurn, _: unknown, { isSoiled, memory }: Of<'start'>): void {
  change(turn, { isSoiled: isSoiled || memory.isSoiled, memory });
  dial(turn, 0, '');
}

function connected(turn: ReduceTurn, { failures, detail }: In<'dialling'>): void {
  const { model, now } = turn;
  renewTalk(turn);
  change(turn, {
    unproved: { failures, detail, since: now },
    readings: NO_READINGS,
    echoAt: null,
    way: null,
    wireFreeAt: now,
    lowChangedAt: null,
    connections: model.connections + 1,
  });
  cameUp(turn);
}

function refused(turn: ReduceTurn, { failures }: In<'dialling'>, { detail }: Of<'refused'>): void {
  enter(turn, { name: 'away', retryAt: turn.now + retryMs(failures), failures: failures + 1, detail });
}

/** A device that accepts and hangs up at once counts as absent: the retry is like after a refusal. */
function lost(turn: ReduceTurn, phase: ConnectionPhase, { detail }: Of<'lost'>): void {
  if ('job' in phase) broken(turn, phase.job);
  const { unproved } = turn.model;
  const retryAt = turn.now + retryMs(unproved?.failures ?? 0);
  enter(turn, { name: 'away', retryAt, failures: unproved === null ? 0 : unproved.failures + 1, detail });
  change(turn, { unproved: null });
}

/** The connection has answered or lasted: resets its failures. */
function proveConnection(turn: ReduceTurn, event: LineEvent): void {
  const { unproved } = turn.model;
  if (unproved === null) return;
  if (event.kind === 'said' || turn.now - unproved.since >= times.PROVED_MS) change(turn, { unproved: null });
}

function closed(turn: ReduceTurn, phase: ConnectionPhase): void {
  if ('job' in phase) broken(turn, phase.job);
  enter(turn, { name: 'closed' });
  turn.effects.push({ kind: 'drop' });
}

/** Ends a job that arrives without a connection. */
function noLine(turn: ReduceTurn, phase: ConnectionPhase, { order }: Of<'print'>): void {
  const detail = phase.name === 'away' || phase.name === 'dialling' ? phase.detail : 'the printer is not ready';
  const fault = { reason: 'absent', doubtful: false, detail } as const;
  turn.effects.push({
    kind: 'ended',
    id: order.id,
    end: { kind: 'not-printed', fault, mayBeWhole: false, asked: order.asked },
  });
}

/** Sends, asks and confirms as far as possible; ends at a fault or a timeout. */
function goOnSending(turn: ReduceTurn, phase: JobPhase): void {
  const { model, now } = turn;
  const { job } = phase;
  if (job.isCutDone) {
    confirmed(turn, job);
    return;
  }
  const fault = believedFault(model);
  if (fault !== null) {
    stumble(turn, job, fault);
    return;
  }
  if (job.isTorn) {
    stumble(turn, job, { reason: 'fault', detail: 'the printer lost a part of the ticket' });
    return;
  }
  if (now >= job.deadline) {
    stumble(turn, job, timeoutCause(model, job));
    return;
  }
  if (sendMore(turn, job)) return;
  confirmMore(turn, job);
  const after = jobOf(turn.model);
  if (after?.isCutDone === true) {
    confirmed(turn, after);
    return;
  }
  if (after !== null) askInJob(turn, after);
}

/** Continues status questions and GS r during a fault. */
function goOnInTrouble(turn: ReduceTurn, phase: JobPhase): void {
  switch (phase.name) {
    case 'freeing':
      free(turn, phase);
      break;
    case 'clearing':
      clear(turn, phase);
      break;
    case 'lingering':
      linger(turn, phase);
      break;
    default:
      break;
  }
  const job = jobOf(turn.model);
  if (job === null) return;
  if (job.order.way === 'status' && believedFault(turn.model) === null) confirmMore(turn, job);
  askInJob(turn, jobOf(turn.model) ?? job);
}

function saidTo(turn: ReduceTurn, { said }: Of<'said'>): void {
  switch (said.kind) {
    case 'automatic':
      // A single automatic status can be noise.
      if (turn.model.talk.isAutomatic) noteAnswer(turn);
      changeTalk(turn, { isAutomatic: true });
      onAutomaticStatus(turn, said);
      return;
    case 'real-time': {
      const { open } = turn.model.talk;
      onRealTimeStatus(turn, said.byte);
      if (open?.kind === 'status') onBufferedBytes(turn, open.behind);
      return;
    }
    case 'transmitted':
      heardPlain(turn, said.byte);
      return;
    case 'process-id':
      noteAnswer(turn);
      if (!onProbeAnswer(turn, said.id)) onProcessId(turn, said.id);
      return;
    case 'identity':
      confirmByName(turn, onIdentity(turn, said.text));
      return;
    case 'full':
      onPresenterPaper(turn, said.paper);
      return;
    case 'hold':
      change(turn, { heldUntil: turn.now + times.HOLD_MS });
      return;
    case 'go-on':
      change(turn, { heldUntil: 0 });
      return;
    case 'cleared':
    case 'started':
      noteAnswer(turn);
      changeTalk(turn, NOTHING_DUE);
      return;
    case 'other':
      if (jobOf(turn.model) !== null) changeJob(turn, { isNoisy: true });
      return;
  }
}

/** Handles a byte like an answer to GS r: it is one if an answer is due and no other question is ambiguous. */
function heardPlain(turn: ReduceTurn, byte: number): void {
  const { open } = turn.model.talk;
  changeTalk(turn, { plainAt: turn.now });
  if (open?.kind === 'status' && !open.isLate && open.firstAt === null) {
    const { plain, due } = turn.model.talk;
    changeTalk(turn, { plain: [...plain, byte].slice(-Math.max(1, due.length)) });
    return;
  }
  credit(turn, byte);
}

function credit(turn: ReduceTurn, byte: number): void {
  const { due } = turn.model.talk;
  if (due.length === 0) {
    if (jobOf(turn.model) !== null) changeJob(turn, { isNoisy: true });
    return;
  }
  changeTalk(turn, { due: due.slice(1) });
  noteAnswer(turn);
  onTransmittedStatus(turn, byte);
  confirmHandshakeStatus(turn);
  confirmByStatus(turn, byte);
}

const isStarted = ({ said }: { said: PrinterMessage }): boolean => said.kind === 'started';
/** The printer's buffer is empty: it was cleared, or the printer restarted. */
const isCleared = (event: { said: PrinterMessage }): boolean => event.said.kind === 'cleared' || isStarted(event);

const STARTED: PrintFault = { reason: 'fault', doubtful: true, detail: 'the printer restarted during the ticket' };

const LINE_ENDS = { lost, close: closed } as const;
/** Handlers of a sending job: each event continues the job. */
const SENDING: Cells<'sending'> = {
  ...LINE_ENDS,
  said: (turn, phase, event) =>
    isStarted(event) && phase.job.sent > 0 ? cleared(turn, phase.job, STARTED) : goOnSending(turn, phase),
  written: goOnSending,
  time: goOnSending,
};

const TABLE: { readonly [Name in PhaseName]: Cells<Name> } = {
  starting: { start: begin, close: closed, print: noLine },
  away: {
    time: (turn, { retryAt, failures, detail }) => turn.now >= retryAt && dial(turn, failures, detail),
    print: noLine,
    close: closed,
  },
  dialling: { connected, refused, lost, print: noLine, close: closed },
  cleaning: {
    ...LINE_ENDS,
    said: (turn, phase, event) => (isCleared(event) ? cleaned(turn, true) : goOnCleaning(turn, phase)),
    time: goOnCleaning,
    print: (turn, _, { order }) => startJob(turn, order),
  },
  greeting: {
    ...LINE_ENDS,
    said: (turn, phase, event) => (isStarted(event) ? startGreeting(turn) : goOnGreeting(turn, phase)),
    written: goOnGreeting,
    time: goOnGreeting,
    print: (turn, _, { order }) => startJob(turn, order),
  },
  idle: {
    ...LINE_ENDS,
    said: (turn, _, event) => (isStarted(event) ? startGreeting(turn) : goOnIdling(turn)),
    written: goOnIdling,
    time: goOnIdling,
    print: (turn, _, { order }) => startJob(turn, order),
  },
  sending: SENDING,
  freeing: { ...LINE_ENDS, said: goOnInTrouble, written: goOnInTrouble, time: goOnInTrouble },
  clearing: {
    ...LINE_ENDS,
    said: (turn, phase, event) =>
      isCleared(event) ? cleared(turn, phase.job, phase.fault) : goOnInTrouble(turn, phase),
    written: goOnInTrouble,
    time: goOnInTrouble,
  },
  lingering: {
    ...LINE_ENDS,
    said: (turn, phase, event) =>
      isCleared(event) && !phase.job.isTextDone ? cleared(turn, phase.job, phase.fault) : goOnInTrouble(turn, phase),
    written: goOnInTrouble,
    time: goOnInTrouble,
  },
  closed: { print: noLine },
};

/** Debounces the near-end sensor of the roll. */
function watchNearEnd(turn: ReduceTurn): void {
  const { nearEnd } = stateOf(turn.model);
  const { isPaperLow, lowChangedAt } = turn.model;
  if (nearEnd === isPaperLow) {
    if (lowChangedAt !== null) change(turn, { lowChangedAt: null });
  } else if (turn.model.status.kind === 'connecting') {
    change(turn, { isPaperLow: nearEnd });
  } else if (lowChangedAt === null) {
    change(turn, { lowChangedAt: turn.now });
  } else if (turn.now - lowChangedAt >= times.NEAR_END_STEADY_MS) {
    change(turn, { isPaperLow: nearEnd, lowChangedAt: null });
  }
}

function sameStatus(one: LineModel['status'], other: LineModel['status']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Drops outstanding answers to GS r and GS I after a timeout; a fault suspends the timeout. */
function forgetStaleDue(turn: ReduceTurn): void {
  const { talk } = turn.model;
  if (jobOf(turn.model) !== null || believedFault(turn.model) !== null) return;
  const due = talk.due.filter((at) => turn.now - at < times.LOST_MS);
  const dueNames = talk.dueNames.filter(({ at }) => turn.now - at < talk.patienceMs + lateMs(talk));
  if (due.length < talk.due.length || dueNames.length < talk.dueNames.length) changeTalk(turn, { due, dueNames });
}

/** Stores the printer as clean only after the cleaning bytes were sent: the program can end at any moment. */
function rememberSoil(turn: ReduceTurn): void {
  const { isSoiled, writes } = turn.model;
  if (isSoiled || writes === 0) remember(turn, { isSoiled });
}

function enterCell(turn: ReduceTurn, event: LineEvent): void {
  const { phase } = turn.model;
  // The cells of a phase accept that phase: both are looked up by the same name.
  const cell = TABLE[phase.name][event.kind] as
    | ((turn: ReduceTurn, phase: ConnectionPhase, event: LineEvent) => void)
    | undefined;
  cell?.(turn, phase, event);
}

export function reduce(model: LineModel, event: LineEvent, now: number): LineStep {
  const turn: ReduceTurn = { model, now, effects: [] };
  if (event.kind === 'written') change(turn, { writes: Math.max(0, model.writes - 1) });
  proveConnection(turn, event);
  if (event.kind === 'said') saidTo(turn, event);
  if (event.kind === 'echo') change(turn, { echoAt: now });
  if (turn.model.echoAt !== null && now - turn.model.echoAt >= ECHO_MS) change(turn, { echoAt: null });
  if (event.kind === 'vouched') remember(turn, { vouched: { ...event.vouched, line: model.options.address } });
  settleOpen(turn, (byte) => credit(turn, byte));
  forgetStaleDue(turn);
  const { name } = turn.model.phase;
  enterCell(turn, event);
  // A new phase runs its first step at once.
  if (turn.model.phase.name !== name) enterCell(turn, { kind: 'time' });
  watchMouth(turn);
  watchNearEnd(turn);
  rememberSoil(turn);
  const status = statusNow(turn.model);
  if (!sameStatus(status, turn.model.status)) change(turn, { status });
  return { model: turn.model, effects: turn.effects };
}
