/** Ours: the dashboard of today and reports over any period, of one location. Durations are whole seconds. */
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

/** Tables of a period that can be had as CSV; `tickets` and `calls` are single ones. */
export const PERIOD_TABLES = [
  'services',
  'desks',
  'users',
  'hours',
  'weekdays',
  'days',
  'outcomes',
  'breaks',
  'tickets',
  'calls',
] as const;
export type PeriodTable = (typeof PERIOD_TABLES)[number];
export const TODAY_TABLES = ['services', 'desks', 'hours'] as const;

/** What stands between two cells of a CSV table: some spreadsheets expect the one, some the other. */
const separator = described(
  omittable(Type.Enum(['comma', 'semicolon', 'tab', ',', ';'], { default: 'comma' })),
  'Separator of the cells of a CSV.',
);

export const TodayParameters = Type.Object({
  location: locationId,
  table: described(
    omittable(Type.Enum([...TODAY_TABLES], { default: 'services' })),
    'What to give as CSV; `tickets` and `calls` are single ones.',
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
  table: described(
    omittable(Type.Enum([...PERIOD_TABLES], { default: 'services' })),
    'What to give as CSV; `tickets` and `calls` are single ones.',
  ),
  separator,
});

export const TablesParameters = Type.Object({
  /** Empty: all that the caller sees. */
  locations: locationIds,
  from: described(optionalDay, FIRST_DAY),
  to: described(optionalDay, LAST_DAY),
  services: serviceIds,
  desks: deskIds,
  users: userIds,
  tables: described(
    omittable(Type.Array(Type.Enum([...PERIOD_TABLES]), { default: ['services'], maxItems: PERIOD_TABLES.length })),
    'Which tables; `tickets` and `calls` are single ones. As CSV there is one.',
  ),
  separator,
});

const cell = Type.Union([text, Type.Number(), flag]);

export const TablesAnswer = Type.Object({
  success,
  /** The business days of each location. */
  periods: Type.Array(Type.Object({ location: text, name: text, timezone: text, from: text, to: text })),
  /** As in CSV, with the location's id as the first cell of each row. */
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
  /** Tickets issued; 0 for desks and users, and wherever only some desks or users are asked for. */
  issued: integer,
  /** Issued and not called by now. */
  never_called: integer,
  calls: integer,
  served: integer,
  no_shows: integer,
  paused: integer,
  transferred: integer,
  waiting: DurationSchema,
  service: DurationSchema,
};

const named = { id: text, name: text };
const TallySchema = Type.Object(tally);
const HourSchema = Type.Object({ hour: integer, ...tally });

/** What clerks noted of visits: names are empty when the thing, or its code, is gone. */
const OutcomeRowSchema = Type.Object({
  service_id: text,
  service: text,
  user_id: text,
  user: text,
  code: text,
  name: text,
  /** `reason` or `result`; empty when the code is gone. */
  kind: text,
  /** Visits of which it was noted, and how many times in all. */
  calls: integer,
  count: integer,
});

/** Breaks that are over. */
const BreakRowSchema = Type.Object({
  user_id: text,
  user: text,
  reason_id: text,
  reason: text,
  breaks: integer,
  seconds: integer,
});

export const PeriodAnswer = Type.Object({
  success,
  location: text,
  timezone: text,
  from: text,
  to: text,
  /** False where only some desks or users are asked for: no desk serves a ticket before it is called. */
  issued_counted: flag,
  total: TallySchema,
  /** Only those that were used; a name is empty when the thing is gone. */
  by_service: Type.Array(Type.Object({ ...named, ...tally })),
  by_desk: Type.Array(Type.Object({ ...named, ...tally })),
  by_user: Type.Array(Type.Object({ ...named, ...tally })),
  by_outcome: Type.Array(OutcomeRowSchema),
  by_break: Type.Array(BreakRowSchema),
  by_hour: Type.Array(HourSchema),
  /** 1 (Monday) to 7. */
  by_weekday: Type.Array(Type.Object({ weekday: integer, ...tally })),
  by_day: Type.Array(Type.Object({ day: text, ...tally })),
  /** Tickets issued: seven lists from Monday on, of 24 hours each. */
  issued_by_weekday_and_hour: Type.Array(Type.Array(integer)),
});

export const TodayAnswer = Type.Object({
  success,
  location: text,
  timezone: text,
  /** The business day that it is. */
  day: text,
  /** ISO instant of these figures. */
  at: text,
  now: Type.Object({
    waiting: integer,
    average_wait: integer,
    longest_wait: integer,
    /** Desks at which somebody is being served. */
    desks_serving: integer,
    /** Those, and desks whose last call ended a short while ago. */
    desks_open: integer,
  }),
  total: TallySchema,
  by_service: Type.Array(
    Type.Object({
      ...named,
      tag: text,
      colour: text,
      /** Whether it takes people now. */
      open: flag,
      /** People who wait now; of them with priority; and how long they have waited so far. */
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
      /** In use at all. */
      state: integer,
      open: flag,
      serving: flag,
      /** Of the last call today: the number as on paper, who called it, when (ISO), when it ended (empty: not yet). */
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
export type TallyView = Static<typeof TallySchema>;
