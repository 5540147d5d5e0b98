/** Audit entries of a site change, compared with the stored site. */

import type { CredentialChange } from '../../access/operations/credentials.ts';
import { isRecordOf, readKept } from '../../database/stored-json.ts';
import { append } from '../../lib/lists.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { type ItemKey, itemKey, type SiteChange, type StoredItem } from '../../site/operations/site-changes.ts';
import { DEVICE_PART } from '../contract/audit-export.ts';
import type { AuditActor, AuditEntry } from '../operations/audit-entries.ts';
import { type AuditField, changedFields } from '../rules/audit.ts';

/**
 * Part of the audit log for an entry. Each part numbers and drops its own entries, so that a device with a stolen key
 * cannot push out entries of people or other devices. Reads and exports have their own part, because read-only users
 * cause them.
 */
export function auditPart(
  by: Pick<AuditActor, 'kind' | 'id'>,
  { collection, action }: Pick<AuditEntry, 'collection' | 'action'>,
): string {
  if (by.kind === 'device') return devicePart(by.id);
  if (action === 'read') return 'reads';
  if (action === 'exported' && collection === 'audit') return 'exports';
  return collection === 'appointments' ? 'appointments' : 'changes';
}

/** Part with the entries of one device. */
export function devicePart(deviceId: string): string {
  return `${DEVICE_PART}${deviceId}`;
}

type Named = Readonly<Record<string, unknown>>;
type Subject = Pick<StoredItem, 'collection'> & Pick<AuditEntry, 'itemId'>;
export type AuditDraft = Pick<AuditEntry, 'collection' | 'itemId' | 'itemName' | 'action'> & {
  readonly fields: AuditField[];
};

/** Collection of the secret's owner. */
const COLLECTION_OF = {
  user: 'users',
  device: 'devices',
  panel: 'devices',
  webhook: 'webhooks',
  report_key: 'report_keys',
  mail: 'settings',
  reset: 'users',
} as const;
const SECRET_OF = {
  user: 'password',
  device: 'key',
  panel: 'panel_pin',
  webhook: 'secret',
  report_key: 'key',
  mail: 'mail_password',
  reset: 'password_reset',
} as const;

/**
 * Audit entries of a site change. Call this before the change.
 * @param storedBody present item as JSON; null without one
 */
export function* draftAudit(
  { put, remove, credentials = [], followed = [], by, undoes }: SiteChange,
  storedBody: (item: ItemKey) => string | null,
): SlicedWork<readonly AuditDraft[]> {
  const drafts = new Map<string, AuditDraft>();
  const add = (draft: AuditDraft): void => void drafts.set(`${draft.collection}\n${draft.itemId}`, draft);
  const stored = ({ collection, itemId }: Subject): Named | null => {
    const body = storedBody({ collection, id: itemId });
    if (body === null) return null;
    // A damaged item can also be replaced or removed, with an entry.
    return (
      readKept<Named>(
        body,
        isRecordOf(() => true),
        { table: 'site_item', id: `${collection}/${itemId}` },
      ) ?? {}
    );
  };
  for (const { collection, id: itemId } of remove) {
    yield;
    const before = stored({ collection, itemId });
    if (before === null) continue;
    const fields = [...changedFields(collection, before, null)];
    add({ collection, itemId, itemName: nameOf(before), action: 'removed', fields });
  }
  for (const { collection, id: itemId, body } of put) {
    yield;
    const before = stored({ collection, itemId });
    const after = JSON.parse(body) as Named;
    const fields = [...changedFields(collection, before, after)];
    if (before !== null && fields.length === 0) continue;
    add({ collection, itemId, itemName: nameOf(after), action: before === null ? 'added' : 'changed', fields });
  }
  for (const change of credentials) {
    // A logout changes nothing in the site. A mailed token that no user asked for could flood the log.
    if (change.kind === 'ended_key' || (change.kind === 'reset' && by === undefined)) continue;
    const subject: Subject = { collection: COLLECTION_OF[change.kind], itemId: change.id };
    const known = drafts.get(`${subject.collection}\n${subject.itemId}`);
    if (known?.action === 'removed') continue;
    if (known !== undefined) known.fields.push(credentialField({ ...change, kind: change.kind }));
    else {
      const itemName = nameOf(stored(subject));
      add({ ...subject, itemName, action: 'changed', fields: [credentialField({ ...change, kind: change.kind })] });
    }
  }
  yield* tellOnce(drafts, followed, stored);
  if (undoes !== undefined) {
    const after = new Date(undoes.at).toISOString();
    for (const { fields } of drafts.values()) fields.unshift({ field: UNDOES, before: '', after });
  }
  return [...drafts.values()];
}

/** Field of every entry of an undo: the time of the undone change. */
const UNDOES = 'undoes';

const MAX_FOLLOWED = 100;
/** Field of a location's entry: the parent location whose change it inherits. */
const FOLLOWED = 'followed';

/**
 * Merges inherited changes into one entry per location: a change for a thousand locations writes a thousand entries.
 */
function* tellOnce(
  drafts: Map<string, AuditDraft>,
  followed: NonNullable<SiteChange['followed']>,
  stored: (subject: Subject) => Named | null,
): SlicedWork<void> {
  for (const { collection, id, location, model } of followed) {
    yield;
    const key = itemKey({ collection, id });
    const own = `locations\n${location}`;
    const draft = drafts.get(key);
    if (draft === undefined) continue;
    const entry: AuditDraft = drafts.get(own) ?? {
      collection: 'locations',
      itemId: location,
      itemName: nameOf(stored({ collection: 'locations', itemId: location })),
      action: 'changed',
      fields: [],
    };
    drafts.set(own, entry);
    if (model !== '' && entry.fields[0]?.field !== FOLLOWED) {
      entry.fields.unshift({ field: FOLLOWED, before: '', after: model });
    }
    if (key === own) continue;
    drafts.delete(key);
    append(entry.fields, fieldsOf(draft).slice(0, Math.max(0, MAX_FOLLOWED - entry.fields.length)));
  }
}

/** Path within the location's entry: `services(south-passports).schedule`. */
function fieldsOf({ collection, itemId, itemName, action, fields }: AuditDraft): readonly AuditField[] {
  const at = `${collection}(${itemId})`;
  if (action === 'added') return [{ field: at, before: '', after: itemName }];
  if (action === 'removed') return [{ field: at, before: itemName, after: '' }];
  return fields.map(({ field, ...values }) => ({ field: `${at}.${field}`, ...values }));
}

/** Items that `draftAudit` reads: the changed ones, and owners of changed secrets. */
export function auditedItems({ put, remove, credentials = [], followed = [] }: SiteChange): readonly ItemKey[] {
  const owners = credentials.flatMap(({ kind, id }) =>
    kind === 'ended_key' ? [] : [{ collection: COLLECTION_OF[kind], id }],
  );
  const followers = [...new Set(followed.map(({ location }) => location))];
  const places = followers.map((id) => ({ collection: 'locations' as const, id }));
  return [...put, ...remove, ...owners, ...places].map(({ collection, id }) => ({ collection, id }));
}

/** Logs that a secret has changed, never its value. */
function credentialField({ kind, secret }: CredentialChange & { kind: keyof typeof SECRET_OF }): AuditField {
  const done = secret === undefined ? 'revoked' : secret === '' ? 'removed' : kind === 'reset' ? 'mailed' : 'set';
  const field = kind === 'user' && secret === undefined ? 'keys' : SECRET_OF[kind];
  return { field, before: '', after: done, hidden: true };
}

function nameOf(item: Named | null): string {
  const name = item?.name === undefined || item.name === '' ? item?.username : item.name;
  return typeof name === 'string' ? name : '';
}
