import { finish } from '../../database/effect.ts';
import { sqliteRunner } from '../../database/sql-runner.ts';
import type { Db } from '../../database/sqlite/db.ts';
import { firstUuidAt } from '../../lib/uuid.ts';
import { calendarOf } from '../../queue/rules/day/calendar.ts';
import { createDayCounts } from '../../queue/rules/day/day-counts.ts';
import { createPeriodReport } from '../../queue/rules/day/period.ts';
import type { LimitsInput, PastInput, PeriodInput, ReportQueries } from '../../reports/operations/report-queries.ts';
import { deskLog, returnsOf } from '../../reports/sql/desk-log.ts';
import { branchesNow } from '../../reports/sql/sqlite/branches.ts';
import { exportCalls, exportTickets } from '../../reports/sql/sqlite/export-rows.ts';
import { liveFigures } from '../../reports/sql/sqlite/live-figures.ts';
import { callFigureSlices, ticketFigureSlices } from '../../reports/sql/sqlite/read-figures.ts';
import { callSlices, ticketSlices } from '../../reports/sql/sqlite/read-slices.ts';
import { forgettings } from '../../retention/sql/sqlite/history.ts';
import type { Past } from '../../wait-times/rules/historical-rate.ts';
import { createPast } from '../../wait-times/rules/historical-rate.ts';

/** Does a part of the work with each step, so that a short report need not wait for the end of a long one. */
export type ReportSteps<Output> = Generator<undefined, Output>;

type Period = ReportQueries['period']['output'];

/** Through the smallest index that holds the id and the service; the ids of old tickets are all below one. */
const OLDER_TICKETS = `SELECT count(*) AS count FROM ticket INDEXED BY ticket_number
  WHERE service_id IN (SELECT service_id FROM service_queue WHERE location_id = ?) AND id < ?`;
const OLDER_CALLS = 'SELECT count(*) AS count FROM answer WHERE location_id = ? AND called_at < ?';

export const REPORTS: {
  readonly [Name in keyof ReportQueries]: (
    db: Db,
    input: ReportQueries[Name]['input'],
  ) => ReportSteps<ReportQueries[Name]['output']>;
} = {
  period: periodSteps,
  *today(db, input) {
    const period = yield* periodSteps(db, input);
    return { period, ...liveFigures(db, input) };
  },
  limits: limitSteps,
  past: pastSteps,
  branches: (db, input) => oneStep(() => branchesNow(db, input)),
  older: (db, { locationId, before }) =>
    oneStep(() => ({
      tickets: db.get<{ count: number }>(OLDER_TICKETS, locationId, firstUuidAt(before))?.count ?? 0,
      calls: db.get<{ count: number }>(OLDER_CALLS, locationId, before)?.count ?? 0,
    })),
  *days(db, input) {
    const figures = yield* periodSteps(db, input);
    return { figures, log: finish(deskLog(sqliteRunner(db), input)) };
  },
  calls: (db, input) => oneStep(() => exportCalls(db, input)),
  tickets: (db, input) => oneStep(() => exportTickets(db, input)),
};

/** How often a report begins anew, because history became figures under it, before it makes all others wait. */
const MAX_TRIES = 2;

function* periodSteps(db: Db, input: PeriodInput): ReportSteps<Period> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = forgettings(db);
    const figures = yield* periodOnce(db, input);
    if (forgettings(db) === before) return figures;
  }
  return db.atOneMoment(() => {
    const steps = periodOnce(db, input);
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
  });
}

/** What is left of the period as figures only, and the rest row by row. */
function* periodOnce(db: Db, input: PeriodInput): ReportSteps<Period> {
  const report = createPeriodReport(input.rules);
  for (const tickets of ticketFigureSlices(db, input)) {
    for (const figures of tickets) report.addTicketFigures(figures);
    yield;
  }
  for (const calls of callFigureSlices(db, input)) {
    for (const figures of calls) report.addCallFigures(figures);
    yield;
  }
  for (const tickets of ticketSlices(db, input)) {
    for (const ticket of tickets) report.addTicket(ticket);
    yield;
  }
  for (const calls of callSlices(db, input)) {
    for (const call of calls) report.addCall(call);
    yield;
  }
  return report.figures();
}

/** Should history become figures meanwhile, some calls count twice, or not at all: it is for an estimate. */
function* pastSteps(db: Db, input: PastInput): ReportSteps<Past> {
  const past = createPast(input.today, calendarOf(input.rules.dayRules));
  for (const calls of callFigureSlices(db, input)) {
    for (const figures of calls) past.addCallFigures(figures);
    yield;
  }
  for (const calls of callSlices(db, input)) {
    for (const call of calls) past.addCall(call);
    yield;
  }
  return past.past();
}

function* oneStep<Output>(work: () => Output): ReportSteps<Output> {
  yield;
  return work();
}

/** Of today alone, of which nothing has become figures yet. */
function* limitSteps(db: Db, input: LimitsInput): ReportSteps<ReportQueries['limits']['output']> {
  const counts = createDayCounts(input.inTime);
  for (const tickets of ticketSlices(db, input)) {
    for (const ticket of tickets) counts.addTicket(ticket);
    yield;
  }
  for (const calls of callSlices(db, input)) {
    for (const call of calls) counts.addCall(call);
    yield;
  }
  return { day: counts.day(), ...liveFigures(db, input), backAt: finish(returnsOf(sqliteRunner(db), input)) };
}
