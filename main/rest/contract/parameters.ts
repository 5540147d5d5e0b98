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
export const MOST = 'Maximum number of entries.';
export const NEXT_PAGE = 'Cursor: `next` of the previous page.';
export const LANGUAGE = 'Language id, such as `pt_PT`. Default: the language of the system.';
export const FIRST_DAY = 'First business day, `yyyy-mm-dd`. Default: the same as `to`.';
export const LAST_DAY = 'Last business day. Default: today.';
export const CURRENT_CALL =
  'Id of the open call that the counter shows at the desk, or `none`. If the desk has another one, the request fails (115).';

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
export const callId = described(requiredId, 'Id of the call, as returned by the call operation.');
export const formId = described(requiredId, 'Id of the form template.');
export const actionId = described(requiredId, 'Id of the device action.');
export const thingId = described(requiredId, 'Id of the item.');
export const optionalThingId = described(optionalId, 'Id of the item.');
export const serviceIds = described(
  optionalIds,
  'Ids of services: a list, or a string with a JSON list. Default: all (of the desk, if given).',
);
export const deskIds = described(optionalIds, 'Ids of desks whose calls to return.');
export const userIds = described(optionalIds, 'Ids of users whose calls to return.');
export const locationIds = described(optionalIds, 'Ids of locations. Default: all in the scope of the caller.');
export const revision = described(
  optionalText,
  '`revision` of the item when it was read: errno 7 if it has changed since. Without it, the change is made unconditionally.',
);
export const previewToken = described(optionalText, '`token` of the preview: errno 7 if the result would differ now.');
export const priorityFlag = described(
  optionalFlag,
  'Whether the ticket has priority. A transfer without it removes an earlier priority.',
);
export const customField = described(optionalText, 'Custom text that is stored with the ticket.');
