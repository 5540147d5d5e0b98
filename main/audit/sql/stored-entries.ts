/** Stored audit entries, read and checked. */

import { isListOf, isShaped, isText, readKept } from '../../database/stored-json.ts';
import type { AuditEntry } from '../operations/audit-entries.ts';
import type { AuditField } from '../rules/audit.ts';

const areFields = isListOf(isShaped<Omit<AuditField, 'hidden'>>({ field: isText, before: isText, after: isText }));

/** An entry as both engines select it; `fields` is JSON. */
export interface AuditRow extends Omit<AuditEntry, 'by' | 'fields'> {
  readonly byKind: AuditEntry['by']['kind'];
  readonly byId: string;
  readonly fields: string;
}

/** Without its fields where these cannot be read: who did what, and when, still shows. */
export function auditEntryOf({ byKind, byId, fields, ...entry }: AuditRow): AuditEntry {
  const read = readKept<readonly AuditField[]>(fields, areFields, { table: 'audit', id: String(entry.id) });
  return { ...entry, by: { kind: byKind, id: byId }, fields: read ?? [] };
}
