/** Store over SQLite, in a worker thread. */

import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Credential } from '../../access/operations/credentials.ts';
import { NO_PEERS } from '../../database/cluster.ts';
import { createGate, inTurn } from '../../database/concurrency-limiter.ts';
import { StoreUnreachable } from '../../database/store-errors.ts';
import { type Clock, type Log, systemClock } from '../../lib/context.ts';
import { subscribe } from '../../lib/lists.ts';
import type { Result } from '../../lib/result.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { QueueFault } from '../../queue/contract/request.ts';
import type { ReportQueries } from '../../reports/operations/report-queries.ts';
import { lineOf, reportLines } from '../../reports/sql/report-queues.ts';
import type { EditDone, SiteChange, SiteListener, StoredItem } from '../../site/operations/site-changes.ts';
import { inOrder, PAGE_ITEMS, type PlacedItem } from '../../site/sql/site-items.ts';
import type { QueueOperations } from '../contract/operation-types.ts';
import type { Store, StoreQueries } from '../contract/store.ts';
import type { QueryTask, ReportTask, RunTask } from './protocol.ts';
import { inParts } from './site-parts.ts';
import { openWorkerLink, type WorkerLink } from './worker-link.ts';

const BUSY_TIMEOUT_MS = 2_000;
const DEADLINE_MS = 15_000;
/** Timeout of a report over many years of a large organisation. */
const REPORT_DEADLINE_MS = 120_000;
/** Per kind: their thread alternates after some thousand rows, so that a short report need not wait for a long one. */
const REPORTS_AT_ONCE = 8;
/** A report reads from the WAL until it ends. */
const LOG_AGAIN_MS = 1_000;
const LOG_TRIES = 1 + REPORT_DEADLINE_MS / LOG_AGAIN_MS;

export interface SqliteStoreOptions {
  /** Database file; created with its folder if missing. */
  readonly file: string;
  readonly log: Log;
  /** For the time of `site.changed` only; operations have their own. */
  readonly clock?: Clock;
  /** Timeout for a file locked by another process. */
  readonly busyTimeoutMs?: number;
  /** Timeout of any request. */
  readonly deadlineMs?: number;
  /** The file grows no larger: then changes fail as on a full disk. */
  readonly maxBytes?: number;
}

/** Creates the file for its owner only; SQLite gives WAL and index the same mode. */
async function madeForOwner(file: string): Promise<void> {
  // Opening it as a database reports the error.
  await (await open(file, 'a', 0o600).catch(() => null))?.close();
}

async function readSite(link: WorkerLink): Promise<readonly StoredItem[]> {
  const items: PlacedItem[] = [];
  for (let after: PlacedItem | null = null; ; ) {
    const page = (await link.send({ kind: 'sitePage', after, limit: PAGE_ITEMS })) as readonly PlacedItem[];
    for (const item of page) items.push(item);
    if (page.length < PAGE_ITEMS) return inOrder(items);
    after = page.at(-1) ?? null;
  }
}

/** False without a write if the change is based on outdated data. */
async function writeSite(link: WorkerLink, change: SiteChange, now: number): Promise<boolean> {
  const parts = inParts(change.put);
  const partsBefore = parts.length - 1;
  for (const [place, put] of parts.slice(0, partsBefore).entries()) await link.send({ kind: 'sitePart', place, put });
  const last = { ...change, put: parts[partsBefore] ?? [] };
  return (await link.send({ kind: 'writeSite', change: last, now, partsBefore })) !== false;
}

type Outcome<Output> = Result<Output, QueueFault> & { readonly replayed?: boolean; readonly unreadable?: boolean };

/**
 * Opens the store over a SQLite file, in a worker thread. Rejects with `StoreUnreachable` if the file cannot be opened
 * or written, and with a plain error if a newer version wrote it.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, log, clock = systemClock } = options;
  /** In memory, because this process is the only writer of the file. */
  let siteRevision = 0;
  /** Last revision that changed items, and last that changed credentials. */
  let itemsRevision = 0;
  let credentialsRevision = 0;
  const siteListeners = new Set<SiteListener>();
  const listeners = new Set<(events: readonly QueueEvent[]) => void>();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await madeForOwner(file);
  const busyTimeoutMs = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  const link = await openWorkerLink({
    file,
    log,
    busyTimeoutMs,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
    onEvents: (events) => {
      for (const listener of listeners) listener(events);
    },
  });
  log.info('store.opened', { engine: 'sqlite' });

  /** Started for the first report: a kiosk never needs it. */
  let reports: Promise<WorkerLink> | null = null;
  const { ofDay, others } = reportLines();
  const gates = {
    ofDay: createGate({ ...ofDay, most: REPORTS_AT_ONCE }),
    others: createGate({ ...others, most: REPORTS_AT_ONCE }),
  };
  const closing = new AbortController();
  function reportLink(): Promise<WorkerLink> {
    // It would never be ended.
    if (closing.signal.aborted) return Promise.reject(new StoreUnreachable('The store is being closed.'));
    if (reports !== null) return reports;
    const deadlineMs = options.deadlineMs ?? REPORT_DEADLINE_MS;
    const opening = openWorkerLink({ file, log, role: 'reports', busyTimeoutMs, deadlineMs, onEvents: () => {} });
    opening.catch(() => {
      reports = null;
    });
    reports = opening;
    return opening;
  }

  return {
    async run(operation, input, { now, idempotency = null, onReplay, request }) {
      // The compiler cannot see that name and input belong together.
      const task = { kind: 'run', operation, input, now, idempotency } as RunTask;
      const done = (await link.send(task, request)) as Outcome<QueueOperations[typeof operation]['output']>;
      const { replayed, unreadable, ...outcome } = done;
      if (replayed === true) onReplay?.();
      if (unreadable === true) log.error('store.row-corrupt', { table: 'idempotency', operation, request });
      return outcome as typeof done;
    },
    query(query, input, asking) {
      const task = { kind: 'query', query, input } as QueryTask;
      return link.send(task, asking?.request) as Promise<StoreQueries[typeof query]['output']>;
    },
    report(report, input, { request, caller, signal } = {}) {
      const task = { kind: 'report', report, input } as ReportTask;
      const coming = { isDuty: request === undefined, caller, signal };
      const make = async () => (await reportLink()).send(task, request, signal);
      return inTurn(lineOf(gates, report, input), coming, make) as Promise<ReportQueries[typeof report]['output']>;
    },
    readSite: () => readSite(link),
    readCredentials: () => link.send({ kind: 'readCredentials' }) as Promise<readonly Credential[]>,
    async siteSince(since) {
      const revision = siteRevision;
      if (since !== null && since >= itemsRevision) return { revision, whole: false, removed: [], items: [] };
      return { revision, whole: true, removed: [], items: await readSite(link) };
    },
    async credentialsSince(since) {
      const revision = siteRevision;
      if (since !== null && since >= credentialsRevision) return { revision, whole: false, credentials: [] };
      const credentials = (await link.send({ kind: 'readCredentials' })) as Credential[];
      return { revision, whole: true, credentials };
    },
    async writeSite(change) {
      if (change.from !== undefined && change.from !== siteRevision) return null;
      // Later requests are also answered later.
      siteRevision += 1;
      const revision = siteRevision;
      if (change.put.length + change.remove.length > 0) itemsRevision = revision;
      if ((change.credentials ?? []).length > 0) credentialsRevision = revision;
      if (!(await writeSite(link, change, clock.now()))) return null;
      for (const listener of siteListeners) listener(revision);
      return revision;
    },
    async editAppointment(edit) {
      if (edit.from !== siteRevision) return false;
      return (await link.send({ kind: 'editAppointment', edit, now: clock.now() })) as EditDone;
    },
    onSite: (listener) => subscribe(siteListeners, listener),
    readMeta: (key) => link.send({ kind: 'readMeta', key }) as Promise<string | null>,
    writeMeta: async (key, value) => {
      await link.send({ kind: 'writeMeta', key, value });
    },
    async dropErased(signal) {
      const end = AbortSignal.any([signal, closing.signal]);
      for (let tries = 0; tries < LOG_TRIES && !end.aborted; tries += 1) {
        if ((await link.send({ kind: 'emptyLog' })) === true) return true;
        await setTimeout(LOG_AGAIN_MS, null, { signal: end, ref: false }).catch(() => null);
      }
      return false;
    },
    onEvents: (listener) => subscribe(listeners, listener),
    async putClockRight(right) {
      await link.send({ kind: 'putClockRight', right });
    },
    peers: NO_PEERS,
    follow: null,
    connections: null,
    ping: async () => {
      await link.send({ kind: 'ping' });
    },
    close: async () => {
      closing.abort();
      await (await reports?.catch(() => null))?.close();
      await link.close();
      listeners.clear();
    },
  };
}
