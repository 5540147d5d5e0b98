/**
 * The site file: everything an administrator sets up, in the field names of the interface.
 * A reference is the other thing's id. Every field but a name has a default, so that a small file is a good file.
 * These schemas check `--site FILE`, the import of a site, and stand behind the typed lookups of `site/rules/site.ts`.
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

/** A kiosk holds at most so many numbers of a service for the time when its server is away. */
export const SLOT_NUMBERS = 200;

const MAX_TEXT = 4000;
const MAX_ID = 200;
const MAX_MEDIA = 50;
/** A sentence or two. */
const MAX_MEDIA_TEXT = 500;

const text = (value = '', maxLength = MAX_TEXT) => Type.String({ maxLength, default: value });
/** Characters of an id, which is part of addresses. */
export const ID_PATTERN = '^[^\\s/?#\\u0000-\\u001f]+$';
const id = () => Type.String({ minLength: 1, maxLength: MAX_ID, pattern: ID_PATTERN });
const reference = () => text('', MAX_ID);
/** Of a thing of a location that follows another one: the thing there that it stands for. */
const counterpart = reference;
const integer = (value = 0, minimum = 0, maximum = 2_147_483_647) => Type.Integer({ minimum, maximum, default: value });
const flag = (value: boolean) => Type.Boolean({ default: value });
const list = <T extends TSchema>(item: T, maxItems = 10_000) => Type.Array(item, { default: [], maxItems });
const object = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** `state` of locations, services, desks, users and devices: 1 in use, 0 switched off. */
const state = () => Type.Integer({ minimum: 0, maximum: 1, default: 1 });
const languageId = Type.String({ pattern: '^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$' });
const localTime = (value: string) => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', default: value });

export const CALL_ORDERS = ['priority_first', 'fifo', 'ratio'] as const;

/** Device types of the interface's `device.type`; the first eight are the channels of `visible_on`. */
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

/** Where printers are when the site does not say: private networks (RFC 1918, RFC 4193). */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'] as const;

/** Days after which names of visitors go, at places of which nobody has said it. */
export const NAMES_KEPT_DAYS = 30;

/** A hundred years. */
const MAX_DAYS_KEPT = 36_525;
/** Tickets that are kept for a time are kept for a week at least: nothing of today or yesterday ever goes. */
export const MIN_DAYS_KEPT = 7;

export const OUTCOME_KINDS = ['reason', 'result'] as const;

/** Something that clerks note of a visit: why somebody came, or how it ended. The code never changes its meaning. */
export const OutcomeSchema = object({
  code: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.Enum([...OUTCOME_KINDS], { default: 'result' }),
  translations: Type.Record(Type.String(), object({ name: text('', 100) }), { default: {} }),
});

/** Why a clerk takes a break. */
export const BreakReasonSchema = object({
  id: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  translations: Type.Record(Type.String(), object({ name: text('', 100) }), { default: {} }),
});

/** What kiosks do with cards of such values. A pattern matches the whole value. */
export const CardRuleSchema = object({
  /** Empty: only the single cards. */
  pattern: text('', 500),
  /** Single cards, hashed. */
  cards: list(Type.String({ pattern: CARD_HASH_PATTERN }), 2000),
  use: Type.Enum([...CARD_USES], { default: 'accept' }),
  /** Last day, `yyyy-mm-dd`; empty: no end. */
  valid_until: Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', default: '' }),
  priority: flag(false),
  lang: Type.String({ pattern: '^([A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*)?$', default: '' }),
  /** None: all that the kiosk offers. */
  services: list(reference(), 1000),
});

/** Settings that a flag or variable of one server can override there. */
export const OVERRIDABLE_SETTINGS = ['public_url', 'allowed_hosts', 'trusted_proxies'] as const;

/** A setting that holds at one server instead of that of the site. */
export interface SettingOverride {
  readonly setting: (typeof OVERRIDABLE_SETTINGS)[number];
  readonly value: string | readonly string[];
  /** The flag or variable it comes from, such as `--public-url` or `TAN_PUBLIC_URL`. */
  readonly by: string;
}

export const SettingsSchema = object({
  api_authentication: Type.Optional(Type.Boolean()),
  default_lang: Type.String({ ...languageId, default: 'en' }),
  languages: Type.Array(languageId, { default: ['en'], minItems: 1, maxItems: 100 }),
  failure_status: Type.Enum(['truth', 'ok'], { default: 'truth' }),
  call_policy: Type.Enum(['end_current', 'refuse'], { default: 'end_current' }),
  transfer_place: Type.Enum(['behind', 'arrival'], { default: 'behind' }),
  /** None: a short break, lunch, meeting, other work. */
  break_reasons: Type.Array(BreakReasonSchema, { default: [], maxItems: 50 }),
  /** The first that matches a card counts. */
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
  /** Name or address of the server that takes mail; empty: no mail is sent. */
  mail_server: text('', 253),
  mail_port: integer(587, 1, 65_535),
  mail_security: Type.Enum([...MAIL_SECURITY], { default: 'starttls' }),
  mail_user: text('', 300),
  /** Written, never shown. Empty takes it away, left out the one before stays. */
  mail_password: Type.Optional(Type.String({ maxLength: 500 })),
  /** `queue@example.org`, or with a name before it: `Town Hall <queue@example.org>`. */
  mail_from: text('', 320),
  /** Domains to which users may have reports mailed; none: those of `mail_from`, of locations and of users. */
  mail_domains: Type.Array(Type.String({ maxLength: 253, pattern: '^[^@\\s]+$' }), { default: [], maxItems: 50 }),
  /** How voices are to say words of the house, as `pronounceBy` reads them. */
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

/** One part of a printed ticket, in its place. */
export const TicketPartSchema = object({
  part: Type.Enum([...TICKET_PARTS]),
  /** 0 as usual for the part, 1 to 4 from small to large. */
  size: integer(0, 0, MAX_PART_SIZE),
  align: Type.Enum([...TICKET_ALIGNS], { default: 'center' }),
  /** As usual for the part when left out. */
  bold: Type.Optional(Type.Boolean()),
  /** Of part `text`; several lines. */
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
  /** Minutes that a desk may call nobody while people wait for it. */
  limit_idle: integer(0, 0, 1_440),
  /** Percent of today's calls that are to come within `limit_share_minutes`. */
  limit_share: integer(0, 0, 100),
  limit_share_minutes: integer(15, 1, 1_440),
  /** Percent of today's visitors. */
  limit_abandoned: integer(0, 0, 100),
};

export const LocationSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  state: state(),
  /** The location that is the model of this one: what changes there changes here, unless it is other here already. */
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
  /** Left out: of a location that there is, as it was. */
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
  /** File name of an image beside the site file or below assets, or a data: URL; printed and shown on the kiosk. */
  logo: text('', 200_000),
  /** Accent colour of the site, #rrggbb. */
  colour: Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$', default: '' }),
  /** What is printed on a ticket, in the order of the paper; none: the usual. */
  ticket_layout: Type.Array(TicketPartSchema, { default: [], maxItems: MAX_LAYOUT_PARTS }),
  /** Whether who comes too late for an appointment may have an ordinary ticket instead. */
  late_as_walk_in: flag(true),
  /** How visitors without a code find their appointment at a kiosk; their birthday is always asked for. */
  appointment_lookup: Type.Enum([...APPOINTMENT_LOOKUPS], { default: 'off' }),
  /** Seconds after an end, after which the counter calls the next visitor by itself; 0: never. */
  auto_call_seconds: integer(0, 0, 600),
  ...limitFields,
  /** Who gets a mail when a limit is broken, and when that is over. */
  alarm_mails: Type.Array(text('', 254), { default: [], maxItems: 20 }),
});

/** Places in an order begin with 1; 0: behind all that have one. */
export const MAX_POSITION = 100_000;

export const ServiceGroupSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  description: text(),
  location: reference(),
  follows: counterpart(),
  position: integer(0, 0, MAX_POSITION),
  /** As of a service. */
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
  /** One of `PICTOGRAMS`, or a PNG as a `data:` address; a site file may name a file beside it. */
  pictogram: text('', MAX_OWN_PICTOGRAM),
  outcomes: Type.Array(OutcomeSchema, { default: [], maxItems: 50 }),
  /** Whether the counter asks for an outcome before a visit ends. */
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
  /** A set of the house, whose roles the user has beside these. */
  role_set: reference(),
  locations: list(reference()),
  desks: list(reference()),
  /** Blanks alone are none. */
  password: Type.Optional(Type.String({ minLength: 8, maxLength: 200, pattern: '\\S' })),
});

/** What some people of the house may do, under one name: whoever has the set has its roles, also when it is changed. */
export const RoleSetSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  description: text(),
  roles: list(text('', 100)),
});

export const DISPLAY_LOOKS = ['light', 'dark', 'contrast'] as const;

/** How loud a display is between two times of the day; past midnight if `to` is not after `from`. */
export const VolumeHoursSchema = object({
  from: localTime('00:00'),
  to: localTime('00:00'),
  volume: integer(0, 0, 100),
});

/** What a picture of a display shows, in words; none: it is decoration. */
const MediaTextSchema = object({
  text: text('', MAX_MEDIA_TEXT),
  translations: Type.Record(Type.String(), object({ text: text('', MAX_MEDIA_TEXT) }), { default: {} }),
});

/** What a display shows and says beyond the calls themselves. */
export const DisplaySchema = object({
  /** Groups whose services it shows, beside `services` of the device; neither: all of the location. */
  service_groups: list(reference()),
  /** Seconds that each call has for itself. */
  call_seconds: integer(8, 3, 60),
  /** Lines of calls before that one. */
  last_calls: integer(6, 0, 12),
  /** From so many metres its numbers and desks are to be read. */
  read_metres: integer(10, 1, 40),
  look: Type.Enum([...DISPLAY_LOOKS], { default: 'light' }),
  /** Nothing moves, and pictures and messages change with a call alone. */
  less_motion: flag(false),
  /** Text only: it never sounds in the room, whatever the next ones say. */
  quiet: flag(false),
  /** Name, or a part of it, of an output of sound that leads to an induction loop; empty: there is none. */
  loop_output: text('', 200),
  chime: flag(true),
  voice: flag(true),
  /** Languages that are spoken after the visitor's own; none: the first of the display. */
  voice_languages: list(languageId),
  /** Percent, outside of `volume_hours`. */
  volume: integer(80, 0, 100),
  volume_hours: Type.Array(VolumeHoursSchema, { default: [], maxItems: 20 }),
  /** One message a line. */
  ticker: text(),
  ticker_translations: Type.Record(Type.String(), text(), { default: {} }),
  /** Files of the media folder, `data:` addresses, or addresses at one of the settings' `media_origins`. */
  media: Type.Array(text('', 200_000), { default: [], maxItems: MAX_MEDIA }),
  /** What they show, in their order; those behind the last one have no words. */
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
  /** What a card says when the reader's rule is `table`. */
  code: text('', 200),
  /** Of kiosks: the screen is black while nothing is open, until somebody touches it. */
  dark_when_closed: flag(false),
  /** Of kiosks: where tickets come out, seen from the screen. */
  ticket_slot: Type.Enum([...TICKET_SLOTS], { default: 'below' }),
  /** Of kiosks and displays: its screen from corner to corner; 0: not known, and reckoned with a usual one. */
  screen_inches: integer(0, 0, 200),
  /** Of kiosks: how much paper a new roll has; 0: not known, and learned when one ends. */
  roll_metres: integer(0, 0, 1000),
  /** Of kiosks: a button calls somebody of the staff to it. */
  staff_call: flag(false),
  /** Of kiosks: where it speaks to whoever does not read. */
  speech: Type.Enum([...KIOSK_SPEECH], { default: 'headset' }),
  /** Of kiosks: name, or a part of it, of the output of sound that is the headset; empty: see `docs/admin/accessibility-features.md`. */
  headset_output: text('', 200),
  /** Of kiosks: what its tactile keys do, as `readKeyMap` reads it. */
  keys: Type.String({ maxLength: 2000, pattern: KEY_MAP_PATTERN, default: '' }),
  /** Of kiosks: for so long each control has the focus while somebody scans with one switch; 0: nobody does. */
  scan_seconds: integer(0, 0, 20),
  /** Of kiosks: nothing moves on its page. */
  less_motion: flag(false),
  /** Of displays; left out, all of it is at its default. */
  display: Type.Optional(DisplaySchema),
  /** Of kiosks: opens the operator panel; written, never shown. Empty takes it away, left out the one before stays. */
  panel_pin: Type.Optional(Type.String({ pattern: '^([0-9]{6,12})?$' })),
});

/**
 * A booked visit. A site file may bring some, and they are kept in a table of their own; that somebody checked in is kept
 * with the tickets. A new field needs its word in `appointment-privacy.ts`.
 */
export const AppointmentSchema = object({
  id: id(),
  service: reference(),
  /** The service's own when left out. */
  location: reference(),
  /** `yyyy-mm-dd hh:mm:ss` on the wall clock of the location. */
  scheduled_to: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' }),
  client_name: text(),
  lang: Type.String({ pattern: '^([A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*)?$', default: '' }),
  /** What the visitor shows to check in: of a QR code, a card, a letter. */
  code: text('', MAX_ID),
  /** 1 booked, 0 called off. */
  state: state(),
  user: reference(),
  desk: reference(),
  /** What staff reads on the ticket; the booked hour when empty. */
  app_displayname: text('', MAX_ID),
  /** Of the visitor, `yyyy-mm-dd`, or empty. A look-up at a kiosk needs it. */
  birthday: Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', default: '' }),
  /** Patient, customer or case number by which the organisation knows the visitor. */
  reference: text('', MAX_ID),
});

/** Shortest secret of a webhook, in characters; a hundred bits as hexadecimal digits are longer. */
export const MIN_WEBHOOK_SECRET = 24;

/** Whoever is told over HTTP of what happens in the queue. */
export const WebhookSchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  url: Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$' }),
  /** None: all of them. */
  events: list(Type.Enum([...WEBHOOK_EVENTS])),
  /** None: all of them. */
  locations: list(reference()),
  state: state(),
  /** Whether names, notes and users go out too. */
  include_personal_data: flag(false),
  /** Signs what is sent; written, never shown. */
  secret: Type.Optional(Type.String({ minLength: MIN_WEBHOOK_SECRET, maxLength: 200 })),
});

/** A program that reads reports, with a key of its own. The key itself is kept with the secrets, as a hash. */
/** What a key for programs opens: reports and their tables, or `/metrics`. */
export const KEY_SCOPES = ['reports', 'metrics'] as const;

export const ReportKeySchema = object({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  /** None: all of them. */
  locations: list(reference()),
  /** `yyyy-mm-dd`, the last day on which it is good, in UTC; without one it is good until it is ended. */
  valid_until: Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', default: '' }),
  scope: Type.Enum([...KEY_SCOPES], { default: 'reports' }),
});

/** All of it is in the memory of each server: see `docs/admin/high-availability.md` for what that costs. */
const MAX_LOCATIONS = 100_000;
/** Five services, and as many desks and users, at each. */
const MAX_AT_LOCATIONS = 500_000;

const MAX_REPORT_KEYS = 200;

const MAX_ROLE_SETS = 200;

/** Each has a connection of its own and hears every event. */
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
  /** As many as there are: whoever sends them over HTTP is bounded by the size of the document. */
  appointments: Type.Array(AppointmentSchema, { default: [] }),
  webhooks: Type.Array(WebhookSchema, { default: [], maxItems: MAX_WEBHOOKS }),
  report_keys: Type.Array(ReportKeySchema, { default: [], maxItems: MAX_REPORT_KEYS }),
  role_sets: Type.Array(RoleSetSchema, { default: [], maxItems: MAX_ROLE_SETS }),
});

/** What is set up once and then kept in memory as a whole. */
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

/** Whatever a site file holds: what is set up, and appointments, which come and go. */
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
/** A site as it is kept in memory. */
export type SiteSetup = Omit<SiteFile, 'appointments'>;
