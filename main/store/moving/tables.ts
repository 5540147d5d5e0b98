/**
 * What both databases keep, table by table, in an order in which each refers only to those before it. Columns have the
 * same names in both. What one server of several knows for a moment only (duties, who is connected, the last step of each desk) is not moved, nor
 * what devices are asked to do and what comes of it: that is over within minutes, and the audit log tells of it.
 */

/** `flag`: 0 and 1 in SQLite, a boolean in PostgreSQL. Instants are integers, in milliseconds. */
export type Kind = 'text' | 'integer' | 'real' | 'flag';

export interface Table {
  readonly name: string;
  /** Columns that no two rows have alike, in the order in which rows are read. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Kind>>;
  /**
   * Where the location of a row is found in SQLite, whose table has none: with its ticket or its service. A row whose
   * ticket is not there is of no location.
   */
  readonly locationOf?: 'ticket' | 'service';
  /** The database gives this column its numbers; the next one comes after the last that was moved. */
  readonly numbered?: string;
}

/** Whatever is of a location is kept by location, in archives and in PostgreSQL. */
export function byLocation(key: readonly string[]): readonly string[] {
  return ['location_id', ...key.filter((column) => column !== 'location_id')];
}

const texts = (...names: readonly string[]): Readonly<Record<string, Kind>> => of('text', names);
const integers = (...names: readonly string[]): Readonly<Record<string, Kind>> => of('integer', names);
const flags = (...names: readonly string[]): Readonly<Record<string, Kind>> => of('flag', names);
function of(kind: Kind, names: readonly string[]): Readonly<Record<string, Kind>> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

const WEBHOOK_EVENT = texts('type', 'location_id', 'service_id', 'ticket_id', 'desk_id', 'subject');

export const TABLES: readonly Table[] = [
  {
    name: 'site_item',
    key: ['position'],
    numbered: 'position',
    columns: { ...texts('collection', 'id', 'body'), ...integers('position') },
  },
  {
    name: 'credential',
    key: ['kind', 'id'],
    columns: { ...texts('kind', 'id', 'secret'), ...integers('generation'), ...flags('must_change') },
  },
  {
    name: 'audit',
    key: ['id'],
    numbered: 'id',
    columns: {
      ...integers('id', 'at', 'seq'),
      ...texts('part', 'change_id', 'by_kind', 'by_id', 'collection', 'item_id', 'item_name', 'action', 'fields'),
      ...texts('prev_hash', 'hash'),
    },
  },
  {
    name: 'audit_chain',
    key: ['part'],
    columns: { ...texts('part', 'cut_hash', 'head_hash'), ...integers('begun_after', 'cut_seq', 'head_seq') },
  },
  { name: 'meta', key: ['key'], columns: texts('key', 'value') },
  {
    name: 'appointment',
    key: ['location_id', 'day', 'time', 'id'],
    columns: {
      ...texts('location_id', 'day', 'time', 'id', 'service_id', 'client_name', 'lang', 'code', 'code_essence'),
      ...texts('user_id', 'desk_id', 'app_display_name', 'birthday', 'reference', 'search'),
      ...integers('names_location', 'state', 'personal'),
    },
  },
  {
    name: 'day_rule',
    key: ['location_id', 'since'],
    columns: { ...texts('location_id', 'zone', 'reset_time', 'first_day'), ...integers('since') },
  },
  {
    name: 'location_queue',
    key: ['location_id'],
    columns: { ...texts('location_id', 'day', 'seen_day', 'away', 'staff_calls'), ...integers('priorities_in_a_row') },
  },
  {
    name: 'service_queue',
    key: ['location_id', 'service_id'],
    columns: {
      ...texts('location_id', 'service_id', 'waits'),
      ...integers(
        'waiting',
        'waiting_priority',
        'round',
        'last_number',
        'called',
        'generation',
        'average_wait_seconds',
        'leased_first',
        'leased_last',
      ),
      seconds_per_place: 'real',
    },
  },
  {
    name: 'lease_slot',
    key: ['location_id', 'slot'],
    columns: {
      ...texts('location_id', 'device_id', 'holder', 'request'),
      ...integers('slot', 'turn', 'renewed_at'),
    },
  },
  {
    name: 'number_lease',
    key: ['location_id', 'service_id', 'generation', 'slot'],
    columns: {
      ...texts('location_id', 'service_id', 'holder', 'device_id'),
      ...integers('generation', 'slot', 'round', 'first_number', 'last_number', 'leased_at', 'taken'),
    },
  },
  {
    name: 'device_state',
    key: ['location_id', 'device_id'],
    columns: {
      ...texts('location_id', 'device_id', 'status', 'alarms'),
      ...integers('said_at', 'in_touch', 'heard_at'),
    },
  },
  {
    name: 'device_news',
    key: ['location_id', 'device_id', 'number'],
    columns: { ...texts('location_id', 'device_id', 'what', 'alarm'), ...integers('number', 'at') },
  },
  {
    name: 'ticket',
    key: ['id'],
    columns: {
      ...texts('id', 'location_id', 'service_id', 'label', 'dst_service_id', 'dst_desk_id', 'dst_user_id', 'lane'),
      ...texts('device_id', 'note', 'lang', 'custom_field', 'client_name', 'app_id', 'app_display_name'),
      ...integers('round', 'number', 'generation', 'state', 'flags', 'scheduled_at', 'issued_at', 'waiting_since'),
      ...integers('class', 'places', 'changed_at', 'called_when_cancelled'),
      ...flags('transferred'),
    },
  },
  {
    name: 'answer',
    key: ['id'],
    columns: {
      ...texts('id', 'location_id', 'ticket_id', 'service_id', 'number_service_id', 'desk_id', 'user_id'),
      ...integers('state', 'called_at', 'ended_at', 'waited_ms'),
      ...flags('first'),
    },
  },
  {
    name: 'check_in',
    key: ['appointment_id', 'booked_at'],
    locationOf: 'ticket',
    columns: { ...texts('appointment_id', 'ticket_id'), ...integers('booked_at') },
  },
  {
    name: 'turn_change',
    key: ['location_id', 'at', 'ticket_id'],
    columns: { ...texts('location_id', 'ticket_id', 'change'), ...integers('at') },
  },
  {
    name: 'desk_time',
    key: ['location_id', 'began_at', 'desk_id'],
    columns: { ...texts('location_id', 'desk_id', 'user_id', 'kind', 'reason'), ...integers('began_at', 'ended_at') },
  },
  {
    name: 'call_result',
    key: ['location_id', 'called_at', 'answer_id', 'code'],
    columns: {
      ...texts('location_id', 'answer_id', 'code', 'service_id', 'desk_id'),
      ...integers('called_at', 'count'),
    },
  },
  {
    name: 'day_end',
    key: ['service_id'],
    locationOf: 'service',
    columns: { ...texts('service_id'), ...integers('ended_at') },
  },
  {
    name: 'form_answer',
    key: ['ticket_id', 'question_id'],
    locationOf: 'ticket',
    columns: {
      ...texts('ticket_id', 'question_id', 'form_id', 'stage', 'question', 'answer'),
      ...integers('place', 'answered_at', 'anonymise_at'),
      ...flags('visible'),
    },
  },
  {
    name: 'call_figure',
    key: ['location_id', 'day', 'hour', 'service_id', 'desk_id', 'user_id'],
    columns: {
      ...texts('location_id', 'day', 'service_id', 'desk_id', 'user_id', 'waits', 'services'),
      ...integers('hour', 'calls', 'first_calls', 'served', 'no_shows', 'paused', 'transferred'),
    },
  },
  {
    name: 'ticket_figure',
    key: ['location_id', 'day', 'hour', 'service_id'],
    columns: { ...texts('location_id', 'day', 'service_id'), ...integers('hour', 'issued') },
  },
  {
    name: 'idempotency',
    key: ['key'],
    locationOf: 'ticket',
    columns: { ...texts('key', 'fingerprint', 'outcome', 'ticket_id'), ...integers('created_at') },
  },
  { name: 'report_view', key: ['user_id', 'id'], columns: texts('user_id', 'id', 'view', 'sent_day') },
  {
    name: 'limit_alarm',
    key: ['location_id', 'number'],
    columns: {
      ...texts('location_id', 'service_id', 'kind', 'seen_by'),
      ...integers('number', 'bound', 'worst', 'since_at', 'ended_at', 'seen_at'),
    },
  },
  {
    name: 'mail',
    key: ['id'],
    columns: { ...texts('id', 'record', 'content'), ...integers('created_at', 'next_try_at') },
  },
  { name: 'webhook_event', key: ['seq'], numbered: 'seq', columns: { ...integers('seq', 'at'), ...WEBHOOK_EVENT } },
  {
    name: 'webhook_progress',
    key: ['webhook_id'],
    columns: { ...texts('webhook_id'), ...integers('after_seq', 'paused_at', 'missed') },
  },
  {
    name: 'webhook_delivery',
    key: ['number'],
    numbered: 'number',
    columns: {
      ...integers('number', 'seq', 'at', 'attempts', 'first_tried_at', 'tried_at', 'next_try_at', 'status_code'),
      ...integers('duration_ms'),
      ...texts('id', 'webhook_id', 'state', 'fault'),
      ...WEBHOOK_EVENT,
    },
  },
];
