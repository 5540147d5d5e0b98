/**
 * Result of an operation that can fail for an expected reason, with its errno.
 *
 * No paper, service closed, server unavailable. Plain data, so that it can cross a process boundary. Bugs are thrown
 * instead.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/**
 * Error numbers of the REST API; `error-catalogue.ts` has their codes and texts. 1 to 9 belong to the standard API; those
 * above 100 are extensions.
 */
export const ERRNO = {
  uriNotSpecified: 1,
  invalidMethod: 2,
  invalidOperation: 3,
  invalidFormat: 4,
  invalidParameters: 5,
  notFound: 6,
  cannotConclude: 7,
  noTickets: 8,
  unknown: 9,
  keyMissing: 101,
  keyInvalid: 102,
  keyExpired: 103,
  roleMissing: 104,
  outsideLocations: 105,
  loginRefused: 106,
  tooMany: 107,
  misdirected: 108,
  serviceClosed: 111,
  waitingCapReached: 112,
  deskUnavailable: 113,
  userServesElsewhere: 114,
  ticketState: 115,
  answerEnded: 116,
  beyondTolerance: 117,
  outsideCheckIn: 118,
  deviceUnavailable: 119,
  idempotencyConflict: 120,
  tooLarge: 130,
  storeUnreachable: 131,
} as const;

export type Errno = (typeof ERRNO)[keyof typeof ERRNO];
type NotFound = typeof ERRNO.notFound;

/** Errno and parameter of a failure; `notFound` always has a parameter. */
export type NamedFailure =
  | { readonly errno: NotFound; readonly parameter: string }
  | { readonly errno: Exclude<Errno, NotFound>; readonly parameter?: string };
