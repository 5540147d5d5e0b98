/** Simulated visitors at a kiosk with one of the devices as printer, on a simulated clock. */
import type { QueueClient } from '../../main/kiosk/client/queue-client.ts';
import type { KioskScreen, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { createKioskHost } from '../../main/kiosk/host/kiosk-host.ts';
import type { Clock, Log } from '../../main/lib/context.ts';
import { createPrinter } from '../../main/printing/driver.ts';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';
import type { Transport } from '../../main/printing/transports/transport.ts';
import { type CellTime, drivenTime } from './cell-time.ts';
import type { Device } from './devices.ts';
import { wholeOf } from './play.ts';

export interface Row {
  readonly name: string;
  readonly open: (time: CellTime) => Device;
  /** Options of the address. */
  readonly options?: string;
  /** Serial ports have a speed. */
  readonly bytesPerSecond?: number;
  /** Faults within the first ticket, after its first bytes; and between the first and the second visitor. */
  readonly inTicket?: (device: Device, time: CellTime) => void;
  readonly between?: (device: Device, time: CellTime) => void;
  /** Delay of the second visitor. */
  readonly laterMs?: number;
  /** Ticket states for staff, in order. */
  readonly lastPrints?: readonly string[];
  /** It confirms a cut that it did not make: the ticket stays attached to the next one. */
  readonly hangsTogether?: true;
  /** Messages to each visitor. */
  readonly reads: readonly [first: string, second: string];
  /** Printer states for staff before the first visitor, and before the second. */
  readonly staff: readonly [first: string, second: string];
}

export interface RowVisit {
  readonly number: string;
  readonly read: string;
  /** Complete papers of this number when the visitor read the message. */
  readonly wholeThen: number;
}

export interface RowPlayed {
  readonly visits: readonly RowVisit[];
  readonly staff: readonly string[];
  /** State changes of the last ticket for staff. */
  readonly lastPrints: readonly string[];
  /** Complete papers of each number at the end, with and without copy mark. */
  readonly papers: ReadonlyMap<string, readonly { readonly isCopy: boolean }[]>;
  readonly log: readonly string[];
}

const STANDING: Clock = { now: () => Date.parse('2026-11-20T12:00:00Z'), after: () => () => {} };
const TICKET_BYTES = 100;
const SETTLED_MS = 12_000;
const PAPER_MS = 4000;

export function memoryLine(
  device: Device,
  name: string,
  bytesPerSecond: number | null,
  onWrite: (length: number) => void,
): Transport {
  return {
    name,
    twoWay: true,
    bytesPerSecond,
    async open(events) {
      let isOpen = true;
      const call = device.connect({
        say: (bytes) => void (isOpen && events.onBytes(bytes)),
        hangUp() {
          if (!isOpen) return;
          isOpen = false;
          events.onLost('the other side has hung up');
        },
      });
      if (call === null) return { ok: false, error: 'ECONNREFUSED' };
      return {
        ok: true,
        value: {
          async write(bytes) {
            if (!isOpen) return { ok: false, error: 'EPIPE' };
            onWrite(bytes.length);
            // A response never arrives before the end of the write.
            queueMicrotask(() => void (isOpen && call.take(bytes)));
            return { ok: true, value: undefined };
          },
          async close() {
            isOpen = false;
            call.ended();
          },
        },
      };
    },
  };
}

export async function playRow(row: Row, client: QueueClient, deviceId: string, serviceId: string): Promise<RowPlayed> {
  const log: string[] = [];
  let state: KioskState | null = null;
  let word = '';
  const screen = (): KioskScreen => (state as KioskState | null)?.screen ?? { name: 'starting' };
  const time = drivenTime(() => ({ screen: screen().name, word, log: log.slice(-25) }));
  const device = row.open(time);
  let isMaking = false;
  let isFirst = true;
  time.standsForAWhile(() => isMaking);
  time.standsWhile(() => screen().name === 'starting');
  const note = (event: string, data?: object): void => {
    if (event === 'print.retried') isMaking = true;
    log.push(`${Math.round(time.steadyMs())} ${event} ${JSON.stringify(data ?? {})}`);
  };
  const recording: Log = { info: note, warn: note, error: note };
  function wrote(length: number): void {
    if (length <= TICKET_BYTES) return;
    isMaking = false;
    if (isFirst) row.inTicket?.(device, time);
    isFirst = false;
  }
  const host = createKioskHost({
    client: {
      ...client,
      createTicket: (ticket, key) => time.during(client.createTicket(ticket, key)),
      kiosk: (id) => time.during(client.kiosk(id)),
    },
    deviceId,
    lang: null,
    printer: `tcp://127.0.0.1:9100${row.options ?? ''}`,
    readers: [],
    journalDir: null,
    clock: STANDING,
    log: recording,
    makers: {
      printer(text) {
        const url = parsePrinterUrl(text);
        if (!url.ok) return url;
        const made = createPrinter(url.value, {
          log: recording,
          clock: time,
          steadyMs: time.steadyMs,
          journalDir: null,
          transport: () => memoryLine(device, 'tcp://127.0.0.1:9100', row.bytesPerSecond ?? null, wrote),
        });
        const print: typeof made.print = (ticket) => {
          isMaking = made.status().kind !== 'connecting';
          return made.print(ticket).finally(() => {
            isMaking = false;
          });
        };
        return { ok: true, value: { ...made, print } };
      },
      reader: () => ({ ok: false, error: 'no readers here' }),
    },
  });
  host.subscribe((now) => {
    state = now;
    time.ring();
  });
  const lastPrints: string[] = [];
  host.onReport(({ printer, last_print }) => {
    word = printer;
    if (last_print !== lastPrints.at(-1)) lastPrints.push(last_print);
    time.ring();
  });

  async function pass(ms: number): Promise<void> {
    let isOver = false;
    time.after(ms, () => {
      isOver = true;
    });
    await time.until('time to pass', () => isOver);
  }

  async function visit(): Promise<RowVisit> {
    await time.until('an idle kiosk', () => screen().name === 'idle');
    await host.call('touchService', { serviceId, priority: false });
    await time.until('the last screen', () => screen().name === 'take-ticket' || screen().name === 'problem');
    const last = screen();
    const number = (last.name === 'take-ticket' || last.name === 'problem' ? last.ticket?.number : null) ?? '';
    const wholeThen = wholeOf(device.printer?.papers ?? [], number).length;
    await host.call('done', {});
    return { number, read: last.name === 'problem' ? last.reason : last.name, wholeThen };
  }

  try {
    await pass(SETTLED_MS);
    const staff = [word];
    const first = await visit();
    row.between?.(device, time);
    await pass(row.laterMs ?? PAPER_MS);
    staff.push(word);
    const second = await visit();
    await pass(PAPER_MS);
    const visits = [first, second];
    const papers = new Map(visits.map(({ number }) => [number, wholeOf(device.printer?.papers ?? [], number)]));
    return { visits, staff, lastPrints, papers, log };
  } finally {
    time.close();
    await host.close();
    device.printer?.close();
  }
}
