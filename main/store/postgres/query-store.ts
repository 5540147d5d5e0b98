/**
 * Queries of the store, with or without deadline.
 *
 * Queries and requested reports have a deadline; background reports have none.
 */

import { readAudit, readAuditHeads, readAuditPage } from '../../audit/sql/audit-log.ts';
import { DONE } from '../../database/effect.ts';
import type { NotedWork } from '../../database/postgres/availability-log.ts';
import { byDeadline, type Deadline } from '../../database/postgres/deadline.ts';
import type { Pool, PoolConnection } from '../../database/postgres/pool.ts';
import { awaited, openSession } from '../../database/postgres/session.ts';
import { statement } from '../../database/postgres/statement.ts';
import { postgresRunner } from '../../database/sql-runner.ts';
import { StoreBusy, StoreUnreachable } from '../../database/store-errors.ts';
import { lineOf, mayLag, type ReportLines } from '../../reports/sql/report-queues.ts';
import { makeReport } from '../../reports/sql/reports.ts';
import type { ReportReader } from '../../reports/sql/slices.ts';
import type { QueueQueries } from '../contract/operation-types.ts';
import type { Store, StoreQueries } from '../contract/store.ts';
import { type Questions, SNAPSHOT } from './queries.ts';
import type { Replica } from './replica.ts';
import type { StoreSessions } from './store-sessions.ts';

const PING = statement('ping', 'SELECT number FROM migration LIMIT 1');

export interface AskDeps {
  readonly questions: Questions;
  /** Separate connections: reports must not block the queue. */
  readonly reports: ReportLines<Pool>;
  /** Read replica for reports on the past, while it is usable; null without one. */
  readonly replica: Pick<Replica, 'lines' | 'leave'> | null;
  /** Timeout of each report, including the wait for a connection. */
  readonly reportMs: number;
  readonly sessions: Pick<StoreSessions, 'read' | 'readTogether'>;
  readonly noted: NotedWork;
}

export function askStore({
  questions,
  reports,
  replica,
  reportMs,
  sessions,
  noted,
}: AskDeps): Pick<Store, 'query' | 'report' | 'ping'> {
  const { read, readTogether } = sessions;
  return {
    query(query, input, asking) {
      if (query === 'audit') {
        return read((session) => readAudit(postgresRunner(session), input as StoreQueries['audit']['input'])) as never;
      }
      if (query === 'auditPage') {
        return readTogether((session) =>
          readAuditPage(postgresRunner(session), input as StoreQueries['auditPage']['input']),
        ) as never;
      }
      if (query === 'auditHeads') return read((session) => readAuditHeads(postgresRunner(session))) as never;
      const name = query as keyof QueueQueries;
      const ask = (deadline: Deadline) => questions.ask(name, input as QueueQueries[typeof name]['input'], deadline);
      return noted.inTime(ask, query, asking?.request) as never;
    },
    report(report, input, asking) {
      const { request, caller, signal } = asking ?? {};
      const isDuty = request === undefined;
      const makeAt = (lines: ReportLines<Pool>, ends: AbortSignal | undefined) =>
        lineOf(lines, report, input).work((line) => awaited(makeReport(reportReader(line), report, input)), {
          isDuty,
          caller,
          signal: ends,
        });
      const make = async (ends: AbortSignal | undefined) => {
        const elsewhere = mayLag(report) ? (replica?.lines() ?? null) : null;
        if (elsewhere === null) return makeAt(reports, ends);
        try {
          return await makeAt(elsewhere, ends);
        } catch (error) {
          if (!(error instanceof StoreUnreachable) || error instanceof StoreBusy) throw error;
          replica?.leave(error);
          return makeAt(reports, ends);
        }
      };
      const inTime = () => {
        const late = new AbortController();
        const ends = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
        return byDeadline(
          reportMs,
          () => make(ends),
          () => late.abort(),
        );
      };
      return noted.noting(() => (isDuty ? make(signal) : inTime()), `report.${report}`, request);
    },
    async ping() {
      await read((session) => session.ask(PING, []));
    },
  };
}

function reportReader(line: PoolConnection): ReportReader {
  return {
    ...postgresRunner(openSession(line, null)),
    pause: () => DONE,
    *ofOneMoment(read) {
      yield line.exec(SNAPSHOT);
      try {
        return yield* read();
      } finally {
        yield line.exec('ROLLBACK');
      }
    },
  };
}
