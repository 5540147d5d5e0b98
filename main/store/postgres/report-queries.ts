/**
 * Reports, read some thousand rows at a time on connections of their own. They go through calls by the index of the last
 * calls and through tickets by their ids, which grow with time, so that no index is kept for them alone.
 */

import type { PoolConnection } from '../../database/postgres/pool.ts';
import { awaited, openSession } from '../../database/postgres/session.ts';
import { statement } from '../../database/postgres/statement.ts';
import { postgresRunner, type SqlRunner } from '../../database/sql-runner.ts';
import { firstUuidAt } from '../../lib/uuid.ts';
import { calendarOf } from '../../queue/rules/day/calendar.ts';
import { createDayCounts } from '../../queue/rules/day/day-counts.ts';
import { createPeriodReport } from '../../queue/rules/day/period.ts';
import type { LimitsInput, PastInput, PeriodInput, ReportQueries } from '../../reports/operations/report-queries.ts';
import { deskLog, returnsOf } from '../../reports/sql/desk-log.ts';
import { branchesNow } from '../../reports/sql/postgres/branches.ts';
import { exportCalls, exportTickets } from '../../reports/sql/postgres/export-rows.ts';
import { liveFigures } from '../../reports/sql/postgres/live-figures.ts';
import { callFigureSlices, ticketFigureSlices } from '../../reports/sql/postgres/read-figures.ts';
import { callSlices, ticketSlices } from '../../reports/sql/postgres/read-slices.ts';
import type { Past } from '../../wait-times/rules/historical-rate.ts';
import { createPast } from '../../wait-times/rules/historical-rate.ts';
import { SNAPSHOT } from './queries.ts';

const OLDER_TICKETS = statement(
  'older-tickets',
  // In their order, so that they are found by it.
  `SELECT count(*) AS count FROM (SELECT id FROM ticket WHERE location_id = $1 AND id < $2 ORDER BY location_id, id) AS older`,
);
const OLDER_CALLS = statement(
  'older-calls',
  'SELECT count(*) AS count FROM answer WHERE location_id = $1 AND called_at < $2',
);

export function makeReport<R extends keyof ReportQueries>(
  line: PoolConnection,
  report: R,
  input: ReportQueries[R]['input'],
): Promise<ReportQueries[R]['output']> {
  const make = REPORTS[report] as (
    line: PoolConnection,
    input: ReportQueries[R]['input'],
  ) => Promise<ReportQueries[R]['output']>;
  return make(line, input);
}

const REPORTS: {
  readonly [Name in keyof ReportQueries]: (
    line: PoolConnection,
    input: ReportQueries[Name]['input'],
  ) => Promise<ReportQueries[Name]['output']>;
} = {
  period: (line, input) => ofOneMoment(line, () => readPeriod(line, input)),
  today: async (line, input) => ({
    period: await ofOneMoment(line, () => readPeriod(line, input)),
    ...(await liveFigures(line, input)),
  }),
  limits: readLimits,
  past: readPast,
  branches: branchesNow,
  async older(line, { locationId, before }) {
    const [tickets] = await line.ask<{ count: number }>(OLDER_TICKETS, [locationId, firstUuidAt(before)]);
    const [calls] = await line.ask<{ count: number }>(OLDER_CALLS, [locationId, before]);
    return { tickets: tickets?.count ?? 0, calls: calls?.count ?? 0 };
  },
  days: (line, input) =>
    ofOneMoment(line, async () => ({
      figures: await readPeriod(line, input),
      log: await awaited(deskLog(runnerOn(line), input)),
    })),
  calls: exportCalls,
  tickets: exportTickets,
};

const runnerOn = (line: PoolConnection): SqlRunner => postgresRunner(openSession(line, null));

/** Because history may become figures meanwhile. */
async function ofOneMoment<T>(line: PoolConnection, read: () => Promise<T>): Promise<T> {
  await line.exec(SNAPSHOT);
  try {
    return await read();
  } finally {
    await line.exec('ROLLBACK');
  }
}

/** Should history become figures meanwhile, some calls count twice, or not at all: it is for an estimate. */
async function readPast(line: PoolConnection, input: PastInput): Promise<Past> {
  const past = createPast(input.today, calendarOf(input.rules.dayRules));
  for await (const calls of callFigureSlices(line, input)) for (const figures of calls) past.addCallFigures(figures);
  for await (const calls of callSlices(line, input)) for (const call of calls) past.addCall(call);
  return past.past();
}

/** What is left of the period as figures only, and the rest row by row. */
async function readPeriod(line: PoolConnection, input: PeriodInput): Promise<ReportQueries['period']['output']> {
  const report = createPeriodReport(input.rules);
  for await (const tickets of ticketFigureSlices(line, input)) {
    for (const figures of tickets) report.addTicketFigures(figures);
  }
  for await (const calls of callFigureSlices(line, input)) {
    for (const figures of calls) report.addCallFigures(figures);
  }
  for await (const tickets of ticketSlices(line, input)) for (const ticket of tickets) report.addTicket(ticket);
  for await (const calls of callSlices(line, input)) for (const call of calls) report.addCall(call);
  return report.figures();
}

/** Of today alone, of which nothing has become figures yet. */
async function readLimits(line: PoolConnection, input: LimitsInput): Promise<ReportQueries['limits']['output']> {
  const counts = createDayCounts(input.inTime);
  for await (const tickets of ticketSlices(line, input)) for (const ticket of tickets) counts.addTicket(ticket);
  for await (const calls of callSlices(line, input)) for (const call of calls) counts.addCall(call);
  return {
    day: counts.day(),
    ...(await liveFigures(line, input)),
    backAt: await awaited(returnsOf(runnerOn(line), input)),
  };
}
