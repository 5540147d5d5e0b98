/**
 * Printer state from answers that may be torn or duplicated.
 *
 * A change counts when it is reported twice. Automatic status is split into the equivalent answers to DLE EOT 1 to 4,
 * so that each can confirm the other. Bits: Epson's reference under DLE EOT, GS a and GS r.
 */
import { type DeviceFault, type DeviceState, faultOf, fromRealTime } from '../device-state.ts';
import type { PrinterMessage } from '../escpos/status-parser.ts';
import { type LineModel, type Readings, STATUS_NUMBERS, type StatusNumber, type Suspicion } from './model.ts';
import { DOUBLE_CHECK_TRIES } from './times.ts';
import { changeReadings, type ReduceTurn } from './turn.ts';

/** Relevant bits of each answer: offline; cover, feed button, paper end; cutter and errors; near end and end. */
const MEANT: Readonly<Record<StatusNumber, number>> = { 1: 0x08, 2: 0x2c, 3: 0x68, 4: 0x6c };
const PAPER_END = 0x60;
const NEAR_END = 0x0c;

export const NO_READINGS: Readings = { values: {}, readAt: {}, triedAt: {}, suspicions: {}, offlineSince: 0 };

/** Shown to staff too. */
export const ECHO: DeviceFault = {
  reason: 'fault',
  detail: 'echo on the line: data for the printer comes back; check the cable and the adapter',
};

const flag = (set: boolean, mask: number): number => (set ? mask : 0);

export function askable({ talk }: LineModel): readonly StatusNumber[] {
  return talk.hasFixedBits ? STATUS_NUMBERS.filter((n) => !talk.deaf.includes(n)) : [];
}

function adopt(turn: ReduceTurn, n: StatusNumber, value: number, at: number): void {
  const { readings } = turn.model;
  const { [n]: _, ...suspicions } = readings.suspicions;
  const wentOffline = n === 1 && value !== 0 && (readings.values[1] ?? 0) === 0;
  changeReadings(turn, {
    values: { ...readings.values, [n]: value },
    readAt: { ...readings.readAt, [n]: Math.max(at, readings.readAt[n] ?? 0) },
    suspicions,
    offlineSince: wentOffline ? at : readings.offlineSince,
  });
}

function suspect(turn: ReduceTurn, n: StatusNumber, suspicion: Suspicion): void {
  const { suspicions } = turn.model.readings;
  changeReadings(turn, { suspicions: { ...suspicions, [n]: suspicion } });
}

/**
 * Handles a reading under number `n`, which can be noise.
 *
 * @param at earliest time of the reading: time of the question, or of an unsolicited report
 */
export function hear(
  turn: ReduceTurn,
  n: StatusNumber,
  byte: number,
  isAutomatic: boolean,
  at: number = turn.now,
): void {
  const { readings } = turn.model;
  const value = byte & MEANT[n];
  const known = readings.values[n];
  const before = readings.suspicions[n];
  // A first reading without faults counts at once.
  const isSaidAgain = before?.value === value || (known === undefined && value === 0);
  if (known === value || isSaidAgain || (isAutomatic && !askable(turn.model).includes(n))) adopt(turn, n, value, at);
  else suspect(turn, n, { value, isAutomatic, tries: 0 });
}

export function onAutomaticStatus(turn: ReduceTurn, { bytes }: Extract<PrinterMessage, { kind: 'automatic' }>): void {
  const [first, second, third] = bytes;
  const isOut = (third & 0x0c) !== 0;
  hear(turn, 1, flag((first & 0x08) !== 0, 0x08), true);
  hear(turn, 2, flag((first & 0x20) !== 0, 0x04) | flag((first & 0x40) !== 0, 0x08) | flag(isOut, 0x20), true);
  hear(turn, 3, second & 0x68, true);
  hear(turn, 4, flag((third & 0x03) !== 0, NEAR_END) | flag(isOut, PAPER_END), true);
}

/** An answer to GS r 1 reports the paper state. */
export function onTransmittedStatus(turn: ReduceTurn, byte: number): void {
  hear(turn, 4, flag((byte & 0x03) !== 0, NEAR_END) | flag((byte & 0x0c) !== 0, PAPER_END), true);
}

/** Question `n` got no clear answer, or none. */
export function unanswered(turn: ReduceTurn, n: StatusNumber, isMissed: boolean): void {
  const before = turn.model.readings.suspicions[n];
  changeReadings(turn, { triedAt: { ...turn.model.readings.triedAt, [n]: turn.now } });
  if (before === undefined) return;
  // Some printers answer no question while stopped or busy: their automatic status has to suffice.
  if (isMissed && before.isAutomatic) {
    adopt(turn, n, before.value, turn.now);
    return;
  }
  const tries = before.tries + 1;
  if (tries < DOUBLE_CHECK_TRIES) {
    suspect(turn, n, { ...before, tries });
    return;
  }
  const { [n]: _, ...suspicions } = turn.model.readings.suspicions;
  changeReadings(turn, { suspicions });
}

export function stateOf({ readings }: LineModel): DeviceState {
  return fromRealTime(STATUS_NUMBERS.map((n) => readings.values[n] ?? 0));
}

/** Numbers to read before the cause of being offline is known. */
function unread(model: LineModel): readonly StatusNumber[] {
  const { values, readAt, triedAt, offlineSince } = model.readings;
  if ((values[1] ?? 0) === 0 || (readAt[1] ?? 0) < offlineSince) return [];
  const others = [values[2], values[3], values[4]];
  if (others.some((value, index) => ((value ?? 0) & (index === 2 ? PAPER_END : 0x6c)) !== 0)) return [];
  return askable(model).filter((n) => n !== 1 && Math.max(readAt[n] ?? 0, triedAt[n] ?? 0) <= offlineSince);
}

/** Numbers to ask before the state can be trusted. */
export function doubts(model: LineModel): readonly StatusNumber[] {
  const { suspicions } = model.readings;
  const suspected = askable(model).filter((n) => suspicions[n] !== undefined);
  return suspected.length > 0 ? suspected : unread(model);
}

/** The confirmed fault that prevents printing. */
export function believedFault(model: LineModel): DeviceFault | null {
  if (model.echoAt !== null) return ECHO;
  return doubts(model).length > 0 && unread(model).length > 0 ? null : faultOf(stateOf(model));
}

/** Numbers that show the fault. */
export function troubled({ readings }: LineModel): readonly StatusNumber[] {
  return STATUS_NUMBERS.filter((n) => ((readings.values[n] ?? 0) & (n === 4 ? PAPER_END : MEANT[n])) !== 0);
}
