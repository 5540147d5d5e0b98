/**
 * The shapes of the answers as the interface lists them, written down by hand and apart from the program's own schemas,
 * and a check that lets nothing pass that is missing, extra or of another type.
 */
export type Shape =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | { readonly list: Shape }
  /** Any keys. */
  | { readonly map: Shape }
  /** Exactly these keys. */
  | { readonly fields: Readonly<Record<string, Shape>> };

const list = (item: Shape): Shape => ({ list: item });
const map = (value: Shape): Shape => ({ map: value });
const fields = (record: Readonly<Record<string, Shape>>): Shape => ({ fields: record });
const all = (type: Shape, names: string): Readonly<Record<string, Shape>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));
const texts = (names: string): Shape => fields(all('string', names));

const ticketFields: Readonly<Record<string, Shape>> = {
  ...all('string', 'id number cancelled transferred state note lang custom_field client_name flags'),
  ...all('string', 'app_displayname app_id'),
  ...all('timestamp', 'date scheduled_to'),
  ticket_service: texts('id name tag'),
  dst_service: texts('id name tag'),
  dst_desk: texts('id name tag'),
  dst_user: texts('id display_name username'),
  device: texts('id type name'),
};
const ticket = fields(ticketFields);

const call = fields({ id: 'string', call_date: 'timestamp', end_date: 'timestamp', state: 'string', ticket });

const ticketDetail = fields({
  ...all('string', 'id note lang custom_field client_name app_displayname app_id dst_desk dst_user location'),
  ...all('integer', 'number state flags tickets_to_print'),
  ...all('boolean', 'cancelled transferred'),
  ...all('timestamp', 'date scheduled_to'),
  ticket_service: texts('id name tag'),
  dst_service: texts('id name tag'),
  device: fields({ id: 'string', name: 'string', type: 'integer' }),
  dst_location: texts('id name'),
  extra_info: list('string'),
});

const lastCall = fields({
  ...all('string', 'ticket_id ticketService ticketServiceTag ticketDeskTag ticketDeskName'),
  ticketNumber: 'integer',
  callDate: 'timestamp',
});

const serviceState = fields({
  ...all('string', 'id description tag desk_id state dst_service_id app_tag'),
  ...all('timestamp', 'answer_date arrival_date'),
  ...all('integer', 'last_call_number last_print_ticket max_ticket_number ticket_flags'),
  use_app_tag: 'boolean',
});
const deskState = texts('id description tag');

const location = fields({
  ...all('string', 'id name location_group phone email website coordinates address country region city timezone'),
  ...all('string', 'timeformat schedule obs resource_id'),
  ...all('integer', 'state t_checkin_before t_checkin_after t_attendance_before t_attendance_after t_delete'),
  ...all('integer', 't_profile_edit'),
  cloud: 'boolean',
  social_links: list('string'),
});

const serverServiceFields: Readonly<Record<string, Shape>> = {
  ...all('string', 'id name server_service description location schedule app_schedule question_group tag rgbColour'),
  ...all('integer', 'state capacity slot_time maxTicketNumber currentTicketNumber'),
  ...all('boolean', 'allow_multi_slot_appointments allow_automatic_confirmation qm_enabled virtual_ticket_enabled'),
};
const service = fields({
  ...serverServiceFields,
  service_code: 'string',
  service_group: texts('id name description'),
  metadata: map('string'),
});

const channels = 'ticket_kiosks virtual_ticket appointments concierge extender qm_pad card_reader eticket';
const question = fields({
  ...all('string', 'id question config qat_id'),
  ...all('boolean', 'selected expanded anonymize required'),
  anonymize_in_days: 'integer',
  visible_on: fields(all('boolean', channels)),
  staff_permissions: fields(all('boolean', 'visible editable')),
  depends_on: fields({ has_dependency: 'boolean', question: 'string', answer: 'string' }),
});
const answerType = fields({
  ...all('string', 'id name'),
  type: 'integer',
  ...all('boolean', 'permanent expanded selected'),
  config: fields({ mask: 'integer', length: 'string' }),
});
const form = (before: Shape): Shape =>
  fields({
    id: 'string',
    name: 'string',
    selected: 'boolean',
    questions: fields({ before, during: list(question), end: list(question) }),
  });

const success = { success: 'boolean' } as const;

/** The good answers, by the name that the table of operations gives them. */
export const ANSWERS = {
  done: fields(success),
  login: fields({ ...success, ...all('string', 'user_id username authtoken') }),
  call: fields({ ...success, answer: call }),
  created: fields({
    ...success,
    ticket: fields({ ...ticketFields, number_of_waiting_tickets: 'string', avg_waiting_time: 'string' }),
    ticket_strings: texts('people_waiting waiting_time date_text prioritary_ticket extra_text footer_text'),
  }),
  tickets: fields({ ...success, tickets: list(ticket) }),
  counts: fields({
    ...success,
    services: list(
      fields({ ...all('string', 'id tag description number_of_waiting_tickets avg_waiting_time'), open: 'boolean' }),
    ),
  }),
  lastTickets: fields({ ...success, lastTickets: list(map(lastCall)) }),
  initialState: fields({
    ...success,
    player_info: fields({ database: fields({ services: list(serviceState), desks: list(deskState) }) }),
  }),
  wholeState: fields({
    ...success,
    player_info: fields({
      database: fields({ services: list(serviceState), desks: list(deskState) }),
      byService: list(serviceState),
      byDesk: list(deskState),
    }),
    lastTickets: fields({ byservice: list(lastCall), bydesk: list(lastCall) }),
  }),
  locations: fields({ ...success, locations: list(location) }),
  services: fields({ ...success, services: list(service) }),
  serverServices: fields({ ...success, services: list(fields(serverServiceFields)) }),
  users: fields({ ...success, users: list(texts('id username name phone email schedule')) }),
  details: fields({ ...success, ticket: ticketDetail }),
  forms: fields({ ...success, forms: list(form(list(question))), fields: list(answerType) }),
  form: fields({ ...success, role: form(map(question)) }),
  formId: fields({ ...success, id: 'string' }),
  answerTypes: fields({ ...success, question_answer_types: list(answerType) }),
} as const satisfies Readonly<Record<string, Shape>>;

export type AnswerName = keyof typeof ANSWERS;

const TIMESTAMP = /^$|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** What is wrong with a value: empty when it is exactly of that shape. */
export function shapeFaults(value: unknown, shape: Shape, path = 'answer'): readonly string[] {
  if (shape === 'timestamp') {
    return typeof value === 'string' && TIMESTAMP.test(value)
      ? []
      : [`${path}: ${JSON.stringify(value)} is no timestamp`];
  }
  if (shape === 'integer') return Number.isInteger(value) ? [] : [`${path}: ${JSON.stringify(value)} is no integer`];
  if (typeof shape === 'string')
    return typeof value === shape ? [] : [`${path}: ${JSON.stringify(value)} is no ${shape}`];
  if ('list' in shape) {
    if (!Array.isArray(value)) return [`${path}: is no list`];
    return value.flatMap((item, place) => shapeFaults(item, shape.list, `${path}[${place}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: is no object`];
  if ('map' in shape) {
    return Object.entries(value).flatMap(([key, inner]) => shapeFaults(inner, shape.map, `${path}.${key}`));
  }
  const given = value as Readonly<Record<string, unknown>>;
  return [
    ...Object.keys(shape.fields).flatMap((name) => (Object.hasOwn(given, name) ? [] : [`${path}.${name}: is missing`])),
    ...Object.entries(given).flatMap(([name, inner]) => {
      const field = shape.fields[name];
      return field === undefined ? [`${path}.${name}: is one too many`] : shapeFaults(inner, field, `${path}.${name}`);
    }),
  ];
}
