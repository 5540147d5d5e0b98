/**
 * Reads a site file: its shape by the contract's schema, then everything that a schema cannot say (references, time
 * zones, opening hours). A bad file is refused whole, with every fault named by its path.
 */
import { Ajv } from 'ajv';
import { STAGES } from '../contract/form-words.ts';
import { fail, ok, type Result } from '../contract/result.ts';
import {
  COLLECTIONS,
  type CollectionName,
  SETUP_COLLECTIONS,
  type SiteFile,
  SiteFileSchema,
  type SiteSetup,
} from '../contract/site.ts';
import { newSiteFaults } from './new-site-faults.ts';
import { QUICK_TO_COMPILE } from './quick-to-compile.ts';
import { shapeFaults } from './shape-faults.ts';
import { siteFaults } from './site-faults.ts';
import { unsoundParts } from './unsound-parts.ts';

const ajv = new Ajv({ ...QUICK_TO_COMPILE, allErrors: true, useDefaults: true, strict: false });
const checkShape = ajv.compile<SiteFile>(SiteFileSchema);

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
 * @param before the site as it is; what is of it is complete, and is not copied.
 */
export function parseStoredSite(input: unknown, before?: SiteSetup): Result<SiteSetup, readonly string[]> {
  const site = readSite(input, undefined, before);
  return site.ok ? ok(setupOf(site.value)) : site;
}

/** What of a file is kept in memory. */
export function setupOf({ appointments: _appointments, ...setup }: SiteFile): SiteSetup {
  return setup;
}

function readSite(input: unknown, known?: SiteSetup, before?: SiteSetup): Result<SiteFile, readonly string[]> {
  const file: unknown = copyOf(input, before);
  if (!isObject(file)) return fail(['(file): must be a JSON object']);
  fillIds(file);
  for (const form of itemsOf(file, 'forms')) fillQuestions(form);
  fillLocation(file, known);
  if (checkShape(file)) {
    const faults = siteFaults(known === undefined ? file : mergeSites(known, file), file);
    return faults.length > 0 ? fail(faults) : ok(file);
  }
  const errors = checkShape.errors ?? [];
  if (errors.length > MOST_FAULTS) {
    const more = `(file): ${errors.length - MOST_FAULTS} more faults are not listed`;
    return fail([...shapeFaults(errors.slice(0, MOST_FAULTS)), more]);
  }
  const { file: readable, unsound } = unsoundParts(file, errors, defaultSettings());
  const site = known === undefined ? readable : mergeSites(known, readable);
  return fail([...shapeFaults(errors), ...siteFaults(site, readable, unsound)]);
}

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
 * A copy to fill in, or null of what cannot be copied. Things that stand in the site as it was are complete already, and
 * nobody changes them: they are not copied, because a change of one thing must not cost as much as the whole site.
 */
function copyOf(input: unknown, before: SiteSetup | undefined): unknown {
  try {
    if (before === undefined || !isObject(input)) return structuredClone(input);
    const complete = new Set<unknown>(SETUP_COLLECTIONS.flatMap((name): readonly unknown[] => before[name]));
    const copy = (value: unknown): unknown => (complete.has(value) ? value : structuredClone(value));
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value.map(copy) : copy(value)]),
    );
  } catch {
    return null;
  }
}

function itemsOf(file: Record<string, unknown>, name: string): readonly Record<string, unknown>[] {
  const items = file[name];
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** A thing without an id gets one from its name, the same at every load. */
function fillIds(file: Record<string, unknown>): void {
  for (const collection of COLLECTIONS) {
    for (const [place, item] of itemsOf(file, collection).entries()) {
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

function fillLocation(file: Record<string, unknown>, known: SiteSetup | undefined): void {
  const locations = new Set([...itemsOf(file, 'locations'), ...(known?.locations ?? [])].map((item) => item.id));
  const [only] = locations;
  if (locations.size !== 1 || typeof only !== 'string') return;
  for (const collection of LOCATED) {
    for (const item of itemsOf(file, collection)) item.location ??= only;
  }
}
