/**
 * Site item in an editor, with its draft and conflicts.
 *
 * As it was read, and as it would be saved.
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
  /** Among the drafts. */
  readonly key: string;
  readonly isNew: boolean;
  /** Somebody else has removed it. */
  readonly isGone: boolean;
  /** As the server has it. */
  readonly found: Item | undefined;
  /** What was changed and not saved yet. */
  readonly draft: Draft | undefined;
  /** What the changes were made upon; null for a new thing. */
  readonly base: Item | null;
  /** As it would be saved now. */
  readonly item: Item;
  /** Draft and server, where somebody else has changed the thing since the draft was begun. */
  readonly meeting: Meeting | null;
}

/** Null when there is nothing to edit: the thing is not there any more, and has no draft. */
export function useEditedItem(part: Part, id: string, file: SiteFile): EditedItem | null {
  const { t, drafts, router, notices, location } = useAdmin();
  const isNew = part !== 'settings' && id === 'new';
  const here = file.locations.find((each) => each.id === location.value)?.id ?? file.locations[0]?.id ?? '';
  const key = part === 'settings' ? 'settings' : `${part}/${id}`;
  const found = isNew ? undefined : readItem(file, part, id);
  const draft = drafts.all.value.get(key);
  const meeting = meetingOf(draft, found);

  useEffect(() => {
    // What only others changed is taken over; what both changed is asked about.
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

/** With everything in it that has a default, so that what was read and what is sent are of one shape. */
export function readItem(file: SiteFile, part: Part, id: string): Item | undefined {
  if (part === 'settings') return filled(schemaOf(part), file.settings ?? {}) as Item;
  return itemsOf(file, part).find((item) => item.id === id);
}

/** What the address says of a new thing, such as its location. */
function given(part: Part, query: Readonly<Record<string, string>>): Item {
  const item: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(query)) {
    const { type } = fieldSchema(part, field);
    if (type === 'string') item[field] = value;
    if (type === 'integer') item[field] = Number(value);
  }
  return item;
}

/** The thing with another value in that field. @param own the language of the house. */
export function withField(item: Item, field: string, value: unknown, own: string): Item {
  const next: Record<string, unknown> = { ...item };
  if (value === undefined) delete next[field];
  else next[field] = value;
  const texts = objectOf(objectOf(next.translations)[own]);
  // The language of the house may stand among the translations too: it would win over the plain text.
  if (field in texts) next.translations = { ...objectOf(next.translations), [own]: { ...texts, [field]: value } };
  return next;
}

/** A new thing like it, without its id and what only one may have. */
export function copyOf({ id: _id, password: _password, secret: _secret, ...rest }: Item, name: string): Item {
  return 'username' in rest ? { ...rest, name, username: '' } : { ...rest, name };
}
