/** One cell of the fault matrix: a visitor, a printer that fails, somebody who mends it, and the next visitor. */

import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';
import type { QueueClient } from '../../main/kiosk/client/queue-client.ts';
import type { KioskScreen, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { createKioskHost } from '../../main/kiosk/host/kiosk-host.ts';
import type { Clock, Log } from '../../main/lib/context.ts';
import { createPrinter } from '../../main/printing/driver.ts';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';
import { transportFor } from '../../main/printing/transports/transport-for.ts';
import { BytePrinter, type Paper } from './byte-printer.ts';
import { layCable, type TransportName } from './cables.ts';
import { drivenTime } from './cell-time.ts';
import { ABILITIES, type Fault, isMute, type PrinterKind, speaksOddly } from './faults.ts';
import { watchTransport } from './watched-transport.ts';

export interface Cell {
  readonly fault: Fault;
  readonly transport: TransportName;
  readonly kind: PrinterKind;
}

export interface Visit {
  readonly number: string;
  /** `take-ticket`, or why there is no paper. */
  readonly read: string;
  /** Whole papers of this number that had fallen when the visitor read it, and at the end. */
  readonly wholeThen: number;
  /** From the touch to the last screen. */
  readonly waitedMs: number;
}

export interface Played {
  readonly visits: readonly Visit[];
  readonly papers: readonly Paper[];
  readonly blankSlips: number;
  readonly oddities: readonly string[];
  /** What staff could read between the beginning of the fault and its mending. */
  readonly staffRead: readonly Pick<DeviceStatus, 'printer' | 'last_print'>[];
  /** Times that the program gave up a connection that was there. */
  readonly hangUps: number;
  readonly log: readonly string[];
}

export const SITE_NAME = 'Matrix Hall';
export const LAST_LINE = 'This is the last line.';
export const COPY_MARK = 'COPY';
/** A mended printer is left to itself for a moment before the next visitor comes. */
const MOMENT_MS = 400;
/** More than the questions that go before a ticket. */
const TICKET_BYTES = 100;
/** The screen waits for nobody here: visitors and staff are played, and act when they have read. */
const STANDING: Clock = { now: () => Date.parse('2026-11-20T12:00:00Z'), after: () => () => {} };

const NUMBER = /^\s*([A-Z]\d{3,5})\s*$/;

/** One ticket, or what there is of it, on a piece of paper. */
export interface Print {
  readonly number: string;
  readonly isWhole: boolean;
  readonly isCopy: boolean;
}

/** What stands on a piece of paper: each ticket begins with the name of the site. */
export function printsOn({ lines, codes }: Paper): readonly Print[] {
  const starts = lines.flatMap((line, index) => (line.includes(SITE_NAME) ? [index] : []));
  return [0, ...starts].flatMap((start, index, all) => {
    const part = lines.slice(start, all[index + 1]);
    if (part.length === 0) return [];
    const has = (text: string): boolean => part.some((line) => line.includes(text));
    const number = part.map((line) => NUMBER.exec(line)?.[1]).find((found) => found !== undefined) ?? '';
    const isWhole = has(SITE_NAME) && has(LAST_LINE) && number !== '' && codes > 0;
    return [{ number, isWhole, isCopy: has(COPY_MARK) }];
  });
}

export const wholeOf = (papers: readonly Paper[], number: string): readonly Print[] =>
  papers.flatMap(printsOn).filter((print) => print.isWhole && print.number === number);

export async function play(cell: Cell, client: QueueClient, deviceId: string, serviceId: string): Promise<Played> {
  const { fault, kind, transport } = cell;
  const log: string[] = [];
  const reports: DeviceStatus[] = [];
  const word = (): string => reports.at(-1)?.printer ?? '';
  let state: KioskState | null = null;
  const screen = (): KioskScreen => (state as KioskState | null)?.screen ?? { name: 'starting' };
  const time = drivenTime(() => ({ screen: screen().name, word: word(), log: log.slice(-25) }));
  const printer = new BytePrinter(ABILITIES[kind], time);
  const cable = layCable(transport, printer);
  const scene = { printer, cable };
  /** A ticket is being made: no time goes by before its first byte. */
  let isMaking = false;
  time.standsForAWhile(() => isMaking);
  time.standsWhile(() => screen().name === 'starting');
  const note = (event: string, data?: object): void => {
    if (event === 'print.retried') isMaking = true;
    log.push(`${Math.round(time.steadyMs())} ${event} ${JSON.stringify(data ?? {})}`);
  };
  const recording: Log = { info: note, warn: note, error: note };
  if (speaksOddly(fault)) printer.manners.lacksFixedBits = true;
  if (fault.when === 'always') await fault.happen(scene);
  await cable.plug();
  if (fault.startsUnplugged === true) await cable.unplug();
  const options =
    transport === 'serial'
      ? `?${fault.serial?.includes('baudRate') ? '' : 'baudRate=115200&'}${fault.serial ?? ''}`
      : '';
  const host = createKioskHost({
    client: {
      ...client,
      createTicket: (ticket, key) => time.during(client.createTicket(ticket, key)),
      kiosk: (id) => time.during(client.kiosk(id)),
    },
    deviceId,
    lang: null,
    printer: `${cable.url}${options.replace(/[&?]$/, '')}`,
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
          transport: (address) =>
            watchTransport(transportFor(address), cable, time, ({ length }) => {
              if (length > TICKET_BYTES) isMaking = false;
            }),
        });
        // Staff have seen its test slip.
        if (kind === 'none') void made.vouch?.({ from: 'panel', by: '', at: '2026-11-20T12:00:00.000Z' });
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
  host.onReport((status) => {
    reports.push(status);
    time.ring();
  });
  const waitFor = time.until;

  let faultAt = -1;
  let isMended = false;
  async function happen(): Promise<void> {
    if (faultAt >= 0) return;
    faultAt = reports.length;
    note('matrix.fault');
    if (fault.when !== 'always') await time.during(Promise.resolve(fault.happen(scene)));
    if (fault.mended === 'at-once') void mendOnceTold();
  }
  let mending: Promise<void> = Promise.resolve();
  async function mend(): Promise<void> {
    if (isMended) return;
    isMended = true;
    note('matrix.mended');
    mending = time.during(Promise.resolve(fault.mend?.(scene)));
    await mending;
  }
  const told = (): boolean =>
    reports.slice(Math.max(0, faultAt - 1)).some(({ printer: said }) => fault.staff.includes(said));
  const canTell = fault.staff.length > 0 && (!isMute(kind) || fault.isSeenByLine === true);
  async function mendOnceTold(): Promise<void> {
    if (canTell) await waitFor('staff to be told at once', () => told() || faultAt < 0);
    else await new Promise<void>((resolve) => void time.after(MOMENT_MS, resolve));
    await mend();
  }

  async function visit(): Promise<Visit> {
    await waitFor('an idle kiosk', () => screen().name === 'idle');
    const cameAt = time.steadyMs();
    await host.call('touchService', { serviceId, priority: false });
    await waitFor('the last screen', () => screen().name === 'take-ticket' || screen().name === 'problem');
    const last = screen();
    const number = (last.name === 'take-ticket' || last.name === 'problem' ? last.ticket?.number : null) ?? '';
    const wholeThen = wholeOf(printer.papers, number).length;
    note('matrix.read', { screen: last.name, number, wholeThen });
    const waitedMs = time.steadyMs() - cameAt;
    await host.call('done', {});
    return { number, read: last.name === 'problem' ? last.reason : last.name, wholeThen, waitedMs };
  }

  try {
    const muteWord = kind === 'unproved' ? 'unproved' : 'cannot-confirm';
    const settledWords = ['ok', 'low', 'cannot-confirm', 'unproved', 'silent'];
    if (fault.startsUnplugged === true) await waitFor('absence', () => word() === 'absent');
    else await waitFor('a printer', () => settledWords.includes(word()));
    // It is greeted to the end.
    if (isMute(kind)) await waitFor('a mute printer', () => fault.startsUnplugged === true || word() === muteWord);
    if (fault.when === 'at-number') printer.onLine = (text) => void (NUMBER.test(text) && happen());
    if (fault.when === 'at-cut') printer.onCut = () => void happen();
    if (fault.when === 'before' || fault.when === 'always') await happen();
    if (fault.when === 'before' && canTell && !speaksOddly(fault) && fault.name !== 'gives wrong answers')
      await waitFor('staff to be told', told);
    const first = await visit();
    // Where nothing is confirmed the visitor may have gone before it happens.
    await waitFor('the fault', () => faultAt >= 0);
    if (canTell) await waitFor('staff to be told', told);
    const untilMended = reports.slice(Math.max(0, faultAt - 1));
    printer.onLine = () => {};
    printer.onCut = () => {};
    await mend();
    await mending;
    const fine = isMute(kind) ? [muteWord] : speaksOddly(fault) ? settledWords : ['ok'];
    await waitFor('a mended printer', () => fine.includes(word()));
    const second = await visit();
    await waitFor('the next ticket', () => wholeOf(printer.papers, second.number).length > 0);
    const hangUps = log.filter((line) => /printer\.status-changed .*"(connecting|absent)"/.test(line)).length;
    const staffRead = [...untilMended, ...reports.slice(-1)].map(({ printer: said, last_print }) => ({
      printer: said,
      last_print,
    }));
    return {
      visits: [first, second],
      papers: [...printer.papers],
      blankSlips: printer.blankSlips,
      oddities: printer.oddities,
      staffRead,
      hangUps,
      log,
    };
  } finally {
    time.close();
    await host.close();
    await cable.close();
    printer.close();
  }
}
