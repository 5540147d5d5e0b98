/**
 * The store of the database file, or of reports, served over a message port.
 *
 * It closes the port on a close message.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { Db } from '../../database/sqlite/db.ts';
import { isDamaged, isMachineFault, needsNewConnection } from '../../database/sqlite/sqlite-error.ts';
import { onUnreadable, type UnreadableRow } from '../../database/stored-json.ts';
import { messageOf } from '../../lib/error-message.ts';
import { append } from '../../lib/lists.ts';
import { startIdleGc } from '../../lib/memory/idle-gc.ts';
import { endOldTickets } from '../../queue/sql/end-old-tickets.ts';
import { createExecutor } from './executor.ts';
import { migrate } from './migrate.ts';
import {
  type FromWorker,
  type Request,
  readMessage,
  shareRecords,
  type ToWorker,
  type WorkerSettings,
  writeMessage,
} from './protocol.ts';
import { serveReports } from './report-thread.ts';

/** Limits a commit, and so the delay of its first request. */
const MAX_BATCH = 256;
const TIDY_AGAIN_MS = 5_000;

export function serveStore(port: MessagePort, settings: WorkerSettings): void {
  if (settings.role === 'reports') serveReports(port, settings);
  else serveDatabase(port, settings);
}

function serveDatabase(port: MessagePort, settings: WorkerSettings): void {
  const post = (message: FromWorker): void => port.postMessage(writeMessage(message));

  let db: Db | null = null;

  function open(): Db {
    if (db !== null) return db;
    const opened = new Db(settings);
    try {
      migrate(opened);
    } catch (error) {
      opened.close();
      throw error;
    }
    db = opened;
    return opened;
  }

  function discard(): void {
    const broken = db;
    db = null;
    try {
      broken?.close();
    } catch {
      // It is dropped anyway.
    }
  }

  const execute = createExecutor({ open, discard });

  const unreadable: UnreadableRow[] = [];
  const stopHearing = onUnreadable((row) => unreadable.push(row));

  let tidying = false;
  let closing = false;
  let stopCollecting = (): void => {};

  /** Ends tickets of earlier days in slices; requests run in between. */
  function tidy(): void {
    if (tidying) return;
    tidying = true;
    const step = (): void => {
      tidying = false;
      if (closing) return;
      try {
        if (!endOldTickets(open())) return;
      } catch (error) {
        if (needsNewConnection(error)) discard();
        setTimeout(tidy, TIDY_AGAIN_MS).unref();
        return;
      }
      tidy();
    };
    setImmediate(step);
  }

  function serve(first: string): void {
    const waiting: Request[] = [];
    const accept = (text: string): void => {
      const message: ToWorker = readMessage(text);
      if (message.type === 'close') closing = true;
      else if (message.type === 'requests') append(waiting, message.requests);
    };
    accept(first);
    // Includes requests that arrived during the last batch.
    while (waiting.length > 0) {
      while (waiting.length < MAX_BATCH) {
        const next: { message: string } | undefined = receiveMessageOnPort(port);
        if (next === undefined) break;
        accept(next.message);
      }
      const { replies, events } = execute(waiting.splice(0, MAX_BATCH));
      const damaged = unreadable.splice(0);
      post({
        type: 'done',
        replies,
        events: shareRecords(replies, events),
        ...(damaged.length === 0 ? {} : { unreadable: damaged }),
      });
      if (events.some(({ type }) => type === 'queue.reset')) tidy();
    }
    if (closing) {
      stopCollecting();
      stopHearing();
      discard();
      port.close();
    }
  }

  try {
    open();
    port.on('message', serve);
    stopCollecting = startIdleGc(undefined, () => db?.dropCache());
    post({ type: 'opened' });
    tidy();
  } catch (error) {
    stopHearing();
    const message = messageOf(error);
    post({ type: 'refused', unreachable: isMachineFault(error), damaged: isDamaged(error), message });
  }
}
