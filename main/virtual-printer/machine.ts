/** Inside of the virtual printer: wire, buffer, head, sensors, power. */
import { performance } from 'node:perf_hooks';
import type { Clock } from '../lib/context.ts';
import { createDecoder, type Decoder } from '../printing/picture/decoder/decoder.ts';
import type { DecoderFault } from '../printing/picture/decoder/fault.ts';
import type { Mechanics } from '../printing/picture/decoder/mechanics.ts';
import type { PrinterModel } from '../printing/picture/decoder/models.ts';
import type { Strip } from '../printing/picture/decoder/print-head.ts';
import type { RealTimeCommand } from '../printing/picture/decoder/real-time.ts';
import type { LinkEnd, PrinterCable } from './link-tcp.ts';
import {
  automaticStatus,
  type Condition,
  isOffline,
  realTimeStatus,
  transmittedStatus,
  watchedBits,
} from './status-bytes.ts';
import { createReceiver, createWire } from './wire.ts';

export interface MachineOptions {
  readonly model: PrinterModel;
  readonly clock: Clock;
  readonly baud: number | null;
  readonly receiveBuffer: number;
  /** Called when paper comes out; times of `performance.now()`. */
  readonly onStrip: (strip: Strip, times: { readonly firstByteAtMs: number; readonly cutAtMs: number }) => void;
  readonly onFirstByte: (atMs: number) => void;
}

export type RowEvent = 'paper' | 'cover' | 'power';

/** Replies to the host, with simulated failures. */
interface ReplyLine {
  send(bytes: Uint8Array): void;
  /** `GS a n`: reports the current state, and every change from now on. */
  watch(mask: number, condition: Condition): void;
  /** Stops automatic status, after a power cut or for another host. */
  forget(): void;
  /** Reports a change if automatic status is on. */
  tell(condition: Condition): void;
  delay(ms: number): void;
  lose(count: number): void;
}

function createReplyLine(clock: Clock, transmit: (bytes: Uint8Array) => void): ReplyLine {
  let mask = 0;
  let told: Uint8Array = new Uint8Array(4);
  let delayMs = 0;
  let toLose = 0;

  function send(bytes: Uint8Array): void {
    if (toLose > 0) toLose--;
    else if (delayMs === 0) transmit(bytes);
    else clock.after(delayMs, () => transmit(bytes));
  }

  return {
    send,
    watch(newMask, condition) {
      mask = newMask;
      told = automaticStatus(condition);
      if (mask !== 0) send(told);
    },
    forget() {
      mask = 0;
    },
    tell(condition) {
      const status = automaticStatus(condition);
      const watched = watchedBits(mask);
      const changed = status.some((byte, index) => ((byte ^ (told[index] ?? 0)) & (watched[index] ?? 0)) !== 0);
      if (!changed) return;
      told = status;
      send(status);
    },
    delay(ms) {
      delayMs = ms;
    },
    lose(count) {
      toLose = count;
    },
  };
}

/** Inside of the virtual printer: wire, buffer, head, sensors, power. */
export interface Machine {
  /** The printer's end of every cable. */
  readonly end: LinkEnd;
  readonly replies: ReplyLine;
  plugIn(link: PrinterCable): void;
  unplug(): Promise<void>;
  condition(): Condition;
  change(part: Partial<Condition>): void;
  /** Triggers an event when the paper reaches this row of the ticket. */
  at(row: number, what: RowEvent): void;
  jam(stuck: boolean): void;
  /** Tears off hanging paper. */
  tear(): void;
  powered(): boolean;
  powerOff(): void;
  powerOn(): Promise<void>;
  transmit(bytes: Uint8Array): void;
  bytesReceived(): number;
  bytesHeld(): number;
  openFaults(): readonly DecoderFault[];
  row(): number;
}

/** Status and setup commands, which belong to no ticket. */
const QUERY = /^(DLE|GS a|GS r|GS I|GS \( [HDE]|NUL)/;

/** `GS I n`: numbers as one byte, texts between `5F` and NUL. */
function identity(model: PrinterModel, n: number): Uint8Array {
  const texts: Readonly<Record<number, string>> = {
    65: '1.00',
    66: model.maker,
    67: model.model,
    68: 'VIRTUAL0001',
    69: '',
  };
  const text = texts[n];
  if (text !== undefined) return Uint8Array.of(0x5f, ...Buffer.from(text, 'ascii'), 0x00);
  const numbers: Readonly<Record<number, number>> = { 1: 0x20, 2: 0x02, 3: 0x01 };
  return Uint8Array.of(numbers[n % 48] ?? 0);
}

export function createMachine(options: MachineOptions): Machine {
  const { model, clock } = options;
  const links = new Set<PrinterCable>();
  let condition: Condition = {
    paper: 'ok',
    coverOpen: false,
    cutterError: false,
    unrecoverable: false,
    switchedOff: false,
    feeding: false,
    nearEndSensor: model.nearEndSensor,
  };
  let powered = true;
  /** The power fails after the current command. */
  let powerFails = false;
  let jammed = false;
  let rowEvent: { readonly row: number; readonly what: RowEvent } | null = null;
  let bytesReceived = 0;
  let arrivedAtMs = 0;
  let firstByteAtMs: number | null = null;

  const ready = (): boolean => powered && !powerFails && !isOffline(condition);

  function transmit(bytes: Uint8Array): void {
    if (powered) for (const link of links) link.send(bytes);
  }

  const replies = createReplyLine(clock, transmit);

  function change(part: Partial<Condition>): void {
    condition = { ...condition, ...part };
    if (!powered) return;
    replies.tell(condition);
    receiver.drain();
    wire.pump();
  }

  const mechanics: Mechanics = {
    ready,
    feed(rows) {
      const event = rowEvent;
      const row = decoder.row();
      if (event === null || row + rows < event.row) return rows;
      rowEvent = null;
      if (event.what === 'cover') condition = { ...condition, coverOpen: true };
      if (event.what === 'paper') condition = { ...condition, paper: 'out' };
      if (event.what === 'power') powerFails = true;
      return event.what === 'cover' ? rows : Math.min(rows, Math.max(0, event.row - row));
    },
    cut() {
      if (jammed) condition = { ...condition, cutterError: true };
      return !jammed;
    },
    reply: replies.send,
    automaticStatus(mask) {
      if (model.automaticStatus) replies.watch(mask, condition);
    },
    status: (n) => (model.realTimeStatus ? transmittedStatus(condition, n) : null),
    printed(id) {
      if (model.processId) replies.send(Uint8Array.of(0x37, 0x22, ...id, 0x00));
    },
    identity: (n) => (model.realTimeStatus ? identity(model, n) : null),
  };

  function onStrip(strip: Strip): void {
    const times = { firstByteAtMs: firstByteAtMs ?? arrivedAtMs, cutAtMs: performance.now() };
    firstByteAtMs = null;
    options.onStrip(strip, times);
  }

  function onCommand(name: string): void {
    const starts = firstByteAtMs === null || (name === 'ESC @' && decoder.row() === 0);
    if (!starts || QUERY.test(name)) return;
    firstByteAtMs = arrivedAtMs;
    options.onFirstByte(arrivedAtMs);
  }

  const newDecoder = (): Decoder => createDecoder({ model, mechanics, onStrip, onCommand });

  /** Leaves a cutter error whose cause was removed. The receiver continues after the command. */
  function recover(): void {
    if (jammed || !condition.cutterError) return;
    condition = { ...condition, cutterError: false };
    replies.tell(condition);
  }

  function onRealTime(command: RealTimeCommand): boolean {
    switch (command.kind) {
      case 'status':
        if (model.realTimeStatus) replies.send(Uint8Array.of(realTimeStatus(condition, command.n)));
        return false;
      case 'recover': {
        const clears = command.n === 2 && condition.cutterError;
        if (clears) decoder.clear();
        if (command.n > 0) recover();
        return clears;
      }
      case 'clear':
        if (!model.clearsBuffer) return false;
        decoder.clear();
        replies.send(Uint8Array.of(0x37, 0x25, 0x00));
        recover();
        return true;
      case 'power-off':
        powerOff();
        return true;
    }
  }

  let decoder = newDecoder();
  const receiver = createReceiver({
    size: options.receiveBuffer,
    ready,
    onRealTime,
    obey(bytes) {
      const taken = decoder.push(bytes);
      if (powerFails) powerOff();
      else replies.tell(condition);
      return taken;
    },
  });
  const wire = createWire({
    clock,
    baud: options.baud,
    deliver: (bytes) => receiver.take(bytes),
    onStall(stalled) {
      for (const link of links) link.hold(stalled);
    },
  });

  function powerOff(): void {
    if (!powered) return;
    decoder.tear();
    powered = false;
    powerFails = false;
    rowEvent = null;
    replies.forget();
    receiver.clear();
    wire.drop();
    decoder = newDecoder();
    firstByteAtMs = null;
    for (const link of links) link.powerLost();
  }

  return {
    end: {
      receive(bytes) {
        if (!powered) return;
        bytesReceived += bytes.length;
        arrivedAtMs = performance.now();
        wire.send(bytes);
      },
      hostChanged(present) {
        if (!present) replies.forget();
      },
    },
    replies,
    plugIn: (link) => void links.add(link),
    async unplug() {
      powered = false;
      wire.drop();
      await Promise.all([...links].map((link) => link.close()));
      links.clear();
    },
    condition: () => condition,
    change,
    at(row, what) {
      rowEvent = { row, what };
    },
    jam(stuck) {
      jammed = stuck;
    },
    tear: () => decoder.tear(),
    powered: () => powered,
    powerOff,
    async powerOn() {
      if (powered) return;
      condition = { ...condition, cutterError: jammed && condition.cutterError, unrecoverable: false };
      powered = true;
      await Promise.all([...links].map((link) => link.powerBack()));
    },
    transmit,
    bytesReceived: () => bytesReceived,
    bytesHeld: () => receiver.held(),
    openFaults: () => decoder.openFaults(),
    row: () => decoder.row(),
  };
}
