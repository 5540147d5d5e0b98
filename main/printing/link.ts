/**
 * The standing connection to one printer: opened again whenever it breaks, asked once what it can confirm, listened to
 * for as long as it lives. Knows how the printer is; knows nothing of tickets.
 */
import type { Clock, Log } from '../context.ts';
import type { Confirmation, PrinterStatus } from '../contract/printing.ts';
import { fail, type Result } from '../contract/result.ts';
import {
  type DeviceFault,
  type DeviceState,
  FINE,
  faultOf,
  fromAutomatic,
  statusOf,
  withTransmitted,
} from './device-state.ts';
import * as commands from './escpos/commands.ts';
import { createStatusParser, type PrinterSaying } from './escpos/status-parser.ts';
import type { ConfirmWay } from './printer-url.ts';
import { createStatusPoll } from './status-poll.ts';
import type { Connection, Transport } from './transports/transport.ts';
import { createWake } from './wake.ts';

export type LinkEvent = PrinterSaying | { readonly kind: 'lost' } | { readonly kind: 'opened' };

export interface Link {
  status(): PrinterStatus;
  onStatus(listener: (status: PrinterStatus) => void): () => void;
  /** What keeps the printer from printing just now; null when nothing is known to. */
  fault(): DeviceFault | null;
  /** How prints are confirmed on this connection; null while that is not known yet. */
  confirmation(): Confirmation | null;
  /** The printer asked to wait (XOFF). */
  held(): boolean;
  listen(listener: (event: LinkEvent) => void): () => void;
  write(bytes: Uint8Array): Promise<Result<void, string>>;
  /** Asks for the status now. */
  poll(): void;
  /** While a job runs, silence is not held against the printer. */
  busy(busy: boolean): void;
  /** The printer may hold half a job: it is cleared, and the torn paper cut off, before anything else. */
  soil(): void;
  /** Drops the connection with all that waits in it, and makes a new one. */
  reset(): void;
  close(): Promise<void>;
}

export interface LinkOptions {
  readonly transport: Transport;
  readonly confirm: ConfirmWay;
  /** Worth asking for process ids. */
  readonly processId: boolean;
  /** True when a job of an earlier run may still lie in the printer. */
  readonly soiled: Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5000;
const PROBE_MS = 1000;
const CLEAR_MS = 1000;
const POLL_MS = 5000;
/** With automatic status a poll only finds out that the cable is dead. */
const AUTOMATIC_POLL_MS = 60_000;
const FAULT_POLL_MS = 2000;
const UNANSWERED_LIMIT = 2;
const NEAR_END_STEADY_MS = 5000;
const PROBE_ID = 'prob';

const STATUS_REQUEST = Buffer.concat(([1, 2, 3, 4] as const).map(commands.realTimeStatus));

export function openLink({ transport, confirm, processId, soiled, clock, log }: LinkOptions): Link {
  const parser = createStatusParser();
  const statusListeners = new Set<(status: PrinterStatus) => void>();
  const listeners = new Set<(event: LinkEvent) => void>();
  const wake = createWake(clock);

  let connection: Connection | null = null;
  /** Counts connections, so that what an old one still says is not taken for the new one's word. */
  let generation = 0;
  let closed = false;
  let dirty = false;
  let busy = false;
  let held = false;
  let retryMs = FIRST_RETRY_MS;
  let phase: PrinterStatus | null = { kind: 'connecting' };
  let told: PrinterStatus = { kind: 'connecting' };
  let state: DeviceState = FINE;
  let heard = false;
  let automatic = false;
  let confirmation: Confirmation | null = null;
  let paperLow = false;
  let cancelLow: (() => void) | null = null;
  let cancelRetry: (() => void) | null = null;

  function current(): PrinterStatus {
    if (phase !== null) return phase;
    return heard ? statusOf(state, paperLow) : { kind: 'silent' };
  }

  function tell(): void {
    const status = current();
    if (JSON.stringify(status) === JSON.stringify(told)) return;
    told = status;
    log.info('printer.status', { printer: transport.name, ...status });
    for (const listener of [...statusListeners]) listener(status);
  }

  function emit(event: LinkEvent): void {
    for (const listener of [...listeners]) listener(event);
    wake.ring();
  }

  function watchNearEnd(): void {
    if (state.nearEnd === paperLow) {
      cancelLow?.();
      cancelLow = null;
      return;
    }
    cancelLow ??= clock.after(NEAR_END_STEADY_MS, () => {
      cancelLow = null;
      paperLow = state.nearEnd;
      tell();
    });
  }

  function adopt(next: DeviceState): void {
    state = next;
    if (phase === null) watchNearEnd();
  }

  function take(said: PrinterSaying): void {
    switch (said.kind) {
      case 'automatic':
        automatic = true;
        adopt(fromAutomatic(said));
        break;
      case 'real-time':
        poll.answer(said.byte);
        break;
      case 'transmitted':
        adopt(withTransmitted(state, said.byte));
        // The process id was asked for first: had it been answered, it would be here before this.
        if (confirm === 'auto' && confirmation !== 'process-id') confirmation = 'status';
        break;
      case 'process-id':
        if (confirm === 'auto') confirmation = 'process-id';
        break;
      case 'hold':
        held = true;
        break;
      case 'go-on':
        held = false;
        break;
      default:
        break;
    }
    if (said.kind !== 'other') heard = true;
  }

  function onBytes(bytes: Uint8Array): void {
    for (const said of parser.push(bytes)) {
      take(said);
      emit(said);
    }
    tell();
    repeatPoll();
  }

  const poll = createStatusPoll({
    clock,
    send() {
      if (connection === null || !transport.twoWay) return false;
      const mend = !busy && (state.cutterError || state.recoverable);
      void connection.write(mend ? Buffer.concat([commands.recoverFromError(), STATUS_REQUEST]) : STATUS_REQUEST);
      return true;
    },
    onState: adopt,
    onSilence(inARow) {
      if (!heard || busy || phase !== null) return;
      if (inARow >= UNANSWERED_LIMIT) lose('the printer does not answer any more');
      else poll.ask();
    },
  });

  /** A printer that never said a word is not asked again. */
  function repeatPoll(): void {
    if (!heard) return;
    const faulty = faultOf(state) !== null;
    poll.repeat(faulty ? FAULT_POLL_MS : automatic ? AUTOMATIC_POLL_MS : POLL_MS);
  }

  function forget(): void {
    cancelLow?.();
    cancelLow = null;
    poll.stop();
    parser.reset();
    state = FINE;
    heard = false;
    automatic = false;
    held = false;
    confirmation = null;
  }

  function lose(detail: string): void {
    const old = connection;
    generation++;
    connection = null;
    forget();
    void old?.close();
    if (closed) return;
    phase = { kind: 'absent', detail };
    emit({ kind: 'lost' });
    tell();
    cancelRetry = clock.after(retryMs, () => void connect());
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }

  /** Waits for a condition on what the printer says. */
  async function until(done: () => boolean, ms: number): Promise<boolean> {
    const end = clock.now() + ms;
    const mine = generation;
    while (!done()) {
      const left = end - clock.now();
      if (left <= 0 || mine !== generation) return done();
      await wake.wait(left);
    }
    return true;
  }

  /** Away with what an interrupted job left in the printer, and with the paper that it left hanging. */
  async function clean(open: Connection): Promise<void> {
    let cleared = false;
    const stop = listenTo((event) => {
      if (event.kind === 'cleared') cleared = true;
    });
    void open.write(commands.clearBuffers());
    await until(() => cleared, CLEAR_MS);
    stop();
    if (!cleared) void open.write(commands.fillUnfinishedBand());
    void open.write(commands.cutOffTorn());
    dirty = false;
  }

  async function greet(open: Connection, mine: number): Promise<void> {
    if (!transport.twoWay) {
      dirty = false;
      confirmation = 'none';
      return;
    }
    if (dirty) await clean(open);
    if (mine !== generation) return;
    if (confirm !== 'auto') confirmation = confirm;
    const questions = [commands.automaticStatus()];
    if (confirm === 'auto' && processId) questions.push(commands.processId(PROBE_ID));
    if (confirm === 'auto') questions.push(commands.transmitPaperStatus());
    poll.ask();
    void open.write(Buffer.concat(questions));
    await until(() => confirmation !== null && heard && !poll.pending(), PROBE_MS);
    if (mine !== generation) return;
    // A printer that stands still answers neither; it may well do so when it goes on.
    if (confirmation === null && faultOf(state) === null) confirmation = 'none';
  }

  async function connect(): Promise<void> {
    if (closed) return;
    const mine = ++generation;
    const opened = await transport.open({
      onBytes: (bytes) => mine === generation && onBytes(bytes),
      onLost: (detail) => mine === generation && lose(detail),
    });
    if (!opened.ok) {
      if (mine === generation) lose(opened.error);
      return;
    }
    if (closed || mine !== generation) return opened.value.close();
    connection = opened.value;
    await greet(opened.value, mine);
    if (mine !== generation) return;
    retryMs = FIRST_RETRY_MS;
    phase = null;
    paperLow = state.nearEnd;
    tell();
    emit({ kind: 'opened' });
    repeatPoll();
  }

  function listenTo(listener: (event: LinkEvent) => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  void soiled.then((left) => {
    dirty = left;
    return connect();
  });
  return {
    status: () => told,
    onStatus(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
    fault: () => (phase === null ? faultOf(state) : null),
    confirmation: () => confirmation,
    held: () => held,
    listen: listenTo,
    write: (bytes) => connection?.write(bytes) ?? Promise.resolve(fail('the printer is not connected')),
    poll: poll.ask,
    busy(value) {
      busy = value;
    },
    soil() {
      dirty = true;
    },
    reset() {
      if (connection !== null) lose('the connection was given up to clear what was left in it');
    },
    async close() {
      closed = true;
      cancelRetry?.();
      const old = connection;
      generation++;
      connection = null;
      forget();
      emit({ kind: 'lost' });
      await old?.close();
    },
  };
}
