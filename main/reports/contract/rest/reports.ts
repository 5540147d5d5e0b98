/** REST schemas of today's dashboard and of reports over any period (extension). Durations are whole seconds. */
import Type, { type Static } from 'typebox';
import {
  described,
  deskIds,
  FIRST_DAY,
  LAST_DAY,
  locationId,
  locationIds,
  omittable,
  serviceIds,
  userIds,
} from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

/** `yyyy-mm-dd`: a business day of the location. */
const optionalDay = omittable(Type.String({ maxLength: 10, default: '' }));

/** Tables of a period available as CSV; `tickets` and `calls` list individual records. */
export const PERIOD_TABLES = [
  'services',
  'desks',
  'users',
  'hours',
  'weekdays',
  'days',
  'outcomes',
  'breaks',
  'transfers',
  'staffing',
  'occupancy',
  'tickets',
  'calls',
] as const;
export type PeriodTable = (typeof PERIOD_TABLES)[number];
export const TODAY_TABLES = ['services', 'desks', 'hours'] as const;

/** Cell separator of a CSV table: spreadsheet programs differ in what they expect. */
const separator = described(
  omittable(Type.Enum(['comma', 'semicolon', 'tab', ',', ';'], { default: 'comma' })),
  'Separator of CSV cells.',
);

export const TodayParameters = Type.Object({
  location: locationId,
  table: described(
    omittable(Type.Enum([...TODAY_TABLES], { default: 'services' })),
    'Table of the CSV; `tickets` and `calls` list single tickets and calls.',
  ),
  separator,
});

export const PeriodParameters = Type.Object({
  location: locationId,
  from: described(optionalDay, FIRST_DAY),
  to: described(optionalDay, LAST_DAY),
  services: serviceIds,
  desks: deskIds,
  users: userIds,
  until: described(
    omittable(Type.String({ maxLength: 5, default: '' })),
    'Time `hh:mm` at which the figures of the last day end; calls that ended later count as open. Empty: the whole day.',
  ),
  table: described(
    omittable(Type.Enum([...PERIOD_TABLES], { default: 'services' })),
    'Table of the CSV; `tickets` and `calls` list single tickets and calls.',
  ),
  separator,
});

export const TablesParameters = Type.Object({
  /** Empty: all locations visible to the caller. */
  locations: locationIds,
  from: described(optionalDay, FIRST_DAY),
  to: described(optionalDay, LAST_DAY),
  services: serviceIds,
  desks: deskIds,
  users: userIds,
  tables: described(
    omittable(Type.Array(Type.Enum([...PERIOD_TABLES]), { default: ['services'], maxItems: PERIOD_TABLES.length })),
    'Tables to return; `tickets` and `calls` list single tickets and calls. CSV allows one table.',
  ),
  separator,
});

const cell = Type.Union([text, Type.Number(), flag]);

export const TablesAnswer = Type.Object({
  success,
  /** Business days of each location. */
  periods: Type.Array(Type.Object({ location: text, name: text, timezone: text, from: text, to: text })),
  /** Same as in CSV, with the location id as first cell of each row. */
  tables: Type.Array(Type.Object({ table: text, columns: Type.Array(text), rows: Type.Array(Type.Array(cell)) })),
});

const DurationSchema = Type.Object({
  count: integer,
  mean: integer,
  median: integer,
  p90: integer,
  p95: integer,
  max: integer,
});

const tally = {
  /** Issued tickets; 0 for desks and users, and with a filter on desks or users. */
  issued: integer,
  /** Issued and not called yet. */
  never_called: integer,
  calls: integer,
  served: integer,
  no_shows: integer,
  paused: integer,
  transferred: integer,
  /** Calls with a known wait (`waiting.count`) of at most `target_minutes`, as it is set now. */
  in_time: integer,
  waiting: DurationSchema,
  service: DurationSchema,
};

const named = { id: text, name: text };
const TallySchema = Type.Object(tally);
const HourSchema = Type.Object({ hour: integer, ...tally });

/** Outcomes recorded by clerks; names are empty if the item or its code was deleted. */
const OutcomeRowSchema = Type.Object({
  service_id: text,
  service: text,
  user_id: text,
  user: text,
  code: text,
  name: text,
  /** `reason` or `result`; empty if the code was deleted. */
  kind: text,
  /** Number of visits with the outcome, and total count. */
  calls: integer,
  count: integer,
});

/** Ended breaks. */
const BreakRowSchema = Type.Object({
  user_id: text,
  user: text,
  reason_id: text,
  reason: text,
  breaks: integer,
  seconds: integer,
});

/** Transfers of calls that still exist; names of deleted services are empty. */
const TransferRowSchema = Type.Object({
  from_id: text,
  from: text,
  to_id: text,
  to: text,
  transfers: integer,
});

const deskTime = {
  /** Hours of the clock with at least one call of a desk, added up over desks and days. */
  desk_hours: integer,
  /** From calls to their ends, without no-shows; counted at the hour of the call. */
  service_seconds: integer,
};

export const PeriodAnswer = Type.Object({
  success,
  location: text,
  timezone: text,
  from: text,
  to: text,
  /** False with a filter on desks or users: before its call a ticket has neither. */
  issued_counted: flag,
  /** Target wait of the location: its `limit_share_minutes`. Services have their own. */
  target_minutes: integer,
  /** Days with tickets or calls. */
  days_used: integer,
  total: TallySchema,
  /** Only those used; the name of a deleted item is empty. */
  by_service: Type.Array(Type.Object({ ...named, target_minutes: integer, ...tally })),
  by_desk: Type.Array(Type.Object({ ...named, ...tally })),
  by_user: Type.Array(Type.Object({ ...named, ...tally })),
  by_outcome: Type.Array(OutcomeRowSchema),
  by_break: Type.Array(BreakRowSchema),
  /** Most frequent first. */
  by_transfer: Type.Array(TransferRowSchema),
  /** Desks that called visitors, by hour of the day. */
  staffing_by_hour: Type.Array(Type.Object({ hour: integer, ...deskTime })),
  staffing_by_desk: Type.Array(Type.Object({ ...named, ...deskTime })),
  by_hour: Type.Array(HourSchema),
  /** 1 (Monday) to 7. */
  by_weekday: Type.Array(Type.Object({ weekday: integer, ...tally })),
  by_day: Type.Array(Type.Object({ day: text, ...tally })),
  /** Issued tickets: seven lists from Monday, with 24 hours each. */
  issued_by_weekday_and_hour: Type.Array(Type.Array(integer)),
  /** Whether a service was open, by present hours and the last two weeks of the period, in the same order. */
  open_by_weekday_and_hour: Type.Array(Type.Array(flag)),
});

export const TodayAnswer = Type.Object({
  success,
  location: text,
  timezone: text,
  /** The current business day. */
  day: text,
  /** ISO instant of these figures. */
  at: text,
  now: Type.Object({
    waiting: integer,
    average_wait: integer,
    longest_wait: integer,
    /** Desks with a visitor. */
    desks_serving: integer,
    /** Those, and desks whose last call ended recently. */
    desks_open: integer,
  }),
  total: TallySchema,
  by_service: Type.Array(
    Type.Object({
      ...named,
      tag: text,
      colour: text,
      /** Whether it currently accepts visitors. */
      open: flag,
      /** Waiting visitors, those with priority, and their wait so far. */
      waiting_now: integer,
      waiting_priority: integer,
      average_wait: integer,
      longest_wait: integer,
      ...tally,
    }),
  ),
  by_desk: Type.Array(
    Type.Object({
      ...named,
      tag: text,
      /** 1 active, 0 switched off. */
      state: integer,
      open: flag,
      serving: flag,
      /** Last call today: printed number, user, start (ISO), end (empty: still open). */
      ticket: text,
      service_id: text,
      user_id: text,
      user_name: text,
      called_at: text,
      ended_at: text,
      ...tally,
    }),
  ),
  by_hour: Type.Array(HourSchema),
});

export type PeriodParameters = Static<typeof PeriodParameters>;
export type TablesParameters = Static<typeof TablesParameters>;
export type TodayAnswer = Static<typeof TodayAnswer>;
export type PeriodAnswer = Static<typeof PeriodAnswer>;
/** Figures of a period without the opening hours, which only the page shows. */
export type PeriodData = Omit<PeriodAnswer, 'open_by_weekday_and_hour'>;
export type TallyView = Static<typeof TallySchema>;
