/**
 * Reader of a site file: schema, then further checks.
 *
 * The further checks cover references, time zones, opening hours and other rules beyond a schema. An invalid file is
 * rejected as a whole, with every fault and its path.
 */
import type { ErrorObject } from 'ajv';
import { STAGES } from '../../forms/contract/form-constants.ts';
import { listDifference, type Placed } from '../../lib/lists.ts';
import { isObject } from '../../lib/parse-json.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { shapeFaults } from '../../lib/shape-faults.ts';
import { atOnce, type SlicedWork } from '../../lib/steps.ts';
import {
  COLLECTIONS,
  type CollectionName,
  NAMES_KEPT_DAYS,
  SETUP_COLLECTIONS,
  type SetupCollection,
  type SiteFile,
  SiteFileSchema,
  type SiteSetup,
} from '../contract/site.ts';
import { unsoundParts } from './invalid-parts.ts';
import { newSiteFaults } from './new-site-faults.ts';
import { siteFaults } from './site-faults.ts';
import { itemsOf as siteItems } from './site-items.ts';
import { siteShape } from './site-shape.ts';

/** Further faults are only counted: a small document can have tens of thousands. */
const MAX_FAULTS = 1_000;

/** Collections whose items belong to a location; optional in a file with a single location. */
const LOCATED = ['services', 'desks', 'devices', 'appointments'] as const satisfies readonly CollectionName[];

/**
 * A site file with every default filled in, or all of its faults as `services[3].tag: …`.
 *
 * @param known site that the file is merged into: references can point there too
 * @param before current site that the file replaces: its valid items stay valid
 */
export function parseSite(input: unknown, known?: SiteSetup, before = known): Result<SiteFile, readonly string[]> {
  return atOnce(siteSteps(input, known, before));
}

/** Sliced: a site of thousands of locations takes hundreds of milliseconds. */
export function* siteSteps(
  input: unknown,
  known?: SiteSetup,
  before = known,
): SlicedWork<Result<SiteFile, readonly string[]>> {
  const parsed = yield* readSite(input, known, before);
  if (!parsed.ok) return parsed;
  const faults = yield* newSiteFaults(parsed.value, before, known);
  return faults.length > 0 ? fail(faults) : parsed;
}

/**
 * A site that was accepted before, perhaps by weaker rules than those for new items.
 *
 * @param input is modified in place: copying a large site would double the cost
 * @param before current site; its items are complete
 */
export function parseStoredSite(input: unknown, before?: SiteSetup): Result<SiteSetup, readonly string[]> {
  // A site stored without this field kept names indefinitely.
  const site = atOnce(readSite(input, undefined, before, STORED));
  return site.ok ? ok(setupOf(site.value)) : site;
}

/** The part of a file that is kept in memory. */
export function setupOf({ appointments: _appointments, ...setup }: SiteFile): SiteSetup {
  return setup;
}

interface Reading {
  readonly copy: (value: unknown) => unknown;
  /** Limit per item, and for the settings. */
  readonly maxValues: number;
  /** Default retention of names in days for new locations. */
  readonly namesKept: number;
}

/**
 * An item is checked in one step, which limits its size: a form with all its languages has some thousands of values.
 */
export const MAX_THING_VALUES = 20_000;

const NEW: Reading = { copy: structuredClone, maxValues: MAX_THING_VALUES, namesKept: NAMES_KEPT_DAYS };
const STORED: Reading = { copy: (value) => value, maxValues: Number.POSITIVE_INFINITY, namesKept: 0 };

function* readSite(
  input: unknown,
  known?: SiteSetup,
  before?: SiteSetup,
  reading: Reading = NEW,
): SlicedWork<Result<SiteFile, readonly string[]>> {
  const copied = yield* copyOf(input, before, reading);
  if (!copied.ok) return copied;
  const { file, fresh } = copied.value;
  yield* fillIds(fresh);
  for (const { item } of fresh.get('forms') ?? []) if (isObject(item)) fillQuestions(item);
  yield;
  fillLocation(file, fresh, known);
  fillNamesKept(fresh, before, reading.namesKept);
  yield;
  const errors = yield* shapeErrors(file, fresh);
  if (errors.length === 0) {
    const site = file as unknown as SiteFile;
    const whole = known === undefined ? site : mergeSites(known, site);
    yield;
    const faults = yield* siteFaults(whole, site, before);
    return faults.length > 0 ? fail(faults) : ok(site);
  }
  if (errors.length > MAX_FAULTS) {
    const more = `(file): ${errors.length - MAX_FAULTS} more errors are not listed`;
    return fail([...shapeFaults(errors.slice(0, MAX_FAULTS)), more]);
  }
  const { file: readable, unsound } = unsoundParts(file, errors, defaultSettings());
  const site = known === undefined ? readable : mergeSites(known, readable);
  yield;
  return fail([...shapeFaults(errors), ...(yield* siteFaults(site, readable, before, unsound))]);
}

type Fresh = ReadonlyMap<CollectionName, readonly Placed<unknown>[]>;

/** Values checked in one step: 1 to 2 ms. */
const MAX_STEP_VALUES = 5_000;

/** Validates new items against the schema and fills in their defaults. Unchanged items are valid already. */
function* shapeErrors(file: Record<string, unknown>, fresh: Fresh): SlicedWork<readonly ErrorObject[]> {
  const lists: ReadonlyMap<string, unknown> = fresh;
  const empty = Object.fromEntries([...fresh.keys()].map((name) => [name, []]));
  const head: Record<string, unknown> = { ...file, ...empty };
  const errors = errorsOf(head);
  // Adds absent lists.
  for (const [name, value] of Object.entries(head)) if (!lists.has(name)) file[name] = value;
  for (const [name, those] of fresh) {
    const limit = MAX_OF[name] ?? Number.POSITIVE_INFINITY;
    if (lengthOf(file[name]) > limit) errors.push(tooLong(name, limit));
    for (const part of partsOf(those)) {
      yield;
      for (const error of errorsOf({ [name]: part.map(({ item }) => item) })) {
        const instancePath = error.instancePath.replace(/^\/(\w+)\/(\d+)/, (path, _name, at: string) => {
          const placed = part[Number(at)];
          return placed === undefined ? path : `/${name}/${placed.place}`;
        });
        errors.push({ ...error, instancePath });
      }
    }
  }
  return errors;
}

function errorsOf(file: object): ErrorObject[] {
  const checkShape = siteShape();
  return checkShape(file) ? [] : (checkShape.errors ?? []);
}

function tooLong(name: string, limit: number): ErrorObject {
  const message = `must NOT have more than ${limit} items`;
  return { instancePath: `/${name}`, schemaPath: '', keyword: 'maxItems', params: { limit }, message };
}

function* partsOf(those: readonly Placed<unknown>[]): Generator<readonly Placed<unknown>[]> {
  let part: Placed<unknown>[] = [];
  let values = 0;
  for (const placed of those) {
    part.push(placed);
    values += valuesIn(placed.item, MAX_STEP_VALUES);
    if (values < MAX_STEP_VALUES) continue;
    yield part;
    part = [];
    values = 0;
  }
  if (part.length > 0) yield part;
}

/** Number of values, including itself; stops counting above `most`. */
function valuesIn(value: unknown, most: number): number {
  let count = 1;
  if (typeof value !== 'object' || value === null) return count;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    count += valuesIn(inner, most - count);
    if (count > most) break;
  }
  return count;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Maximum number of items per collection. */
const MAX_OF: Readonly<Record<string, number | undefined>> = Object.fromEntries(
  COLLECTIONS.map((name) => [name, (SiteFileSchema.properties[name] as { readonly maxItems?: number }).maxItems]),
);

/**
 * The site after merging a file: known ids are updated, others added, nothing is removed. Its appointments are those of
 * the file.
 */
export function mergeSites(known: SiteSetup, file: SiteFile): SiteFile {
  const merged: Record<string, unknown> = { ...file };
  for (const name of SETUP_COLLECTIONS) {
    const items: readonly { readonly id?: unknown }[] = file[name];
    const given = new Set(items.map((item) => item.id));
    merged[name] = [...items, ...known[name].filter((item: { readonly id?: unknown }) => !given.has(item.id))];
  }
  const settings = file.settings ?? known.settings;
  if (settings !== undefined) merged.settings = settings;
  delete merged.$schema;
  return merged as unknown as SiteFile;
}

/** A site without items. */
export function emptySite(): SiteSetup {
  const parsed = parseSite({ settings: {} });
  if (!parsed.ok) throw new Error(parsed.error.join('\n'));
  return setupOf(parsed.value);
}

function defaultSettings(): NonNullable<SiteFile['settings']> {
  const { settings } = emptySite();
  if (settings === undefined) throw new Error('The site has no settings: the schema has no defaults.');
  return settings;
}

/**
 * A copy of the new items, to fill in defaults. Items of the previous site are complete and immutable, so they are not
 * copied: a small change must not cost as much as the whole site.
 */
function* copyOf(
  input: unknown,
  before: SiteSetup | undefined,
  { copy, maxValues }: Reading,
): SlicedWork<Result<{ readonly file: Record<string, unknown>; readonly fresh: Fresh }, readonly string[]>> {
  if (!isObject(input)) return fail(NO_OBJECT);
  const file: Record<string, unknown> = {};
  const fresh = new Map<CollectionName, readonly Placed<unknown>[]>();
  const tooLarge: string[] = [];
  const copied = (value: unknown, path: string): unknown => {
    if (valuesIn(value, maxValues) <= maxValues) return copy(value);
    tooLarge.push(`${path}: has more than ${maxValues} values`);
    return value;
  };
  try {
    for (const [name, value] of Object.entries(input)) {
      const list = isCollection(name) && Array.isArray(value) ? [...value] : null;
      const old = before?.[name as SetupCollection | 'settings'];
      if (list === null) file[name] = value === old ? value : copied(value, name);
      else {
        const known: readonly unknown[] = Array.isArray(old) ? old : [];
        const { fresh: those } = listDifference<unknown>(known, list);
        for (const { item, place } of those) {
          list[place] = copied(item, `${name}[${place}]`);
          yield;
        }
        file[name] = known === value ? value : list;
      }
    }
    for (const name of COLLECTIONS) {
      const list: unknown = file[name];
      const known: readonly unknown[] = name === 'appointments' ? [] : (before?.[name] ?? []);
      if (Array.isArray(list)) fresh.set(name, listDifference<unknown>(known, list).fresh);
      yield;
    }
  } catch {
    return fail(NO_OBJECT);
  }
  return tooLarge.length > 0 ? fail(tooLarge) : ok({ file, fresh });
}

const NO_OBJECT: readonly string[] = ['(file): must be a JSON object'];

function isCollection(name: string): name is CollectionName {
  return (COLLECTIONS as readonly string[]).includes(name);
}

function itemsOf(file: Record<string, unknown>, name: string): readonly Record<string, unknown>[] {
  const items = file[name];
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** Derives missing ids from names, deterministically. */
function* fillIds(fresh: Fresh): SlicedWork<void> {
  for (const [collection, those] of fresh) {
    for (const { item, place } of those) {
      if (!isObject(item)) continue;
      const name = item.name ?? item.username;
      // An invalid name gets an id anyway, so that only the name is reported.
      if (item.id === undefined) item.id = (typeof name === 'string' && idFromName(name)) || `${collection}-${place}`;
      yield;
    }
  }
}

/** Converts questions to ordered lists with ids, also from objects with positions as keys. */
function fillQuestions(form: Record<string, unknown>): void {
  const { questions } = form;
  if (!isObject(questions)) return;
  for (const stage of STAGES) {
    const given = questions[stage];
    if (isObject(given) && Object.keys(given).every((key) => /^\d+$/.test(key)))
      questions[stage] = Object.values(given);
    itemsOf(questions, stage).forEach((question, place) => {
      question.question_order ??= place;
      if (question.id === undefined && typeof question.question === 'string')
        question.id = idFromName(question.question);
    });
  }
}

function idFromName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);
}

/** A missing retention value keeps that of an existing location. */
function fillNamesKept(fresh: Fresh, before: SiteSetup | undefined, days: number): void {
  const locations = before === undefined ? undefined : siteItems('locations', before.locations);
  for (const { item } of fresh.get('locations') ?? []) {
    if (!isObject(item) || item.t_delete !== undefined) continue;
    item.t_delete = (typeof item.id === 'string' ? locations?.byId(item.id)?.t_delete : undefined) ?? days;
  }
}

function fillLocation(file: Record<string, unknown>, fresh: Fresh, known: SiteSetup | undefined): void {
  const locations = new Set<unknown>();
  for (const list of [file.locations, known?.locations]) {
    for (const item of Array.isArray(list) ? list : []) {
      if (isObject(item)) locations.add(item.id);
      if (locations.size > 1) return;
    }
  }
  const [only] = locations;
  if (typeof only !== 'string') return;
  for (const collection of LOCATED) {
    for (const { item } of fresh.get(collection) ?? []) if (isObject(item)) item.location ??= only;
  }
}
