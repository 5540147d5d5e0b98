/**
 * Intent log of ticket requests.
 *
 * The entry is written before the request. It is removed when the visitor has the ticket, has seen the number, or was
 * refused. So after any crash, a ticket without a response or a print is withdrawn by its key as soon as the server
 * responds.
 */
import { join } from 'node:path';
import type { ClockAndLog } from '../../../lib/context.ts';
import { ERRNO } from '../../../lib/result.ts';
import {
  type JournalEntry,
  keysInHands,
  latestOfEach,
  PRINT_JOURNAL,
  readJournal,
} from '../../../printing/journal-files.ts';
import type { QueueClient } from '../../client/queue-client.ts';
import { type IntentFile, type LeftIntents, openIntentFile } from './intent-file.ts';

export interface TicketLedger {
  /** Await this before the request. */
  asked(key: string, serviceId: string): Promise<void>;
  /** The visitor has the ticket, or there is none. */
  ended(key: string): void;
  /** No visitor got the ticket, and it is unknown whether it exists. */
  lost(key: string, serviceId: string): void;
  /** Number of tickets with an unknown outcome. */
  open(): number;
  /** Withdraws what it can now; the rest is retried later. False: the server does not respond. */
  settle(): Promise<boolean>;
  close(): Promise<void>;
}

export interface TicketLedgerOptions extends ClockAndLog {
  readonly client: QueueClient;
  readonly deviceId: string;
  /** Folder of this kiosk's print journal and intent log; null stores nothing on disk. */
  readonly dir: string | null;
  /** One of its files is unreadable, or partly so. */
  onDamaged?(name: string): void;
}

const FILE = 'intents.jsonl';
/** Far more than a kiosk can request during an outage. */
const MOST = 1_000;
/** Stops a round after this many refusals, so that a faulty server does not get all of them each time. */
const MAX_REFUSALS = 5;
/** By then the business day is over, and no visitor waits with the ticket. */
const KEPT_MS = 2 * 86_400_000;
/** The ticket was called meanwhile, or does not exist: nothing to withdraw. */
const SETTLED: readonly number[] = [
  ERRNO.invalidParameters,
  ERRNO.ticketState,
  ERRNO.answerEnded,
  ERRNO.idempotencyConflict,
];

const NO_FILE: IntentFile = {
  left: Promise.resolve({ open: [], keys: new Set<string>(), begun: null, isDamaged: false }),
  asked: async () => {},
  ended() {},
  beginAgain() {},
  close: async () => {},
};

/** A ticket that is possibly in the queue without a holder. */
interface Lost {
  readonly service: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Error of the last withdrawal attempt; 0 before it. */
  readonly errno: number;
}

/** Whether the print journal has tickets requested after the file's start that the file lacks. */
function lacksRequests({
  jobs,
  keys,
  begun,
}: Pick<LeftIntents, 'keys' | 'begun'> & { readonly jobs: readonly JournalEntry[] }): boolean {
  if (begun === null) return false;
  // A copy can be printed long after its ticket.
  const first = new Map<string, number>();
  for (const { intent, offline, at } of jobs) {
    if (intent !== undefined && offline === undefined && !first.has(intent)) first.set(intent, at);
  }
  return [...first].some(([key, at]) => at > begun && !keys.has(key));
}

export function openTicketLedger(options: TicketLedgerOptions): TicketLedger {
  const { client, deviceId, dir, clock, log } = options;
  const file = dir === null ? NO_FILE : openIntentFile({ path: join(dir, FILE), log });
  const lost = new Map<string, Lost>();
  let settling = false;

  /**
   * Takes over requests that the previous run left open. With a damaged file nothing is withdrawn: a ticket without a
   * holder costs one call, but withdrawing a visitor's ticket costs the visit.
   */
  async function inherit(): Promise<void> {
    const { open: left, keys, begun, isDamaged } = await file.left;
    if (dir === null) return;
    const { entries, spoilt } = await readJournal(dir);
    if (spoilt > 0) options.onDamaged?.(PRINT_JOURNAL);
    const jobs = latestOfEach(entries);
    const isTrusted = !isDamaged && !lacksRequests({ jobs, keys, begun });
    if (!isTrusted) {
      options.onDamaged?.(FILE);
      file.beginAgain();
    }
    if (left.length === 0) return;
    const inHands = keysInHands(jobs);
    for (const { key, service, at } of left) {
      if (inHands.has(key) || !isTrusted) file.ended(key);
      else if (lost.size < MOST) lost.set(key, { service, at, errno: 0 });
    }
    log.warn('intent-log.open-intents-found', { device: deviceId, count: left.length, lost: lost.size });
  }

  const inherited = inherit();

  async function takeBack(key: string, { service, at, errno: before }: Lost): Promise<'done' | 'later' | 'no answer'> {
    const answer = await client.withdrawTicket(service, { idempotencyKey: key });
    let isOver = answer.ok;
    if (answer.ok) log.info('ticket.withdrawn', { device: deviceId, ticket: answer.value.ticket_id });
    else {
      if (answer.error.kind === 'unreachable') return 'no answer';
      const { errno } = answer.error;
      if (errno === ERRNO.storeUnreachable) return 'no answer';
      isOver = SETTLED.includes(errno) || clock.now() - at >= KEPT_MS;
      if (isOver || errno !== before) log.warn('ticket.withdraw-failed', { device: deviceId, errno, retried: !isOver });
      lost.delete(key);
      // Moved to the end, so that a permanent refusal blocks no others.
      if (!isOver) lost.set(key, { service, at, errno });
    }
    if (!isOver) return 'later';
    lost.delete(key);
    file.ended(key);
    return 'done';
  }

  async function takeBackAll(): Promise<boolean> {
    let refusals = 0;
    for (const [key, it] of [...lost]) {
      const what = await takeBack(key, it);
      if (what === 'no answer') return false;
      if (what === 'later') refusals += 1;
      if (refusals === MAX_REFUSALS) break;
    }
    return true;
  }

  return {
    asked: (key, serviceId) => file.asked({ key, service: serviceId, at: clock.now() }),
    ended: (key) => file.ended(key),
    lost(key, serviceId) {
      if (lost.size < MOST) lost.set(key, { service: serviceId, at: clock.now(), errno: 0 });
    },
    open: () => lost.size,
    async settle() {
      if (settling) return false;
      settling = true;
      try {
        await inherited;
        return await takeBackAll();
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
