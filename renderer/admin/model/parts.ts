/** Fields of each editor, and columns of each list. */
import { DEVICE_TYPE } from '../../../main/site/contract/site.ts';
import { type Item, type Part, textOf } from './item.ts';

export interface Section {
  readonly id: string;
  readonly fields: readonly string[];
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

const LIMITS = [
  'limit_wait',
  'limit_waiting',
  'limit_idle',
  'limit_share',
  'limit_share_minutes',
  'limit_abandoned',
] as const;

const KIOSKS: readonly number[] = [DEVICE_TYPE.kiosk, DEVICE_TYPE.concierge, DEVICE_TYPE.extender];
const VISITOR_PAGES = [...KIOSKS, DEVICE_TYPE.display];

/** Types of the devices that have a field. */
const OF_DEVICES: Readonly<Record<string, readonly number[]>> = {
  services: VISITOR_PAGES,
  languages: VISITOR_PAGES,
  printer: KIOSKS,
  roll_metres: KIOSKS,
  readers: KIOSKS,
  ticket_slot: KIOSKS,
  dark_when_closed: KIOSKS,
  screen_inches: VISITOR_PAGES,
  staff_call: KIOSKS,
  speech: KIOSKS,
  headset_output: KIOSKS,
  keys: KIOSKS,
  scan_seconds: KIOSKS,
  less_motion: KIOSKS,
  panel_pin: KIOSKS,
  code: [DEVICE_TYPE.cardReader],
};

export const PART_VIEWS: Readonly<Record<Part, PartView>> = {
  settings: {
    columns: [],
    sections: [
      { id: 'languages', fields: ['default_lang', 'languages'] },
      { id: 'queue', fields: ['call_policy', 'transfer_place', 'names_on_displays', 'break_reasons'] },
      { id: 'cards', fields: ['card_rules'] },
      { id: 'privacy', fields: ['keep_tickets', 'keep_clerks', 'record_reads'] },
      {
        id: 'access',
        fields: [
          'api_authentication',
          'trusted_networks',
          'cors_origins',
          'allowed_hosts',
          'trusted_proxies',
          'webhook_networks',
          'printer_networks',
          'failure_status',
          'public_url',
          'media_origins',
          'pronunciations',
        ],
      },
      {
        id: 'mail',
        fields: [
          'mail_server',
          'mail_port',
          'mail_security',
          'mail_user',
          'mail_password',
          'mail_from',
          'mail_domains',
        ],
      },
    ],
  },
  locations: {
    columns: ['city', 'schedule', 'state'],
    panels: ['paper', 'model'],
    sections: [
      { id: 'main', fields: ['name', 'translations', 'state', 'languages', 'colour', 'logo'] },
      { id: 'hours', fields: ['timezone', 'country', 'schedule', 'reset_time', 'timeformat'] },
      {
        id: 'queue',
        fields: ['call_order', 'priority_ratio', 'number_width', 'ticket_tolerance', 'auto_call_seconds'],
      },
      { id: 'ticket', fields: ['ticket_layout'] },
      {
        id: 'appointments',
        rare: true,
        fields: [
          't_checkin_before',
          't_checkin_after',
          't_attendance_before',
          't_attendance_after',
          'late_as_walk_in',
          'appointment_lookup',
        ],
      },
      { id: 'limits', rare: true, fields: [...LIMITS, 'alarm_mails'] },
      { id: 'privacy', rare: true, fields: ['t_delete'] },
      { id: 'model', fields: ['follows'] },
      {
        id: 'address',
        rare: true,
        fields: ['address', 'city', 'region', 'coordinates', 'phone', 'email', 'website', 'social_links'],
      },
      { id: 'other', rare: true, fields: ['id', 'resource_id', 'obs'] },
    ],
  },
  service_groups: {
    columns: ['location'],
    panels: ['model'],
    located: 'location',
    sections: [
      { id: 'main', fields: ['name', 'description', 'pictogram', 'translations', 'location'] },
      { id: 'other', rare: true, fields: ['id', 'position'] },
    ],
  },
  services: {
    columns: ['tag', 'location', 'service_group', 'state'],
    located: 'location',
    panels: ['paper', 'model'],
    sections: [
      {
        id: 'main',
        fields: ['name', 'description', 'tag', 'rgbColour', 'pictogram', 'location', 'service_group', 'state'],
      },
      { id: 'paper', fields: ['extra_text', 'footer_text'] },
      { id: 'translations', fields: ['translations'] },
      { id: 'hours', fields: ['schedule'] },
      { id: 'desks', fields: ['desks'] },
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
      { id: 'appointments', fields: ['slot_time', 'capacity', 'app_schedule'] },
      { id: 'outcomes', fields: ['outcomes', 'outcome_required'] },
      { id: 'limits', fields: LIMITS },
      { id: 'forms', fields: ['forms'] },
      { id: 'other', rare: true, fields: ['id', 'position', 'server_service', 'service_code', 'metadata'] },
    ],
  },
  server_services: {
    columns: ['tag', 'state'],
    sections: [
      { id: 'main', fields: ['name', 'description', 'tag', 'rgbColour', 'state'] },
      { id: 'other', rare: true, fields: ['id'] },
    ],
  },
  desks: {
    columns: ['tag', 'location', 'state'],
    located: 'location',
    panels: ['desk', 'model'],
    sections: [
      { id: 'main', fields: ['name', 'translations', 'tag', 'location', 'state'] },
      { id: 'services', fields: ['services'] },
      { id: 'other', rare: true, fields: ['id'] },
    ],
  },
  users: {
    columns: ['username', 'roles', 'state'],
    located: 'locations',
    panels: ['user'],
    sections: [
      { id: 'main', fields: ['name', 'username', 'password', 'state'] },
      { id: 'rights', fields: ['roles', 'locations', 'desks'] },
      { id: 'contact', rare: true, fields: ['email', 'phone'] },
      { id: 'other', rare: true, fields: ['id'] },
    ],
  },
  devices: {
    // The state comes first, because a phone shows only the first columns.
    columns: ['live', 'type', 'location', 'state'],
    located: 'location',
    panels: ['device', 'model'],
    sections: [
      { id: 'main', fields: ['name', 'type', 'location', 'state'] },
      { id: 'kiosk', fields: Object.keys(OF_DEVICES) },
      { id: 'display', fields: ['display'] },
      { id: 'other', rare: true, fields: ['id'] },
    ],
  },
  forms: {
    columns: ['questions'],
    panels: ['form'],
    sections: [
      { id: 'main', fields: ['name'] },
      { id: 'questions', fields: ['questions'] },
      { id: 'other', rare: true, fields: ['id'] },
    ],
  },
  question_answer_types: {
    columns: ['type'],
    sections: [
      { id: 'main', fields: ['name', 'type'] },
      { id: 'other', rare: true, fields: ['id'] },
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
          'location',
          'service',
          'scheduled_to',
          'client_name',
          'birthday',
          'reference',
          'code',
          'lang',
          'state',
        ],
      },
      { id: 'with', fields: ['user', 'desk', 'app_displayname'] },
      { id: 'other', rare: true, fields: ['id'] },
    ],
  },
  webhooks: {
    columns: ['url', 'state'],
    panels: ['webhook'],
    sections: [
      { id: 'main', fields: ['name', 'url', 'state'] },
      { id: 'events', fields: ['events', 'locations', 'include_personal_data'] },
      { id: 'other', rare: true, fields: ['id', 'secret'] },
    ],
  },
  role_sets: {
    columns: ['roles'],
    sections: [
      { id: 'main', fields: ['name', 'description'] },
      { id: 'rights', fields: ['roles'] },
      { id: 'other', rare: true, fields: ['id'] },
    ],
  },
  report_keys: {
    columns: ['scope', 'locations', 'valid_until'],
    located: 'locations',
    panels: ['reportKey'],
    sections: [
      { id: 'main', fields: ['name', 'locations', 'valid_until', 'scope'] },
      { id: 'other', rare: true, fields: ['id'] },
    ],
  },
};

/** Fields that only some items of their collection have. */
const WHEN: Readonly<Record<string, (item: Item) => boolean>> = {
  'devices.display': ({ type }) => type === DEVICE_TYPE.display,
  'locations.priority_ratio': (item) => textOf(item, 'call_order') === 'ratio',
  'locations.limit_share_minutes': hasShareLimit,
  'services.limit_share_minutes': hasShareLimit,
};

function hasShareLimit({ limit_share }: Item): boolean {
  return Number(limit_share ?? 0) > 0;
}

export function hasField(part: Part, item: Item, field: string): boolean {
  const types = part === 'devices' ? OF_DEVICES[field] : undefined;
  return types?.includes(Number(item.type)) ?? WHEN[`${part}.${field}`]?.(item) ?? true;
}
