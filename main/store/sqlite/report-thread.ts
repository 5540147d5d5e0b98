/**
 * Read-only worker thread for reports.
 *
 * In SQLite's WAL mode, readers and the writer do not block each other. So a long report only uses CPU time; in the
 * queue's thread every ticket would wait for it.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { Effects } from '../../database/effect.ts';
import { sqliteRunner } from '../../database/sql-runner.ts';
import { Db } from '../../database/sqlite/db.ts';
import { isDamaged, isMachineFault, needsNewConnection } from '../../database/sqlite/sqlite-error.ts';
import { Abandoned } from '../../database/store-errors.ts';
import { messageOf } from '../../lib/error-message.ts';
import { makeReport } from '../../reports/sql/reports.ts';
import type { ReportReader } from '../../reports/sql/slices.ts';
import { forgettings } from '../../retention/sql/sqlite/past-tickets.ts';
import {
  type FromWorker,
  type ReportTask,
  type Request,
  readMessage,
  type ToWorker,
  type WorkerSettings,
  writeMessage,
} from './protocol.ts';

const PAUSE = Promise.resolve();
/** Restarts of a report after concurrent purges, before it blocks all others. */
const MAX_TRIES = 2;

/** Yields after each part, so that a short report need not wait for a long one. */
function reportReader(db: Db): ReportReader {
  return {
    ...sqliteRunner(db),
    *pause() {
      yield PAUSE;
    },
    *ofOneMoment(read) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const before = forgettings(db);
        const found = yield* read();
        if (forgettings(db) === before) return found;
      }
      return db.atOneMoment(() => allAtOnce(read()));
    },
  };
}

function allAtOnce<T>(steps: Effects<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export function serveReports(port: MessagePort, settings: WorkerSettings): void {
  let db: Db | null = null;
  let closing = false;
  const making = new Set<number>();
  /** Reports whose clients have disconnected. */
  const abandoned = new Set<number>();
  const post = (message: FromWorker): void => port.postMessage(writeMessage(message));

  function open(): Db {
    db ??= new Db({ ...settings, readOnly: true });
    return db;
  }

  function discard(): void {
    db?.close();
    db = null;
  }

  /** Other reports run between two steps. */
  async function answer(id: number, { report, input }: ReportTask): Promise<unknown> {
    const steps = makeReport(reportReader(open()), report, input);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await nextTurn();
      if (closing) throw new Error('The store is closing.');
      if (abandoned.has(id)) throw new Abandoned();
    }
  }

  async function serve({ id, task }: Request): Promise<void> {
    making.add(id);
    try {
      if (task.kind !== 'report') throw new Error(`This thread runs reports only, not ${task.kind}.`);
      const value = await answer(id, task);
      post({ type: 'done', replies: [{ id, ok: true, value }], events: [] });
    } catch (error) {
      if (closing) return;
      if (needsNewConnection(error)) discard();
      const message = messageOf(error);
      const fault = {
        ok: false,
        unreachable: isMachineFault(error),
        abandoned: error instanceof Abandoned,
        message,
      } as const;
      post({ type: 'done', replies: [{ id, ...fault }], events: [] });
    } finally {
      making.delete(id);
      abandoned.delete(id);
    }
  }

  try {
    open();
  } catch (error) {
    const message = messageOf(error);
    post({ type: 'refused', unreachable: isMachineFault(error), damaged: isDamaged(error), message });
    return;
  }
  port.on('message', (text: string) => {
    const message: ToWorker = readMessage(text);
    if (message.type === 'requests') {
      for (const request of message.requests) void serve(request);
      return;
    }
    if (message.type === 'abandon') {
      if (making.has(message.id)) abandoned.add(message.id);
      return;
    }
    closing = true;
    discard();
    port.close();
  });
  post({ type: 'opened' });
}
