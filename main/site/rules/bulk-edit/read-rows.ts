/**
 * Site changes from the rows of a table, with their faults.
 */

import { withoutGuards } from '../../../lib/csv-line.ts';
import { foldText } from '../../../lib/fold-text.ts';
import { append } from '../../../lib/lists.ts';
import type { SlicedWork } from '../../../lib/steps.ts';
import type { SiteSetup } from '../../contract/site.ts';
import { TABLE_COLUMNS, type TableCollection, type TableColumnKind } from '../../contract/table-columns.ts';
import { itemsOf } from '../site-items.ts';

export interface TableRow {
  /** Line in the file, from 1; the heading has one, too. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type RowFaultKind =
  | 'column'
  | 'needed'
  | 'reference'
  | 'several'
  | 'number'
  | 'flag'
  | 'twice'
  | 'cells'
  | 'site';

export interface RowFault {
  readonly line: number;
  /** Column name in the heading; empty for the whole row. */
  readonly column: string;
  readonly kind: RowFaultKind;
  /** Value of the cell. */
  readonly value: string;
}

type Item = Readonly<Record<string, unknown>> & { readonly id: string };

export interface ReadRows {
  /** Items of the table, each with its line. */
  readonly items: readonly { readonly line: number; readonly item: Item }[];
  readonly faults: readonly RowFault[];
}

interface Around {
  readonly file: SiteSetup;
  readonly collection: TableCollection;
  /** Location of rows without one; empty: none. */
  readonly location: string;
  /** Deterministic id of an item without one. */
  readonly idFor: (words: readonly string[]) => string;
}

type Referred = Extract<TableColumnKind, { to: string }>['to'];

/** Index of site items by id and name. Built once, so that rows need no search. */
interface SiteIndex {
  byId(collection: TableCollection, id: string): Item | undefined;
  userNamed(username: string): Item | undefined;
  /** Items of the location with that name, ignoring case and accents. */
  named(collection: Exclude<TableCollection, 'users'>, name: string, location: string): readonly Item[];
  /** Ids of items with that id or name; for items of locations, those of that location, or of any (empty). */
  find(to: Referred, text: string, location: string): readonly string[];
}

const NAMED = ['locations', 'services', 'service_groups', 'desks', 'devices', 'role_sets'] as const;

function* siteIndex(file: SiteSetup, collection: TableCollection): SlicedWork<SiteIndex> {
  const names = new Map<string, Item[]>();
  for (const to of NAMED) {
    for (const item of file[to] as readonly Item[]) {
      const key = `${to}\n${foldText(String(item.name))}`;
      const others = names.get(key);
      if (others === undefined) names.set(key, [item]);
      else others.push(item);
      yield;
    }
  }
  // The first look-up builds the index, which takes as long as all others together.
  itemsOf(collection, file[collection] as never).byId('');
  yield;
  const byId = (of: TableCollection | Referred, id: string): Item | undefined =>
    itemsOf(of, file[of] as never).byId(id) as Item | undefined;
  const known = (to: Referred | 'devices', name: string): readonly Item[] =>
    names.get(`${to}\n${foldText(name)}`) ?? [];
  return {
    byId,
    userNamed: (username) => itemsOf('users', file.users).byKey(username) as Item | undefined,
    named: (of, name, location) => known(of, name).filter((item) => (item.location ?? '') === location),
    find(to, text, location) {
      const exact = byId(to, text);
      if (exact !== undefined) return [exact.id];
      return known(to, text)
        .filter((item) => location === '' || item.location === undefined || item.location === location)
        .map(({ id }) => id);
    },
  };
}

interface Reading extends Around {
  readonly index: SiteIndex;
}

/** Maximum characters of a cell. */
const MAX_CELL_LETTERS = 20_000;

/** Maximum reported faults: more would not be fixed at once. */
const MAX_FAULTS = 1_000;

/** Required column of each collection. */
const NEEDED_COLUMN: Readonly<Record<TableCollection, string>> = {
  locations: 'name',
  users: 'username',
  services: 'name',
  desks: 'name',
  devices: 'name',
};

/** Texts of each collection that can be translated. */
const TRANSLATED: Readonly<Record<TableCollection, readonly string[]>> = {
  locations: ['name'],
  users: [],
  services: ['name', 'description', 'extra_text', 'footer_text'],
  desks: ['name'],
  devices: [],
};

/** `name.de`: the German name. Null for other columns. */
function translatedColumn(
  collection: TableCollection,
  column: string,
): { readonly field: string; readonly lang: string } | null {
  const match = /^(\w+)\.([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*)$/.exec(column);
  if (match === null || !TRANSLATED[collection].includes(match[1] ?? '')) return null;
  return { field: match[1] ?? '', lang: match[2] ?? '' };
}

/** Whether each item belongs to one location. */
function isLocated(collection: TableCollection): boolean {
  return Object.hasOwn(TABLE_COLUMNS[collection], 'location');
}

/** An empty cell keeps an existing value, and gives a new item the default. */
export function* readRows(heading: TableRow, rows: readonly TableRow[], around: Around): SlicedWork<ReadRows> {
  const { collection } = around;
  const reading = { ...around, index: yield* siteIndex(around.file, collection) };
  const columns = heading.cells.map((each) => each.trim());
  const faults: RowFault[] = columns
    .filter((column) => kindOf(collection, column) === null)
    .map((column) => ({ line: heading.line, column, kind: 'column', value: column }));
  const needed = NEEDED_COLUMN[collection];
  if (!columns.includes(needed)) faults.push({ line: heading.line, column: needed, kind: 'needed', value: '' });
  if (faults.length > 0) return { items: [], faults };
  const items: { line: number; item: Item }[] = [];
  const lineOf = new Map<string, number>();
  for (const row of rows) {
    if (faults.length >= MAX_FAULTS) break;
    yield;
    if (row.cells.length > columns.length) {
      faults.push({ line: row.line, column: '', kind: 'cells', value: String(row.cells.length) });
      continue;
    }
    const long = row.cells.findIndex((cell) => cell.length > MAX_CELL_LETTERS);
    if (long >= 0) {
      const value = `has more than ${MAX_CELL_LETTERS} characters`;
      faults.push({ line: row.line, column: columns[long] ?? '', kind: 'site', value });
      continue;
    }
    const cells = new Map(columns.map((column, place) => [column, withoutGuards(row.cells[place] ?? '').trim()]));
    const read = readRow(row.line, cells, reading);
    append(faults, read.faults);
    if (read.item === null) continue;
    const before = lineOf.get(read.item.id);
    if (before !== undefined) faults.push({ line: row.line, column: '', kind: 'twice', value: String(before) });
    lineOf.set(read.item.id, row.line);
    items.push({ line: row.line, item: read.item });
  }
  return { items, faults };
}

function kindOf(collection: TableCollection, column: string): TableColumnKind | null {
  const known = TABLE_COLUMNS[collection];
  if (Object.hasOwn(known, column)) return known[column] ?? null;
  return translatedColumn(collection, column) === null ? null : { kind: 'text' };
}

function readRow(
  line: number,
  cells: ReadonlyMap<string, string>,
  reading: Reading,
): { readonly item: Item | null; readonly faults: readonly RowFault[] } {
  const { collection, index } = reading;
  const faults: RowFault[] = [];
  const fault = (column: string, kind: RowFaultKind, value: string): void => {
    faults.push({ line, column, kind, value });
  };
  const needed = NEEDED_COLUMN[collection];
  if ((cells.get(needed) ?? '') === '') fault(needed, 'needed', '');
  let place = '';
  if (isLocated(collection)) {
    const named = cells.get('location') ?? '';
    // A row that names its item by id stays at the location of the item.
    place = String(index.byId(collection, cells.get('id') ?? '')?.location ?? reading.location);
    if (named !== '') place = onlyOne(index.find('locations', named, ''), 'location', named, fault);
    if (place === '' && named === '') fault('location', 'needed', '');
  }
  const values: Record<string, unknown> = {};
  const texts: Record<string, Record<string, string>> = {};
  for (const [column, cell] of cells) {
    if (cell === '' || column === 'location' || column === 'id') continue;
    const translated = translatedColumn(collection, column);
    if (translated !== null) {
      texts[translated.lang] = { ...texts[translated.lang], [translated.field]: cell };
      continue;
    }
    const kind = kindOf(collection, column);
    if (kind !== null) values[column] = cellValue(kind, column, cell, place, index, fault);
  }
  if (faults.length > 0) return { item: null, faults };
  const known = knownItem(reading, cells, place);
  const words = [place, cells.get(needed) ?? ''];
  const id = cells.get('id') || known?.id || reading.idFor(words);
  const before = (known ?? {}) as Readonly<Record<string, unknown>>;
  return {
    item: {
      ...before,
      ...values,
      ...(isLocated(collection) ? { location: place } : {}),
      ...(Object.keys(texts).length === 0 ? {} : { translations: translations(before.translations, texts) }),
      id,
    },
    faults,
  };
}

function translations(before: unknown, texts: Readonly<Record<string, Readonly<Record<string, string>>>>): object {
  const known = (before ?? {}) as Readonly<Record<string, object>>;
  const together = Object.entries(texts).map(([lang, given]) => [lang, { ...known[lang], ...given }]);
  return { ...known, ...Object.fromEntries(together) };
}

/** The existing item of a row: by id, or else by username or name. */
function knownItem(
  { index, collection }: Reading,
  cells: ReadonlyMap<string, string>,
  place: string,
): Item | undefined {
  const id = cells.get('id') ?? '';
  if (id !== '') return index.byId(collection, id);
  if (collection === 'users') return index.userNamed(cells.get('username') ?? '');
  return index.named(collection, cells.get('name') ?? '', place)[0];
}

function cellValue(
  column: TableColumnKind,
  name: string,
  cell: string,
  place: string,
  index: SiteIndex,
  fault: (column: string, kind: RowFaultKind, value: string) => void,
): unknown {
  switch (column.kind) {
    case 'text':
      return cell;
    case 'number':
      if (!/^-?\d{1,9}$/.test(cell)) fault(name, 'number', cell);
      return Number(cell);
    case 'flag':
      if (!YES.has(cell.toLowerCase()) && !NO.has(cell.toLowerCase())) fault(name, 'flag', cell);
      return YES.has(cell.toLowerCase());
    case 'list':
      return parts(cell);
    case 'ref':
      return onlyOne(index.find(column.to, cell, place), name, cell, fault);
    case 'refs':
      return parts(cell).map((each) => onlyOne(index.find(column.to, each, place), name, each, fault));
  }
}

const YES: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'x']);

const NO: ReadonlySet<string> = new Set(['0', 'false', 'no', '-']);

function parts(cell: string): readonly string[] {
  return cell
    .split('|')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function onlyOne(
  ids: readonly string[],
  column: string,
  value: string,
  fault: (column: string, kind: RowFaultKind, value: string) => void,
): string {
  const [id = '', ...others] = ids;
  if (id === '') fault(column, 'reference', value);
  if (others.length > 0) fault(column, 'several', value);
  return id;
}
