/** Bulk edit: the same change for several items of one kind. */
import type { BulkCollection } from '../../contract/bulk-edit.ts';
import type { SiteSetup } from '../../contract/site.ts';

/** Fields that must be unique, or belong to a single item. */
const OF_ONE_ALONE: ReadonlySet<string> = new Set(['id', 'username', 'password', 'panel_pin', 'code', 'location']);

export type BulkFault =
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'missing'; readonly id: string };

/** The site with these fields set on these items; not validated yet. */
export function bulkEdit(
  file: SiteSetup,
  collection: BulkCollection,
  ids: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): { readonly file: object } | { readonly fault: BulkFault } {
  const wrong = Object.keys(fields).find((field) => OF_ONE_ALONE.has(field));
  if (wrong !== undefined) return { fault: { kind: 'field', field: wrong } };
  const wanted = new Set(ids);
  const items: readonly { readonly id: string }[] = file[collection];
  const known = new Set(items.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) return { fault: { kind: 'missing', id: missing } };
  return {
    file: { ...file, [collection]: items.map((item) => (wanted.has(item.id) ? { ...item, ...fields } : item)) },
  };
}
