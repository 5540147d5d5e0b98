/** Cells and search texts of a list. */
import type { TFunction } from 'i18next';
import type { ComponentChildren } from 'preact';
import { USUAL_ROLES } from '../../../main/site/contract/roles.ts';
import type { CollectionName, SiteFile } from '../../../main/site/contract/site.ts';
import type { LiveSnapshot } from '../../shared/live-feed.ts';
import { VisitCell } from '../appointments/visit-cell.tsx';
import type { LiveDevices } from '../devices/board-order.ts';
import { DeviceCell } from '../devices/device-cell.tsx';
import { type Item, itemsOf, listOf, nameOf, objectOf, textOf } from '../model/item.ts';
import { targetOf } from '../model/references.ts';
import { rolesOf } from '../model/rights.ts';
import { dayName, wallTime } from '../model/words.ts';
import { Badge, StateBadge } from '../parts/badge.tsx';

export interface CellContext {
  readonly t: TFunction;
  readonly file: SiteFile;
  readonly language: string;
  readonly live: ReadonlyMap<string, LiveSnapshot>;
  readonly devices: LiveDevices;
  readonly collection: CollectionName;
}

/** Content of a list cell. */
export function cellOf(context: CellContext, field: string, item: Item): ComponentChildren {
  const { t, file, collection } = context;
  const value = item[field];
  if (field === 'locations') {
    const ids = listOf(item, field).map(String);
    return ids.length === 0
      ? t(`picks.of.${collection}.locations`)
      : ids.map((id) => named(file, 'locations', id)).join(t('shared.comma'));
  }
  const target = targetOf(collection, field);
  if (target !== undefined) return named(file, target, String(value ?? ''));
  switch (field) {
    case 'state':
      return <StateBadge on={value !== 0} />;
    case 'visit':
      return <VisitCell appointment={item} />;
    case 'type':
      return t(`${collection === 'devices' ? 'deviceType' : 'answerType'}.${String(value)}`);
    case 'tag':
      return textOf(item, 'tag') === '' ? '' : <span class="tag">{textOf(item, 'tag')}</span>;
    case 'roles':
      return rolesOf(item, file).includes('admin_site') ? (
        <Badge kind="info">{t('list.administrator')}</Badge>
      ) : (
        <span dir="auto">{rolesName(context, item)}</span>
      );
    case 'schedule':
      return textOf(item, 'schedule') === '' ? t('hours.always') : <span dir="ltr">{textOf(item, 'schedule')}</span>;
    case 'scope':
      return t(`enum.scope.${textOf(item, 'scope')}`);
    case 'valid_until':
      return textOf(item, field) === '' ? t('reportKey.always') : dayName(textOf(item, field), context.language, true);
    case 'scheduled_to':
      return <span class="when">{wallTime(textOf(item, 'scheduled_to'), context.language)}</span>;
    case 'questions':
      return t('list.questions', { count: questionCount(item) });
    case 'live':
      return (
        <DeviceCell
          device={item}
          live={context.devices.get(textOf(item, 'id'))}
          snapshot={context.live.get(textOf(item, 'location'))}
        />
      );
    default:
      return typeof value === 'string' ? <span dir="auto">{value}</span> : '';
  }
}

/** Value of a list cell for sort and export. */
export function cellValue(context: CellContext, field: string, item: Item): string | number {
  const { t, file, collection, devices } = context;
  switch (field) {
    case 'state':
      return t(item.state === 0 ? 'state.off' : 'state.on');
    case 'roles':
      return rolesName(context, item);
    case 'questions':
      return questionCount(item);
    case 'live':
      return devices.get(textOf(item, 'id'))?.alarms.length ?? 0;
    case 'valid_until':
    case 'scheduled_to':
    case 'schedule':
      return textOf(item, field);
    case 'locations':
      return listOf(item, field)
        .map((id) => named(file, 'locations', id))
        .join(t('shared.comma'));
    default: {
      const target = targetOf(collection, field);
      if (target !== undefined) return named(file, target, textOf(item, field));
      const cell = field === 'type' || field === 'scope' ? cellOf(context, field, item) : textOf(item, field);
      return typeof cell === 'string' ? cell : '';
    }
  }
}

/** Searchable text of an item: its texts, and the names of referenced items. */
export function searchText(file: SiteFile, item: Item): string {
  const places = [textOf(item, 'location'), textOf(item, 'service_group'), textOf(item, 'service')];
  const names = places.map(
    (id) => named(file, 'locations', id) + named(file, 'services', id) + named(file, 'service_groups', id),
  );
  const translated = Object.values(objectOf(item.translations)).map((texts) => nameOf(objectOf(texts)));
  const own = Object.values(item).filter((value) => typeof value === 'string' && value.length < 500);
  return [...own, ...names, ...translated].join(' ');
}

/** Name of the item's location; empty without one. */
export const placeOf = (file: SiteFile, item: Item): string => named(file, 'locations', textOf(item, 'location'));

function named(file: SiteFile, collection: CollectionName, id: string): string {
  if (id === '') return '';
  return nameOf(byId(itemsOf(file, collection)).get(id));
}

const known = new WeakMap<readonly Item[], ReadonlyMap<unknown, Item>>();

/** Index by id, cached per list, since it is needed for thousands of rows at each keystroke in the search. */
function byId(items: readonly Item[]): ReadonlyMap<unknown, Item> {
  const before = known.get(items);
  if (before !== undefined) return before;
  const now = new Map(items.map((item) => [item.id, item]));
  known.set(items, now);
  return now;
}

function questionCount(item: Item): number {
  return Object.values(objectOf(item.questions)).reduce<number>(
    (sum, stage) => sum + (Array.isArray(stage) ? stage.length : 0),
    0,
  );
}

/** Name of a user's permissions: of the set, or of the preset with the same ones. */
function rolesName({ t, file }: CellContext, item: Item): string {
  const roles = rolesOf(item, file);
  if (roles.includes('admin_site')) return t('list.administrator');
  const set = named(file, 'role_sets', textOf(item, 'role_set'));
  const usual = Object.entries(USUAL_ROLES).find(
    ([, those]) => those.length === roles.length && those.every((role) => roles.includes(role)),
  );
  return set || (usual === undefined ? t('list.roles', { count: roles.length }) : t(`roles.${usual[0]}`));
}
