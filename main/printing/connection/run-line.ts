/**
 * Runner of a printer connection: executes effects and feeds events.
 *
 * `reduce` makes all decisions.
 */

import type { ClockAndLog } from '../../lib/context.ts';
import { smallest, subscribe } from '../../lib/lists.ts';
import type { Confirmation, PrinterStatus, TrayWord, Vouched } from '../contract/printing.ts';
import { createLineEar, ECHO_MS } from '../escpos/line-ear.ts';
import { createStatusParser } from '../escpos/status-parser.ts';
import { type MemoryFile, NO_MEMORY, type PrinterMemory } from '../printer-memory.ts';
import { statusFields } from '../status-fields.ts';
import type { Transport, TransportConnection } from '../transports/transport.ts';
import { askedAgainAt } from './confirmation.ts';
import { greetingDue } from './handshake.ts';
import { idleDue } from './idle.ts';
import { idAgainAt, jobAskAt } from './job.ts';
import type { JobEnd, JobOrder, LineEffect, LineEvent, LineModel, LineOptions, PrinterNote } from './model.ts';
import { mouthDue } from './presenter.ts';
import { lateMs } from './query.ts';
import { reduce, startLine } from './reduce.ts';
import * as times from './times.ts';

export interface PrinterConnection {
  status(): PrinterStatus;
  onStatus(listener: (status: PrinterStatus) => void): () => void;
  /** Confirmation of tickets now; null while it is being detected. */
  way(): Confirmation | null;
  memory(): PrinterMemory;
  /** Calls the listener whenever the state of the line may have changed. */
  onChange(listener: () => void): () => void;
  send(order: JobOrder): Promise<JobEnd>;
  /** Stores a confirmation by staff, after the file of capabilities was read. */
  vouch(vouched: Vouched): Promise<void>;
  /** Resolves when the current capabilities are on disk; false: the write failed. Never rejects. */
  remembered(): Promise<boolean>;
  close(): Promise<void>;
}

export interface LineDeps extends ClockAndLog {
  readonly transport: Transport;
  readonly options: LineOptions;
  /** Resolves to true if the printer may still hold a job of an earlier run. */
  readonly soiled: Promise<boolean>;
  readonly memory: MemoryFile | null;
  /** Monotonic clock: correcting the system time must not delay a printer. */
  readonly steadyMs: () => number;
  /** Reports presenter events of the last ticket. */
  readonly onTray?: (word: TrayWord) => void;
}

/** Minimum timer: a repeated due time must not cause a busy loop. */
const MIN_MS = 1;

function openDue({ talk }: LineModel): number | null {
  const { open, patienceMs, settleMs } = talk;
  if (open === null) return null;
  if (open.kind === 'identity') return open.askedAt + patienceMs;
  if (open.firstAt !== null) return open.firstAt + settleMs;
  return open.askedAt + patienceMs + (open.isLate ? lateMs(talk) : 0);
}

function phaseDue(model: LineModel): readonly (number | null)[] {
  const { phase, talk, wireFreeAt, heldUntil } = model;
  switch (phase.name) {
    case 'away':
      return [phase.retryAt];
    case 'cleaning':
    case 'greeting':
      return greetingDue(model);
    case 'idle':
      return idleDue(model);
    case 'sending':
    case 'freeing':
    case 'clearing':
    case 'lingering': {
      const { job } = phase;
      const { asked, lookSince } = job;
      return [
        job.deadline,
        wireFreeAt,
        wireFreeAt - lineAhead(model),
        heldUntil,
        talk.open === null && model.writes === 0 ? jobAskAt(model, job) : null,
        talk.plainAt + talk.settleMs,
        talk.isOthersUntil,
        lookSince,
        lookSince === null ? null : talk.askedAt + times.STALL_MS,
        model.writes === 0 ? idAgainAt(model, job) : null,
        asked === null ? null : askedAgainAt(model, asked),
        ...[talk.due.at(-1), talk.dueNames.at(-1)?.at].map((at) => (at === undefined ? null : at + times.STALE_MS)),
        'until' in phase ? phase.until : null,
        'resumeAt' in phase ? phase.resumeAt : null,
      ];
    }
    default:
      return [];
  }
}

/** On a line without confirmation the next piece is written while the previous one is transmitted. */
function lineAhead({ options }: LineModel): number {
  return options.bytesPerSecond === null ? 0 : (1024 / options.bytesPerSecond) * 1000;
}

/** The next due time after `now`; null if none. Overdue work that cannot be done waits for another event. */
export function nextDue(model: LineModel, now: number): number | null {
  const lowAt = model.lowChangedAt === null ? null : model.lowChangedAt + times.NEAR_END_STEADY_MS;
  const provedAt = model.unproved === null ? null : model.unproved.since + times.PROVED_MS;
  const echoOverAt = model.echoAt === null ? null : model.echoAt + ECHO_MS;
  const all = [openDue(model), lowAt, provedAt, echoOverAt, ...mouthDue(model), ...phaseDue(model)];
  const ahead = all.filter((at): at is number => at !== null && at > now);
  return ahead.length === 0 ? null : smallest(ahead);
}

export function runLine({
  transport,
  options,
  soiled,
  memory,
  clock,
  steadyMs,
  log,
  onTray,
}: LineDeps): PrinterConnection {
  const now = (): number => Math.floor(steadyMs());
  const parser = createStatusParser(options.presenter !== null);
  const ear = createLineEar();
  const statusListeners = new Set<(status: PrinterStatus) => void>();
  const listeners = new Set<() => void>();
  const waiting = new Map<number, (end: JobEnd) => void>();
  let model: LineModel = startLine(options, now());
  let connection: TransportConnection | null = null;
  /** Number of the connection, to ignore events of older ones. */
  let generation = 0;
  let writing: Promise<void> = Promise.resolve();
  let cancelTimer: (() => void) | null = null;
  let leaving: Promise<void> = Promise.resolve();

  function dispatch(event: LineEvent): void {
    const before = model;
    const time = now();
    const step = reduce(model, event, time);
    model = step.model;
    for (const effect of step.effects) perform(effect);
    armTimer(time);
    if (model.status !== before.status) {
      log.info('printer.status-changed', { printer: transport.name, ...statusFields(model.status) });
      for (const listener of [...statusListeners]) listener(model.status);
    }
    for (const listener of [...listeners]) listener();
  }

  /** Schedules the next due time. Work that became due since `time`, the last check, runs at once. */
  function armTimer(time: number): void {
    cancelTimer?.();
    const at = nextDue(model, time);
    cancelTimer = at === null ? null : clock.after(Math.max(MIN_MS, at - now()), () => dispatch({ kind: 'time' }));
  }

  function perform(effect: LineEffect): void {
    switch (effect.kind) {
      case 'dial':
        return void dial();
      case 'drop':
        drop(model.phase.name !== 'closed');
        return;
      case 'write':
        write(effect.bytes);
        return;
      case 'ended':
        waiting.get(effect.id)?.(effect.end);
        waiting.delete(effect.id);
        return;
      case 'remember':
        memory?.write(effect.memory);
        return;
      case 'tray':
        onTray?.(effect.word);
        return;
      case 'note':
        logNote(effect.note);
        return;
    }
  }

  function logNote(note: PrinterNote): void {
    const printer = transport.name;
    switch (note.event) {
      case 'print.unconfirmed':
      case 'printer.unresponsive':
        log.info(note.event, { printer });
        return;
      case 'printer.query-timeout':
      case 'printer.status-unknown':
        log.info(note.event, { printer, question: note.question });
        return;
      case 'printer.confirmation-detected':
        log.info(note.event, { printer, by: note.by });
        return;
      case 'printer.identified':
        log.info(note.event, { printer, maker: note.maker, model: note.model });
        return;
    }
  }

  async function dial(): Promise<void> {
    const mine = ++generation;
    parser.reset();
    ear.reset();
    const opened = await transport.open({
      onBytes(bytes) {
        if (mine !== generation) return;
        const { heard, isEcho, stranger } = ear.take(bytes, now());
        if (stranger !== null) return lose(stranger);
        if (isEcho) dispatch({ kind: 'echo' });
        for (const said of parser.push(heard)) dispatch({ kind: 'said', said });
      },
      onLost(detail) {
        if (mine === generation) lose(detail);
      },
    });
    if (mine !== generation) {
      if (opened.ok) await opened.value.close();
      return;
    }
    if (!opened.ok) return dispatch({ kind: 'refused', detail: opened.error });
    connection = opened.value;
    dispatch({ kind: 'connected' });
  }

  function lose(detail: string): void {
    drop();
    dispatch({ kind: 'lost', detail });
  }

  function drop(discard = false): void {
    generation++;
    const old = connection;
    connection = null;
    writing = Promise.resolve();
    if (old !== null) leaving = Promise.all([leaving, old.close(discard)]).then(() => {});
  }

  /** Writes in order: the transport may still be busy with the previous write. */
  function write(bytes: Uint8Array): void {
    const mine = generation;
    writing = writing.then(async () => {
      if (mine !== generation || connection === null) return;
      ear.sent(bytes);
      const result = await connection.write(bytes);
      if (mine !== generation) return;
      if (result.ok) dispatch({ kind: 'written' });
      else lose(result.error);
    });
  }

  const started = Promise.all([soiled, memory?.read() ?? NO_MEMORY]).then(([isSoiled, known]) =>
    dispatch({ kind: 'start', isSoiled, memory: known }),
  );

  return {
    status: () => model.status,
    onStatus: (listener) => subscribe(statusListeners, listener),
    way: () => model.way,
    memory: () => model.memory,
    onChange: (listener) => subscribe(listeners, listener),
    send: (order) =>
      new Promise((resolve) => {
        waiting.set(order.id, resolve);
        dispatch({ kind: 'print', order });
      }),
    vouch: (vouched) => started.then(() => dispatch({ kind: 'vouched', vouched })),
    async remembered() {
      await started;
      return (await memory?.settled()) ?? true;
    },
    async close() {
      dispatch({ kind: 'close' });
      cancelTimer?.();
      cancelTimer = null;
      await leaving;
      await memory?.settled();
    },
  };
}
