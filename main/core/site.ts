/**
 * Reads a site file: its shape by the contract's schema, then everything that a schema cannot say (references, time
 * zones, opening hours). A bad file is refused whole, with every fault named by its path.
 */
import { Ajv, type ErrorObject } from 'ajv';
import { STAGES } from '../contract/form-words.ts';
import { fail, ok, type Result } from '../contract/result.ts';
import {
  COLLECTIONS,
  type CollectionName,
  NAMES_KEPT_DAYS,
  SETUP_COLLECTIONS,
  type SiteFile,
  SiteFileSchema,
  type SiteSetup,
} from '../contract/site.ts';
import { listDifference, type Placed } from './list-difference.ts';
import { newSiteFaults } from './new-site-faults.ts';
import { compiledLate, QUICK_TO_COMPILE } from './quick-to-compile.ts';
import { shapeFaults } from './shape-faults.ts';
import { siteFaults } from './site-faults.ts';
import { itemsOf as siteItems } from './site-items.ts';
import { unsoundParts } from './unsound-parts.ts';

const ajv = new Ajv({ ...QUICK_TO_COMPILE, allErrors: true, useDefaults: true, strict: false });
const shapeCheck = compiledLate<SiteFile>(ajv, SiteFileSchema);

/** More are counted, and not told: nobody reads them, and one small document can have tens of thousands. */
const MOST_FAULTS = 1_000;

/** Collections whose things belong to a location; with only one location a file need not say which. */
const LOCATED = ['services', 'desks', 'devices', 'appointments'] as const satisfies readonly CollectionName[];

/**
 * A site file with every default filled in, or all of its faults as `services[3].tag: …`.
 *
 * @param known the site that the file is loaded into: references may point there too.
 * @param before the site as it is, where the file stands in its place: what was good then is so still.
 */
export function parseSite(input: unknown, known?: SiteSetup, before = known): Result<SiteFile, readonly string[]> {
  const parsed = readSite(input, known, before);
  if (!parsed.ok) return parsed;
  const faults = newSiteFaults(parsed.value, before);
  return faults.length > 0 ? fail(faults) : parsed;
}

/**
 * A site that was accepted once, by rules that may have left out what is asked of new ones.
 *
 * @param input is taken over, and filled in where it stands: a copy of a large site would cost as much again.
 * @param before the site as it is; what is of it is complete.
 */
export function parseStoredSite(input: unknown, before?: SiteSetup): Result<SiteSetup, readonly string[]> {
  // What was stored without it was stored when names were kept for ever.
  const site = readSite(input, undefined, before, { copy: (value) => value, namesKept: 0 });
  return site.ok ? ok(setupOf(site.value)) : site;
}

/** What of a file is kept in memory. */
export function setupOf({ appointments: _appointments, ...setup }: SiteFile): SiteSetup {
  return setup;
}

interface Reading {
  readonly copy: (value: unknown) => unknown;
  /** Days that names are kept at a location which says nothing of it, and was not there before. */
  readonly namesKept: number;
}

const NEW: Reading = { copy: structuredClone, namesKept: NAMES_KEPT_DAYS };

function readSite(
  input: unknown,
  known?: SiteSetup,
  before?: SiteSetup,
  { copy, namesKept }: Reading = NEW,
): Result<SiteFile, readonly string[]> {
  const copied = copyOf(input, before, copy);
  if (copied === null) return fail(['(file): must be a JSON object']);
  const { file, fresh } = copied;
  fillIds(fresh);
  for (const { item } of fresh.get('forms') ?? []) if (isObject(item)) fillQuestions(item);
  fillLocation(file, fresh, known);
  fillNamesKept(fresh, before, namesKept);
  const errors = shapeErrors(file, fresh);
  if (errors === null) {
    const site = file as unknown as SiteFile;
    const faults = siteFaults(known === undefined ? site : mergeSites(known, site), site, before);
    return faults.length > 0 ? fail(faults) : ok(site);
  }
  if (errors.length > MOST_FAULTS) {
    const more = `(file): ${errors.length - MOST_FAULTS} more faults are not listed`;
    return fail([...shapeFaults(errors.slice(0, MOST_FAULTS)), more]);
  }
  const { file: readable, unsound } = unsoundParts(file, errors, defaultSettings());
  const site = known === undefined ? readable : mergeSites(known, readable);
  return fail([...shapeFaults(errors), ...siteFaults(site, readable, before, unsound)]);
}

type Fresh = ReadonlyMap<CollectionName, readonly Placed<unknown>[]>;

/** Null for none. What is not fresh has its shape, and its defaults. */
function shapeErrors(file: Record<string, unknown>, fresh: Fresh): readonly ErrorObject[] | null {
  const checkShape = shapeCheck();
  const places = new Map([...fresh].map(([name, those]) => [name as string, those]));
  const isWhole = [...fresh].every(([name, those]) => those.length === lengthOf(file[name]));
  const isTooLong = [...fresh.keys()].some(
    (name) => lengthOf(file[name]) > (MOST_OF[name] ?? Number.POSITIVE_INFINITY),
  );
  if (isWhole || isTooLong) return checkShape(file) ? null : (checkShape.errors ?? []);
  const part = {
    ...file,
    ...Object.fromEntries([...fresh].map(([name, those]) => [name, those.map(({ item }) => item)])),
  };
  const isGood = checkShape(part);
  // Lists that were left out are there now.
  for (const [name, value] of Object.entries(part)) if (!places.has(name)) file[name] = value;
  if (isGood) return null;
  return (checkShape.errors ?? []).map((error) => ({
    ...error,
    instancePath: error.instancePath.replace(/^\/(\w+)\/(\d+)/, (path, name: string, at: string) => {
      const placed = places.get(name)?.[Number(at)];
      return placed === undefined ? path : `/${name}/${placed.place}`;
    }),
  }));
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** How many of each kind there may be. */
const MOST_OF: Readonly<Record<string, number | undefined>> = Object.fromEntries(
  COLLECTIONS.map((name) => [name, (SiteFileSchema.properties[name] as { readonly maxItems?: number }).maxItems]),
);

/**
 * The site after a file is loaded into it: what has a known id is updated, the rest inserted, nothing removed. Its
 * appointments are those of the file.
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

/** A site with nothing in it. */
export function emptySite(): SiteSetup {
  const parsed = parseSite({ settings: {} });
  if (!parsed.ok) throw new Error(parsed.error.join('\n'));
  return setupOf(parsed.value);
}

function defaultSettings(): NonNullable<SiteFile['settings']> {
  const { settings } = emptySite();
  if (settings === undefined) throw new Error('A site without settings: the schema has no defaults.');
  return settings;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A copy to fill in, with what of its lists is new; or null of what is no file. Things that stand in the site as it was are
 * complete already, and nobody changes them: they are not copied, because a change of one thing must not cost as much as the
 * whole site.
 */
function copyOf(
  input: unknown,
  before: SiteSetup | undefined,
  copy: (value: unknown) => unknown,
): { readonly file: Record<string, unknown>; readonly fresh: Fresh } | null {
  if (!isObject(input)) return null;
  const lists = new Map<string, readonly unknown[]>(
    before === undefined ? [] : SETUP_COLLECTIONS.map((name) => [name, before[name]]),
  );
  const fresh = new Map<CollectionName, readonly Placed<unknown>[]>();
  const copied = (name: string, value: unknown): unknown => {
    if (before !== undefined && name === 'settings' && value === before.settings) return value;
    const old = lists.get(name);
    if (old === undefined || !Array.isArray(value)) return copy(value);
    if (old === value) return value;
    const list: unknown[] = [...value];
    for (const { item, place } of listDifference<unknown>(old, value).fresh) list[place] = copy(item);
    return list;
  };
  try {
    const file = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, copied(name, value)]));
    for (const name of COLLECTIONS) {
      const list: unknown = file[name];
      if (Array.isArray(list)) fresh.set(name, listDifference<unknown>(lists.get(name) ?? [], list).fresh);
    }
    return { file, fresh };
  } catch {
    return null;
  }
}

function itemsOf(file: Record<string, unknown>, name: string): readonly Record<string, unknown>[] {
  const items = file[name];
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** A thing without an id gets one from its name, the same at every load. */
function fillIds(fresh: Fresh): void {
  for (const [collection, those] of fresh) {
    for (const { item, place } of those) {
      if (!isObject(item)) continue;
      const name = item.name ?? item.username;
      // A thing whose name is at fault gets an id all the same, so that only the name is complained of.
      if (item.id === undefined) item.id = (typeof name === 'string' && idFromName(name)) || `${collection}-${place}`;
    }
  }
}

/** Questions stand in lists, in order and with ids, also when they came as an object whose keys are their places. */
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

/** No file makes a location that there is forget earlier, or later, by saying nothing. */
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
