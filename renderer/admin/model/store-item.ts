/** Save of an item, with detection of edit conflicts. */
import {
  createItem,
  READ_SETTINGS,
  readItem,
  replaceItem,
  WRITE_SETTINGS,
} from '../../../main/site/contract/endpoints.ts';
import type { Rest, RestFailure, RestResult } from '../../shared/api-client.ts';
import type { EditedItem } from './edited-item.ts';
import { type Item, isSame } from './item.ts';
import { filled, schemaOf } from './schema.ts';

export type Stored =
  | { readonly kind: 'stored'; readonly id: string }
  /** Another user changed the item meanwhile; nothing was saved. */
  | { readonly kind: 'late' }
  /** The server's version could not be read for the comparison. */
  | { readonly kind: 'unread'; readonly error: RestFailure }
  | { readonly kind: 'failed'; readonly error: RestFailure };

/** @param more request parameters besides the item's fields */
export async function storeItem(rest: Rest, edited: EditedItem, more: Item = {}): Promise<Stored> {
  const { part, id, isNew, isGone } = edited;
  const document = { ...bodyOf(edited), ...more };
  if (part !== 'settings' && (isNew || isGone)) {
    const made = await rest.call(createItem(part), {}, { document });
    return made.ok ? { kind: 'stored', id: made.value.id } : notStored(made.error);
  }
  const revision = await knownRevision(rest, edited);
  if (typeof revision !== 'string') return revision;
  if (part === 'settings') {
    const written = await rest.call(WRITE_SETTINGS, { revision }, { document });
    return written.ok ? { kind: 'stored', id: '' } : notStored(written.error);
  }
  const replaced = await rest.call(replaceItem(part), { id, revision }, { document });
  return replaced.ok ? { kind: 'stored', id: replaced.value.id } : notStored(replaced.error);
}

/** Revision of the edited item, unless another user changed it meanwhile. */
export async function knownRevision(
  rest: Rest,
  edited: EditedItem,
): Promise<string | Exclude<Stored, { readonly kind: 'stored' }>> {
  const read = await readNow(rest, edited);
  if (!read.ok) return { kind: 'unread', error: read.error };
  const { item, revision } = read.value;
  return isSame(item, edited.base) ? revision : { kind: 'late' };
}

async function readNow(
  rest: Rest,
  { part, id }: EditedItem,
): Promise<RestResult<{ readonly item: unknown; readonly revision: string }>> {
  if (part !== 'settings') return rest.call(readItem(part), { id });
  const answer = await rest.call(READ_SETTINGS, {});
  if (!answer.ok) return answer;
  const { settings, revision } = answer.value;
  return { ok: true, value: { item: filled(schemaOf(part), settings), revision } };
}

/** An empty id is left out, so that the server assigns one. */
function bodyOf({ part, item }: EditedItem): Item {
  const { id, ...rest } = item;
  return part === 'settings' || (id !== '' && id !== undefined) ? item : rest;
}

function notStored(error: RestFailure): Stored {
  return error.kind === 'refused' && error.parameter === 'revision' ? { kind: 'late' } : { kind: 'failed', error };
}
