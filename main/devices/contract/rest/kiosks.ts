/**
 * REST schemas of a kiosk's configuration and of card devices.
 *
 * What one kiosk needs to know of the site, in one answer; and the device that a card stands for.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { KioskFormSchema } from '../../../forms/contract/rest/form-questions.ts';
import { described, deviceId, omittable } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';
import { TicketPartSchema } from '../../../site/contract/site.ts';
import { DeviceStatusSchema, nothingOf } from '../device-status.ts';
import { AskedActionSchema } from './device-actions.ts';

export const KioskParameters = Type.Object({ device_id: deviceId });
const said: Record<string, TSchema> = Object.fromEntries(
  Object.entries(DeviceStatusSchema.properties).map(([name, schema]) => [
    name,
    { ...schema, default: nothingOf(schema) },
  ]),
);

/** All that a kiosk says of itself. What is left out is not known. */
export const KioskSaidSchema = Type.Object({
  clock: described(omittable(Type.String({ maxLength: 40, default: '' })), 'What its clock says, ISO 8601.'),
  ...(said as typeof DeviceStatusSchema.properties),
});

export const KioskStatusParameters = Type.Object({ device_id: deviceId, ...KioskSaidSchema.properties });

export const KioskStatusAnswer = Type.Object({
  success,
  /** What staff want it to do: to be taken before it is done. */
  actions: Type.Array(AskedActionSchema),
  /** Seconds until it is to say so again, if nothing changes. */
  next_in: integer,
  /** Seconds by which its clock is ahead of the server's, or behind (less than 0); 0 where a server does not say. */
  clock_off: integer,
});

/** The code is a card's value: it goes in the body, never in an address. */
export const LookupParameters = Type.Object({
  code: described(
    Type.String({ minLength: 1, maxLength: 200, secret: true }),
    "The value of a card. Send it in the body, so that it stays out of servers' logs.",
  ),
});

const Texts = { name: text, description: text };
const Translations = Type.Record(Type.String(), Type.Object(Texts));
/** In simple language, such as `de_simple`, with what a ticket says, for no ticket is asked for in it. */
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
    /** The name of one of ours, a `data:` address, or empty. */
    pictogram: Type.Optional(text),
    /** Id of its group, or empty. */
    group: text,
    /** Its place among the services; 0: behind all that have one. */
    position: integer,
    schedule: text,
    state: integer,
    open: flag,
    /** ISO instant at which a closed service opens; empty when it is open, or nobody knows. */
    opens_at: text,
    /** Seconds that who takes a ticket now can expect to wait; 0 when nothing is known. */
    next_wait: integer,
    priority_allowed: flag,
    /** 0: no cap. */
    max_waiting: integer,
    /** Ids of the forms whose questions are asked before the ticket, in order. */
    forms: Type.Array(text),
    translations: ServiceTranslations,
  },
  { title: 'KioskService' },
);

/** By the time of the server, so that clocks need not agree. */
export const StaffCallViewSchema = Type.Object({
  /** `asked` or `coming`. */
  state: text,
  /** How long ago the visitor asked, in seconds. */
  since_seconds: integer,
  /** In how many seconds it ends by itself. */
  left_seconds: integer,
});

/** What stands after the touch. */
export const CallStaffAnswer = Type.Object({ success, staff_call: StaffCallViewSchema });

export const KioskGroupSchema = Type.Object(
  {
    id: text,
    name: text,
    description: text,
    /** As of a service. */
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
    /** Whether its screen is black while nothing is open. */
    dark_when_closed: flag,
    /** Where tickets come out; servers before 0.3 do not say. */
    ticket_slot: Type.Optional(text),
    /** Its screen from corner to corner; 0: not known. */
    screen_inches: Type.Optional(integer),
    /** Metres of paper on a new roll; 0: not known. */
    roll_metres: Type.Optional(integer),
    /** Whether visitors may call staff there. */
    staff_call: Type.Optional(flag),
    /** How it is used without touching or seeing its screen; servers before 0.3 do not say. */
    speech: Type.Optional(text),
    headset_output: Type.Optional(text),
    keys: Type.Optional(text),
    scan_seconds: Type.Optional(integer),
    /** Whether nothing moves on its page. */
    less_motion: Type.Optional(flag),
    /** Hash of the PIN of its operator panel, for the kiosk itself and nobody else; empty for others, or without a PIN. */
    panel_pin: text,
    /** Whether staff may want something of it: what, says the answer to its status. */
    asked: flag,
  }),
  location: Type.Object({
    id: text,
    name: text,
    state: integer,
    timezone: text,
    timeformat: text,
    schedule: text,
    /** Whose holidays its hours mean. */
    country: text,
    logo: text,
    colour: text,
    number_width: integer,
    /** None: the usual. */
    ticket_layout: Type.Array(TicketPartSchema),
    translations: Type.Record(Type.String(), Type.Object({ name: text })),
  }),
  /** The device's own languages, else the location's, else the site's. */
  languages: Type.Array(text),
  default_lang: text,
  groups: Type.Array(KioskGroupSchema),
  services: Type.Array(KioskServiceSchema),
  /** Whether texts of tickets may say who their visitors are; ours never do. */
  personal_texts: flag,
  /** How voices are to say words of the house. */
  pronunciations: Type.Optional(Type.Array(text)),
  /** Whether visitors may still come with an appointment whose code they can type. */
  check_in: flag,
  /** What visitors without a code may be looked up by, beside their birthday; absent: nothing. */
  lookup: Type.Optional(Type.Enum(['name', 'number', 'both'])),
  /** Whether the site has rules for cards, which `card_lookup` answers; absent: no. */
  card_rules: Type.Optional(flag),
  /** The call for staff that stands; absent: none. */
  staff_call: Type.Optional(StaffCallViewSchema),
  /** With the questions that are asked at this device before the ticket. */
  forms: Type.Array(KioskFormSchema),
});

export const LookupAnswer = Type.Object({ success, device: Type.Object({ id: text, name: text, type: integer }) });

export type KioskAnswer = Static<typeof KioskAnswer>;
export type StaffCallView = Static<typeof StaffCallViewSchema>;
export type CallStaffAnswer = Static<typeof CallStaffAnswer>;
export type KioskService = Static<typeof KioskServiceSchema>;
export type KioskStatusAnswer = Static<typeof KioskStatusAnswer>;
export type LookupAnswer = Static<typeof LookupAnswer>;
