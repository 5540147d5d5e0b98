/** Operation: purge tickets older than the retention period, in batches. */
import type { Effects } from '../../database/effect.ts';
import { ok } from '../../lib/result.ts';
import { calendarOf } from '../../queue/rules/day/calendar.ts';
import {
  addCallFigures,
  addTicketFigures,
  callKey,
  figuresOfCalls,
  figuresOfTickets,
  ticketKey,
} from '../../queue/rules/day/make-figures.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import type { FigurePlace, PastCall, PastTicket } from './history-rows.ts';

const HOURS = 24;

interface ForgetHistoryInput {
  readonly locationId: string;
  /** Ended calls and tickets before this instant are deleted; figures for reports are kept. */
  readonly before: number;
  /** Call figures of business days before this one lose the clerk; empty: none. */
  readonly clerksBefore: string;
  /** Maximum per kind of record. */
  readonly limit: number;
}

interface ForgottenHistory {
  readonly calls: number;
  readonly tickets: number;
  readonly days: number;
  readonly more: boolean;
}

/**
 * Purges a batch, so that other operations do not wait long; returns whether there may be more. Each row is either
 * stored or in the figures, whatever interrupts it. A ticket is deleted after all its calls.
 */
export const forgetHistory = operation<ForgetHistoryInput, ForgottenHistory>({
  scope: 'location',
  startsDay: false,
  prefetch: [],
  *run(unit, { locationId, before, clerksBefore, limit }) {
    const { rows } = unit;
    yield* rows.dropOldDeviceNews(locationId, before);
    const noted = yield* rows.dropDeskLog(locationId, before, limit);
    const calls = yield* rows.pastCalls(locationId, before, limit);
    if (calls.length > 0) yield* foldCalls(unit, locationId, calls);
    const tickets = calls.length === limit ? [] : yield* rows.pastTickets(locationId, before, limit);
    for (const [drawnAt, those] of Map.groupBy(tickets, (ticket) => ticket.locationId)) {
      yield* foldTickets(unit, drawnAt, those);
    }
    const day = yield* forgetClerks(unit, locationId, clerksBefore);
    if (calls.length + tickets.length > 0 || day) yield* rows.noteForgetting();
    return ok({
      calls: calls.length,
      tickets: tickets.length,
      days: day ? 1 : 0,
      more: noted === limit || calls.length === limit || tickets.length === limit || day,
    });
  },
});

/** Returns whether there was a day to process. */
function* forgetClerks({ rows }: Unit, locationId: string, before: string): Effects<boolean> {
  const day = before === '' ? null : yield* rows.dayWithClerks(locationId, before);
  if (day === null) return false;
  const hours = Array.from({ length: HOURS }, (_, hour) => ({ day, hour }));
  const known = yield* rows.callFigures(locationId, hours);
  yield* rows.dropCallFigures(locationId, day);
  yield* rows.putCallFigures(locationId, addCallFigures(known.map((figures) => ({ ...figures, userId: '' }))));
  return true;
}

function* foldCalls({ rows }: Unit, locationId: string, calls: readonly PastCall[]): Effects<void> {
  const fresh = addCallFigures(figuresOfCalls(calls, calendarOf(yield* rows.dayRules(locationId))));
  const keys = new Set(fresh.map(callKey));
  const known = yield* rows.callFigures(locationId, placesOf(fresh));
  const same = known.filter((figure) => keys.has(callKey(figure)));
  yield* rows.putCallFigures(locationId, addCallFigures([...same, ...fresh]));
  yield* rows.dropCalls(
    locationId,
    calls.map(({ id }) => id),
  );
}

function* foldTickets({ rows }: Unit, locationId: string, tickets: readonly PastTicket[]): Effects<void> {
  const fresh = addTicketFigures(figuresOfTickets(tickets, calendarOf(yield* rows.dayRules(locationId))));
  const keys = new Set(fresh.map(ticketKey));
  const known = yield* rows.ticketFigures(locationId, placesOf(fresh));
  const same = known.filter((figure) => keys.has(ticketKey(figure)));
  yield* rows.putTicketFigures(locationId, addTicketFigures([...same, ...fresh]));
  yield* rows.dropTickets(
    locationId,
    tickets.map(({ id }) => id),
  );
}

function placesOf(figures: readonly FigurePlace[]): readonly FigurePlace[] {
  return [...new Map(figures.map(({ day, hour }) => [`${day} ${hour}`, { day, hour }])).values()];
}
