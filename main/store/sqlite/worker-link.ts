/** Main thread's link to the store's worker. */
import { Abandoned, DatabaseDamaged, StoreUnreachable } from '../../database/store-errors.ts';
import { unreadableLog } from '../../database/stored-json.ts';
import type { Log } from '../../lib/context.ts';
import { largest } from '../../lib/lists.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import { createOpenRequests } from './open-requests.ts';
import {
  type FromWorker,
  joinRecords,
  type Reply,
  type Request,
  readMessage,
  type Task,
  type WorkerSettings,
  writeMessage,
} from './protocol.ts';
import { PART_ITEMS } from './site-parts.ts';
import { type StoreThread, startThread } from './start-thread.ts';

export interface WorkerLinkOptions extends WorkerSettings {
  readonly log: Log;
  /** Timeout of a request. */
  readonly deadlineMs: number;
  readonly onEvents: (events: readonly QueueEvent[]) => void;
}

/**
 * Requests sent together. In a rush, the first requests of a turn are sent while the rest is still being read, so that
 * both threads work in parallel. Without this limit throughput drops by a third.
 */
const MAX_TOGETHER = 8;

/** A site file with a hundred thousand appointments is written in one transaction at the start. */
const PER_APPOINTMENT_MS = 1;
/** The same applies to a hundred thousand locations, including earlier parts. */
const PER_ITEM_MS = 1;

function extraMs(task: Task): number {
  if (task.kind !== 'writeSite') return 0;
  const { change, partsBefore = 0 } = task;
  const items = change.put.length + change.remove.length + partsBefore * PART_ITEMS;
  return (change.appointments?.put.length ?? 0) * PER_APPOINTMENT_MS + items * PER_ITEM_MS;
}

interface Waiting {
  readonly task: Task;
  readonly request: string | undefined;
  /** Deadline by `performance.now()`; infinite until it is sent. */
  untilMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Main thread's end of the store: sends the requests of one event-loop turn together. */
export interface WorkerLink {
  /**
   * @param request id of the request on whose behalf it runs
   * @param signal for a report: aborted when the client disconnects; it then ends with `Abandoned`
   */
  send(task: Task, request?: string, signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the worker; rejects if it cannot open the database. */
export async function openWorkerLink(options: WorkerLinkOptions): Promise<WorkerLink> {
  const { log } = options;
  const reportUnreadable = unreadableLog(log);
  const waiting = createOpenRequests<Waiting>();
  let outbox: Request[] = [];
  let closed = false;
  let reachable = true;
  let isWatching = false;
  let worker: StoreThread | null = null;

  function settle(id: number, apply: (waiting: Waiting) => void): void {
    const one = waiting.take(id);
    if (one !== undefined) apply(one);
  }

  function note(unreachable: boolean, message: string): void {
    if (reachable !== unreachable) return;
    reachable = !unreachable;
    if (unreachable) log.error('store.unavailable', { error: message });
    else log.info('store.recovered');
  }

  /** Logs a bug here, where task, request and location are known. */
  function faultOf(reply: Reply & { readonly ok: false }, { task, request }: Waiting): Error {
    if (reply.abandoned === true) return new Abandoned();
    if (reply.damaged === true) return new DatabaseDamaged(reply.message);
    if (reply.unreachable) return new StoreUnreachable(reply.message);
    log.error('store.unexpected-error', { request, operation: nameOf(task), error: reply.stack ?? reply.message });
    return new Error(reply.message);
  }

  function receive(message: FromWorker & { readonly type: 'done' }): void {
    for (const reply of message.replies) {
      if (reply.ok) {
        settle(reply.id, ({ resolve }) => resolve(reply.value));
      } else {
        settle(reply.id, (asked) => asked.reject(faultOf(reply, asked)));
      }
    }
    const failed = message.replies.find((reply) => !reply.ok && reply.unreachable);
    if (failed !== undefined && !failed.ok) note(true, failed.message);
    else if (message.replies.some((reply) => reply.ok)) note(false, '');
    for (const row of message.unreadable ?? []) reportUnreadable(row);
    if (message.events.length > 0) options.onEvents(joinRecords(message.replies, message.events));
  }

  function rejectAll(message: string): void {
    for (const id of waiting.ids()) settle(id, ({ reject }) => reject(new StoreUnreachable(message)));
  }

  /** Resolves when the worker has opened the database. */
  function start(): Promise<void> {
    const { file, busyTimeoutMs, role, maxBytes } = options;
    const started = startThread({
      file,
      busyTimeoutMs,
      ...(role === undefined ? {} : { role }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
    worker = started;
    return new Promise((resolve, reject) => {
      started.on('message', (text: string) => {
        const message: FromWorker = readMessage(text);
        if (message.type === 'done') return receive(message);
        if (message.type === 'opened') return resolve();
        if (message.damaged) return reject(new DatabaseDamaged(message.message));
        reject(message.unreachable ? new StoreUnreachable(message.message) : new Error(message.message));
      });
      started.on('error', (error) => log.error('store.worker-crashed', { error: error.message }));
      started.on('exit', () => {
        if (worker === started) worker = null;
        rejectAll('The database thread exited.');
        reject(new StoreUnreachable('The database thread did not start.'));
      });
    });
  }

  function restart(): void {
    log.warn('store.worker-restarted');
    start().catch((error: Error) => rejectAll(error.message));
  }

  function post(to: StoreThread, requests: readonly Request[]): void {
    try {
      to.postMessage(writeMessage({ type: 'requests', requests }));
    } catch (error) {
      // A request is not serialisable, a bug of its sender: send the others separately.
      const [first, ...others] = requests;
      if (first === undefined) return;
      if (others.length > 0) for (const one of requests) post(to, [one]);
      else settle(first.id, ({ reject }) => reject(error instanceof Error ? error : new Error(String(error))));
    }
  }

  function flush(): void {
    if (outbox.length === 0) return;
    const requests = outbox;
    outbox = [];
    if (worker === null) restart();
    if (worker !== null) post(worker, requests);
    const waitMs = options.deadlineMs + largest(requests.map(({ task }) => extraMs(task)));
    const untilMs = performance.now() + waitMs;
    for (const { id } of requests) {
      const asked = waiting.get(id);
      if (asked !== undefined) asked.untilMs = untilMs;
    }
    if (!isWatching) watch(options.deadlineMs);
  }

  /**
   * A single timer for all requests. One per message would keep its request alive until the deadline, long after the
   * response.
   */
  function watch(ms: number): void {
    isWatching = true;
    setTimeout(() => {
      isWatching = false;
      const nowMs = performance.now();
      const late: number[] = [];
      let nextMs = Number.POSITIVE_INFINITY;
      for (const id of waiting.ids()) {
        const { untilMs = nowMs } = waiting.get(id) ?? {};
        if (untilMs <= nowMs) late.push(id);
        else nextMs = Math.min(nextMs, untilMs);
      }
      if (nextMs < Number.POSITIVE_INFINITY) watch(Math.min(nextMs - nowMs, options.deadlineMs));
      for (const id of late) {
        settle(id, giveUp);
        abandon(id);
      }
    }, ms).unref();
  }

  /** Aborts a report; other requests are fast. */
  function abandon(id: number): void {
    if (options.role !== 'reports') return;
    // After the request itself.
    flush();
    worker?.postMessage(writeMessage({ type: 'abandon', id }));
  }

  function giveUp({ reject }: Waiting): void {
    note(true, 'No response within the deadline.');
    reject(new StoreUnreachable('The database did not respond in time.'));
  }

  await start();
  return {
    send(task, request, signal) {
      if (closed) return Promise.reject(new StoreUnreachable('The store is closed.'));
      if (signal?.aborted === true) return Promise.reject(new Abandoned());
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const id = waiting.put({ task, request, untilMs: Number.POSITIVE_INFINITY, resolve, reject });
      if (outbox.length === 0) setImmediate(flush);
      outbox.push({ id, task, request });
      if (outbox.length === MAX_TOGETHER) flush();
      if (signal === undefined) return promise;
      const giveUpNow = (): void => abandon(id);
      signal.addEventListener('abort', giveUpNow);
      return promise.finally(() => signal.removeEventListener('abort', giveUpNow));
    },
    async close() {
      if (closed) return;
      closed = true;
      flush();
      const last = worker;
      if (last === null) return;
      const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      last.postMessage(writeMessage({ type: 'close' }));
      // A hanging disk must not prevent the program from ending.
      const deadline = setTimeout(() => void last.terminate(), options.deadlineMs);
      await ended;
      clearTimeout(deadline);
    },
  };
}

function nameOf(task: Task): string {
  if (task.kind === 'run') return task.operation;
  if (task.kind === 'query') return task.query;
  return task.kind === 'report' ? `report.${task.report}` : task.kind;
}
