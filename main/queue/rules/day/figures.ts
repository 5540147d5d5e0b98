/**
 * Figures of past calls and tickets for reports.
 *
 * Whatever can be asked of a period gives the same as before. Times are kept one by one, as whole seconds, because a
 * median cannot be had from sums. Nothing of a visitor is in it.
 */
/** Of the tickets that were drawn for a service in an hour of a business day. */
export interface TicketFigures {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** 0 to 23, on the clock of the location. */
  readonly hour: number;
  readonly serviceId: string;
  readonly issued: number;
}

/** Of the calls of a service to a desk by a user in an hour of a business day. */
export interface CallFigures {
  readonly day: string;
  readonly hour: number;
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly calls: number;
  /** First calls of their ticket. */
  readonly first: number;
  readonly served: number;
  readonly noShows: number;
  readonly paused: number;
  readonly transferred: number;
  /** Whole seconds, the shortest first. */
  readonly waits: readonly number[];
  readonly services: readonly number[];
}
