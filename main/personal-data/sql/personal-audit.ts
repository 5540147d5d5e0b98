/** What the audit log says when personal data was erased or exported: how much, by whom, and never of whom. */

import type { AuditDraft } from '../../audit/sql/audit-draft.ts';
import type { AccessNote, PersonalAudit } from '../operations/personal-records.ts';

export function accessAuditDraft({ collection, itemId, action, fields }: AccessNote): AuditDraft {
  return { collection, itemId, itemName: '', action, fields: [...fields] };
}

export function personalAuditDraft({ action, counts }: PersonalAudit): AuditDraft {
  const fields = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([field, count]) => ({ field, before: '', after: String(count) }));
  return { collection: 'personal_data', itemId: '', itemName: '', action, fields };
}
