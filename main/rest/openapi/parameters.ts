/** Parameters of an operation by their place in the request. */
import type { TObject } from 'typebox';
import type { JsonSchema } from '../../site/rules/site-json-schema.ts';
import { describedSchema, isObject } from './schemas.ts';

interface Field {
  /** Name as in a query: `desk_id`, `filter[text]`. */
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Names of path parameters: `/forms/:form_id` → `form_id`. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

export function pathParameters(path: string, parameters: TObject): readonly JsonSchema[] {
  return pathNames(path).map((name) => {
    const { schema, ...described } = apart(name, parameters.properties[name] ?? {});
    return { ...described, in: 'path', required: true, schema: { ...schema, minLength: 1 } };
  });
}

/** @param alone whether there is no body for them */
export function queryParameters(path: string, parameters: TObject, alone: boolean): readonly JsonSchema[] {
  return fieldsOf(parameters, pathNames(path)).flatMap(({ name, schema, required, ...described }) => {
    if (schema.type === 'object' || isSecret(parameters, name)) return [];
    const isList = schema.type === 'array';
    if (isList && isObject(schema.items) && schema.items.type === 'object') return [];
    return [
      {
        ...described,
        name: isList && name.includes('[') ? `${name}[]` : name,
        in: 'query',
        ...(alone && required ? { required: true } : {}),
        ...(isList ? { style: 'form', explode: true } : {}),
        schema,
      },
    ];
  });
}

/** The parameters as a body; null if there are none. */
export function bodySchema(path: string, parameters: TObject): JsonSchema | null {
  const outside = new Set(pathNames(path));
  const names = Object.keys(parameters.properties).filter((name) => !outside.has(name));
  if (names.length === 0) return null;
  const required = names.filter((name) => isRequired(parameters, name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, bare(parameters.properties[name] ?? {})])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function isSecret({ properties }: TObject, name: string): boolean {
  return (properties[name] as JsonSchema | undefined)?.secret === true;
}

function fieldsOf(parameters: TObject, except: readonly string[]): readonly Field[] {
  return Object.entries(parameters.properties)
    .filter(([name]) => !except.includes(name))
    .flatMap(([name, schema]) => {
      const { type, properties } = schema as JsonSchema;
      if (type !== 'object' || !isObject(properties)) {
        return [{ ...apart(name, schema), required: isRequired(parameters, name) }];
      }
      return Object.entries(properties).map(([inner, value]) => ({
        ...apart(`${name}[${inner}]`, value as object),
        required: false,
      }));
    });
}

/** A parameter with a default is optional, and so is an object with only optional members. */
function isRequired(parameters: TObject, name: string): boolean {
  const { default: value, type, needed } = (parameters.properties[name] ?? {}) as JsonSchema;
  const isListed = (parameters.required as readonly string[] | undefined)?.includes(name) ?? false;
  return isListed && value === undefined && (type !== 'object' || needed === true);
}

/** OpenAPI has a parameter's description beside its schema. */
function apart(name: string, schema: object): Pick<Field, 'name' | 'description' | 'schema'> {
  const { description, ...rest } = schema as JsonSchema;
  return { name, ...(typeof description === 'string' ? { description } : {}), schema: bare(rest) };
}

/** Applies the same rule for required members to nested parameters. */
function bare(schema: object): JsonSchema {
  return describedSchema(withoutDefaulted(schema as JsonSchema));
}

function withoutDefaulted(schema: JsonSchema): JsonSchema {
  if (!isObject(schema.properties)) {
    return isObject(schema.items) ? { ...schema, items: withoutDefaulted(schema.items) } : schema;
  }
  const { required: listed, ...rest } = schema;
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>;
  const required = (Array.isArray(listed) ? (listed as string[]) : []).filter((name) => {
    const { default: value, type } = properties[name] ?? {};
    return value === undefined && type !== 'object';
  });
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, withoutDefaulted(value)])),
    ...(required.length > 0 ? { required } : {}),
  };
}
