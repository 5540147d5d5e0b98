/** What staff had a device do, as a line of the audit log, the same in both databases. */
import type { DeviceAudit } from '../queue/device-actions.ts';
import type { AuditDraft } from './audit-draft.ts';

export function deviceAuditDraft({ deviceId, deviceName, action, fields }: DeviceAudit): AuditDraft {
  return { collection: 'devices', itemId: deviceId, itemName: deviceName, action, fields: [...fields] };
}
