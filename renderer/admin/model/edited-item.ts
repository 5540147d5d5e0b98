/**
 * Site item in an editor, with its draft and conflicts.
 */
import { useEffect } from 'preact/hooks';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { useAdmin } from './admin.ts';
import { type Draft, type Meeting, meet } from './drafts.ts';
import { type Item, isSame, itemsOf, objectOf, type Part } from './item.ts';
import { newItem } from './new-item.ts';
import { fieldSchema, filled, schemaOf } from './schema.ts';

export interface EditedItem {
  readonly part: Part;
  readonly id: string;
  /** Key of its draft. */
  readonly key: string;
  readonly isNew: boolean;
  /** Another user removed it. */
  readonly isGone: boolean;
  /** The version on the server. */
  readonly found: Item | undefined;
  /** Unsaved changes. */
  readonly draft: Draft | undefined;
  /** Version that the changes are based on; null for a new item. */
  readonly base: Item | null;
  /** The item with the unsaved changes. */
  readonly item: Item;
  /** Merge of draft and server version, if another user changed the item after the draft was started. */
  readonly meeting: Meeting | null;
}

/** Null if the item does not exist any more and has no draft. */
export function useEditedItem(part: Part, id: string, file: SiteFile): EditedItem | null {
  const { t, drafts, router, notices, location } = useAdmin();
  const isNew = part !== 'settings' && id === 'new';
  const here = file.locations.find((each) => each.id === location.value)?.id ?? file.locations[0]?.id ?? '';
  const key = part === 'settings' ? 'settings' : `${part}/${id}`;
  const found = isNew ? undefined : readItem(file, part, id);
  const draft = drafts.all.value.get(key);
  const meeting = meetingOf(draft, found);

  useEffect(() => {
    // Changes by others are merged automatically; a field that both changed needs a decision.
    if (meeting === null || found === undefined || meeting.both.length > 0) return;
    drafts.put(key, { base: found, value: meeting.value });
    if (meeting.theirs.length > 0) notices.tell('info', t('meeting.taken'));
  }, [draft, found]);

  const start = isNew ? newItem(part, given(part, router.place.value.query), file, here) : found;
  const item = draft?.value ?? start;
  if (item === undefined) return null;
  const base = isNew ? null : (draft?.base ?? found ?? null);
  return { part, id, key, isNew, isGone: !isNew && found === undefined, found, draft, base, item, meeting };
}

function meetingOf(draft: Draft | undefined, found: Item | undefined): Meeting | null {
  if (draft === undefined || draft.base === null || found === undefined || isSame(draft.base, found)) return null;
  return meet(draft, found);
}

/** The item with all defaults filled in, so that loaded and sent items have the same shape. */
export function readItem(file: SiteFile, part: Part, id: string): Item | undefined {
  if (part === 'settings') return filled(schemaOf(part), file.settings ?? {}) as Item;
  return itemsOf(file, part).find((item) => item.id === id);
}

/** Initial values from the address, such as the location. */
function given(part: Part, query: Readonly<Record<string, string>>): Item {
  const item: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(query)) {
    const { type } = fieldSchema(part, field);
    if (type === 'string') item[field] = value;
    if (type === 'integer') item[field] = Number(value);
  }
  return item;
}

/** Returns the item with a new value in a field. @param own the organisation's default language */
export function withField(item: Item, field: string, value: unknown, own: string): Item {
  const next: Record<string, unknown> = { ...item };
  if (value === undefined) delete next[field];
  else next[field] = value;
  const texts = objectOf(objectOf(next.translations)[own]);
  // A translation in the default language would override the plain text, so both are set.
  if (field in texts) next.translations = { ...objectOf(next.translations), [own]: { ...texts, [field]: value } };
  return next;
}

/** Copies an item without its id, secrets and unique fields. */
export function copyOf({ id: _id, password: _password, secret: _secret, ...rest }: Item, name: string): Item {
  return 'username' in rest ? { ...rest, name, username: '' } : { ...rest, name };
}
