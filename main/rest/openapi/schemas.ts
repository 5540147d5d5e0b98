/** Conversion of validation schemas to OpenAPI schemas. */

import { ERROR_CATALOGUE, errnoSentence } from '../../lib/error-catalogue.ts';
import { isObject } from '../../lib/parse-json.ts';
import { ERRNO } from '../../lib/result.ts';
import { COLLECTIONS } from '../../site/contract/site.ts';
import {
  type JsonSchema,
  siteInputSchema,
  siteItemInputSchema,
  siteItemViewSchema,
  siteViewSchema,
} from '../../site/rules/site-json-schema.ts';
import { FailureSchema } from '../contract/shapes.ts';

/** Failure schema with all error numbers and their meanings. */
export const DESCRIBED_FAILURE = {
  ...FailureSchema,
  title: 'Failure',
  properties: {
    ...FailureSchema.properties,
    errno: {
      type: 'integer',
      enum: Object.values(ERRNO),
      description: Object.values(ERRNO)
        .map((errno) => `${errno}: ${errnoSentence(errno)}`)
        .join(' '),
    },
    code: {
      type: 'string',
      description: 'Error code, more specific than `errno`. Later versions can add codes.',
      examples: ['ticket_not_found', 'queue_full'],
      'x-codes': Object.keys(ERROR_CATALOGUE),
    },
    parameter: { type: 'string', description: 'The parameter that caused errno 5 or 6.' },
  },
};

/** Schemas derived from the site file, by name. */
const OF_SITE: Readonly<Record<string, object>> = {
  SiteInput: siteInputSchema(),
  Site: siteViewSchema(),
  settings: siteItemViewSchema('settings'),
  settingsInput: siteItemInputSchema('settings'),
  ...Object.fromEntries(COLLECTIONS.map((name) => [name, siteItemViewSchema(name)])),
  ...Object.fromEntries(COLLECTIONS.map((name) => [`${name}Input`, siteItemInputSchema(name)])),
};

/**
 * Keywords that OpenAPI does not know. Also `default`: client generators treat such a field as always present, even in
 * requests; the description states it instead.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['needed', 'secret', 'title', 'default', 'description']);

const siteNames = new Map(Object.entries(OF_SITE).map(([name, schema]) => [JSON.stringify(schema), name]));

/** A schema with references to titled and site schemas. */
export function describedSchema(schema: object): JsonSchema {
  const name = titleOf(schema) ?? siteNames.get(JSON.stringify(schema));
  return name === undefined ? inner(schema) : { $ref: `#/components/schemas/${name}` };
}

/** Titled schemas within these, and the site schemas, for `components`. */
export function namedSchemas(roots: readonly object[]): Readonly<Record<string, JsonSchema>> {
  const found = new Map(Object.entries(OF_SITE));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const title = titleOf(value);
    if (title !== undefined) {
      const known = found.get(title);
      if (known === value) return;
      // An optional schema is a copy.
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value)) {
        throw new Error(`Two schemas have the title ${title}.`);
      }
      found.set(title, value);
    }
    for (const each of Object.values(value)) visit(each);
  };
  for (const root of roots) visit(root);
  return Object.fromEntries(
    [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, schema]) => [name, inner(schema)]),
  );
}

function titleOf(schema: object): string | undefined {
  return 'title' in schema && typeof schema.title === 'string' ? schema.title : undefined;
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
    ...(isTelling ? [`Default: \`${String(value)}\`.`] : []),
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
