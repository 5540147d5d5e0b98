/**
 * The failures of the REST interface: number, HTTP status and a sentence for people.
 * 1 to 9 are the interface's own; those above 100 are ours.
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

/** A failure with the parameter that it is about; `notFound` never leaves out whose id it was. */
export type NamedFailure =
  | { readonly errno: NotFound; readonly parameter: string }
  | { readonly errno: Exclude<Errno, NotFound>; readonly parameter?: string };

interface FailureText {
  readonly status: number;
  readonly text: string;
}

const FAILURES: Readonly<Record<Errno, FailureText>> = {
  1: { status: 400, text: 'The address ends where an operation should stand.' },
  2: { status: 405, text: 'This address exists, but not for this HTTP method.' },
  3: { status: 404, text: 'There is no such operation.' },
  4: { status: 400, text: 'The answer format must be json or xml.' },
  5: { status: 400, text: 'A parameter is missing or cannot be read.' },
  6: { status: 404, text: 'Nothing with that id is known here.' },
  7: { status: 409, text: 'This cannot be done now.' },
  8: { status: 404, text: 'Nobody is waiting.' },
  9: { status: 500, text: 'An unexpected fault. It has been logged.' },
  101: { status: 401, text: 'This request needs an authorization key.' },
  102: { status: 401, text: 'The authorization key is not valid.' },
  103: { status: 401, text: 'The authorization key has expired.' },
  104: { status: 403, text: 'A role that this needs is missing.' },
  105: { status: 403, text: 'This lies outside your locations.' },
  106: { status: 401, text: 'The login was refused.' },
  107: { status: 429, text: 'Too many attempts; try again later.' },
  108: { status: 403, text: 'The request names a host that this server is not, or comes from a page of elsewhere.' },
  111: { status: 409, text: 'The service is closed.' },
  112: { status: 409, text: 'No more tickets just now: as many people wait as may.' },
  113: { status: 409, text: 'The desk is closed, elsewhere, or does not serve that service.' },
  114: { status: 409, text: 'This user is serving at another desk.' },
  115: { status: 409, text: 'The ticket is not in the state that this needs; someone may have been faster.' },
  116: { status: 409, text: 'This call has ended already.' },
  117: { status: 409, text: 'Too many tickets have been called since this one was cancelled.' },
  118: { status: 409, text: 'It is too early or too late to check in for this appointment.' },
  119: { status: 409, text: 'The device is unknown or switched off.' },
  120: { status: 409, text: 'This idempotency key was used before with other parameters.' },
  130: { status: 413, text: 'The request is too large.' },
  131: { status: 503, text: 'The store cannot be reached just now; try again soon.' },
};

/** HTTP status that tells the truth about a failure. */
export function httpStatus(errno: Errno): number {
  return FAILURES[errno].status;
}

/** A short English sentence, for people. */
export function failureText(errno: Errno): string {
  return FAILURES[errno].text;
}
