/**
 * Catalogue of all errors of the REST API: code, errno, sentence, cause and cure.
 *
 * Pages must not import it, because the texts would enlarge their scripts. `docs/reference/error-codes.md` is generated
 * from it.
 */
import { ERRNO, type Errno } from './result.ts';

interface ErrorTexts {
  /** Text for people. `{name}` is replaced by a value of the refusal. */
  readonly sentence: string;
  readonly cause: string;
  readonly cure: string;
  /** HTTP status, if different from that of the errno. */
  readonly status?: number;
}

interface ErrorEntry extends Required<ErrorTexts> {
  readonly errno: Errno;
}

/** Errors of one errno. The first one is general: for refusals without a code. */
const errors = <Code extends string>(errno: Errno, status: number, texts: Record<Code, ErrorTexts>) =>
  Object.fromEntries(
    Object.entries<ErrorTexts>(texts).map(([code, entry]) => [code, { errno, status, ...entry }]),
  ) as Readonly<Record<Code, ErrorEntry>>;

const READ_AGAIN = 'Read the list again and use a current id.';
const RETRY = 'Retry with backoff; check `/readyz` and the log.';
const WAIT = 'Wait for the time in `Retry-After`; see [rate limits](limits.md).';
const OWN_LOCATION = 'Use an item of an own location, or ask for access to that location.';
const OWN_DESK = 'Use an own desk, or ask an administrator for access to it.';
const OTHER_KEY = 'Use the key of a user with the permission; see [permissions](permissions.md).';
const READ_TICKET = 'Read the desk or ticket again.';

export const ERROR_CATALOGUE = {
  ...errors(ERRNO.uriNotSpecified, 400, {
    uri_not_specified: {
      sentence: 'The address names no operation.',
      cause: 'The address ends before the operation, or `ticket/details` has no id.',
      cure: 'Complete the address.',
    },
  }),
  ...errors(ERRNO.invalidMethod, 405, {
    method_not_allowed: {
      sentence: 'The operation does not accept this HTTP method.',
      cause: 'The operation exists, but not for this HTTP method. `CONNECT` is never accepted.',
      cure: 'Use the method that the [operation list](rest-operations.md) names.',
    },
  }),
  ...errors(ERRNO.invalidOperation, 404, {
    operation_not_found: {
      sentence: 'No operation has this address.',
      cause: 'The path is misspelt, or of another version.',
      cure: 'Check the spelling and the version prefix `/restapi/v2`.',
    },
  }),
  ...errors(ERRNO.invalidFormat, 400, {
    invalid_format: {
      sentence: 'The response format must be json or xml.',
      cause: '`format` is neither `json` nor `xml`, or a table format that the operation does not have.',
      cure: 'Leave `format` out.',
    },
    json_only: {
      sentence: 'This operation responds in JSON only.',
      cause: '`format=xml` was sent to an operation of forms, reports or administration.',
      cure: 'Leave `format` out.',
    },
  }),
  ...errors(ERRNO.invalidParameters, 400, {
    invalid_parameter: {
      sentence: 'A parameter is missing or invalid.',
      cause: 'A parameter is missing, too long, out of range or of the wrong type. `parameter` names it.',
      cure: 'Correct that parameter; `error` often names the rule, and `faults` each wrong field of a document.',
    },
    secret_in_address: {
      sentence: 'Send this secret in the body: addresses are written to logs.',
      cause: 'A password, secret or code is in the query of the address.',
      cure: 'Send it in the body, and change it if the address was logged.',
    },
    json_body_required: {
      sentence: 'The body must be JSON (application/json).',
      cause: 'An operation of the back office received a form or another type of body.',
      cure: 'Send JSON with the header `Content-Type: application/json`.',
    },
    host_header_invalid: {
      sentence: 'HTTP/1.1 needs one header Host, and no request may have two.',
      cause: 'The request has no `Host` header, or several.',
      cure: 'Send exactly one `Host` header.',
    },
    idempotency_key_missing: {
      sentence: 'The header Idempotency-Key must contain the key of the ticket.',
      cause: 'A withdrawal names its ticket by the key of the request that created it.',
      cure: 'Send the `Idempotency-Key` of that request.',
    },
    id_taken: {
      sentence: 'An item with this id already exists.',
      cause: 'The id of a new item is in use.',
      cure: 'Choose another id, leave it out, or change the existing item with `PUT`.',
    },
    id_mismatch: {
      sentence: 'The id in the address and the id in the body differ.',
      cause: 'A `PUT` names two items.',
      cure: 'Leave the id out of the body.',
    },
    password_rejected: {
      sentence: 'The new password must have {min} to {max} characters, more than spaces, and differ from the old one.',
      cause: 'The new password has the wrong length, only spaces, or is the present one.',
      cure: 'Choose another password.',
    },
    password_guessable: {
      sentence: 'The new password is easy to guess; choose another one.',
      cause: 'The password is common, or made of the name of the user or organisation.',
      cure: 'Choose a password that is not in lists of common passwords.',
    },
    form_answers_invalid: {
      sentence: 'Invalid form answers: {questions}.',
      cause: 'A required answer is missing, or an answer does not fit its question.',
      cure: 'Correct the answers to the named questions.',
    },
    recipient_domain_not_allowed: {
      sentence:
        'Reports are sent to {domains} only. An administrator can add a domain to mail_domains in the system settings.',
      cause: 'A recipient of a saved report has an address outside the domains of the organisation.',
      cure: 'Use another address, or add the domain to `mail_domains`.',
    },
  }),
  ...errors(ERRNO.notFound, 404, {
    not_found: {
      sentence: 'No item has this id.',
      cause: 'No item has the id in `parameter`, or the caller cannot see it.',
      cure: READ_AGAIN,
    },
    ticket_not_found: {
      sentence: 'No ticket has this id.',
      cause: 'The id is wrong, or the ticket was deleted when its retention ended.',
      cure: READ_AGAIN,
    },
    call_not_found: {
      sentence: 'No call has this id.',
      cause: '`answer_id` is not the id of a call.',
      cure: 'Use the `id` of the `answer` that the call returned.',
    },
    location_not_found: {
      sentence: 'No location has this id.',
      cause: 'The id is wrong, or the location was deleted.',
      cure: READ_AGAIN,
    },
    service_not_found: {
      sentence: 'No service has this id.',
      cause: 'The id is wrong, or the service was deleted.',
      cure: READ_AGAIN,
    },
    desk_not_found: {
      sentence: 'No desk has this id.',
      cause: 'The id is wrong, or the desk was deleted.',
      cure: READ_AGAIN,
    },
    user_not_found: {
      sentence: 'No user has this id.',
      cause: 'The id is wrong, or the user was deleted.',
      cure: READ_AGAIN,
    },
    device_not_found: {
      sentence: 'No device has this id.',
      cause: 'The id is wrong, the device was deleted, or it is of another type.',
      cure: READ_AGAIN,
    },
    destination_not_found: {
      sentence: 'No destination of a transfer has this id.',
      cause: '`dst_id` is not the id of a service, desk or user, as `dst_type` says.',
      cure: READ_AGAIN,
    },
    form_not_found: {
      sentence: 'No form template has this id.',
      cause: 'The id is wrong, or the form template was deleted.',
      cure: READ_AGAIN,
    },
    question_not_found: {
      sentence: 'The form template has no question with this id.',
      cause: 'The id is wrong, or the question was deleted.',
      cure: READ_AGAIN,
    },
    appointment_not_found: {
      sentence: 'No appointment has this id or code.',
      cause: 'The id or code is wrong, or the appointment was deleted.',
      cure: 'Check the code on the confirmation.',
    },
    outcome_not_found: {
      sentence: 'The service has no outcome {code}.',
      cause: '`outcomes` names a code that the service does not have.',
      cure: 'Use the codes in `outcomes` of the service.',
    },
    break_reason_not_found: {
      sentence: 'The location has no break reason with this id.',
      cause: '`reason` is not a break reason of the location.',
      cure: READ_AGAIN,
    },
    undo_step_not_found: {
      sentence: 'This is not the last step of the desk.',
      cause: '`step_id` is not the last step that can be undone.',
      cure: 'Read the desk again; only its last step can be undone.',
    },
    remote_action_not_found: {
      sentence: 'The device has no remote action with this id.',
      cause: 'The id is wrong, or the action is of another device.',
      cure: READ_AGAIN,
    },
    alarm_not_found: {
      sentence: 'No alarm has this number.',
      cause: 'The number is wrong, or the alarm was deleted when its retention ended.',
      cure: 'Read the alarms again.',
    },
    delivery_not_found: {
      sentence: 'The webhook has no delivery with this id.',
      cause: 'The id is wrong, or the log of the webhook no longer has this delivery.',
      cure: 'Read the deliveries again.',
    },
    code_not_found: {
      sentence: 'Nothing has this code.',
      cause: 'The code of a card, appointment or screen is wrong or has expired.',
      cure: 'Check the code; a screen shows a new one.',
    },
    reset_token_invalid: {
      sentence: 'This link is not valid any more.',
      cause: 'The token of a password reset was used, has expired after 30 minutes, or is wrong.',
      cure: 'Request another mail.',
    },
    secret_not_found: {
      sentence: 'Nothing has this secret.',
      cause: 'The secret of a ticket page or pairing is wrong or has expired.',
      cure: 'Scan the printed code again, or begin pairing again.',
    },
  }),
  ...errors(ERRNO.cannotConclude, 409, {
    cannot_conclude: {
      sentence: 'This is not possible in the current state.',
      cause: 'The request conflicts with the current state. `parameter` or `faults` says which part.',
      cure: 'Correct that part, and repeat the request.',
    },
    edit_conflict: {
      sentence: 'The item has changed since it was read.',
      cause: '`revision` is not the current one: another user has changed the item.',
      cure: 'Read the item again, and repeat the change with its new `revision`.',
    },
    changed_since: {
      sentence: 'The change cannot be undone, because some of its values have changed since.',
      cause: 'Another change of the same values followed. `faults` names each.',
      cure: 'Undo the later change first, or edit the named values.',
    },
    item_in_use: {
      sentence: 'Still needed by {items}.',
      cause: 'Other items refer to this one. `faults` names each.',
      cure: 'Remove the references first.',
    },
    form_in_use: {
      sentence: 'The form template is still in use.',
      cause: 'A service or another item refers to the form template or question.',
      cure: 'Remove the reference first.',
    },
    question_in_use: {
      sentence: 'Other questions depend on this one.',
      cause: '`depends_on` of another question names this question.',
      cure: 'Change the other questions first.',
    },
    last_administrator: {
      sentence: 'No user with the role admin_site would be left.',
      cause: 'The change removes the last administrator.',
      cure: 'Give another user the role `admin_site` first.',
    },
    user_unavailable: {
      sentence: 'The user is switched off or does not work at this location.',
      cause: '`state` of the user is not 1, or `locations` does not contain this location.',
      cure: 'Choose another user, or add the location to this one.',
    },
    device_without_location: {
      sentence: 'The device has no location.',
      cause: 'The device belongs to no location, so it has no services.',
      cure: 'Set `location` of the device.',
    },
    wrong_location: {
      sentence: 'The service belongs to another location.',
      cause: 'A ticket stays at its location.',
      cure: 'Choose a service of the same location.',
    },
    wrong_service: {
      sentence: 'The appointment is for another service.',
      cause: '`service_id` is not the service of the appointment.',
      cure: 'Use the service of the appointment.',
    },
    priority_not_allowed: {
      sentence: 'The service has no priority tickets.',
      cause: '`priority_allowed` of the service is off.',
      cure: 'Leave `priority` out, or switch `priority_allowed` on.',
    },
    answer_not_editable: {
      sentence: 'Staff cannot change the answer to this question.',
      cause: '`staff_permissions.editable` of the question is off.',
      cure: 'Leave this answer out.',
    },
    slot_full: {
      sentence: 'All {capacity} places from {from} on are taken. Choose another time, or send "anyway": true.',
      cause: 'The time slot has as many appointments as `capacity` of the service allows.',
      cure: 'Choose another time, or book it anyway.',
    },
    appointment_search_off: {
      sentence: 'This location offers no search for appointments. An administrator can set appointment_lookup.',
      cause: '`appointment_lookup` of the location is `off`.',
      cure: 'Ask for the code of the appointment, or set `appointment_lookup`.',
    },
    staff_call_off: {
      sentence: 'Visitors cannot call staff from this device: its setting staff_call is off.',
      cause: '`staff_call` of the device is off.',
      cure: 'Switch `staff_call` on.',
    },
    staff_call_ended: {
      sentence: 'The staff call has ended.',
      cause: 'Another user answered it, or its time ended.',
      cure: 'Read the desk again.',
    },
    mail_server_missing: {
      sentence: 'No mail server is set up.',
      cause: '`mail_server` of the settings is empty.',
      cure: 'Set up a mail server first; see [email](../admin/email.md).',
    },
    password_reset_unavailable: {
      sentence: 'Passwords cannot be reset by mail: no mail server or no public address is set up.',
      cause: '`mail_server` or `public_url` of the settings is empty.',
      cure: 'Set up both; see [email](../admin/email.md).',
    },
    user_without_mail_address: {
      sentence: 'The user has no valid mail address.',
      cause: '`email` of the user is empty or not a mail address.',
      cure: 'Enter the mail address of the user.',
    },
    webhook_secret_missing: {
      sentence: 'The webhook has no secret to sign with.',
      cause: 'No secret was created since the webhook, or its address, changed.',
      cure: 'Create a secret for the webhook.',
    },
    webhook_attempt_running: {
      sentence: 'A manual attempt of this webhook is in progress.',
      cause: 'Another user has sent a test or a retry.',
      cure: 'Wait for its result.',
    },
    webhooks_unavailable: {
      sentence: 'This process sends no webhooks.',
      cause: 'The process runs without the webhook sender.',
      cure: 'Send the request to a server.',
    },
    drawing_unavailable: {
      sentence: 'This process cannot draw files or tickets.',
      cause: 'The process runs without the part that draws reports and ticket previews.',
      cure: 'Send the request to a server.',
    },
    too_many_kiosks: {
      sentence: 'Too many kiosks lease numbers at this location.',
      cause: 'All number leases of the location are in use.',
      cure: 'Remove kiosks that are no longer used, or wait until their leases end.',
    },
    screen_has_no_page: {
      sentence: 'A device of this type has no page; create a device key instead.',
      cause: 'Only kiosks, counters and displays can be paired with a screen.',
      cure: 'Create a device key.',
    },
    screen_of_other_device: {
      sentence: 'That screen was started as the device "{device}" and cannot become another one.',
      cause: 'The program of the screen was started with `--device`.',
      cure: 'Pair the code with that device, or restart the program without `--device`.',
    },
    screen_of_other_type: {
      sentence: 'That screen can only become a {page}.',
      cause: 'The program of the screen supports one type of page.',
      cure: 'Choose a device of that type.',
    },
    remote_action_unsupported: {
      sentence: 'The device does not support this action at present.',
      cause: 'The status of the device does not list the action.',
      cure: 'Choose another action, or check that the device is online.',
    },
    remote_action_pending: {
      sentence: 'The device already has this action to do.',
      cause: 'The same action was requested and has no result yet.',
      cure: 'Wait for its result.',
    },
    remote_action_closed: {
      sentence: 'The action can no longer be claimed.',
      cause: 'The action was claimed already, or its two minutes have passed.',
      cure: 'Do not carry it out.',
    },
    remote_action_not_claimed: {
      sentence: 'The action was not claimed.',
      cause: 'A result was sent for an action that the device did not claim.',
      cure: 'Claim the action first.',
    },
  }),
  ...errors(ERRNO.noTickets, 404, {
    no_tickets_waiting: {
      sentence: 'No visitor is waiting.',
      cause: 'No ticket waits for the services of the desk.',
      cure: 'Retry when a ticket is waiting.',
    },
  }),
  ...errors(ERRNO.unknown, 500, {
    internal_error: {
      sentence: 'Unexpected error. The server has logged it.',
      cause: 'The server met an unexpected error.',
      cure: 'Search the log for `request_id`, and report it.',
    },
  }),
  ...errors(ERRNO.keyMissing, 401, {
    key_missing: {
      sentence: 'This request needs an authorization key.',
      cause: 'The request has no key, and the server requires one.',
      cure: 'Send `Authorization: Bearer <key>`.',
    },
  }),
  ...errors(ERRNO.keyInvalid, 401, {
    key_invalid: {
      sentence: 'The authorization key is not valid.',
      cause: 'The key is misspelt, revoked, or of another server.',
      cure: 'Log in again, or create a new device or API key.',
    },
  }),
  ...errors(ERRNO.keyExpired, 401, {
    key_expired: {
      sentence: 'The authorization key has expired.',
      cause: 'The access token has expired.',
      cure: 'Log in again.',
    },
  }),
  ...errors(ERRNO.roleMissing, 403, {
    permission_missing: {
      sentence: 'A role that this operation requires is missing.',
      cause: 'The general code of this number; responses have one of those below.',
      cure: OTHER_KEY,
    },
    role_missing: {
      sentence: 'The role {role} is missing.',
      cause: 'The user lacks a role that the operation requires.',
      cure: 'Ask an administrator for the permission; see [permissions](permissions.md).',
    },
    acting_not_allowed: {
      sentence: 'Acting for another user needs the role qm_act_for_users or admin_site.',
      cause: '`user_id` names another user.',
      cure: 'Use the id of the caller, or ask for one of these roles.',
    },
    device_key_required: {
      sentence: 'Only a device can send this request.',
      cause: 'A user sent a request of a device.',
      cure: 'Use the key of the device.',
    },
    device_type_not_allowed: {
      sentence: 'A device of this type cannot send this request.',
      cause: 'The key of a device allows only the requests of its type.',
      cure: OTHER_KEY,
    },
    report_key_not_allowed: {
      sentence: 'A report API key reads reports only.',
      cause: 'A report API key was sent with another request.',
      cure: OTHER_KEY,
    },
    metrics_key_not_allowed: {
      sentence: 'A metrics key reads /metrics only.',
      cause: 'A metrics key was sent with another request.',
      cure: OTHER_KEY,
    },
  }),
  ...errors(ERRNO.outsideLocations, 403, {
    outside_locations: {
      sentence: 'This is outside your locations.',
      cause: 'The item belongs to a location outside the scope of the caller. `parameter` names it.',
      cure: OWN_LOCATION,
    },
    all_locations_required: {
      sentence: 'This needs a user of all locations.',
      cause: 'The user works at some locations only.',
      cure: 'Ask an administrator of all locations.',
    },
    own_locations_required: {
      sentence: 'This needs a user of some locations.',
      cause: 'The role is valid for the locations of its user, and this user has none.',
      cure: 'Add locations to the user.',
    },
    change_not_allowed: {
      sentence: 'You can change items of your own locations only, and give only permissions that you have.',
      cause: 'The change affects an item that the caller cannot change. `faults` names it.',
      cure: 'Leave that item as it is, or ask an administrator of all locations.',
    },
    desk_not_yours: {
      sentence: 'This desk is not one of your desks.',
      cause: '`desks` of the user does not contain the desk.',
      cure: OWN_DESK,
    },
    call_not_yours: {
      sentence: 'This call is not at one of your desks.',
      cause: '`desks` of the user does not contain the desk of the call.',
      cure: OWN_DESK,
    },
    visit_not_yours: {
      sentence: 'This visit is not at one of your desks.',
      cause: '`desks` of the user contains no desk for the visit.',
      cure: OWN_DESK,
    },
    device_not_yours: {
      sentence: 'This is the key of another device.',
      cause: '`device_id` is not the device of the key.',
      cure: 'Use the key of that device.',
    },
    device_key_too_powerful: {
      sentence: 'The key of this device allows more than your roles do: it works at a counter.',
      cause: 'The caller lacks roles that the key of a counter has.',
      cure: 'Ask an administrator with these roles.',
    },
    server_log_not_allowed: {
      sentence: 'Only administrators of all locations can read the log of the server.',
      cause: 'The log contains entries of all locations.',
      cure: 'Ask an administrator of all locations.',
    },
  }),
  ...errors(ERRNO.loginRefused, 401, {
    login_failed: {
      sentence: 'The login was refused.',
      cause: 'User name or password is wrong, or the account is switched off.',
      cure: 'Check both; an administrator can set a new password.',
    },
    password_change_required: {
      sentence: 'The one-time password must be changed: send new_password.',
      cause: 'The password of the account is valid for one login.',
      cure: 'Log in with `password` and `new_password`.',
    },
  }),
  ...errors(ERRNO.tooMany, 429, {
    rate_limited: {
      sentence: 'Too many attempts; retry later.',
      cause: 'Too many attempts or requests of one kind in a minute.',
      cure: WAIT,
    },
    too_many_requests: {
      sentence: 'Too many of these requests are in progress; retry later.',
      cause: 'The caller already has requests of this kind in progress.',
      cure: 'Send one at a time.',
    },
    too_many_connections: {
      sentence: 'Too many connections are open.',
      cause: 'The address, or all clients together, have too many WebSockets open.',
      cure: 'Close connections that are not used; see [rate limits](limits.md).',
    },
    too_many_phones: {
      sentence: 'Too many phones follow this ticket.',
      cause: 'Too many pages of one ticket are open.',
      cure: 'Close pages of this ticket.',
    },
    mail_queue_full: {
      sentence: 'Too many mails are waiting: {count}.',
      cause: 'The mail server does not accept mail as fast as it is created.',
      cure: 'Check the mail server; see [email](../admin/email.md).',
    },
    too_many_saved_reports: {
      sentence: 'You have {max} saved reports, which is the maximum.',
      cause: 'One user has reached the maximum of saved reports.',
      cure: 'Delete a saved report.',
    },
    too_many_recipients: {
      sentence: 'Your saved reports can have at most {max} recipients in total.',
      cause: 'The saved reports of one user have too many recipients.',
      cure: 'Remove recipients, or use a mailing list.',
    },
    too_many_remote_actions: {
      sentence: 'Too many actions were requested of this device within a minute.',
      cause: 'The device has received its maximum of remote actions.',
      cure: 'Wait for a minute.',
    },
    too_many_local_actions: {
      sentence: 'This device has reported too many actions; it must send this one later.',
      cause: 'The device has written its maximum of entries to the audit log.',
      cure: 'Send the report again later.',
    },
  }),
  ...errors(ERRNO.misdirected, 403, {
    host_or_origin_not_allowed: {
      sentence: 'Host or origin not allowed. Add it to allowed_hosts or cors_origins.',
      cause: 'The general code of this number; responses have one of the two below.',
      cure: 'See `host_not_allowed` and `origin_not_allowed`.',
    },
    host_not_allowed: {
      status: 421,
      sentence: 'Host not allowed. Add it to the setting allowed_hosts.',
      cause: 'The `Host` header is not a name of this server.',
      cure: 'Use the address of the server, or add the name to `allowed_hosts`.',
    },
    origin_not_allowed: {
      sentence: 'Origin not allowed. Add it to the setting cors_origins.',
      cause: 'The request comes from a page of another origin.',
      cure: 'Add the origin to `cors_origins`.',
    },
  }),
  ...errors(ERRNO.serviceClosed, 409, {
    service_closed: {
      sentence: 'The service is closed.',
      cause: 'The service or its location is outside its opening hours or switched off.',
      cure: 'Check `schedule` and `state` of the service and its location.',
    },
    no_virtual_tickets: {
      sentence: 'This service has no virtual tickets.',
      cause: '`virtual_ticket_enabled` of the service is off.',
      cure: 'Leave `from_virtualticket` out, or switch `virtual_ticket_enabled` on.',
    },
  }),
  ...errors(ERRNO.waitingCapReached, 409, {
    queue_full: {
      sentence: 'The queue is full.',
      cause: 'As many tickets are waiting as `max_waiting` of the service allows.',
      cure: 'Wait, or raise `max_waiting`.',
    },
  }),
  ...errors(ERRNO.deskUnavailable, 409, {
    desk_unavailable: {
      sentence: 'The desk is closed, at another location, or does not serve this service.',
      cause: 'The desk is closed, at another location, or does not serve the service.',
      cure: 'Choose another desk, or open this one.',
    },
  }),
  ...errors(ERRNO.userServesElsewhere, 409, {
    user_busy: {
      sentence: 'The user is serving at another desk.',
      cause: 'The user has an open call at another desk.',
      cure: 'End that call first.',
    },
  }),
  ...errors(ERRNO.ticketState, 409, {
    invalid_ticket_state: {
      sentence: 'Invalid ticket state. Another user may have changed the ticket.',
      cause: 'The ticket is not in the state that the operation requires.',
      cure: READ_TICKET,
    },
    desk_call_open: {
      sentence: 'This desk has an open call; end it first.',
      cause: 'The desk has an open call, and `call_policy` is `refuse`.',
      cure: 'End or pause the open call.',
    },
    desk_serving: {
      sentence: 'The desk is serving a visitor; end or pause that call first.',
      cause: 'A break or closing was requested during a visit.',
      cure: 'End or pause the open call.',
    },
    desk_changed: {
      sentence: 'Another user has called or ended a call at this desk.',
      cause: '`current_answer` is not the open call of the desk.',
      cure: READ_TICKET,
    },
    ticket_of_earlier_day: {
      sentence: 'This ticket is from an earlier business day.',
      cause: 'Only tickets of the current business day can return to the queue.',
      cure: 'Issue a new ticket.',
    },
    visit_not_served_today: {
      sentence: 'The visit was not served today; return the ticket to the queue instead.',
      cause: 'Only a visit that ended on the current business day can continue.',
      cure: 'Use `requeueticket`.',
    },
    undo_too_late: {
      sentence: 'It is too late to undo this.',
      cause: 'The step is older than five minutes.',
      cure: 'Use the ordinary operations, such as `requeueticket`.',
    },
    undo_outdated: {
      sentence: 'The ticket or call has changed since; this can no longer be undone.',
      cause: 'A later step changed the same ticket or call.',
      cure: READ_TICKET,
    },
    undo_desk_busy: {
      sentence: 'Another visitor is being served at this desk; this can no longer be undone.',
      cause: 'The undo would reopen a call at a desk with an open call.',
      cure: 'End the open call first.',
    },
    already_checked_in: {
      sentence: 'This appointment has already been checked in.',
      cause: 'The appointment has a ticket.',
      cure: 'Use that ticket.',
    },
    lease_outdated: {
      sentence: 'This kiosk has leased more numbers than its file contains: the file was restored from an older copy.',
      cause: 'The file of the kiosk is older than its last lease.',
      cure: 'The kiosk starts a new file; see [offline mode](../explanation/offline-mode.md).',
    },
  }),
  ...errors(ERRNO.answerEnded, 409, {
    call_ended: {
      sentence: 'The call has already ended.',
      cause: 'The call was ended, paused, cancelled or transferred.',
      cure: 'Read the desk again.',
    },
  }),
  ...errors(ERRNO.beyondTolerance, 409, {
    tolerance_exceeded: {
      sentence: 'Too many tickets have been called since this one was cancelled.',
      cause: 'More tickets than `ticket_tolerance` of the location were called since the cancellation.',
      cure: 'Issue a new ticket.',
    },
    cancelled_on_earlier_day: {
      sentence: 'This ticket was cancelled on an earlier business day.',
      cause: 'Only tickets that were cancelled on the current business day can be called.',
      cure: 'Issue a new ticket.',
    },
  }),
  ...errors(ERRNO.outsideCheckIn, 409, {
    outside_check_in: {
      sentence: 'It is too early or too late to check in for this appointment.',
      cause: 'The check-in window of the appointment is not open.',
      cure: 'Come within `t_checkin_before` and `t_checkin_after`, or request a walk-in ticket with `late_as_walk_in=1`.',
    },
  }),
  ...errors(ERRNO.deviceUnavailable, 409, {
    device_unavailable: {
      sentence: 'The device is unknown or switched off.',
      cause: 'The device does not exist, is switched off, or is at another location.',
      cure: 'Set `state` to 1, or pair the device again.',
    },
  }),
  ...errors(ERRNO.idempotencyConflict, 409, {
    idempotency_conflict: {
      sentence: 'This idempotency key was already used with other parameters.',
      cause: 'The `Idempotency-Key` was used with other parameters in the last 24 hours, or its ticket was withdrawn.',
      cure: 'Use a new key for a new request.',
    },
    idempotent_response_damaged: {
      sentence:
        'The stored response to this idempotency key cannot be read. Check whether the request was done, then use a new key.',
      cause: 'The stored response is damaged.',
      cure: 'Check whether the request was done. If not, repeat it with a new key.',
    },
  }),
  ...errors(ERRNO.tooLarge, 413, {
    too_large: {
      sentence: 'The request is too large.',
      cause: 'Body, header, address or list exceeds a [limit](limits.md).',
      cure: 'Send less, or split the request.',
    },
  }),
  ...errors(ERRNO.storeUnreachable, 503, {
    database_unavailable: {
      sentence: 'The database is unavailable; retry soon.',
      cause: 'The server cannot reach or write the database.',
      cure: RETRY,
    },
    server_busy: {
      sentence: 'The server is busy; retry in a moment.',
      cause: 'Too much work is waiting, or the caller has requests in progress. `error` says which.',
      cure: RETRY,
    },
    server_stopping: {
      sentence: 'This server is stopping; connect again.',
      cause: 'The server is restarting or shutting down.',
      cure: 'Connect again; a load balancer chooses another server.',
    },
    server_outdated: {
      sentence: 'This server is older than its database; use another server.',
      cause: 'A newer version has upgraded the database.',
      cure: 'Upgrade this server.',
    },
  }),
};

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** General code of each errno. */
const GENERAL = Object.fromEntries(
  Object.entries(ERROR_CATALOGUE)
    .toReversed()
    .map(([code, { errno }]) => [errno, code]),
) as Readonly<Record<Errno, ErrorCode>>;

/** Code of an unknown id, by its parameter. */
const NOT_FOUND_CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['action_id', 'remote_action_not_found'],
  ['alarm', 'alarm_not_found'],
  ['answer_id', 'call_not_found'],
  ['appointment', 'appointment_not_found'],
  ['code', 'code_not_found'],
  ['delivery', 'delivery_not_found'],
  ['desk_id', 'desk_not_found'],
  ['device', 'device_not_found'],
  ['device_id', 'device_not_found'],
  ['dst_id', 'destination_not_found'],
  ['form_id', 'form_not_found'],
  ['location', 'location_not_found'],
  ['location_id', 'location_not_found'],
  ['locations', 'location_not_found'],
  ['question_id', 'question_not_found'],
  ['reason', 'break_reason_not_found'],
  ['secret', 'secret_not_found'],
  ['service', 'service_not_found'],
  ['service_id', 'service_not_found'],
  ['services', 'service_not_found'],
  ['step_id', 'undo_step_not_found'],
  ['ticket_id', 'ticket_not_found'],
  ['tickets', 'ticket_not_found'],
  ['user_id', 'user_not_found'],
]);

export interface Coded {
  readonly errno: Errno;
  readonly code?: ErrorCode | undefined;
  readonly parameter?: string | undefined;
}

/** Code of a refusal: its own, that of an unknown id, or the general one of its errno. */
export function errorCode({ errno, code, parameter = '' }: Coded): ErrorCode {
  return code ?? (errno === ERRNO.notFound ? NOT_FOUND_CODES.get(parameter) : undefined) ?? GENERAL[errno];
}

export function errorEntry(code: ErrorCode): ErrorEntry {
  return ERROR_CATALOGUE[code];
}

export function httpStatus(errno: Errno): number {
  return errorEntry(GENERAL[errno]).status;
}

/** General sentence of an errno. */
export function errnoSentence(errno: Errno): string {
  return errorEntry(GENERAL[errno]).sentence;
}
