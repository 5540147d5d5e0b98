/** Catalogue of the log: every event with its level, fields and sentence. */
import type { LogEvent, LogLevel } from './event.ts';
import { ACCESS_EVENTS } from './events/access-events.ts';
import { DATABASE_EVENTS } from './events/database-events.ts';
import { KIOSK_EVENTS } from './events/kiosk-events.ts';
import { PRINTING_EVENTS } from './events/printing-events.ts';
import { PROGRAM_EVENTS } from './events/program-events.ts';
import { QUEUE_EVENTS } from './events/queue-events.ts';
import { WINDOW_EVENTS } from './events/window-events.ts';
import type { FieldName, FieldValue } from './fields.ts';

/** The catalogue in groups, by title. */
export const EVENT_GROUPS = {
  'Requests and access': ACCESS_EVENTS,
  'Program and machine': PROGRAM_EVENTS,
  'Database and backups': DATABASE_EVENTS,
  'Queues, reports, mail and webhooks': QUEUE_EVENTS,
  'Kiosks and readers': KIOSK_EVENTS,
  'Tickets and printers': PRINTING_EVENTS,
  'Window and displays': WINDOW_EVENTS,
} as const;

const CATALOGUE = {
  ...ACCESS_EVENTS,
  ...PROGRAM_EVENTS,
  ...DATABASE_EVENTS,
  ...QUEUE_EVENTS,
  ...KIOSK_EVENTS,
  ...PRINTING_EVENTS,
  ...WINDOW_EVENTS,
};

type Catalogue = typeof CATALOGUE;

export type EventName = keyof Catalogue;

export const EVENTS: Readonly<Record<EventName, LogEvent>> = CATALOGUE;

/** Names of the events of one level. */
export type EventOf<Level extends LogLevel> = {
  [Name in EventName]: Catalogue[Name]['level'] extends Level ? Name : never;
}[EventName];

type KeyOf<Name extends EventName> = Catalogue[Name]['fields'][number];
type RequiredName<Key> = Extract<Key, FieldName>;
type OptionalName<Key> = Key extends `${infer Name extends FieldName}?` ? Name : never;

/** Fields of an event. */
export type FieldsOf<Name extends EventName> = {
  readonly [Field in RequiredName<KeyOf<Name>>]: FieldValue<Field>;
} & { readonly [Field in OptionalName<KeyOf<Name>>]?: FieldValue<Field> | null | undefined };

/** Names of the events of one level that take exactly these required fields. */
export type EventWith<Level extends LogLevel, Fields extends FieldName> = {
  [Name in EventOf<Level>]: [RequiredName<KeyOf<Name>>, Fields] extends [Fields, RequiredName<KeyOf<Name>>]
    ? Name
    : never;
}[EventOf<Level>];

type EachFields<Name extends EventName> = Name extends EventName ? FieldsOf<Name> : never;

/** Rejects fields that an event does not have; for several possible events, fields that any of them lacks. */
type NoOtherThan<Name extends EventName, Data> = {
  readonly [Field in Exclude<keyof Data, keyof EachFields<Name>>]: never;
};

/** Logs an event of its level: a wrong name, level or field does not compile. */
export interface LogMethod<Level extends LogLevel> {
  (event: EventWith<Level, never>): void;
  <Name extends EventOf<Level>, Data extends FieldsOf<Name>>(event: Name, data: Data & NoOtherThan<Name, Data>): void;
}
