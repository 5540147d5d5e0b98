/** Kiosk client with its own disk, and a connection to its server that a test can cut. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DeviceStatus } from '../../../../main/devices/contract/device-status.ts';
import { createQueueClient } from '../../../../main/kiosk/client/client.ts';
import { remoteFetch } from '../../../../main/kiosk/client/remote.ts';
import type { KioskScreen, KioskState } from '../../../../main/kiosk/contract/kiosk.ts';
import { createKioskHost, type KioskHost } from '../../../../main/kiosk/host/kiosk-host.ts';
import type { Clock } from '../../../../main/lib/context.ts';
import type { PaperTicket, Printer } from '../../../../main/printing/contract/printing.ts';
import { openJournal } from '../../../../main/printing/journal.ts';
import { openServerLine, type ServerLine } from '../../../helpers/server-line.ts';
import type { Town } from '../../../helpers/town.ts';
import { recordingLog } from '../../readers/recording-log.ts';

/** Deadline in real time, enough for a server under load. */
const DEADLINE_MS = 3_000;

export interface Taken {
  readonly screen: KioskScreen;
  /** Null if nothing was printed. */
  readonly paper: PaperTicket | null;
}

export class KioskClient {
  /** Clock of its first server, kept when the server is replaced. */
  readonly clock: Town['clock'];
  readonly line: ServerLine;
  readonly dir: string;
  readonly deviceId: string;
  readonly log = recordingLog();
  /** All printed tickets. */
  readonly papers: PaperTicket[] = [];
  /** Delays the printer before each ticket. */
  printing: Promise<void> = Promise.resolve();
  /** Lead of its clock over the server's. */
  aheadMs = 0;
  status: DeviceStatus | null = null;
  state: KioskState | null = null;
  #host: KioskHost | null = null;

  private constructor(town: Town, line: ServerLine, dir: string, deviceId: string) {
    this.clock = town.clock;
    this.line = line;
    this.dir = dir;
    this.deviceId = deviceId;
  }

  static async at(town: Town, deviceId = 'kiosk-1'): Promise<KioskClient> {
    const dir = await mkdtemp(join(tmpdir(), 'kiosk-'));
    return new KioskClient(town, await openServerLine(town.address), dir, deviceId);
  }

  /** Starts the program. A program that still runs counts as killed: it is disconnected, but not closed. */
  async start(): Promise<void> {
    const { line, dir, deviceId, log } = this;
    const clock: Clock = {
      now: () => this.clock.now() + this.aheadMs,
      after: (ms, callback) => this.clock.after(ms, callback),
    };
    const journal = await openJournal({ dir, clock, log });
    const printer: Printer = {
      status: () => ({ kind: 'ready', paperLow: false, confirms: true }),
      onStatus: () => () => {},
      facts: () => null,
      print: async (ticket) => {
        const job = journal.asked({
          ticketId: ticket.ticketId,
          number: ticket.number,
          ...intentOf(ticket),
          ...offlineOf(ticket),
          ...(ticket.issued === undefined ? {} : { issued: ticket.issued }),
        });
        await this.printing;
        await journal.created(job);
        this.papers.push(ticket);
        const outcome = { ok: true, value: { confirmed: 'status' } } as const;
        journal.ended(job, outcome);
        return outcome;
      },
      close: () => journal.close(),
    };
    const host = createKioskHost({
      client: createQueueClient({
        fetch: remoteFetch({ baseUrl: line.address, deadlineMs: DEADLINE_MS }),
        clock,
      }),
      deviceId,
      lang: null,
      printer: 'tcp://printer',
      readers: [],
      journalDir: dir,
      goesAlone: true,
      clock,
      log,
      makers: {
        printer: () => ({ ok: true, value: printer }),
        reader: () => ({ ok: false, error: 'none here' }),
      },
    });
    this.#host = host;
    host.subscribe((state) => {
      if (this.#host === host) this.state = state;
    });
    host.onReport((status) => {
      if (this.#host === host) this.status = status;
    });
  }

  get host(): KioskHost {
    if (this.#host === null) throw new Error('This kiosk does not run.');
    return this.#host;
  }

  /** Advances the clock until the condition holds; with `stands`, waits in real time for the disk. */
  async until(isSo: () => boolean | Promise<boolean>, time: 'goes by' | 'stands' = 'goes by'): Promise<void> {
    await expect
      .poll(
        async () => {
          if (await isSo()) return true;
          if (time === 'goes by') this.clock.advance(1_000);
          return false;
        },
        { interval: time === 'goes by' ? 50 : 5, timeout: 90_000 },
      )
      .toBe(true);
  }

  /** Waits for the idle screen, online or offline. */
  async isReady(mode: 'with its server' | 'alone'): Promise<void> {
    await this.until(
      () => this.state?.screen.name === 'idle' && this.state.alone === (mode === 'alone') && this.hasNumbers(),
    );
  }

  hasNumbers(): boolean {
    return (this.status?.offline_numbers ?? 0) > 0;
  }

  /** A visitor touches a service and takes the ticket. */
  async take(serviceId: string, { priority = false, time = 'stands' as 'goes by' | 'stands' } = {}): Promise<Taken> {
    await this.until(() => ['idle', 'choose'].includes(this.state?.screen.name ?? ''), 'stands');
    const before = this.papers.length;
    await this.host.call('touchService', { serviceId, priority });
    await this.until(() => ['take-ticket', 'problem'].includes(this.state?.screen.name ?? ''), time);
    const screen = this.state?.screen;
    if (screen === undefined) throw new Error('There is no screen.');
    await this.host.call('done', {});
    return { screen, paper: this.papers[before] ?? null };
  }

  async isHandedOver(): Promise<void> {
    await this.until(() => this.state?.alone === false && this.status?.offline_tickets === 0);
  }

  /** Ends the program like SIGKILL. Late writes of the old program do not affect the next disk. */
  kill(): void {
    const host = this.#host;
    this.#host = null;
    this.state = null;
    this.status = null;
    this.line.set('refused');
    void host?.close();
  }

  async disk(): Promise<{ putBack(): Promise<void> }> {
    const copy = await this.#copied();
    return {
      putBack: async () => {
        await rm(this.dir, { recursive: true, maxRetries: 5 });
        await cp(copy, this.dir, { recursive: true });
        await rm(copy, { recursive: true, maxRetries: 5 });
      },
    };
  }

  /** Copies the disk while the program writes; repeats the copy if a file was renamed meanwhile. */
  async #copied(): Promise<string> {
    for (;;) {
      const copy = await mkdtemp(join(tmpdir(), 'kiosk-copy-'));
      try {
        await cp(this.dir, copy, { recursive: true });
        return copy;
      } catch (error) {
        await rm(copy, { recursive: true, maxRetries: 5 });
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#host?.close();
    await this.line.close();
    await rm(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const offlineOf = ({ offline }: PaperTicket): Pick<PaperTicket, 'offline'> =>
  offline === undefined ? {} : { offline };
const intentOf = ({ intent }: PaperTicket): { intent?: string } => (intent === undefined ? {} : { intent });
