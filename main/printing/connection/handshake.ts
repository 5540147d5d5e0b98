/**
 * Handshake with a printer after connect, fault or unconfirmed print.
 *
 * It tries process ids, then GS r, then status answers. Only a printer that never answered prints without confirmation.
 */
import type { Confirmation } from '../contract/printing.ts';
import { automaticStatus, clearBuffers, fillUnfinishedBand, noAutomaticStatus, processId } from '../escpos/commands.ts';
import { ID_NUMBERS, idSigns } from '../escpos/status-parser.ts';
import { type ConnectionPhase, type LineModel, type NameNumber, STATUS_NUMBERS } from './model.ts';
import { askIdentity, nameToAsk } from './names.ts';
import { askAutomatic, askStatus, askTransmitted, isQuiet, NOTHING_DUE, nextInTurn } from './query.ts';
import { askable, believedFault, doubts } from './readings.ts';
import * as times from './times.ts';
import { addNote, change, changeTalk, enter, lineMs, type ReduceTurn, remember, write } from './turn.ts';

type Greeting = Extract<ConnectionPhase, { name: 'greeting' }>;
type Cleaning = Extract<ConnectionPhase, { name: 'cleaning' }>;

const WAYS: readonly Confirmation[] = ['none', 'no-fault', 'status', 'process-id'];
/** Two answers, each to its own question: a single one can be noise. */
const PROOF = 2;
/** An id that no job uses. */
const PROBE_SIGN = idSigns(ID_NUMBERS - 1);

export function better<Way extends Confirmation>(one: Way, other: Way): Way {
  return WAYS.indexOf(one) >= WAYS.indexOf(other) ? one : other;
}

export function cameUp(turn: ReduceTurn): void {
  if (!turn.model.options.twoWay) {
    change(turn, { way: 'none', isSoiled: false });
    enter(turn, { name: 'idle' });
    return;
  }
  if (turn.model.isSoiled) startCleaning(turn);
  else startGreeting(turn);
}

function askFirst(turn: ReduceTurn): void {
  const [first] = askable(turn.model);
  if (first !== undefined && turn.model.talk.open === null) askStatus(turn, first);
}

/** Bytes that a printer can hold and must process before it answers a later question. */
const HELD_BYTES = 4096;

/** Discards what an interrupted job left in the printer, and ejects its paper. */
function startCleaning(turn: ReduceTurn): void {
  const { model, now } = turn;
  // A late answer to a question of an earlier program must not count for a new one.
  if (model.memory.confirms !== 'process-id') {
    const heldMs = Math.min(lineMs(model, HELD_BYTES), times.MAX_LEFT_ANSWERS_MS);
    changeTalk(turn, { isOthersUntil: now + Math.max(heldMs, times.LEFT_ANSWERS_MS) });
  }
  enter(turn, { name: 'cleaning', until: turn.now + times.CLEAR_MS, answered: false });
  write(turn, clearBuffers());
  askFirst(turn);
}

export function cleaned(turn: ReduceTurn, hasSaidSo: boolean): void {
  if (hasSaidSo) changeTalk(turn, { isOthersUntil: Number.NEGATIVE_INFINITY });
  if (hasSaidSo) write(turn, turn.model.options.torn);
  else write(turn, fillUnfinishedBand(), turn.model.options.torn);
  change(turn, { isSoiled: false });
  startGreeting(turn);
}

export function goOnCleaning(turn: ReduceTurn, phase: Cleaning): void {
  if (turn.now < phase.until) return;
  // A silent printer that can answer may be disconnected: it is cleaned when it returns.
  if (turn.model.talk.isHeard || turn.model.memory.confirms === null) cleaned(turn, false);
  else startGreeting(turn);
}

export function startGreeting(turn: ReduceTurn): void {
  const { options, connections } = turn.model;
  const probeId = PROBE_SIGN + idSigns(connections);
  enter(turn, { name: 'greeting', since: turn.now, probeId, hasId: false, isAutomaticAsked: false, transmitted: null });
  // Asks for its names again, too.
  changeTalk(turn, { probedAt: turn.now, identified: [], nameless: [] });
  const asksId = options.asksProcessId && (options.confirm === 'auto' || options.confirm === 'process-id');
  write(turn, automaticStatus(), ...(asksId ? [processId(probeId)] : []));
  askFirst(turn);
}

/** False for an id that belongs to a job. */
export function onProbeAnswer(turn: ReduceTurn, id: string): boolean {
  const { phase } = turn.model;
  if (!id.startsWith(PROBE_SIGN)) return false;
  if (phase.name !== 'greeting' || id !== phase.probeId) return true;
  enter(turn, { ...phase, hasId: true });
  remember(turn, { confirms: 'process-id' });
  return true;
}

/** Handles an answer to the GS r of the handshake. */
export function confirmHandshakeStatus(turn: ReduceTurn): void {
  const { phase } = turn.model;
  if (phase.name !== 'greeting' || phase.transmitted === null) return;
  enter(turn, { ...phase, transmitted: phase.transmitted + 1 });
  if (phase.transmitted + 1 < PROOF) return;
  remember(turn, { confirms: better(turn.model.memory.confirms ?? 'status', 'status') });
}

function provedNow({ options, memory, talk }: LineModel, phase: Greeting): Confirmation {
  if (options.confirm !== 'auto') return options.confirm;
  if (phase.hasId) return 'process-id';
  if ((phase.transmitted ?? 0) >= PROOF) return 'status';
  // A proven capability is expected again; meaningless answers still count as answers.
  return memory.confirms ?? (talk.isHeard || !memory.hasFixedBits ? 'no-fault' : 'none');
}

/** End of the handshake: late answers extend it, and a printer that never answered gets the longest time. */
function greetEnd({ options, talk, memory }: LineModel, { since }: Greeting): number {
  const isKnown = talk.isHeard || memory.confirms !== null || options.confirm !== 'auto';
  if (!isKnown) return since + times.FIRST_GREET_MS;
  return since + times.GREET_MS + (talk.patienceMs > times.PATIENCE_MS ? talk.patienceMs : 0);
}

function isGreeted({ options, talk, way, memory }: LineModel, phase: Greeting): boolean {
  const isKnown = phase.hasId || (phase.transmitted ?? 0) >= PROOF || options.confirm !== 'auto';
  const isLookedAt = (talk.answered.length > 0 && memory.confirms !== null) || !talk.hasFixedBits;
  return isKnown && isLookedAt && (talk.open === null || way !== null);
}

function end(turn: ReduceTurn, phase: Greeting): void {
  const { model } = turn;
  const isProved = phase.hasId || (phase.transmitted ?? 0) >= PROOF;
  const way = provedNow(model, phase);
  // A stopped printer answers nothing queued after its paper; it can answer when it continues.
  const isHeldBack = believedFault(model) !== null || (!model.talk.isHeard && model.memory.confirms !== null);
  const isLeftOpen = !isProved && model.options.confirm === 'auto' && isHeldBack;
  if (!isProved && phase.isAutomaticAsked && model.talk.isHeard && model.talk.answered.length === 0)
    heldToAutomatic(turn);
  change(turn, { way: isLeftOpen ? null : way });
  // If status is its only capability, status is sufficient again.
  const isAsGoodAsEver = model.memory.confirms === 'no-fault' && model.talk.isHeard && model.talk.misses === 0;
  if (isProved || isAsGoodAsEver) change(turn, { isDoubted: false });
  if (!isLeftOpen && way !== model.way) addNote(turn, { event: 'printer.confirmation-detected', by: way });
  enter(turn, { name: 'idle' });
}

/** Uses GS a only, because the printer answers nothing else. GS r had switched it off. */
function heldToAutomatic(turn: ReduceTurn): void {
  const { memory } = turn.model;
  changeTalk(turn, { ...NOTHING_DUE, open: null, deaf: STATUS_NUMBERS, misses: 0, isAutomatic: true });
  remember(turn, { confirms: memory.confirms ?? 'no-fault', deaf: STATUS_NUMBERS });
  askAutomatic(turn);
}

/**
 * Before its first ticket, a confirming printer is asked for its name: for its width, and with GS r as confirmation.
 */
function nameBeforeTicket(model: LineModel, phase: Greeting): NameNumber | null {
  const { memory, talk } = model;
  const isFirst = !memory.isAsked || talk.identified.length > 0;
  const isProved = phase.hasId || (phase.transmitted ?? 0) >= PROOF;
  return isFirst && isProved && talk.nameless.length === 0 ? nameToAsk(model) : null;
}

export function goOnGreeting(turn: ReduceTurn, phase: Greeting): void {
  const { model, now } = turn;
  if (isGreeted(model, phase) && doubts(model).length === 0) {
    const name = nameBeforeTicket(model, phase);
    if (name === null) end(turn, phase);
    else if (isQuiet(turn)) {
      askIdentity(turn, name, !phase.hasId);
      enter(turn, { ...phase, since: now });
    }
    return;
  }
  const until = greetEnd(model, phase);
  if (now >= until && doubts(model).length === 0) {
    end(turn, phase);
    return;
  }
  if (now >= until + times.GREET_MS || believedFault(model) !== null) {
    end(turn, phase);
    return;
  }
  const [doubted] = doubts(model);
  if (doubted !== undefined) {
    if (model.talk.open === null && now >= model.talk.askedAt + times.DOUBLE_CHECK_MS) askStatus(turn, doubted);
    return;
  }
  // Stores a capability after two answers, each to its own question.
  if (isHeardOnce(model) && model.talk.open === null && model.writes === 0) {
    const n = nextInTurn(turn, model.talk.answered);
    if (n !== null) askStatus(turn, n);
    return;
  }
  const { talk } = model;
  const isMute = talk.open === null || (talk.open.kind === 'status' && talk.open.isLate);
  if (talk.isAutomatic && !talk.isHeard && isMute && !phase.isAutomaticAsked && model.writes === 0) {
    askAutomatic(turn);
    enter(turn, { ...phase, isAutomaticAsked: true, since: now });
    return;
  }
  // GS r switches automatic status off.
  if (phase.isAutomaticAsked && !talk.isHeard && now < talk.askedAt + times.PATIENCE_MS) return;
  const { confirm } = model.options;
  const wantsTransmitted = confirm === 'auto' || confirm === 'status';
  if (phase.hasId || !wantsTransmitted || model.talk.due.length > 0 || !isQuiet(turn)) return;
  const isFirst = phase.transmitted === null;
  if ((phase.transmitted ?? 0) >= PROOF) return;
  if (isFirst && now < model.talk.probedAt + times.ID_HEAD_START_MS) return;
  // A torn automatic status looks like the answer.
  if (isFirst) changeTalk(turn, { isAutomatic: false });
  askTransmitted(turn, ...(isFirst ? [noAutomaticStatus()] : []));
  enter(turn, { ...phase, transmitted: phase.transmitted ?? 0, since: now });
}

const isHeardOnce = ({ talk, memory }: LineModel): boolean => talk.answered.length > 0 && memory.confirms === null;

export function greetingDue(model: LineModel): readonly number[] {
  const { phase, talk } = model;
  if (phase.name === 'cleaning') return [phase.until];
  if (phase.name !== 'greeting') return [];
  const until = greetEnd(model, phase);
  return [
    until,
    until + times.GREET_MS,
    talk.askedAt + times.DOUBLE_CHECK_MS,
    talk.probedAt + times.ID_HEAD_START_MS,
    talk.plainAt + talk.settleMs,
    talk.askedAt + times.PATIENCE_MS,
  ];
}
