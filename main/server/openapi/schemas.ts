/** From the schemas that check requests and write answers to those of the description. */

import { DeviceStatusSchema } from '../../contract/device-status.ts';
import { ERRNO, failureText } from '../../contract/errno.ts';
import {
  EventDeviceSchema,
  EventMessageSchema,
  EventServiceSchema,
  EventTicketSchema,
  LiveStateSchema,
} from '../../contract/events.ts';
import { KioskLineMessageSchema } from '../../contract/kiosk-line.ts';
import {
  DeskStateSchema,
  LocationViewSchema,
  ServerServiceViewSchema,
  ServiceStateSchema,
  ServiceViewSchema,
  UserViewSchema,
} from '../../contract/rest/auxiliary.ts';
import { KioskFormSchema, KioskQuestionSchema, TicketQuestionSchema } from '../../contract/rest/form-questions.ts';
import {
  AnswerTypeViewSchema,
  FormDetailSchema,
  FormTemplateViewSchema,
  QuestionViewSchema,
} from '../../contract/rest/forms.ts';
import { KioskGroupSchema, KioskServiceSchema } from '../../contract/rest/kiosks.ts';
import { PhoneMessageSchema, PhoneTicketSchema } from '../../contract/rest/phone-tickets.ts';
import { WaitingCountSchema } from '../../contract/rest/queue-answers.ts';
import {
  AnswerSchema,
  CreatedTicketSchema,
  FailureSchema,
  LastCallSchema,
  TicketSchema,
  TicketStringsSchema,
} from '../../contract/rest/shapes.ts';
import { TicketDetailsSchema } from '../../contract/rest/ticket-details.ts';
import { COLLECTIONS } from '../../contract/site.ts';
import {
  type JsonSchema,
  siteInputSchema,
  siteItemInputSchema,
  siteItemViewSchema,
  siteViewSchema,
} from '../../core/site-json-schema.ts';

/** With all numbers that there are, and what each means. */
const describedFailure = {
  ...FailureSchema,
  properties: {
    ...FailureSchema.properties,
    errno: {
      type: 'integer',
      enum: Object.values(ERRNO),
      description: Object.values(ERRNO)
        .map((errno) => `${errno}: ${failureText(errno)}`)
        .join(' '),
    },
    parameter: { type: 'string', description: 'What errno 5 and 6 are about.' },
  },
};

const NAMED: Readonly<Record<string, object>> = {
  Failure: describedFailure,
  Ticket: TicketSchema,
  CreatedTicket: CreatedTicketSchema,
  TicketStrings: TicketStringsSchema,
  Call: AnswerSchema,
  LastCall: LastCallSchema,
  TicketDetails: TicketDetailsSchema,
  WaitingCount: WaitingCountSchema,
  Location: LocationViewSchema,
  Service: ServiceViewSchema,
  ServerService: ServerServiceViewSchema,
  User: UserViewSchema,
  ServiceState: ServiceStateSchema,
  DeskState: DeskStateSchema,
  FormQuestion: QuestionViewSchema,
  FormTemplate: FormTemplateViewSchema,
  FormDetail: FormDetailSchema,
  AnswerType: AnswerTypeViewSchema,
  KioskService: KioskServiceSchema,
  KioskGroup: KioskGroupSchema,
  KioskForm: KioskFormSchema,
  KioskQuestion: KioskQuestionSchema,
  TicketQuestion: TicketQuestionSchema,
  EventMessage: EventMessageSchema,
  KioskLineMessage: KioskLineMessageSchema,
  PhoneMessage: PhoneMessageSchema,
  PhoneTicket: PhoneTicketSchema,
  EventTicket: EventTicketSchema,
  EventService: EventServiceSchema,
  EventDevice: EventDeviceSchema,
  DeviceStatus: DeviceStatusSchema,
  LiveState: LiveStateSchema,
  SiteInput: siteInputSchema(),
  Site: siteViewSchema(),
  settings: siteItemViewSchema('settings'),
  settingsInput: siteItemInputSchema('settings'),
  ...Object.fromEntries(COLLECTIONS.map((name) => [name, siteItemViewSchema(name)])),
  ...Object.fromEntries(COLLECTIONS.map((name) => [`${name}Input`, siteItemInputSchema(name)])),
};

/**
 * Keywords of our own that mean nothing elsewhere; and `default`, which makers of clients take for a promise that the field
 * is always there, also in what they send. It is told in words instead.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['needed', 'secret', 'default', 'description']);

const nameOf = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

/** A schema in which the named ones are references. */
export function describedSchema(schema: object): JsonSchema {
  const name = nameOf.get(JSON.stringify(schema));
  return name === undefined ? inner(schema) : { $ref: `#/components/schemas/${name}` };
}

/** All named schemas, for `components`. */
export function namedSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.keys(NAMED)
      .sort()
      .map((name) => [name, inner(NAMED[name] ?? {})]),
  );
}

function inner(schema: object): JsonSchema {
  const { patternProperties, ...rest } = schema as JsonSchema;
  const open = isObject(patternProperties) ? Object.values(patternProperties)[0] : undefined;
  return {
    ...describedDefault(rest),
    ...Object.fromEntries(
      Object.entries(rest)
        .filter(([keyword]) => !LEFT_OUT.has(keyword))
        .map(([keyword, value]) => [keyword, keyword === 'properties' ? described(value) : nested(keyword, value)]),
    ),
    ...(isObject(open) ? { additionalProperties: Object.keys(open).length === 0 ? true : describedSchema(open) } : {}),
  };
}

function describedDefault({ description, default: value }: JsonSchema): JsonSchema {
  const isTelling = value !== undefined && value !== '' && (typeof value !== 'object' || value === null);
  const words = [
    ...(typeof description === 'string' ? [description] : []),
    ...(isTelling ? [`Left out, it is \`${String(value)}\`.`] : []),
  ];
  return words.length === 0 ? {} : { description: words.join(' ') };
}

function described(properties: unknown): unknown {
  if (!isObject(properties)) return properties;
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isObject(value) ? describedSchema(value) : value]),
  );
}

function nested(keyword: string, value: unknown): unknown {
  if (keyword === 'anyOf' && Array.isArray(value)) return value.map((one: object) => describedSchema(one));
  return keyword === 'items' && isObject(value) ? describedSchema(value) : value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
