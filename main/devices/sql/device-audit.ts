/** What staff had a device do, as a line of the audit log, the same in both databases. */

import type { AuditDraft } from '../../audit/sql/audit-draft.ts';
import type { DeviceAudit } from '../operations/device-action-records.ts';

export function deviceAuditDraft({ deviceId, deviceName, action, fields }: DeviceAudit): AuditDraft {
  return { collection: 'devices', itemId: deviceId, itemName: deviceName, action, fields: [...fields] };
}
