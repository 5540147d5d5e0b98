/** Undo of an appointment from its notice. */
import { ERRNO } from '../../../main/lib/result.ts';
import { createItem, deleteItem, readItem, replaceItem } from '../../../main/site/contract/endpoints.ts';
import type { Rest, RestResult } from '../../shared/api-client.ts';
import type { Item } from '../model/item.ts';

/** Restores the version before a change; refused if something has changed since. */
export type Restore = () => Promise<RestResult<unknown>>;

const COLLECTION = 'appointments';

/**
 * The server keeps no earlier version of an appointment, because erasure and retention would miss the visitor's data in
 * it. So the page restores the one that it has.
 * @param before null: the change created the appointment
 */
export async function restoreOf(rest: Rest, id: string, before: Item | null): Promise<Restore | undefined> {
  const now = await rest.call(readItem(COLLECTION), { id });
  if (now.ok) {
    const { revision } = now.value;
    if (before === null) return () => rest.call(deleteItem(COLLECTION), { id, revision });
    return () => rest.call(replaceItem(COLLECTION), { id, revision }, { document: before });
  }
  const isDeleted = now.error.kind === 'refused' && now.error.errno === ERRNO.notFound;
  return isDeleted && before !== null ? () => rest.call(createItem(COLLECTION), {}, { document: before }) : undefined;
}
