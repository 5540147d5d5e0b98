/**
 * REST schemas of a kiosk's configuration and of card devices.
 *
 * One response contains everything that a kiosk needs of the site. A lookup returns the device of a card.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { KioskFormSchema } from '../../../forms/contract/rest/form-questions.ts';
import { described, deviceId, omittable } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';
import { TicketPartSchema } from '../../../site/contract/site.ts';
import { DeviceStatusSchema, nothingOf } from '../device-status.ts';
import { RequestedActionSchema } from './device-actions.ts';

export const KioskParameters = Type.Object({ device_id: deviceId });
const said: Record<string, TSchema> = Object.fromEntries(
  Object.entries(DeviceStatusSchema.properties).map(([name, schema]) => [
    name,
    { ...schema, default: nothingOf(schema) },
  ]),
);

/** Status report of a kiosk. Omitted fields are unknown. */
export const KioskStatusSchema = Type.Object({
  clock: described(omittable(Type.String({ maxLength: 40, default: '' })), 'Time of its clock, ISO 8601.'),
  ...(said as typeof DeviceStatusSchema.properties),
});

export const KioskStatusParameters = Type.Object({ device_id: deviceId, ...KioskStatusSchema.properties });

export const KioskStatusAnswer = Type.Object({
  success,
  /** Requested actions, which the kiosk must accept before it runs them. */
  actions: Type.Array(RequestedActionSchema),
  /** Seconds until the next heartbeat. */
  next_in: integer,
  /** Seconds by which the kiosk's clock is ahead, negative when behind; 0 where the server does not report it. */
  clock_off: integer,
});

/** The code is the value of a card: it belongs in the body, never in the URL. */
export const LookupParameters = Type.Object({
  code: described(
    Type.String({ minLength: 1, maxLength: 200, secret: true }),
    "The value of a card. Send it in the body, so that it stays out of servers' logs.",
  ),
});

const Texts = { name: text, description: text };
const Translations = Type.Record(Type.String(), Type.Object(Texts));
/** Excludes simple languages, such as `de_simple`, for texts on paper: no ticket is issued in them. */
const ServiceTranslations = Type.Record(
  Type.String(),
  Type.Object({ ...Texts, extra_text: Type.Optional(text), footer_text: Type.Optional(text) }),
);

export const KioskServiceSchema = Type.Object(
  {
    id: text,
    name: text,
    description: text,
    tag: text,
    /** `#rrggbb` or empty. */
    colour: text,
    /** Name of a built-in pictogram, a `data:` URL, or empty. */
    pictogram: Type.Optional(text),
    /** Id of its service group, or empty. */
    group: text,
    /** Position among the services; 0: after all services with a position. */
    position: integer,
    schedule: text,
    state: integer,
    open: flag,
    /** ISO instant at which a closed service opens; empty when it is open, or the time is unknown. */
    opens_at: text,
    /** Estimated wait of the next ticket in seconds; 0: unknown. */
    next_wait: integer,
    priority_allowed: flag,
    /** 0: unlimited. */
    max_waiting: integer,
    /** Ids of forms to answer before the ticket, in order. */
    forms: Type.Array(text),
    translations: ServiceTranslations,
  },
  { title: 'KioskService' },
);

/** Relative to the server's time, so that clocks need not agree. */
export const StaffCallViewSchema = Type.Object({
  /** `asked` or `coming`. */
  state: text,
  /** Seconds since the visitor's call. */
  since_seconds: integer,
  /** Seconds until the call expires. */
  left_seconds: integer,
});

/** State after the visitor's call. */
export const CallStaffAnswer = Type.Object({ success, staff_call: StaffCallViewSchema });

export const KioskGroupSchema = Type.Object(
  {
    id: text,
    name: text,
    description: text,
    /** As for a service. */
    pictogram: Type.Optional(text),
    translations: Translations,
  },
  { title: 'KioskGroup' },
);

export const KioskAnswer = Type.Object({
  success,
  device: Type.Object({
    id: text,
    name: text,
    type: integer,
    languages: Type.Array(text),
    printer: text,
    readers: Type.Array(text),
    /** Whether its screen is black while no service is open. */
    dark_when_closed: flag,
    /** Position of the ticket slot; not sent by servers before 0.3. */
    ticket_slot: Type.Optional(text),
    /** Diagonal of its screen; 0: unknown. */
    screen_inches: Type.Optional(integer),
    /** Metres of paper on a new roll; 0: unknown. */
    roll_metres: Type.Optional(integer),
    /** Whether visitors can call staff at this kiosk. */
    staff_call: Type.Optional(flag),
    /** Settings for use without touching or seeing the screen; not sent by servers before 0.3. */
    speech: Type.Optional(text),
    headset_output: Type.Optional(text),
    keys: Type.Optional(text),
    scan_seconds: Type.Optional(integer),
    /** Whether animations are off. */
    less_motion: Type.Optional(flag),
    /** Hash of the operator panel's PIN, sent only to the kiosk itself; empty for others, or without a PIN. */
    panel_pin: text,
    /** Whether remote actions are waiting; the response to its status lists them. */
    asked: flag,
  }),
  location: Type.Object({
    id: text,
    name: text,
    state: integer,
    timezone: text,
    timeformat: text,
    schedule: text,
    /** Country of the public holidays in its hours. */
    country: text,
    logo: text,
    colour: text,
    number_width: integer,
    /** Empty: the default layout. */
    ticket_layout: Type.Array(TicketPartSchema),
    translations: Type.Record(Type.String(), Type.Object({ name: text })),
  }),
  /** Languages of the device, else of the location, else of the site. */
  languages: Type.Array(text),
  default_lang: text,
  groups: Type.Array(KioskGroupSchema),
  services: Type.Array(KioskServiceSchema),
  /** Whether ticket texts can contain personal data; our server never sends any. */
  personal_texts: flag,
  /** Pronunciations of the organisation's words for the voices. */
  pronunciations: Type.Optional(Type.Array(text)),
  /** Whether an upcoming appointment has a code that visitors can type. */
  check_in: flag,
  /** What visitors without a code can enter besides their birthday; absent: no lookup. */
  lookup: Type.Optional(Type.Enum(['name', 'number', 'both'])),
  /** Whether the site has card rules, which `card_lookup` evaluates; absent: no. */
  card_rules: Type.Optional(flag),
  /** The open call for staff; absent: none. */
  staff_call: Type.Optional(StaffCallViewSchema),
  /** Forms to answer at this device before the ticket. */
  forms: Type.Array(KioskFormSchema),
});

export const LookupAnswer = Type.Object({ success, device: Type.Object({ id: text, name: text, type: integer }) });

export type KioskAnswer = Static<typeof KioskAnswer>;
export type StaffCallView = Static<typeof StaffCallViewSchema>;
export type CallStaffAnswer = Static<typeof CallStaffAnswer>;
export type KioskService = Static<typeof KioskServiceSchema>;
export type KioskStatusAnswer = Static<typeof KioskStatusAnswer>;
export type LookupAnswer = Static<typeof LookupAnswer>;
