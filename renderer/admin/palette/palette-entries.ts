/** Destinations that the command palette finds. */
import type { TFunction } from 'i18next';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { foldSearch, searchFor } from '../../shared/search.ts';
import { type Item, nameOf, textOf } from '../model/item.ts';
import type { NamedLocation } from '../model/locations.ts';
import { PART_VIEWS } from '../model/parts.ts';
import type { Rights } from '../model/rights.ts';
import { address } from '../model/router.ts';
import { NAVIGATION } from '../navigation.ts';

/** In the order in which they are shown. */
export const KINDS = ['screen', 'location', 'service', 'user', 'setting'] as const;

export interface PaletteEntry {
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
  /** Tells entries with the same name apart. */
  readonly more: string;
  readonly address: string;
  /** Location that becomes the current one; empty: none. */
  readonly location: string;
}

interface Sources {
  readonly t: TFunction;
  readonly rights: Rights;
  /** Null without access to the site. */
  readonly file: SiteFile | null;
  readonly locations: readonly NamedLocation[];
  readonly here: string;
}

/** All destinations of the loaded part of the site. */
export function entriesOf(sources: Sources): readonly PaletteEntry[] {
  const { t, rights, file, locations } = sources;
  const screens = NAVIGATION.flatMap(({ id: group, entries }) =>
    entries
      .filter(({ id, needs }) => (needs === 'report' ? rights.seesFigures : rights.sees(id)))
      .map(({ id }) => entry('screen', t(`nav.${id}`), t(`nav.${group}`), address([id]))),
  );
  const first = rights.seesFigures
    ? (): string => address(['today'])
    : (id: string): string => address(['locations', id]);
  const places = locations.map(({ id, name }) => entry('location', name, '', first(id), id));
  const items =
    file === null ? [] : [...foundItems('service', file.services, sources), ...foundItems('user', file.users, sources)];
  return [...screens, ...places, ...items, ...settings(sources)];
}

/** Services or users as destinations, if the user sees their editors. */
export function foundItems(
  kind: 'service' | 'user',
  items: readonly Item[],
  { rights, locations }: Pick<Sources, 'rights' | 'locations'>,
): readonly PaletteEntry[] {
  const part = `${kind}s` as const;
  if (!rights.sees(part)) return [];
  const places = new Map(locations.map(({ id, name }) => [id, name]));
  return items.map((item) =>
    entry(
      kind,
      nameOf(item),
      kind === 'user' ? textOf(item, 'username') : (places.get(textOf(item, 'location')) ?? ''),
      address([part, textOf(item, 'id')]),
    ),
  );
}

/** Fields of the settings and of the current location. */
function settings({ t, rights, here }: Sources): readonly PaletteEntry[] {
  const fields = (part: 'settings' | 'locations', path: readonly string[]): readonly PaletteEntry[] =>
    PART_VIEWS[part].sections.flatMap(({ id, fields: names }) =>
      names
        .filter((name) => rights.mayChangeField(part, name))
        .map((name) =>
          entry(
            'setting',
            t([`fieldsOf.${part}.${name}`, `fields.${name}`]),
            `${t(`nav.${part}`)} · ${t([`sectionsOf.${part}.${id}`, `sections.${id}`])}`,
            address(path, { field: name }),
          ),
        ),
    );
  return [
    ...(rights.sees('settings') ? fields('settings', ['settings']) : []),
    ...(rights.sees('locations') && here !== '' ? fields('locations', ['locations', here]) : []),
  ];
}

/** The entries that contain the text, those that begin with it first in their kind. */
export function findEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  if (text.trim() === '') return entries.filter(({ kind }) => kind === 'screen');
  const isFound = searchFor(text);
  const start = foldSearch(text);
  const begins = ({ name }: PaletteEntry): number => (foldSearch(name).startsWith(start) ? 0 : 1);
  const found = entries.filter(({ name, more }) => isFound(() => `${name} ${more}`));
  return KINDS.flatMap((kind) =>
    found
      .filter((each) => each.kind === kind)
      .sort((one, other) => begins(one) - begins(other))
      .slice(0, MAX_OF_KIND),
  );
}

const MAX_OF_KIND = 8;

function entry(kind: PaletteEntry['kind'], name: string, more: string, to: string, location = ''): PaletteEntry {
  return { kind, name, more, address: to, location };
}
