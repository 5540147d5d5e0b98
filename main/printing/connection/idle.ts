/**
 * Status polling between tickets: state, identity, confirmation.
 *
 * At most two questions per second.
 */
import { recoverFromError } from '../escpos/commands.ts';
import { cameUp, startGreeting } from './handshake.ts';
import { isAutomaticOnly, isSilent } from './job.ts';
import type { LineModel, NameNumber } from './model.ts';
import { askIdentity, nameToAsk } from './names.ts';
import { askAutomatic, askStatus, askTransmitted, isQuiet, nextInTurn } from './query.ts';
import { askable, believedFault, doubts, stateOf, troubled } from './readings.ts';
import * as times from './times.ts';
import { addNote, change, enter, type ReduceTurn, write } from './turn.ts';

/** Minimum pause after two questions at once. */
const PAIR_MS = 1000;

/** Whether to repeat the handshake, because it was incomplete or unanswered before. */
function isToBeGreeted({ options, way, talk, isDoubted }: LineModel, now: number): boolean {
  if (isDoubted && now >= talk.probedAt + times.PROBE_AGAIN_MS) return true;
  if (!talk.isHeard || talk.misses > 0 || options.confirm !== 'auto') return false;
  // The earlier handshake was limited: answers could have belonged to another program.
  if (talk.probedAt < talk.isOthersUntil && now >= talk.isOthersUntil) return true;
  return way === null || way === 'none';
}

function redialAt({ options, talk, memory, redials }: LineModel): number | null {
  if (!options.isNetwork || memory.confirms === null) return null;
  return talk.heardAt + Math.min(times.REDIAL_MS * 2 ** redials, times.MAX_REDIAL_MS);
}

/** When the next status question can be sent; null if there is none. */
function askAt(model: LineModel): number | null {
  const { talk, options } = model;
  if (!options.twoWay || talk.open !== null || model.writes > 0) return null;
  // With GS r, the name is requested together with status.
  const leastMs = talk.identifiedAt === talk.askedAt ? PAIR_MS : 0;
  return talk.askedAt + Math.max(paceMs(model), leastMs);
}

function paceMs(model: LineModel): number {
  const { talk, memory } = model;
  if (doubts(model).length > 0) return times.DOUBLE_CHECK_MS;
  if (askable(model).length === 0 || (!talk.isHeard && memory.confirms === null)) return times.AUTOMATIC_ASK_MS;
  if (believedFault(model) !== null) return talk.isAutomatic ? times.AUTOMATIC_FAULT_ASK_MS : times.FAULT_ASK_MS;
  if (isSilent(model) || talk.misses > 0) return times.SILENT_ASK_MS;
  return talk.isAutomatic ? times.AUTOMATIC_ASK_MS : times.IDLE_ASK_MS;
}

function identityWanted(model: LineModel): NameNumber | null {
  const { way } = model;
  if (way === null || way === 'none' || believedFault(model) !== null || isSilent(model)) return null;
  return nameToAsk(model);
}

function ask(turn: ReduceTurn): void {
  const { model } = turn;
  const [doubted] = doubts(model);
  if (doubted !== undefined) {
    askStatus(turn, doubted);
    return;
  }
  const identity = identityWanted(model);
  const asAtTicket = model.way === 'status';
  if (identity !== null && (!asAtTicket || isQuiet(turn))) {
    askIdentity(turn, identity, asAtTicket);
    return;
  }
  const { cutterError, recoverable } = stateOf(model);
  // The visitor of a ticket whose error is resolved has left: discard it.
  if (cutterError || recoverable) write(turn, recoverFromError());
  const n = nextInTurn(turn, troubled(model));
  if (n !== null) askStatus(turn, n);
  else if (isAutomaticOnly(model)) askAutomatic(turn);
  else if (model.way === 'status' && model.talk.due.length === 0 && isQuiet(turn)) askTransmitted(turn);
}

export function goOnIdling(turn: ReduceTurn): void {
  const { model, now } = turn;
  if (model.isSoiled && model.talk.isHeard && model.talk.misses === 0) {
    cameUp(turn);
    return;
  }
  if (isToBeGreeted(model, now) && believedFault(model) === null && doubts(model).length === 0) {
    startGreeting(turn);
    return;
  }
  if (model.way !== null && model.way !== 'none' && model.talk.misses >= times.SILENT_AFTER_MISSES) {
    // Detect its capabilities again when it answers.
    change(turn, { way: null });
    addNote(turn, { event: 'printer.unresponsive' });
  }
  const redial = redialAt(model);
  if (redial !== null && now >= redial) {
    change(turn, { redials: model.redials + 1 });
    turn.effects.push({ kind: 'drop' });
    const detail = 'the printer no longer responds';
    enter(turn, { name: 'away', retryAt: now, failures: 0, detail });
    return;
  }
  const at = askAt(turn.model);
  if (at !== null && now >= at) ask(turn);
}

export function idleDue(model: LineModel): readonly (number | null)[] {
  const { talk, isDoubted } = model;
  return [askAt(model), redialAt(model), talk.isOthersUntil, isDoubted ? talk.probedAt + times.PROBE_AGAIN_MS : null];
}
