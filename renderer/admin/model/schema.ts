/**
 * Site schema for editors: field kinds, defaults, validation.
 *
 * Validates values before the server does.
 */
import document from '../../../assets/schemas/site.schema.json' with { type: 'json' };
import { type Item, objectOf, type Part } from './item.ts';

export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly patternProperties?: Readonly<Record<string, FieldSchema>>;
  readonly writeOnly?: boolean;
}

/** A fault in a value: a text key with its parameters. */
export interface FieldFault {
  readonly path: string;
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** The server's English message, instead of a key. */
  readonly words?: string;
}

const parts = (document as unknown as FieldSchema).properties ?? {};

export function schemaOf(part: Part): FieldSchema {
  const schema = parts[part] ?? {};
  return schema.items ?? schema;
}

export function fieldSchema(part: Part, field: string): FieldSchema {
  return schemaOf(part).properties?.[field] ?? {};
}

/** A new item with all defaults. */
export function emptyItem(part: Part): Item {
  return objectOf(filled(schemaOf(part), undefined));
}

/** A value with all missing defaults filled in. */
export function filled(schema: FieldSchema, value: unknown): unknown {
  const given = value === undefined ? structuredClone(schema.default) : value;
  if (schema.properties === undefined || (given !== undefined && Object(given) !== given)) return given;
  const object = objectOf(given);
  const all = Object.entries(schema.properties).map(([name, inner]) => [name, filled(inner, object[name])] as const);
  return { ...object, ...Object.fromEntries(all.filter(([, each]) => each !== undefined)) };
}

export function faultsOf(part: Part, item: Item): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  for (const [name, schema] of Object.entries(schemaOf(part).properties ?? {})) {
    if (item[name] !== undefined) check(schema, item[name], name, faults);
    else if (schema.minLength !== undefined && name !== 'id' && schema.writeOnly !== true) {
      faults.push({ path: name, key: 'required' });
    }
  }
  return faults;
}

function check(schema: FieldSchema, value: unknown, path: string, faults: FieldFault[]): void {
  if (schema.type === 'integer') {
    checkNumber(schema, value, path, faults);
    return;
  }
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
    const length = [...value].length;
    if (minLength > 0 && value.trim() === '') faults.push({ path, key: 'required' });
    else if (length < minLength) faults.push({ path, key: 'tooShort', values: { count: minLength } });
    else if (length > maxLength) faults.push({ path, key: 'tooLong', values: { count: maxLength } });
    else if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) faults.push({ path, key: 'format' });
    return;
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) faults.push({ path, key: 'required' });
    for (const [place, each] of value.entries()) check(schema.items ?? {}, each, `${path}[${place}]`, faults);
    return;
  }
  const inner = schema.properties;
  const every = Object.values(schema.patternProperties ?? {})[0];
  for (const [name, each] of Object.entries(objectOf(value))) {
    const own = inner?.[name] ?? every;
    if (own !== undefined) check(own, each, `${path}.${name}`, faults);
  }
}

function checkNumber(schema: FieldSchema, value: unknown, path: string, faults: FieldFault[]): void {
  const { minimum = 0, maximum = 2_147_483_647 } = schema;
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return;
  faults.push({ path, key: 'number', values: { minimum, maximum } });
}

/** Faults of a field or of values inside it. */
export function faultsAt(faults: readonly FieldFault[], path: string): readonly FieldFault[] {
  return faults.filter((fault) => isAt(fault, path));
}

/** Whether the fault is at the path or inside it. */
export function isAt(fault: FieldFault, path: string): boolean {
  return fault.path === path || fault.path.startsWith(`${path}.`) || fault.path.startsWith(`${path}[`);
}
