/**
 * One event in progress: current model, and effects collected so far.
 */
import type { PrinterMemory } from '../printer-memory.ts';
import type { ConnectionPhase, LineEffect, LineModel, PrinterNote, PrintJob, Readings, Talk } from './model.ts';

/** Exists for one call of `reduce`; its models are immutable and get replaced. */
export interface ReduceTurn {
  model: LineModel;
  readonly now: number;
  readonly effects: LineEffect[];
}

const MS_PER_S = 1000;

export function change(turn: ReduceTurn, part: Partial<LineModel>): void {
  turn.model = { ...turn.model, ...part };
}

export function enter(turn: ReduceTurn, phase: ConnectionPhase): void {
  change(turn, { phase });
}

export function changeTalk(turn: ReduceTurn, part: Partial<Talk>): void {
  change(turn, { talk: { ...turn.model.talk, ...part } });
}

export function changeReadings(turn: ReduceTurn, part: Partial<Readings>): void {
  change(turn, { readings: { ...turn.model.readings, ...part } });
}

/** Does nothing without a job. */
export function changeJob(turn: ReduceTurn, part: Partial<PrintJob>): void {
  const { phase } = turn.model;
  if ('job' in phase) enter(turn, { ...phase, job: { ...phase.job, ...part } });
}

export function jobOf({ phase }: LineModel): PrintJob | null {
  return 'job' in phase ? phase.job : null;
}

/** Whether the whole text has been sent. */
export const isTextSent = ({ order, sent }: PrintJob): boolean => sent >= order.text.length;

export function lineMs({ options }: LineModel, bytes: number): number {
  return options.bytesPerSecond === null ? 0 : Math.ceil((bytes / options.bytesPerSecond) * MS_PER_S);
}

export function write(turn: ReduceTurn, ...parts: readonly Uint8Array[]): void {
  const { model, now } = turn;
  const bytes = new Uint8Array(Buffer.concat(parts));
  change(turn, {
    writes: model.writes + 1,
    wireFreeAt: Math.max(now, model.wireFreeAt) + lineMs(model, bytes.length),
  });
  turn.effects.push({ kind: 'write', bytes });
}

export function addNote(turn: ReduceTurn, note: PrinterNote): void {
  turn.effects.push({ kind: 'note', note });
}

export function remember(turn: ReduceTurn, part: Partial<PrinterMemory>): void {
  const { memory } = turn.model;
  const next = { ...memory, ...part };
  if (JSON.stringify(next) === JSON.stringify(memory)) return;
  change(turn, { memory: next });
  turn.effects.push({ kind: 'remember', memory: next });
}
