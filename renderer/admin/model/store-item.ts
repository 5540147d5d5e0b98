/** Sends a thing to the server, unless somebody else was faster. */
import type { PathRest } from '../../shared/path-rest.ts';
import type { RestFailure, RestResult } from '../../shared/rest.ts';
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
export async function storeItem(rest: PathRest, edited: EditedItem, more: Item = {}): Promise<Stored> {
  const { part, isNew, isGone } = edited;
  const body = { ...bodyOf(edited), ...more };
  if (isNew || isGone) return outcomeOf(await rest.post<WrittenAnswer>(`v2/admin/${part}`, body));
  const known = await knownRevision(rest, edited);
  if (typeof known !== 'string') return known;
  return outcomeOf(await rest.put<WrittenAnswer>(`${pathOf(edited)}?revision=${known}`, body));
}

/** The revision of what is being edited, as long as nobody else has changed it. */
export async function knownRevision(
  rest: PathRest,
  edited: EditedItem,
): Promise<string | Exclude<Stored, { readonly kind: 'stored' }>> {
  const { part, base } = edited;
  const read = await rest.get<ReadAnswer>(pathOf(edited));
  if (!read.ok) return { kind: 'unread', error: read.error };
  const { item, settings, revision } = read.value;
  return isSame(item ?? filled(schemaOf(part), settings), base) ? revision : { kind: 'late' };
}

function pathOf({ part, id }: EditedItem): string {
  return part === 'settings' ? 'v2/admin/settings' : `v2/admin/${part}/${encodeURIComponent(id)}`;
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
