/**
 * The kinds of parameters. A parameter with a `default` may be left out; an empty text counts as left out. How they are
 * read from a query or a body is the server's business.
 */
import Type, { type TSchema } from 'typebox';

/** Longest text of a parameter, in characters. */
export const MAX_PARAMETER_TEXT = 4000;
export const MAX_PARAMETER_ID = 200;
/** Most ids in one list. */
export const MAX_PARAMETER_IDS = 500;

/** A parameter that has a default, so that a caller may leave it out. */
export interface Omittable {
  readonly default: unknown;
}

/** Says in the type of a schema that it has a default. */
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
/** A parameter that the interface itself does not have; the description says so. */
export const ours = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, 'x-part': 'ours' });
/** `yyyy-mm-dd hh:mm:ss`, a date that exists. */
export const optionalDate = omittable(Type.String({ format: 'local-date-time', default: '' }));
/** A list, one item, or a text that holds a JSON list. */
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
