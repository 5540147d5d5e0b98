/**
 * The site file: the complete configuration, in the field names of the API.
 *
 * A reference is the id of another item. Every field except names has a default, so that a small file is valid. These
 * schemas validate `--site FILE` and site imports, and give the types of the look-ups in `site/rules/site.ts`.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { CARD_HASH_PATTERN, CARD_USES } from '../../cards/contract/card-rules.ts';
import { KEY_MAP_PATTERN, KIOSK_SPEECH, TICKET_SLOTS } from '../../kiosk/contract/kiosk-access.ts';
import { MAIL_SECURITY } from '../../mail/contract/mail.ts';
import { WEBHOOK_EVENTS } from '../../webhooks/contract/webhooks.ts';
import { AnswerTypeSchema, FormTemplateSchema } from './forms.ts';
import { MAX_OWN_PICTOGRAM } from './pictograms.ts';
import { PRONUNCIATION_PATTERN } from './pronunciation.ts';
import { MAX_LAYOUT_PARTS, MAX_PART_SIZE, TICKET_ALIGNS, TICKET_PARTS } from './ticket-layout.ts';

/** Maximum offline numbers of a service that a kiosk can lease. */
export const SLOT_NUMBERS = 200;

const MAX_TEXT = 4000;
const MAX_ID = 200;
const MAX_MEDIA = 50;
/** A sentence or two. */
const MAX_MEDIA_TEXT = 500;

const text = (value = '', maxLength = MAX_TEXT) => Type.String({ maxLength, default: value });
/** Pattern of an id, which is part of URLs. */
export const ID_PATTERN = '^[^\\s/?#\\u0000-\\u001f]+$';
const id = () => Type.String({ minLength: 1, maxLength: MAX_ID, pattern: ID_PATTERN });
const reference = () => text('', MAX_ID);
/** For an item of an inheriting location: the corresponding item of the parent location. */
const counterpart = reference;
const integer = (value = 0, minimum = 0, maximum = 2_147_483_647) => Type.Integer({ minimum, maximum, default: value });
const flag = (value: boolean) => Type.Boolean({ default: value });
const list = <T extends TSchema>(item: T, maxItems = 10_000) => Type.Array(item, { default: [], maxItems });
const object = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** `state` of locations, services, desks, users and devices: 1 active, 0 switched off. */
const state = () => Type.Integer({ minimum: 0, maximum: 1, default: 1 });
const languageId = Type.String({ pattern: '^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$' });
const localTime = (value: string) => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', default: value });

export const CALL_ORDERS = ['priority_first', 'fifo', 'ratio'] as const;

/** Device types of the API's `device.type`; the first eight are the channels of `visible_on`. */
export const DEVICE_TYPE = {
  kiosk: 1,
  virtualTicket: 2,
  appointments: 3,
  concierge: 4,
  extender: 5,
  qmPad: 6,
  cardReader: 7,
  eticket: 8,
  display: 9,
} as const;

/** Default networks of printers: private networks (RFC 1918, RFC 4193). */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'] as const;

/** Default retention of visitors' names in days. */
export const NAMES_KEPT_DAYS = 30;

/** A hundred years. */
const MAX_DAYS_KEPT = 36_525;
/** Minimum retention of tickets: never deletes those of today or yesterday. */
export const MIN_DAYS_KEPT = 7;

export const OUTCOME_KINDS = ['reason', 'result'] as const;

/** Outcome code that clerks record: why a visitor came, or how a visit ended. A code must not change its meaning. */
export const OutcomeSchema = object({
  code: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.Enum([...OUTCOME_KINDS], { default: 'result' }),
  translations: Type.Record(Type.String(), object({ name: text('', 100) }), { default: {} }),
});

/** Reason of a clerk's break. */
export const BreakReasonSchema = object({
  id: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  translations: Type.Record(Type.String(), object({ name: text('', 100) }), { default: {} }),
});

/** Rule for kiosks and cards with matching values. A pattern matches the whole value. */
export const CardRuleSchema = object({
  /** Empty: only the individual cards. */
  pattern: text('', 500),
  /** Individual cards, hashed. */
  cards: list(Type.String({ pattern: CARD_HASH_PATTERN }), 2000),
  use: Type.Enum([...CARD_USES], { default: 'accept' }),
  /** Last day, `yyyy-mm-dd`; empty: no end. */
  valid_until: Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', default: '' }),
  priority: flag(false),
  lang: Type.String({ pattern: '^([A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*)?$', default: '' }),
  /** Empty: all services of the kiosk. */
  services: list(reference(), 1000),
});

/** Settings that a flag or variable of a server can override. */
export const OVERRIDABLE_SETTINGS = ['public_url', 'allowed_hosts', 'trusted_proxies'] as const;

/** Override of a site setting on one server. */
export interface SettingOverride {
  readonly setting: (typeof OVERRIDABLE_SETTINGS)[number];
  readonly value: string | readonly string[];
  /** Its flag or variable, such as `--public-url` or `TAN_PUBLIC_URL`. */
  readonly by: string;
}

export const SettingsSchema = object({
  api_authentication: Type.Optional(Type.Boolean()),
  default_lang: Type.String({ ...languageId, default: 'en' }),
  languages: Type.Array(languageId, { default: ['en'], minItems: 1, maxItems: 100 }),
  failure_status: Type.Enum(['truth', 'ok'], { default: 'truth' }),
  call_policy: Type.Enum(['end_current', 'refuse'], { default: 'end_current' }),
  transfer_place: Type.Enum(['behind', 'arrival'], { default: 'behind' }),
  /** Empty: a short break, lunch, meeting, other work. */
  break_reasons: Type.Array(BreakReasonSchema, { default: [], maxItems: 50 }),
  /** The first rule that matches a card applies. */
  card_rules: Type.Array(CardRuleSchema, { default: [], maxItems: 200 }),
  trusted_networks: list(text('', 100)),
  cors_origins: list(text('', 300)),
  allowed_hosts: list(text('', 300)),
  trusted_proxies: list(text('', 100)),
  names_on_displays: flag(false),
  keep_tickets: integer(0, 0, MAX_DAYS_KEPT),
  keep_clerks: integer(0, 0, MAX_DAYS_KEPT),
  record_reads: flag(false),
  public_url: text('', 300),
  webhook_networks: list(text('', 100)),
  printer_networks: Type.Array(text('', 100), {
    default: [...PRIVATE_NETWORKS],
    maxItems: 10_000,
  }),
  /** Name or address of the mail server; empty: no mail is sent. */
  mail_server: text('', 253),
  mail_port: integer(587, 1, 65_535),
  mail_security: Type.Enum([...MAIL_SECURITY], { default: 'starttls' }),
  mail_user: text('', 300),
  /** Write-only. An empty value deletes it, an absent one keeps it. */
  mail_password: Type.Optional(Type.String({ maxLength: 500 })),
  /** `queue@example.org`, or with a display name: `Town Hall <queue@example.org>`. */
  mail_from: text('', 320),
  /** Domains to which users can send reports; empty: those of `mail_from`, of locations and of users. */
  mail_domains: Type.Array(Type.String({ maxLength: 253, pattern: '^[^@\\s]+$' }), { default: [], maxItems: 50 }),
  /** Pronunciation corrections in the syntax of `pronounceBy`. */
  pronunciations: Type.Array(Type.String({ maxLength: 400, pattern: PRONUNCIATION_PATTERN }), {
    default: [],
    maxItems: 500,
  }),
  media_origins: Type.Array(Type.String({ maxLength: 300, pattern: '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?$' }), {
    default: [],
    maxItems: 50,
  }),
});

const MAX_PAPER_TEXT = 1000;

/** A part of a printed ticket. */
export const TicketPartSchema = object({
  part: Type.Enum([...TICKET_PARTS]),
  /** 0: default size of the part, 1 to 4: small to large. */
  size: integer(0, 0, MAX_PART_SIZE),
  align: Type.Enum([...TICKET_ALIGNS], { default: 'center' }),
  /** Default of the part if absent. */
  bold: Type.Optional(Type.Boolean()),
  /** For part `text`; several lines. */
  text: text('', MAX_PAPER_TEXT),
  translations: Type.Record(Type.String(), object({ text: text('', MAX_PAPER_TEXT) }), { default: {} }),
});

/** `name`, `number` (the `reference` of the appointment), or either. */
export const APPOINTMENT_LOOKUPS = ['off', 'name', 'number', 'both'] as const;
export type AppointmentLookup = (typeof APPOINTMENT_LOOKUPS)[number];

const limitFields = {
  /** Minutes; 0: no limit. */
  limit_wait: integer(0, 0, 1_440),
  limit_waiting: integer(0, 0, 100_000),
  /** Maximum minutes without a call at a desk while visitors wait for it. */
  limit_idle: integer(0, 0, 1_440),
  /** Percent of today's calls that must be within `limit_share_minutes`. */
  limit_share: integer(0, 0, 100),
  limit_share_minutes: integer(15, 1, 1_440),
  /** Maximum no-shows and leavers, in percent of today's visitors. */
  limit_abandoned: integer(0, 0, 100),
};

export const LocationSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  state: state(),
  /** The parent location: its changes apply here, except to fields with a local value. */
  follows: reference(),
  location_group: text(),
  phone: text(),
  email: text(),
  website: text(),
  coordinates: text(),
  address: text(),
  cloud: flag(false),
  country: text(),
  region: text(),
  city: text(),
  timezone: text('UTC', 100),
  timeformat: text('HH:mm', 20),
  schedule: text(),
  social_links: list(text()),
  t_checkin_before: integer(30),
  t_checkin_after: integer(15),
  t_attendance_before: integer(0),
  t_attendance_after: integer(0),
  /** Absent: unchanged for an existing location. */
  t_delete: integer(NAMES_KEPT_DAYS),
  t_profile_edit: integer(0),
  obs: text(),
  resource_id: text(),
  ticket_tolerance: integer(-1, -1),
  reset_time: localTime('00:00'),
  call_order: Type.Enum([...CALL_ORDERS], { default: 'priority_first' }),
  priority_ratio: integer(2, 1, 1000),
  number_width: integer(3, 1, 9),
  languages: list(languageId),
  translations: Type.Record(Type.String(), object({ name: text() }), { default: {} }),
  /** File name of an image next to the site file or in assets, or a data: URL; printed, and shown on the kiosk. */
  logo: text('', 200_000),
  /** Accent colour of the site, #rrggbb. */
  colour: Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$', default: '' }),
  /** Printed parts of a ticket, in order; empty: the default layout. */
  ticket_layout: Type.Array(TicketPartSchema, { default: [], maxItems: MAX_LAYOUT_PARTS }),
  /** Whether visitors who are too late for an appointment can get an ordinary ticket. */
  late_as_walk_in: flag(true),
  /** How visitors without a code find their appointment at a kiosk; their birthday is always required. */
  appointment_lookup: Type.Enum([...APPOINTMENT_LOOKUPS], { default: 'off' }),
  /** Seconds after the end of a visit until the counter calls the next visitor automatically; 0: never. */
  auto_call_seconds: integer(0, 0, 600),
  ...limitFields,
  /** Recipients of mails when a queue alert is raised or ends. */
  alarm_mails: Type.Array(text('', 254), { default: [], maxItems: 20 }),
});

/** Positions start at 1; 0: after all items with a position. */
export const MAX_POSITION = 100_000;

export const ServiceGroupSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  description: text(),
  location: reference(),
  follows: counterpart(),
  position: integer(0, 0, MAX_POSITION),
  /** As for a service. */
  pictogram: text('', MAX_OWN_PICTOGRAM),
  translations: Type.Record(Type.String(), object({ name: text(), description: text() }), { default: {} }),
});

const serviceFields = {
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  state: state(),
  description: text(),
  capacity: integer(0),
  slot_time: integer(0),
  allow_multi_slot_appointments: flag(false),
  allow_automatic_confirmation: flag(false),
  schedule: text(),
  app_schedule: text(),
  question_group: text(),
  tag: text('', 8),
  rgbColour: Type.String({ pattern: '^(#?[0-9a-fA-F]{6})?$', default: '' }),
  maxTicketNumber: integer(0, 0, 999_999_999),
  qm_enabled: flag(true),
  virtual_ticket_enabled: flag(false),
};

export const ServerServiceSchema = object({ ...serviceFields });

export const ServiceTextSchema = object({
  name: text(),
  description: text(),
  extra_text: text(),
  footer_text: text(),
});

export const ServiceSchema = object({
  ...serviceFields,
  server_service: reference(),
  service_group: reference(),
  service_code: text(),
  location: reference(),
  follows: counterpart(),
  position: integer(0, 0, MAX_POSITION),
  metadata: Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: MAX_TEXT }), { default: {} }),
  desks: list(reference()),
  first_ticket_number: integer(1, 0, 999_999_999),
  expected_wait: integer(0, 0, 86_400),
  max_waiting: integer(0),
  offline_numbers: integer(100, 0, SLOT_NUMBERS),
  extra_text: text(),
  footer_text: text(),
  translations: Type.Record(Type.String(), ServiceTextSchema, { default: {} }),
  forms: list(reference()),
  priority_allowed: flag(true),
  /** One of `PICTOGRAMS`, or a PNG as a `data:` address; a site file can name an image file next to it. */
  pictogram: text('', MAX_OWN_PICTOGRAM),
  outcomes: Type.Array(OutcomeSchema, { default: [], maxItems: 50 }),
  /** Whether the counter requires an outcome before a visit ends. */
  outcome_required: flag(false),
  ...limitFields,
});

export const DeskSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  tag: text('', 40),
  location: reference(),
  follows: counterpart(),
  services: list(reference()),
  state: state(),
  translations: Type.Record(Type.String(), object({ name: text() }), { default: {} }),
});

export const UserSchema = object({
  id: id(),
  username: Type.String({ minLength: 1, maxLength: 200 }),
  name: text(),
  phone: text(),
  email: text(),
  schedule: text(),
  state: state(),
  roles: list(text('', 100)),
  /** Permission set of the organisation; adds its roles to the user's. */
  role_set: reference(),
  locations: list(reference()),
  desks: list(reference()),
  /** Only spaces are not allowed. */
  password: Type.Optional(Type.String({ minLength: 8, maxLength: 200, pattern: '\\S' })),
});

/** A permission set: named roles of users. A change of the set applies to all its users. */
export const RoleSetSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  description: text(),
  roles: list(text('', 100)),
});

export const DISPLAY_LOOKS = ['light', 'dark', 'contrast'] as const;

/** Volume of a display between two times of day; past midnight if `to` is not after `from`. */
export const VolumeHoursSchema = object({
  from: localTime('00:00'),
  to: localTime('00:00'),
  volume: integer(0, 0, 100),
});

/** Text alternative of a display image; empty: decorative. */
const MediaTextSchema = object({
  text: text('', MAX_MEDIA_TEXT),
  translations: Type.Record(Type.String(), object({ text: text('', MAX_MEDIA_TEXT) }), { default: {} }),
});

/** Settings of a display. */
export const DisplaySchema = object({
  /** Groups whose services it shows, in addition to the device's `services`; neither: all of the location. */
  service_groups: list(reference()),
  /** Seconds that each call is shown alone. */
  call_seconds: integer(8, 3, 60),
  /** Number of lines with earlier calls. */
  last_calls: integer(6, 0, 12),
  /** Distance in metres from which numbers and desks must be readable. */
  read_metres: integer(10, 1, 40),
  look: Type.Enum([...DISPLAY_LOOKS], { default: 'light' }),
  /** No animation; images and messages only change with a call. */
  less_motion: flag(false),
  /** Text only: no sound, whatever the following fields say. */
  quiet: flag(false),
  /** Name, or part of it, of the audio output for an induction loop; empty: none. */
  loop_output: text('', 200),
  chime: flag(true),
  voice: flag(true),
  /** Languages spoken after the visitor's; empty: the display's first language. */
  voice_languages: list(languageId),
  /** Percent, outside `volume_hours`. */
  volume: integer(80, 0, 100),
  volume_hours: Type.Array(VolumeHoursSchema, { default: [], maxItems: 20 }),
  /** One message per line. */
  ticker: text(),
  ticker_translations: Type.Record(Type.String(), text(), { default: {} }),
  /** Files of the media folder, `data:` addresses, or URLs at one of the settings' `media_origins`. */
  media: Type.Array(text('', 200_000), { default: [], maxItems: MAX_MEDIA }),
  /** Text alternatives of `media`, in the same order; missing ones are empty. */
  media_texts: Type.Array(MediaTextSchema, { default: [], maxItems: MAX_MEDIA }),
  media_seconds: integer(15, 3, 3600),
});

export const DeviceSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  type: Type.Integer({ minimum: 1, maximum: 9, default: DEVICE_TYPE.kiosk }),
  location: reference(),
  follows: counterpart(),
  state: state(),
  services: list(reference()),
  languages: list(languageId),
  printer: text('', 1000),
  readers: list(text('', 1000)),
  /** Card value, for readers with the rule `table`. */
  code: text('', 200),
  /** Kiosk: the screen stays black while nothing is open, until it is touched. */
  dark_when_closed: flag(false),
  /** Kiosk: position of the ticket slot, relative to the screen. */
  ticket_slot: Type.Enum([...TICKET_SLOTS], { default: 'below' }),
  /** Kiosk and display: screen diagonal; 0: unknown, assumes a common size. */
  screen_inches: integer(0, 0, 200),
  /** Kiosk: length of a new roll; 0: unknown, learned when a roll ends. */
  roll_metres: integer(0, 0, 1000),
  /** Kiosk: shows a button that calls staff. */
  staff_call: flag(false),
  /** Kiosk: where it speaks for visitors who cannot read the screen. */
  speech: Type.Enum([...KIOSK_SPEECH], { default: 'headset' }),
  /**
   * Kiosk: name, or part of it, of the audio output that is the headset; empty: see
   * `docs/admin/accessibility-features.md`.
   */
  headset_output: text('', 200),
  /** Kiosk: functions of its tactile keys, in the syntax of `readKeyMap`. */
  keys: Type.String({ maxLength: 2000, pattern: KEY_MAP_PATTERN, default: '' }),
  /** Kiosk: seconds per control in switch scanning; 0: off. */
  scan_seconds: integer(0, 0, 20),
  /** Kiosk: no animation. */
  less_motion: flag(false),
  /** Display settings; absent: all defaults. */
  display: Type.Optional(DisplaySchema),
  /** Kiosk: PIN of the operator panel; write-only. An empty value deletes it, an absent one keeps it. */
  panel_pin: Type.Optional(Type.String({ pattern: '^([0-9]{6,12})?$' })),
});

/**
 * A booked visit. A site file can contain appointments; they are stored in their own table, and check-ins with the
 * tickets. A new field needs an entry in `appointment-privacy.ts`.
 */
export const AppointmentSchema = object({
  id: id(),
  service: reference(),
  /** Default: the service's location. */
  location: reference(),
  /** `yyyy-mm-dd hh:mm:ss` in local time of the location. */
  scheduled_to: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' }),
  client_name: text(),
  lang: Type.String({ pattern: '^([A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*)?$', default: '' }),
  /** Code that the visitor presents to check in: from a QR code, a card or a letter. */
  code: text('', MAX_ID),
  /** 1 booked, 0 cancelled. */
  state: state(),
  user: reference(),
  desk: reference(),
  /** Text for staff on the ticket; default: the booked time. */
  app_displayname: text('', MAX_ID),
  /** Birthday of the visitor, `yyyy-mm-dd`, or empty. Required for look-ups at a kiosk. */
  birthday: Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', default: '' }),
  /** Patient, customer or case number of the visitor at the organisation. */
  reference: text('', MAX_ID),
});

/** Minimum length of a webhook secret in characters; one hundred bits in hexadecimal are longer. */
export const MIN_WEBHOOK_SECRET = 24;

/** Receiver of queue events over HTTP. */
export const WebhookSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  url: Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$' }),
  /** Empty: all. */
  events: list(Type.Enum([...WEBHOOK_EVENTS])),
  /** Empty: all. */
  locations: list(reference()),
  state: state(),
  /** Whether the payload includes names, notes and users. */
  include_personal_data: flag(false),
  /** Signs the payload; write-only. */
  secret: Type.Optional(Type.String({ minLength: MIN_WEBHOOK_SECRET, maxLength: 200 })),
});

/** What such a key opens: reports and their tables, or `/metrics`. */
export const KEY_SCOPES = ['reports', 'metrics'] as const;

/** Key of a program that reads reports or metrics. The key itself is stored as a hash, with the secrets. */
export const ReportKeySchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  /** Empty: all. */
  locations: list(reference()),
  /** `yyyy-mm-dd`, last valid day in UTC; empty: no expiry. */
  valid_until: Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', default: '' }),
  scope: Type.Enum([...KEY_SCOPES], { default: 'reports' }),
});

/** The whole site is in the memory of each server: see `docs/admin/high-availability.md` for the cost. */
const MAX_LOCATIONS = 100_000;
/** Five services, desks and users per location. */
const MAX_AT_LOCATIONS = 500_000;

const MAX_REPORT_KEYS = 200;

const MAX_ROLE_SETS = 200;

/** Each has a connection, and receives every event. */
const MAX_WEBHOOKS = 50;

export const SiteFileSchema = object({
  $schema: Type.Optional(Type.String()),
  settings: Type.Optional(SettingsSchema),
  locations: list(LocationSchema, MAX_LOCATIONS),
  service_groups: list(ServiceGroupSchema, MAX_LOCATIONS),
  server_services: list(ServerServiceSchema),
  services: list(ServiceSchema, MAX_AT_LOCATIONS),
  desks: list(DeskSchema, MAX_AT_LOCATIONS),
  users: list(UserSchema, MAX_AT_LOCATIONS),
  devices: list(DeviceSchema, MAX_AT_LOCATIONS),
  question_answer_types: list(AnswerTypeSchema),
  forms: list(FormTemplateSchema),
  /** Unlimited here: the document size limits uploads. */
  appointments: Type.Array(AppointmentSchema, { default: [] }),
  webhooks: Type.Array(WebhookSchema, { default: [], maxItems: MAX_WEBHOOKS }),
  report_keys: Type.Array(ReportKeySchema, { default: [], maxItems: MAX_REPORT_KEYS }),
  role_sets: Type.Array(RoleSetSchema, { default: [], maxItems: MAX_ROLE_SETS }),
});

/** Configuration collections, which are kept in memory as a whole. */
export const SETUP_COLLECTIONS = [
  'locations',
  'service_groups',
  'server_services',
  'services',
  'desks',
  'users',
  'devices',
  'question_answer_types',
  'forms',
  'webhooks',
  'report_keys',
  'role_sets',
] as const;

/** All collections of a site file: configuration, and appointments, which change often. */
export const COLLECTIONS = [...SETUP_COLLECTIONS, 'appointments'] as const;

export type SetupCollection = (typeof SETUP_COLLECTIONS)[number];
export type CollectionName = (typeof COLLECTIONS)[number];
export type SiteSettings = Static<typeof SettingsSchema>;
export type Location = Static<typeof LocationSchema>;
export type TicketPart = Static<typeof TicketPartSchema>;
export type ServiceGroup = Static<typeof ServiceGroupSchema>;
export type ServerService = Static<typeof ServerServiceSchema>;
export type Service = Static<typeof ServiceSchema>;
export type ServiceText = Static<typeof ServiceTextSchema>;
export type Desk = Static<typeof DeskSchema>;
export type Outcome = Static<typeof OutcomeSchema>;
export type BreakReason = Static<typeof BreakReasonSchema>;
export type User = Static<typeof UserSchema>;
export type Device = Static<typeof DeviceSchema>;
export type DisplaySettings = Static<typeof DisplaySchema>;
export type CardRule = Static<typeof CardRuleSchema>;
export type Appointment = Static<typeof AppointmentSchema>;
export type Webhook = Static<typeof WebhookSchema>;
export type ReportKey = Static<typeof ReportKeySchema>;
export type SiteFile = Static<typeof SiteFileSchema>;
/** A site as kept in memory. */
export type SiteSetup = Omit<SiteFile, 'appointments'>;
