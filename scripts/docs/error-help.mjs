// Cause and cure of each error number, for docs/reference/error-codes.md.

/** @type {Readonly<Record<number, { cause: string, cure: string }>>} */
export const ERROR_HELP = {
  1: { cause: 'The address names no operation, or `ticket/details` has no id.', cure: 'Complete the address.' },
  2: {
    cause: 'The operation exists, but not for this HTTP method. `CONNECT` is never accepted.',
    cure: 'Use the method that the [operation list](rest-operations.md) names.',
  },
  3: { cause: 'No operation has this address.', cure: 'Check the spelling and the version prefix `/restapi/v2`.' },
  4: {
    cause: '`format` is neither `json` nor `xml`, or the operation answers in JSON only.',
    cure: 'Leave `format` out, or use `json` for forms, reports and administration.',
  },
  5: {
    cause: 'A parameter is missing, too long, out of range or of the wrong type. `parameter` names it.',
    cure: 'Correct that parameter. Send passwords, secrets and codes in the body.',
  },
  6: {
    cause: 'No item has the id in `parameter`, or the step, code or call no longer exists.',
    cure: 'Read the list again and use a current id.',
  },
  7: {
    cause: 'The request conflicts with the present state. `faults` or `parameter` says which part.',
    cure: 'Resolve what `faults` lists; after a `revision` conflict, read the item again and repeat the change.',
  },
  8: { cause: 'No ticket waits for the services of the desk.', cure: 'Try again when a ticket is waiting.' },
  9: {
    cause: 'The server met an unexpected error.',
    cure: 'Search the log for the request id in `X-Request-Id`, and report it.',
  },
  101: { cause: 'The request has no key, and the server requires one.', cure: 'Send `Authorization: Bearer <key>`.' },
  102: {
    cause: 'The key is misspelt, revoked, or of another server.',
    cure: 'Log in again, or create a new device or API key.',
  },
  103: { cause: 'The access token has expired.', cure: 'Log in again.' },
  104: {
    cause: 'The user or device lacks a role that the operation requires.',
    cure: 'Ask an administrator for the permission, or use another key; see [permissions](permissions.md).',
  },
  105: {
    cause: 'The item belongs to a location outside the scope of the caller. `faults` names it.',
    cure: 'Use an item of an own location, or ask for access to that location.',
  },
  106: {
    cause: 'User name or password is wrong, or the account is switched off.',
    cure: 'Check both; an administrator can set a new password.',
  },
  107: {
    cause: 'Too many attempts or requests of one kind in a minute.',
    cure: 'Wait for a minute; see [rate limits](limits.md).',
  },
  108: {
    cause: 'The `Host` header is not a name of this server, or the request comes from a page of another origin.',
    cure: 'Add the name to `allowed_hosts`, or the origin to `cors_origins`.',
  },
  111: {
    cause: 'The service is outside its opening hours, switched off, or has no virtual tickets.',
    cure: 'Check `schedule`, `state` and `virtual_ticket_enabled` of the service and its location.',
  },
  112: { cause: 'The queue is full: `max_waiting` of the service is reached.', cure: 'Wait, or raise `max_waiting`.' },
  113: {
    cause: 'The desk is closed, at another location, or does not serve the service.',
    cure: 'Choose another desk, or open this one.',
  },
  114: { cause: 'The user has an open call at another desk.', cure: 'End that call first.' },
  115: {
    cause: 'The ticket or desk is not in the required state. Another user may have changed it.',
    cure: 'Read the desk or ticket again.',
  },
  116: { cause: 'The call has already ended.', cure: 'Read the desk again.' },
  117: {
    cause:
      'More tickets than `ticket_tolerance` were called since the cancellation, or it was on an earlier business day.',
    cure: 'Issue a new ticket.',
  },
  118: {
    cause: 'The check-in window of the appointment is not open.',
    cure: 'Come within `t_checkin_before` and `t_checkin_after`, or ask for a walk-in ticket with `late_as_walk_in=1`.',
  },
  119: { cause: 'The device does not exist or is switched off.', cure: 'Set `state` to 1, or pair the device again.' },
  120: {
    cause: 'The `Idempotency-Key` was used with other parameters in the last 24 hours, or its ticket was withdrawn.',
    cure: 'Use a new key for a new request.',
  },
  130: {
    cause: 'Body, header, address or list exceeds a [limit](limits.md).',
    cure: 'Send less, or split the request.',
  },
  131: {
    cause: 'The database is unavailable, or a job queue of the caller is full.',
    cure: 'Retry with backoff; check `/readyz` and the log.',
  },
};
