/** Fields and custom components of each editor. */
import type { Item, Part } from './item.ts';
import { textOf } from './item.ts';

/** Custom components; a field without one is rendered from its schema. */
export type Widget =
  | 'addresses'
  | 'area'
  | 'cardRules'
  | 'codes'
  | 'colour'
  | 'country'
  | 'date'
  | 'deviceType'
  | 'display'
  | 'events'
  | 'foreignPassword'
  | 'hidden'
  | 'keepTickets'
  | 'language'
  | 'languages'
  | 'letter'
  | 'logo'
  | 'metadata'
  | 'password'
  | 'pick'
  | 'picks'
  | 'pictogram'
  | 'pin'
  | 'questions'
  | 'roles'
  | 'schedule'
  | 'secret'
  | 'switch'
  | 'texts'
  | 'ticketLayout'
  | 'tolerance'
  | 'typeConfig'
  | 'when'
  | 'zone';

export interface FieldPlace {
  readonly name: string;
  readonly widget?: Widget;
  /** Shown only for these items. */
  readonly when?: (item: Item) => boolean;
}

export interface Section {
  readonly id: string;
  readonly fields: readonly (string | FieldPlace)[];
  /** Collapsed by default. */
  readonly rare?: boolean;
}

/** Panels beside the fields of an existing item. */
export type Panel = 'paper' | 'form' | 'device' | 'user' | 'webhook' | 'reportKey' | 'checkIn' | 'desk' | 'model';

export interface PartView {
  readonly sections: readonly Section[];
  readonly panels?: readonly Panel[];
  /** List columns after the name. */
  readonly columns: readonly string[];
  /** Field of the location filter, if there is one. */
  readonly located?: 'location' | 'locations';
}

const w = (name: string, widget: Widget, when?: (item: Item) => boolean): FieldPlace => ({
  name,
  widget,
  ...(when === undefined ? {} : { when }),
});
const state = w('state', 'switch');
const id = w('id', 'hidden');
const LIMITS: readonly (string | FieldPlace)[] = [
  'limit_wait',
  'limit_waiting',
  'limit_idle',
  'limit_share',
  { name: 'limit_share_minutes', when: ({ limit_share }) => Number(limit_share ?? 0) > 0 },
  'limit_abandoned',
];
const isType =
  (...types: readonly number[]) =>
  (item: Item): boolean =>
    types.includes(Number(item.type));

export const PART_VIEWS: Readonly<Record<Part, PartView>> = {
  settings: {
    columns: [],
    sections: [
      { id: 'languages', fields: [w('default_lang', 'language'), w('languages', 'languages')] },
      { id: 'queue', fields: ['call_policy', 'transfer_place', 'names_on_displays', w('break_reasons', 'codes')] },
      { id: 'cards', fields: [w('card_rules', 'cardRules')] },
      { id: 'privacy', fields: [w('keep_tickets', 'keepTickets'), 'keep_clerks', 'record_reads'] },
      {
        id: 'access',
        fields: [
          'api_authentication',
          w('trusted_networks', 'addresses'),
          w('cors_origins', 'addresses'),
          w('allowed_hosts', 'addresses'),
          w('trusted_proxies', 'addresses'),
          w('webhook_networks', 'addresses'),
          w('printer_networks', 'addresses'),
          'failure_status',
          'public_url',
          w('media_origins', 'addresses'),
          w('pronunciations', 'addresses'),
        ],
      },
      {
        id: 'mail',
        fields: [
          'mail_server',
          'mail_port',
          'mail_security',
          'mail_user',
          w('mail_password', 'foreignPassword'),
          'mail_from',
          w('mail_domains', 'addresses'),
        ],
      },
    ],
  },
  locations: {
    columns: ['city', 'schedule', 'state'],
    panels: ['paper', 'model'],
    sections: [
      {
        id: 'main',
        fields: [
          'name',
          w('translations', 'texts'),
          state,
          w('languages', 'languages'),
          w('colour', 'colour'),
          w('logo', 'logo'),
        ],
      },
      {
        id: 'hours',
        fields: [w('timezone', 'zone'), w('country', 'country'), w('schedule', 'schedule'), 'reset_time', 'timeformat'],
      },
      {
        id: 'queue',
        fields: [
          'call_order',
          { name: 'priority_ratio', when: (item) => textOf(item, 'call_order') === 'ratio' },
          'number_width',
          w('ticket_tolerance', 'tolerance'),
          'auto_call_seconds',
        ],
      },
      { id: 'ticket', fields: [w('ticket_layout', 'ticketLayout')] },
      {
        id: 'appointments',
        fields: [
          't_checkin_before',
          't_checkin_after',
          't_attendance_before',
          't_attendance_after',
          'late_as_walk_in',
          'appointment_lookup',
        ],
      },
      { id: 'limits', fields: [...LIMITS, w('alarm_mails', 'addresses')] },
      { id: 'privacy', fields: ['t_delete'] },
      { id: 'model', fields: [w('follows', 'pick')] },
      {
        id: 'address',
        rare: true,
        fields: [
          'address',
          'city',
          'region',
          'coordinates',
          'phone',
          'email',
          'website',
          w('social_links', 'addresses'),
        ],
      },
      {
        id: 'other',
        rare: true,
        fields: [id, 'resource_id', w('obs', 'area')],
      },
    ],
  },
  service_groups: {
    columns: ['location'],
    panels: ['model'],
    located: 'location',
    sections: [
      {
        id: 'main',
        fields: ['name', 'description', w('pictogram', 'pictogram'), w('translations', 'texts'), w('location', 'pick')],
      },
      { id: 'other', rare: true, fields: [id, 'position'] },
    ],
  },
  services: {
    columns: ['tag', 'location', 'service_group', 'state'],
    located: 'location',
    panels: ['paper', 'model'],
    sections: [
      {
        id: 'main',
        fields: [
          'name',
          'description',
          w('tag', 'letter'),
          w('rgbColour', 'colour'),
          w('pictogram', 'pictogram'),
          w('location', 'pick'),
          w('service_group', 'pick'),
          state,
        ],
      },
      { id: 'paper', fields: [w('extra_text', 'area'), w('footer_text', 'area')] },
      { id: 'translations', fields: [w('translations', 'texts')] },
      { id: 'hours', fields: [w('schedule', 'schedule')] },
      { id: 'desks', fields: [w('desks', 'picks')] },
      {
        id: 'queue',
        fields: [
          'qm_enabled',
          'first_ticket_number',
          'maxTicketNumber',
          'max_waiting',
          'offline_numbers',
          'expected_wait',
          'priority_allowed',
          'virtual_ticket_enabled',
        ],
      },
      { id: 'appointments', fields: ['slot_time', 'capacity', w('app_schedule', 'schedule')] },
      { id: 'outcomes', fields: [w('outcomes', 'codes'), 'outcome_required'] },
      { id: 'limits', fields: [...LIMITS] },
      { id: 'forms', fields: [w('forms', 'picks')] },
      {
        id: 'other',
        rare: true,
        fields: [id, 'position', w('server_service', 'pick'), 'service_code', w('metadata', 'metadata')],
      },
    ],
  },
  server_services: {
    columns: ['tag', 'state'],
    sections: [
      { id: 'main', fields: ['name', 'description', 'tag', w('rgbColour', 'colour'), state] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
  desks: {
    columns: ['tag', 'location', 'state'],
    located: 'location',
    panels: ['desk', 'model'],
    sections: [
      { id: 'main', fields: ['name', w('translations', 'texts'), 'tag', w('location', 'pick'), state] },
      { id: 'services', fields: [w('services', 'picks')] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
  users: {
    columns: ['username', 'roles', 'state'],
    located: 'locations',
    panels: ['user'],
    sections: [
      { id: 'main', fields: ['name', 'username', w('password', 'password'), state] },
      { id: 'rights', fields: [w('roles', 'roles'), w('locations', 'picks'), w('desks', 'picks')] },
      { id: 'contact', rare: true, fields: ['email', 'phone'] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
  devices: {
    // The state comes first, because a phone shows only the first columns.
    columns: ['live', 'type', 'location', 'state'],
    located: 'location',
    panels: ['device', 'model'],
    sections: [
      { id: 'main', fields: ['name', w('type', 'deviceType'), w('location', 'pick'), state] },
      {
        id: 'kiosk',
        fields: [
          w('services', 'picks', isType(1, 4, 5, 9)),
          w('languages', 'languages', isType(1, 4, 5, 9)),
          { name: 'printer', when: isType(1, 4, 5) },
          { name: 'roll_metres', when: isType(1, 4, 5) },
          w('readers', 'addresses', isType(1, 4, 5)),
          { name: 'ticket_slot', when: isType(1, 4, 5) },
          { name: 'dark_when_closed', when: isType(1, 4, 5) },
          { name: 'screen_inches', when: isType(1, 4, 5, 9) },
          { name: 'staff_call', when: isType(1, 4, 5) },
          { name: 'speech', when: isType(1, 4, 5) },
          { name: 'headset_output', when: isType(1, 4, 5) },
          { name: 'keys', when: isType(1, 4, 5) },
          { name: 'scan_seconds', when: isType(1, 4, 5) },
          { name: 'less_motion', when: isType(1, 4, 5) },
          w('panel_pin', 'pin', isType(1, 4, 5)),
          { name: 'code', when: isType(7) },
        ],
      },
      { id: 'display', fields: [w('display', 'display', isType(9))] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
  forms: {
    columns: ['questions'],
    panels: ['form'],
    sections: [
      { id: 'main', fields: ['name'] },
      { id: 'questions', fields: [w('questions', 'questions')] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
  question_answer_types: {
    columns: ['type'],
    sections: [
      { id: 'main', fields: ['name', w('type', 'typeConfig')] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
  appointments: {
    panels: ['checkIn'],
    columns: ['scheduled_to', 'visit', 'service', 'location'],
    located: 'location',
    sections: [
      {
        id: 'main',
        fields: [
          w('location', 'pick'),
          w('service', 'pick'),
          w('scheduled_to', 'when'),
          'client_name',
          w('birthday', 'date'),
          'reference',
          'code',
          w('lang', 'language'),
          w('state', 'switch'),
        ],
      },
      { id: 'with', fields: [w('user', 'pick'), w('desk', 'pick'), 'app_displayname'] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
  webhooks: {
    columns: ['url', 'state'],
    panels: ['webhook'],
    sections: [
      { id: 'main', fields: ['name', 'url', state] },
      { id: 'events', fields: [w('events', 'events'), w('locations', 'picks'), 'include_personal_data'] },
      { id: 'other', rare: true, fields: [id, w('secret', 'secret')] },
    ],
  },
  role_sets: {
    columns: ['roles'],
    sections: [
      { id: 'main', fields: ['name', w('description', 'area')] },
      { id: 'rights', fields: [w('roles', 'roles')] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
  report_keys: {
    columns: ['scope', 'locations', 'valid_until'],
    located: 'locations',
    panels: ['reportKey'],
    sections: [
      { id: 'main', fields: ['name', w('locations', 'picks'), w('valid_until', 'date'), 'scope'] },
      { id: 'other', rare: true, fields: [id] },
    ],
  },
};
