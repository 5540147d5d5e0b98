/** Sends a thing to the server, unless somebody else was faster. */
import type { Rest, RestFailure, RestResult } from '../../shared/rest.ts';
import type { EditedItem } from './edited-item.ts';
import { type Item, isSame } from './item.ts';
import { filled, schemaOf } from './schema.ts';

export type Stored =
  | { readonly kind: 'stored'; readonly id: string }
  /** Somebody else has changed it meanwhile; nothing was sent, or nothing was taken. */
  | { readonly kind: 'late' }
  /** It could not be compared with what the server has. */
  | { readonly kind: 'unread'; readonly error: RestFailure }
  | { readonly kind: 'failed'; readonly error: RestFailure };

interface ReadAnswer {
  readonly item?: Item;
  readonly settings?: Item;
  readonly revision: string;
}

interface WrittenAnswer {
  readonly id?: string;
}

/** @param more beside its fields: what is said with the wish to store it. */
export async function storeItem(rest: Rest, edited: EditedItem, more: Item = {}): Promise<Stored> {
  const { part, id, base, isNew, isGone } = edited;
  const body = { ...bodyOf(edited), ...more };
  if (isNew || isGone) return outcomeOf(await rest.post<WrittenAnswer>(`v2/admin/${part}`, body));
  const path = part === 'settings' ? 'v2/admin/settings' : `v2/admin/${part}/${encodeURIComponent(id)}`;
  const read = await rest.get<ReadAnswer>(path);
  if (!read.ok) return { kind: 'unread', error: read.error };
  const { item, settings, revision } = read.value;
  if (!isSame(item ?? filled(schemaOf(part), settings), base)) return { kind: 'late' };
  return outcomeOf(await rest.put<WrittenAnswer>(`${path}?revision=${revision}`, body));
}

/** An empty id is none: the server gives one. */
function bodyOf({ part, item }: EditedItem): Item {
  const { id, ...rest } = item;
  return part === 'settings' || (id !== '' && id !== undefined) ? item : rest;
}

function outcomeOf(answer: RestResult<WrittenAnswer>): Stored {
  if (answer.ok) return { kind: 'stored', id: answer.value.id ?? '' };
  const { error } = answer;
  return error.kind === 'refused' && error.parameter === 'revision' ? { kind: 'late' } : { kind: 'failed', error };
}
