/**
 * What this kiosk has asked its server for. Before the server hears of a ticket it stands here; it goes when the visitor has it,
 * has been shown its number, or has been refused. So whatever ends the program, no ticket stands in the queue that nobody holds: one
 * whose answer never came, or that never went to the printer, is taken back by its key as soon as the server answers.
 */
import { join } from 'node:path';
import type { QueueClient } from '../../client/queue-client.ts';
import type { Clock, Log } from '../../context.ts';
import { ERRNO } from '../../contract/errno.ts';
import { type JobState, latestOfEach, readEntries } from '../../printing/journal-files.ts';
import { type Intent, type IntentFile, openIntentFile } from './intent-file.ts';

export interface TicketLedger {
  /** To be waited for before the server is asked. */
  asked(key: string, serviceId: string): Promise<void>;
  /** Somebody holds it, or there is none. */
  ended(key: string): void;
  /** Nobody got it, and nobody knows whether there is one. */
  lost(key: string, serviceId: string): void;
  /** Tickets of which it is not known yet what became of them. */
  open(): number;
  /** Takes back what it can now; the rest stays for the next time (false). */
  settle(): Promise<boolean>;
  close(): Promise<void>;
}

export interface TicketLedgerOptions {
  readonly client: QueueClient;
  readonly deviceId: string;
  /** Where the print journal of this kiosk is, and the ledger; null keeps nothing on disk. */
  readonly dir: string | null;
  readonly clock: Clock;
  readonly log: Log;
}

const FILE = 'intents.jsonl';
/** States of a print job of which something may be on paper. */
const SENT: readonly JobState[] = ['created', 'sending', 'printed', 'doubtful'];
/** Far more than a kiosk can ask for while a server is away. */
const MOST = 1_000;

const NO_FILE: IntentFile = {
  left: Promise.resolve([]),
  asked: async () => {},
  ended() {},
  close: async () => {},
};

/** Keys of the tickets of which something may be on paper. */
export async function keysOnPaper(dir: string): Promise<ReadonlySet<string>> {
  const jobs = latestOfEach(await readEntries(dir)).filter(({ state }) => SENT.includes(state));
  return new Set(jobs.flatMap(({ intent }) => intent ?? []));
}

export function openTicketLedger({ client, deviceId, dir, clock, log }: TicketLedgerOptions): TicketLedger {
  const file = dir === null ? NO_FILE : openIntentFile({ path: join(dir, FILE), clock, log });
  const lost = new Map<string, string>();
  let settling = false;

  /** The program before this one ended in the middle of a ticket. */
  async function inherit(): Promise<void> {
    const left: readonly Intent[] = await file.left;
    if (dir === null || left.length === 0) return;
    const onPaper = await keysOnPaper(dir);
    for (const { key, service } of left) {
      if (onPaper.has(key)) file.ended(key);
      else if (lost.size < MOST) lost.set(key, service);
    }
    log.warn('ledger.left', { device: deviceId, left: left.length, lost: lost.size });
  }

  const inherited = inherit();

  async function takeBack(key: string, serviceId: string): Promise<boolean> {
    const answer = await client.withdrawTicket(serviceId, { idempotencyKey: key });
    if (answer.ok) log.info('ticket.withdrawn', { device: deviceId, ticket: answer.value.ticket_id });
    else if (answer.error.kind === 'unreachable' || answer.error.errno === ERRNO.storeUnreachable) return false;
    else log.warn('ticket.not-withdrawn', { device: deviceId, errno: answer.error.errno });
    lost.delete(key);
    file.ended(key);
    return true;
  }

  return {
    asked: (key, serviceId) => file.asked({ key, service: serviceId, at: clock.now() }),
    ended: (key) => file.ended(key),
    lost(key, serviceId) {
      if (lost.size < MOST) lost.set(key, serviceId);
    },
    open: () => lost.size,
    async settle() {
      if (settling) return false;
      settling = true;
      try {
        await inherited;
        for (const [key, serviceId] of lost) if (!(await takeBack(key, serviceId))) break;
        return lost.size === 0;
      } finally {
        settling = false;
      }
    },
    async close() {
      await inherited;
      await file.close();
    },
  };
}
