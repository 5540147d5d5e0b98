/** Token of a mailed link to set a new password. */

const NAME = 'reset';

/** The token in the fragment of the address; empty without one. */
function tokenInAddress(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get(NAME) ?? '';
}

/** Takes the token out of the address, so that it stays in no history and on no screen. */
export function takeResetToken(): string {
  const token = tokenInAddress();
  const { pathname, search } = window.location;
  if (token !== '') window.history.replaceState(null, '', `${pathname}${search}`);
  return token;
}
