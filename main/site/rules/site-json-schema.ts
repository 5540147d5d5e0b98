/**
 * JSON Schema of the site file, for editors and OpenAPI.
 *
 * Each schema is one object per process: servers share what they compile from it.
 */
import { computedOnce } from '../../lib/computed-once.ts';
import { SiteFileSchema } from '../contract/site.ts';
import { SITE_FIELD_TEXTS, SITE_PART_TEXTS } from '../contract/site-texts.ts';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Fields without a fixed default that a file can omit: they are derived from other fields. */
const FILLED_IN: ReadonlySet<string> = new Set(['id', 'location']);
/** Write-only fields. */
const WRITE_ONLY: ReadonlySet<string> = new Set(['password', 'secret', 'panel_pin', 'mail_password']);

export function siteJsonSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Site file of Take a Number',
    description: 'Configuration of a site. References are ids of other items.',
    ...siteInputSchema(),
  };
}

/** Schema for input: only names are required. */
export function siteInputSchema(): JsonSchema {
  return inputOf(SiteFileSchema);
}

const inputOf = computedOnce((file: object) => {
  const schema = plain(file);
  return withoutDefaulted({ ...schema, properties: mapValues(propertiesOf(schema), describePart) });
});

/** Input schema of one item of a collection, or of the settings. */
export const siteItemInputSchema = computedOnce((part: string) => withoutDefaulted(describedItem(part)));

/** Output schema of one item: all fields, without passwords and secrets. */
export const siteItemViewSchema = computedOnce((part: string) => withoutSecrets(describedItem(part)));

/** Output schema of the whole site. */
export function siteViewSchema(): JsonSchema {
  return viewOf(SiteFileSchema);
}

const viewOf = computedOnce((file: object) => {
  const schema = plain(file);
  const { $schema: _schema, ...parts } = mapValues(propertiesOf(schema), describePart);
  return {
    ...schema,
    properties: mapValues(parts, (part) =>
      isSchema(part.items) ? { ...part, items: withoutSecrets(part.items) } : part,
    ),
  };
});

function describedItem(part: string): JsonSchema {
  const described = describePart(propertiesOf(plain(SiteFileSchema))[part] ?? {}, part);
  return (described.items as JsonSchema | undefined) ?? described;
}

/** Plain data without the schema library's symbols. */
const plain = computedOnce((file: object) => JSON.parse(JSON.stringify(file)) as JsonSchema);

function describePart(schema: JsonSchema, part: string): JsonSchema {
  const description = SITE_PART_TEXTS[part];
  const texts = SITE_FIELD_TEXTS[part === 'server_services' ? 'services' : part] ?? {};
  const described =
    schema.type === 'array' ? { ...schema, items: describe(schema.items, texts) } : describe(schema, texts);
  return description === undefined ? described : { ...described, description };
}

function describe(schema: unknown, texts: Readonly<Record<string, string>>): JsonSchema {
  if (!isSchema(schema) || schema.properties === undefined) return isSchema(schema) ? schema : {};
  return {
    ...schema,
    properties: mapValues(propertiesOf(schema), (field, name) => ({
      ...(INNER[name]?.(field) ?? field),
      ...(texts[name] === undefined ? {} : { description: texts[name] }),
      ...(WRITE_ONLY.has(name) ? { writeOnly: true } : {}),
    })),
  };
}

function describeQuestions(stages: JsonSchema): JsonSchema {
  return {
    ...stages,
    properties: mapValues(propertiesOf(stages), (stage) => ({
      ...stage,
      items: describe(stage.items, SITE_FIELD_TEXTS.questions ?? {}),
    })),
  };
}

function describeDisplay(field: JsonSchema): JsonSchema {
  return describe(field, SITE_FIELD_TEXTS.display ?? {});
}

function describeLayout(field: JsonSchema): JsonSchema {
  return { ...field, items: describe(field.items, SITE_FIELD_TEXTS.ticket_layout ?? {}) };
}

/** Fields with nested fields. */
const INNER: Readonly<Record<string, (field: JsonSchema) => JsonSchema>> = {
  questions: describeQuestions,
  display: describeDisplay,
  ticket_layout: describeLayout,
};

function withoutSecrets(item: JsonSchema): JsonSchema {
  if (item.properties === undefined) return item;
  const shown = Object.entries(propertiesOf(item)).filter(([name]) => !WRITE_ONLY.has(name));
  return { ...item, properties: Object.fromEntries(shown) };
}

/** Fields with a default are not required. */
function withoutDefaulted(schema: JsonSchema): JsonSchema {
  const properties = mapValues(propertiesOf(schema), withoutDefaulted);
  const needed = (Array.isArray(schema.required) ? schema.required : []).filter(
    (name: string) => properties[name]?.default === undefined && !FILLED_IN.has(name),
  );
  const { required: _required, ...rest } = schema;
  return {
    ...rest,
    ...(schema.properties === undefined ? {} : { properties }),
    ...(isSchema(schema.items) ? { items: withoutDefaulted(schema.items) } : {}),
    ...(isSchema(schema.patternProperties)
      ? { patternProperties: mapValues(schema.patternProperties as Properties, withoutDefaulted) }
      : {}),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

type Properties = Readonly<Record<string, JsonSchema>>;

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function propertiesOf(schema: JsonSchema): Properties {
  return isSchema(schema.properties) ? (schema.properties as Properties) : {};
}

function mapValues(values: Properties, change: (value: JsonSchema, name: string) => JsonSchema): Properties {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
