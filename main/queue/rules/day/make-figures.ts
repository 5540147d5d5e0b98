/** Aggregation of calls and tickets to hourly figures. */
import { CALL_STATE } from '../../contract/records.ts';
import type { Calendar } from './calendar.ts';
import { type CallFigures, type TicketFigures, wholeSeconds } from './figures.ts';
import type { CallFacts } from './tally.ts';

type TicketKey = Pick<TicketFigures, 'day' | 'hour' | 'serviceId'>;
type CallKey = Pick<CallFigures, 'day' | 'hour' | 'serviceId' | 'deskId' | 'userId'>;

export const ticketKey = ({ day, hour, serviceId }: TicketKey): string => JSON.stringify([day, hour, serviceId]);
export const callKey = ({ day, hour, serviceId, deskId, userId }: CallKey): string =>
  JSON.stringify([day, hour, serviceId, deskId, userId]);

export function figuresOfTickets(
  tickets: readonly { readonly serviceId: string; readonly issuedAt: number }[],
  calendar: Calendar,
): readonly TicketFigures[] {
  return tickets.map(({ serviceId, issuedAt }) => {
    const { day, hour } = calendar.place(issuedAt);
    return { day, hour, serviceId, issued: 1 };
  });
}

/** @param calls ended calls. */
export function figuresOfCalls(calls: readonly CallFacts[], calendar: Calendar): readonly CallFigures[] {
  return calls.map(({ serviceId, deskId, userId, state, calledAt, endedAt, waitedMs, first }) => {
    const { day, hour } = calendar.place(calledAt);
    const isServed = endedAt !== null && state !== CALL_STATE.cancelled;
    return {
      day,
      hour,
      serviceId,
      deskId,
      userId,
      calls: 1,
      first: first ? 1 : 0,
      served: state === CALL_STATE.ended ? 1 : 0,
      noShows: state === CALL_STATE.cancelled ? 1 : 0,
      paused: state === CALL_STATE.paused ? 1 : 0,
      transferred: state === CALL_STATE.transferred ? 1 : 0,
      waits: waitedMs === null ? [] : [wholeSeconds(waitedMs)],
      services: isServed ? [wholeSeconds(endedAt - calledAt)] : [],
    };
  });
}

/** Merges figures with the same key. */
export function addTicketFigures(figures: readonly TicketFigures[]): readonly TicketFigures[] {
  return together(figures, ticketKey, (same, one) => ({
    ...one,
    issued: same.reduce((sum, { issued }) => sum + issued, 0),
  }));
}

export function addCallFigures(figures: readonly CallFigures[]): readonly CallFigures[] {
  return together(figures, callKey, (same, one) => {
    const sum = (count: (figure: CallFigures) => number): number => same.reduce((all, next) => all + count(next), 0);
    const times = (of: (figure: CallFigures) => readonly number[]): readonly number[] =>
      same.flatMap((figure) => of(figure)).toSorted((a, b) => a - b);
    return {
      ...one,
      calls: sum(({ calls }) => calls),
      first: sum(({ first }) => first),
      served: sum(({ served }) => served),
      noShows: sum(({ noShows }) => noShows),
      paused: sum(({ paused }) => paused),
      transferred: sum(({ transferred }) => transferred),
      waits: times(({ waits }) => waits),
      services: times(({ services }) => services),
    };
  });
}

function together<Figure>(
  figures: readonly Figure[],
  keyOf: (figure: Figure) => string,
  add: (same: readonly Figure[], one: Figure) => Figure,
): readonly Figure[] {
  return [...Map.groupBy(figures, keyOf).values()].flatMap((same) => {
    const [one] = same;
    return one === undefined ? [] : [add(same, one)];
  });
}
