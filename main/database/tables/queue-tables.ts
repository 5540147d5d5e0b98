/**
 * Tables of the queue.
 *
 * In PostgreSQL tables, keys and unique indexes of a location start with it, so that a database can be sharded by
 * location. A few other indexes serve queries across locations.
 */
import {
  content,
  flag,
  inPostgres,
  int16,
  int32,
  integer,
  json,
  optional,
  real,
  refers,
  type Table,
  table,
  text,
  withDefault,
} from './table.ts';

/** Higher than all numbers sent earlier by any program. */
const NOW = '(extract(epoch FROM statement_timestamp()) * 1000000)::bigint';

/** Rules for the business days of each location, with their start. */
export const DAY_RULE = table('day_rule', {
  moved: true,
  key: ['location_id', 'since'],
  columns: { location_id: text, since: integer, zone: content, reset_time: content, first_day: content },
});

/**
 * In PostgreSQL, operations lock the row of their location. The day is NULL until an operation has started a day.
 * `event_number` and `events_from`: its last event, and the number before its first. `last_id`: the last ticket or
 * call, so that ids of one millisecond keep their order. `away` and `staff_calls`: JSON by desk and by kiosk.
 */
export const LOCATION_QUEUE = table('location_queue', {
  moved: true,
  key: ['location_id'],
  fillfactor: 50,
  columns: {
    location_id: text,
    day: optional(content, 'postgres'),
    seen_day: optional(content, 'postgres'),
    priorities_in_a_row: withDefault(int32, '0'),
    event_number: inPostgres(withDefault(integer, NOW)),
    last_id: inPostgres(withDefault(text, "''")),
    events_from: inPostgres(withDefault(integer, NOW)),
    away: json(withDefault(text, "'{}'")),
    staff_calls: json(withDefault(text, "'{}'")),
  },
});

/** `leased_first` and `leased_last`: leased range, from which the service itself issues no numbers today. */
export const SERVICE_QUEUE = table('service_queue', {
  moved: true,
  key: ['location_id', 'service_id'],
  isKeyUniqueAlone: true,
  fillfactor: 50,
  columns: {
    location_id: text,
    service_id: text,
    waiting: withDefault(integer, '0'),
    waiting_priority: withDefault(integer, '0'),
    round: withDefault(integer, '1'),
    last_number: optional(integer),
    called: withDefault(integer, '0'),
    generation: withDefault(integer, '0'),
    waits: json(withDefault(content, "'[]'")),
    average_wait_seconds: optional(integer),
    seconds_per_place: optional(real),
    leased_first: optional(integer),
    leased_last: optional(integer),
  },
  indexes: [
    { name: 'service_queue_location', columns: 'location_id', only: 'sqlite' },
    { name: 'service_queue_service', columns: 'service_id', only: 'postgres' },
  ],
});

/** Number leases of kiosks for offline mode: the slot of each kiosk in its location's number range. */
const LEASE_SLOT = table('lease_slot', {
  moved: true,
  key: ['location_id', 'slot'],
  columns: {
    location_id: text,
    slot: integer,
    device_id: text,
    holder: text,
    turn: integer,
    request: text,
    renewed_at: integer,
  },
});

/** Number lease of each kiosk on a business day. `taken`: number of its tickets that were accepted. */
const NUMBER_LEASE = table('number_lease', {
  moved: true,
  key: ['location_id', 'service_id', 'generation', 'slot'],
  columns: {
    location_id: text,
    service_id: text,
    generation: integer,
    slot: integer,
    holder: text,
    round: integer,
    first_number: integer,
    last_number: integer,
    leased_at: integer,
    device_id: withDefault(text, "''"),
    taken: withDefault(integer, '0'),
  },
  indexes: [{ name: 'number_lease_age', columns: 'location_id, leased_at' }],
});

/**
 * A waiting ticket has a lane (`''`: any desk, `d` + desk, `u` + user) and a class. `ticket_waiting` is in calling
 * order within each, so that the heads are found without a scan. `ticket_waiting_both` holds tickets with both desk and
 * user by user: they are in the lane of the desk. `round` only increases: no number repeats within a round.
 * `generation`: the business day of the service, so that a day ends at once however many tickets wait.
 * `ticket_personal` finds personal data to erase, including a ticket's card (flag 8).
 */
export const TICKET = table('ticket', {
  moved: true,
  key: ['location_id', 'id'],
  isKeyUniqueAlone: true,
  columns: {
    location_id: text,
    id: text,
    service_id: text,
    round: integer,
    number: integer,
    label: withDefault(text, "''", 'sqlite'),
    dst_service_id: text,
    dst_desk_id: text,
    dst_user_id: text,
    lane: text,
    generation: withDefault(integer, '0', 'sqlite'),
    class: int16,
    device_id: text,
    state: int16,
    transferred: flag,
    flags: int32,
    note: text,
    lang: text,
    custom_field: text,
    client_name: text,
    app_id: text,
    app_display_name: text,
    scheduled_at: optional(integer),
    issued_at: integer,
    waiting_since: integer,
    places: integer,
    changed_at: integer,
    called_when_cancelled: optional(integer),
  },
  indexes: [
    { name: 'ticket_id', columns: 'id', isHash: true, only: 'postgres' },
    { name: 'ticket_number', columns: 'service_id, round, number', isByLocation: true, isUnique: true },
    {
      name: 'ticket_waiting',
      columns: 'dst_service_id, generation, lane, class, waiting_since, issued_at, id',
      isByLocation: true,
      where: 'state = 1',
    },
    {
      name: 'ticket_waiting_both',
      columns: 'dst_service_id, generation, dst_user_id, class, waiting_since, issued_at, id',
      isByLocation: true,
      where: "state = 1 AND substr(lane, 1, 1) = 'd' AND dst_user_id <> ''",
    },
    {
      name: 'ticket_paused',
      columns: 'dst_service_id, generation, changed_at',
      isByLocation: true,
      where: 'state = 3',
    },
    {
      name: 'ticket_cancelled',
      columns: 'dst_service_id, called_when_cancelled',
      isByLocation: true,
      where: 'state = 4',
    },
    { name: 'ticket_cancelled_at', columns: 'dst_service_id, changed_at', isByLocation: true, where: 'state = 4' },
    {
      name: 'ticket_personal',
      columns: 'location_id, issued_at',
      where:
        "client_name <> '' OR custom_field <> '' OR note <> '' OR app_display_name <> '' OR (device_id <> '' AND (flags & 8) <> 0)",
    },
  ],
});

const TICKET_ID = refers(text, 'ticket (id)', 'sqlite');

/**
 * Calls. `waited_ms`: NULL after a pause or a cancellation, which has no wait time. PostgreSQL has no foreign keys to
 * tickets, so that deleting tickets does not search all calls; operations check themselves, and so does `--check`.
 */
export const ANSWER = table('answer', {
  moved: true,
  key: ['location_id', 'id'],
  isKeyUniqueAlone: true,
  columns: {
    location_id: text,
    id: text,
    ticket_id: TICKET_ID,
    service_id: text,
    number_service_id: withDefault(text, "''", 'sqlite'),
    desk_id: text,
    user_id: text,
    state: int16,
    called_at: integer,
    ended_at: optional(integer),
    waited_ms: optional(integer),
    first: withDefault(flag, '0', 'sqlite'),
  },
  indexes: [
    { name: 'answer_id', columns: 'id', isHash: true, only: 'postgres' },
    { name: 'answer_open_desk', columns: 'desk_id', isByLocation: true, isUnique: true, where: 'state = 2' },
    { name: 'answer_open_user', columns: 'user_id', where: "state = 2 AND user_id <> ''", only: 'postgres' },
    { name: 'answer_location', columns: 'location_id, called_at, id' },
    {
      name: 'answer_number_service',
      columns: 'location_id, number_service_id, called_at, id',
      only: 'postgres',
    },
    { name: 'answer_desk', columns: 'location_id, desk_id, called_at, id', only: 'postgres' },
  ],
});

/** Check-ins by appointment and booked time: a moved appointment allows another check-in. */
export const CHECK_IN = table('check_in', {
  moved: 'by ticket',
  key: ['location_id', 'appointment_id', 'booked_at'],
  columns: { location_id: inPostgres(text), appointment_id: text, booked_at: integer, ticket_id: TICKET_ID },
  indexes: [
    { name: 'check_in_appointment', columns: 'appointment_id, booked_at', only: 'postgres' },
    { name: 'check_in_ticket', columns: 'ticket_id', isByLocation: true },
  ],
});

/**
 * Times at which a waiting appointment's queue position changes. `joins`: it can be called next; `ages`: it is treated
 * as an ordinary ticket.
 */
const TURN_CHANGE = table('turn_change', {
  moved: true,
  key: ['location_id', 'at', 'ticket_id'],
  columns: { location_id: text, at: integer, ticket_id: TICKET_ID, change: content },
});

/** Times in which desks were paused. The key starts with the first instant, so that a period is one range of rows. */
const DESK_TIME = table('desk_time', {
  moved: true,
  key: ['location_id', 'began_at', 'desk_id'],
  columns: {
    location_id: text,
    began_at: integer,
    desk_id: text,
    user_id: text,
    kind: text,
    reason: text,
    ended_at: integer,
  },
});

/** Outcomes that staff noted for calls, by the time of the call. */
const CALL_RESULT = table('call_result', {
  moved: true,
  key: ['location_id', 'called_at', 'answer_id', 'code'],
  columns: {
    location_id: text,
    called_at: integer,
    answer_id: text,
    code: text,
    count: int32,
    service_id: text,
    desk_id: text,
  },
});

/** Services with tickets of an earlier day that are not marked as ended yet. */
const DAY_END = table('day_end', {
  moved: 'by service',
  key: ['location_id', 'service_id'],
  columns: { location_id: inPostgres(text), service_id: text, ended_at: integer },
});

/**
 * Answers to the questions of forms. `answer`: a JSON list of texts, NULL once erased. `question` and `visible` are
 * stored as they were at that time, because the form can change.
 */
export const FORM_ANSWER = table('form_answer', {
  moved: 'by ticket',
  key: ['location_id', 'ticket_id', 'question_id'],
  columns: {
    location_id: inPostgres(text),
    ticket_id: TICKET_ID,
    question_id: text,
    form_id: text,
    stage: content,
    place: int32,
    question: content,
    visible: flag,
    answer: json(optional(content)),
    answered_at: integer,
    anonymise_at: optional(integer),
  },
  indexes: [{ name: 'form_answer_due', columns: 'anonymise_at', where: 'anonymise_at IS NOT NULL' }],
});

/** Responses to requests, for idempotent retries. */
export const IDEMPOTENCY = table('idempotency', {
  moved: 'by ticket',
  key: ['location_id', 'key'],
  columns: {
    location_id: inPostgres(text),
    key: text,
    fingerprint: content,
    outcome: json(content),
    created_at: integer,
    ticket_id: withDefault(text, "''", 'sqlite'),
  },
  indexes: [
    { name: 'idempotency_key', columns: 'key', only: 'postgres' },
    { name: 'idempotency_created', columns: 'created_at' },
    { name: 'idempotency_ticket', columns: 'ticket_id', isByLocation: true, where: "ticket_id <> ''" },
  ],
});

/** Queue alerts. `service_id` is empty for the whole location, `ended_at` NULL while the alert is active. */
const LIMIT_ALARM = table('limit_alarm', {
  moved: true,
  key: ['location_id', 'number'],
  columns: {
    location_id: text,
    number: integer,
    service_id: text,
    kind: text,
    bound: integer,
    worst: integer,
    since_at: integer,
    ended_at: optional(integer),
    seen_at: optional(integer),
    seen_by: text,
  },
  indexes: [
    { name: 'limit_alarm_open', columns: 'location_id', where: 'ended_at IS NULL' },
    { name: 'limit_alarm_since', columns: 'location_id, since_at' },
  ],
});

/**
 * Last step of each desk (JSON), for undo. Written with every call: the free space in each page, no further index and
 * an unlogged table keep this cheap. After a crash undo is not available.
 */
export const DESK_STEP = table('desk_step', {
  moved: false,
  only: 'postgres',
  key: ['location_id', 'desk_id'],
  isUnlogged: true,
  fillfactor: 40,
  columns: { location_id: text, desk_id: text, step: text },
});

/**
 * Event log of a location, numbered without gaps, so that all servers send the same events under the same numbers. It
 * contains no personal data. `kind`: `event`, `counts` or `said`. Events are JSON lists.
 */
export const LOCATION_EVENT = table('location_event', {
  moved: false,
  only: 'postgres',
  key: ['location_id', 'number'],
  columns: { location_id: text, number: integer, at: integer, kind: text, ticket_id: text, body: content },
  checks: { location_event_is_list: "kind <> 'event' OR body LIKE '[%'" },
});

/** Ordered by dependency: each table refers only to earlier ones. */
export const QUEUE_TABLES: readonly Table[] = [
  DAY_RULE,
  LOCATION_QUEUE,
  SERVICE_QUEUE,
  LEASE_SLOT,
  NUMBER_LEASE,
  TICKET,
  ANSWER,
  CHECK_IN,
  TURN_CHANGE,
  DESK_TIME,
  CALL_RESULT,
  DAY_END,
  FORM_ANSWER,
  IDEMPOTENCY,
  LIMIT_ALARM,
  DESK_STEP,
  LOCATION_EVENT,
];
