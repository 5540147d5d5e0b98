/**
 * Method and path of an operation, shared by server and pages.
 *
 * Its type carries the schemas of parameters and response, so that a page loads none of them.
 */
import type { Static, TArray, TObject, TOptional, TSchema } from 'typebox';
import type { Omittable } from './parameters.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

declare const TYPES: unique symbol;

/**
 * Example: `POST v2/devices/:id/key`. The path is below `/restapi/`; `:id` is a parameter.
 * `Document`: the body is a single document of this type instead of parameters.
 */
export type Endpoint<Parameters extends TObject, Answer extends TObject, Document = undefined> = string & {
  // Invariant type, so that server and page must use exactly the same types.
  readonly [TYPES]: (types: [Parameters, Answer, Document]) => [Parameters, Answer, Document];
};

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<Parameters extends TObject, Answer extends TObject, Document = undefined>(
  at: `${Method} ${string}`,
): Endpoint<Parameters, Answer, Document> {
  return at as Endpoint<Parameters, Answer, Document>;
}

/** Method, and path below `/restapi/`. */
export function placeOf(at: string): readonly [method: Method, path: string] {
  return at.split(' ') as [Method, string];
}

/** Method, path with its parameters filled in, and the remaining parameters. */
export function requestOf(at: string, parameters: object): readonly [Method, path: string, Record<string, unknown>] {
  const [method, path] = placeOf(at);
  const others: Record<string, unknown> = { ...parameters };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(others[name]);
    delete others[name];
    return encodeURIComponent(value);
  });
  return [method, filled, others];
}

/** Parameters as a caller passes them: those with a default are optional, and so is a group of them. */
export type CallerParameters<Parameters extends TObject> = GivenFields<Parameters['properties']>;

type OmittableName<Fields> = {
  [Name in keyof Fields]: IsOmittable<Fields[Name]> extends true ? Name : never;
}[keyof Fields];

type IsOmittable<Schema> = Schema extends Omittable | TOptional
  ? true
  : Schema extends TObject<infer Fields>
    ? keyof Fields extends OmittableName<Fields>
      ? true
      : false
    : false;

type GivenFields<Fields> = {
  readonly [Name in Exclude<keyof Fields, OmittableName<Fields>>]: GivenValue<Fields[Name]>;
} & { readonly [Name in OmittableName<Fields>]?: GivenValue<Fields[Name]> };

type GivenValue<Schema> =
  Schema extends TArray<infer Item>
    ? readonly GivenValue<Item>[]
    : Schema extends TObject<infer Fields>
      ? GivenFields<Fields>
      : Schema extends TSchema
        ? Static<Schema>
        : never;
