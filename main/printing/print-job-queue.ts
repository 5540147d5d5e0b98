/**
 * Queue of print jobs, with their journal entries, for every kind of printer.
 */
import type { Clock, Log } from '../lib/context.ts';
import { fail } from '../lib/result.ts';
import type { PaperTicket, Printer, PrintFault, PrintOutcome, TrayWord } from './contract/printing.ts';
import type { Journal } from './journal.ts';

/** Journal entries of one ticket, each written at its time. */
export interface Entries {
  /** Resolves when it is durable. */
  created(): Promise<void>;
  sending(): void;
}

export interface PrintJobQueueParts {
  /** Name of the printer, for the log. */
  readonly name: string;
  readonly journal: Promise<Journal | null>;
  readonly log: Log;
  /** Resolves when the printer's facts are on disk. Never rejects. */
  readonly remembered: () => Promise<unknown>;
  readonly print: (ticket: PaperTicket, enter: Entries) => Promise<PrintOutcome>;
}

export interface PrintJobQueue {
  /** Never rejects. */
  print(ticket: PaperTicket): Promise<PrintOutcome>;
  /** Records a presenter event of the last printed ticket in log and journal. False: no ticket is known. */
  tray(word: TrayWord): boolean;
  /** Stops accepting tickets; resolves when the accepted ones have ended and the journal is closed. */
  close: Printer['close'];
}

const NO_ENTRIES: Entries = { created: async () => {}, sending() {} };

const CLOSED: PrintFault = { reason: 'absent', doubtful: false, detail: 'the printer was closed' };

export function createPrintJobQueue({ name, journal, log, remembered, print }: PrintJobQueueParts): PrintJobQueue {
  let closed = false;
  let isProgramEnding = false;
  let queue: Promise<unknown> = Promise.resolve();
  /** The last ticket on paper, and its job in the journal. */
  let last: { readonly ticket: PaperTicket; readonly job: string | null; readonly outcome: PrintOutcome } | null = null;
  /** The final entries wait until the printer's facts are on disk; no visitor waits for that. */
  let ending: Promise<unknown> = journal.then(async (book) => {
    await remembered();
    await book?.endLeftovers();
  });

  async function printNow(ticket: PaperTicket): Promise<PrintOutcome> {
    if (closed) return fail(CLOSED);
    const book = await journal;
    if (book === null) {
      const outcome = await print(ticket, NO_ENTRIES);
      last = { ticket, job: null, outcome };
      return outcome;
    }
    const job = book.asked(ticket);
    const outcome = await print(ticket, {
      created: () => book.created(job),
      sending: () => book.sending(job),
    });
    last = { ticket, job, outcome };
    const isNotShown = isProgramEnding && !outcome.ok && !outcome.error.doubtful;
    ending = ending.then(remembered).then(() => (isNotShown ? book.notShown(job) : book.ended(job, outcome)));
    return outcome;
  }

  async function printSafely(ticket: PaperTicket): Promise<PrintOutcome> {
    const outcome = await printNow(ticket).catch((error: unknown): PrintOutcome => {
      log.error('print.unexpected-error', {
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      return fail({ reason: 'fault', doubtful: true, detail: 'unexpected error; the program has logged it' });
    });
    const facts = { printer: name, ticket: ticket.ticketId, number: ticket.number };
    if (outcome.ok) log.info('print.completed', { ...facts, confirmed: outcome.value.confirmed });
    else {
      const { reason, doubtful, detail: error } = outcome.error;
      log.warn('print.failed', { ...facts, reason, doubtful, error });
    }
    return outcome;
  }

  return {
    tray(word) {
      if (last?.outcome.ok !== true) return false;
      const { ticket, job, outcome } = last;
      log.info('print.tray-changed', { printer: name, ticket: ticket.ticketId, number: ticket.number, tray: word });
      if (job !== null) ending = ending.then(async () => (await journal)?.ended(job, outcome, word));
      return true;
    },
    print(ticket) {
      const printed = queue.then(() => printSafely(ticket));
      queue = printed;
      return printed;
    },
    async close(why) {
      closed = true;
      isProgramEnding = why === 'program-ends';
      await queue;
      await ending;
      await (await journal)?.close();
    },
  };
}

/** Signal that lets a loop wait for a change or a timeout. */
interface Wake {
  /** Signals a possible change. */
  ring(): void;
  /** Resolves at the next ring, or after `ms`. One waiter at a time. */
  wait(ms: number): Promise<void>;
}

export function createWake(clock: Clock): Wake {
  let resolveWait: (() => void) | null = null;
  return {
    ring() {
      resolveWait?.();
      resolveWait = null;
    },
    wait: (ms) =>
      new Promise((resolve) => {
        const cancel = clock.after(ms, resolve);
        resolveWait = () => {
          cancel();
          resolve();
        };
      }),
  };
}
