/**
 * Kinds of request parameters.
 *
 * A parameter with a `default` is optional; an empty text counts as absent. The server implements reading from query or
 * body.
 */
import Type, { type TSchema } from 'typebox';

/** Maximum length of a text parameter, in characters. */
export const MAX_PARAMETER_TEXT = 4000;
export const MAX_PARAMETER_ID = 200;
/** Maximum number of ids in a list. */
export const MAX_PARAMETER_IDS = 500;

/** A parameter with a default, which a caller can omit. */
export interface Omittable {
  readonly default: unknown;
}

/** Marks a schema's type as having a default. */
export function omittable<Schema extends TSchema>(schema: Schema): Schema & Omittable {
  if (!hasDefault(schema)) throw new Error('A parameter that may be left out needs a default.');
  return schema;
}

function hasDefault<Schema extends TSchema>(schema: Schema): schema is Schema & Omittable {
  return 'default' in schema;
}

export const requiredId = Type.String({ minLength: 1, maxLength: MAX_PARAMETER_ID });
export const optionalId = omittable(Type.String({ maxLength: MAX_PARAMETER_ID, default: '' }));
export const optionalText = omittable(Type.String({ maxLength: MAX_PARAMETER_TEXT, default: '' }));
export const optionalFlag = omittable(Type.Boolean({ default: false }));
/** A parameter that is an extension of the API; the description says so. */
export const ours = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, 'x-part': 'ours' });
/** `yyyy-mm-dd hh:mm:ss`, an existing date. */
export const optionalDate = omittable(Type.String({ format: 'local-date-time', default: '' }));
/** A list, a single item, or a text with a JSON list. */
export const optionalIds = omittable(
  Type.Array(Type.String({ maxLength: MAX_PARAMETER_ID }), {
    maxItems: MAX_PARAMETER_IDS,
    default: [],
  }),
);
export const optionalTexts = omittable(
  Type.Array(Type.String({ maxLength: MAX_PARAMETER_TEXT }), {
    maxItems: MAX_PARAMETER_IDS,
    default: [],
  }),
);
export const quantity = (value: number) => omittable(Type.Integer({ minimum: 0, maximum: 1000, default: value }));

/** The schema with a description of the parameter, for the API description. */
export const described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
});

// Descriptions shared by all operations.
export const MOST = 'How many, at most.';
export const NEXT_PAGE = 'Where the page before ended: its `next`.';
export const LANGUAGE = 'Language id, such as `pt_PT`. Without it, the language of the system.';
export const FIRST_DAY = 'First business day, `yyyy-mm-dd`. Without it, the same as `to`.';
export const LAST_DAY = 'Last business day. Without it, today.';
export const CURRENT_CALL =
  'Id of the open call that the counter shows at the desk, or `none`. With another call there, nothing is done (115).';

export const deskId = described(requiredId, 'Id of the desk.');
export const optionalDeskId = described(optionalId, 'Id of the desk.');
export const userId = described(requiredId, 'Id or username of the user.');
export const optionalUserId = described(optionalId, 'Id or username of the user.');
export const ticketId = described(requiredId, 'Id of the ticket.');
export const serviceId = described(requiredId, 'Id of the service.');
export const optionalServiceId = described(optionalId, 'Id of the service.');
export const locationId = described(requiredId, 'Id of the location.');
export const optionalLocationId = described(optionalId, 'Id of the location.');
export const deviceId = described(requiredId, 'Id of the device.');
export const optionalDeviceId = described(optionalId, 'Id of the device.');
export const callId = described(requiredId, 'Id of the call, as it came back from calling.');
export const formId = described(requiredId, 'Id of the form template.');
export const actionId = described(requiredId, 'Id of the device action.');
export const thingId = described(requiredId, 'Id of the thing that is meant.');
export const optionalThingId = described(optionalId, 'Id of the thing that is meant.');
export const serviceIds = described(
  optionalIds,
  'Ids of services: a list, or a text that holds a JSON list. Without it, all (of the desk, where there is one).',
);
export const deskIds = described(optionalIds, 'Ids of desks: only their calls.');
export const userIds = described(optionalIds, 'Ids of users: only their calls.');
export const locationIds = described(optionalIds, 'Ids of locations. Without it, all that the caller may see.');
export const revision = described(
  optionalText,
  'As it came with the thing when it was read: errno 7 if it has been changed since. Without it, of any.',
);
export const previewToken = described(
  optionalText,
  'The token of the preview: errno 7 if the result would differ by now.',
);
export const priorityFlag = described(
  optionalFlag,
  'Whether the ticket goes ahead of others. A transfer without it takes an earlier priority away.',
);
export const customField = described(optionalText, 'Free text that stays with the ticket.');
