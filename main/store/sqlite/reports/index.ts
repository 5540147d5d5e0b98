import { createPeriodReport } from '../../../core/reports/period.ts';
import type { PeriodInput, ReportQueries } from '../../store.ts';
import type { Db } from '../db.ts';
import { exportCalls, exportTickets } from './export-rows.ts';
import { liveFigures } from './live-figures.ts';
import { callSlices, ticketSlices } from './read-slices.ts';

/** Does a part of the work with each step, so that a short report need not wait for the end of a long one. */
export type ReportSteps<Output> = Generator<undefined, Output>;

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
  calls: (db, input) => oneStep(() => exportCalls(db, input)),
  tickets: (db, input) => oneStep(() => exportTickets(db, input)),
};

function* periodSteps(db: Db, input: PeriodInput): ReportSteps<ReportQueries['period']['output']> {
  const report = createPeriodReport(input.rules);
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

function* oneStep<Output>(work: () => Output): ReportSteps<Output> {
  yield;
  return work();
}
