/** Location of a fault in words. */
import { isCollection } from '../model/collection-names.ts';
import { itemsOf, nameOf, type Part } from '../model/item.ts';
import { pathName, pathOf } from '../value-format/path-name.ts';
import type { Wording } from '../value-format/wording.ts';

/** An item by id, not by list index. */
const BY_ID = /^(\w+)\(([^)]*)\)/;
/** Lists whose entries appear by id in the audit log, but by index in faults. */
const OF_THINGS: ReadonlySet<string> = new Set(['questions', 'break_reasons']);

/** @param part the edited collection, whose paths start with a field; null if each path starts with its collection */
export function faultPlace(wording: Wording, path: string, part: Part | null): string {
  // Faults of the whole request, such as `(item)` and `(file)`.
  if (path === '' || path.startsWith('(')) return '';
  const steps = pathOf(path.replace(BY_ID, '$1[$2]'));
  const [first = '', second = ''] = steps;
  const rest = (from: number): readonly string[] => {
    const inner = steps.slice(from);
    return OF_THINGS.has(inner[0] ?? '') ? inner.map(counted) : inner;
  };
  const within = (of: Part, from: number): readonly string[] =>
    steps.length > from ? [pathName(wording, of, rest(from))] : [];
  if (part === null && first === 'settings') return [wording.t('nav.settings'), ...within('settings', 1)].join(' · ');
  // In an editor, `locations[0]` is the first entry of the item's own field.
  if (isCollection(first) && second !== '' && (part === null || path.startsWith(`${first}(`))) {
    const thing = wording.file === null ? undefined : itemsOf(wording.file, first).find(({ id }) => id === second);
    const name = thing === undefined ? counted(second) : nameOf(thing);
    return [wording.t(`nav.${first}`), name, ...within(first, 2)].join(' · ');
  }
  return pathName(wording, part ?? '', rest(0));
}

/** List index as a 1-based number. */
function counted(step: string): string {
  return /^\d+$/.test(step) ? String(Number(step) + 1) : step;
}
