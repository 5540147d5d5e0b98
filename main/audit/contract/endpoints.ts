/** Endpoints for the audit log. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type { AuditAnswer, AuditCheckAnswer, AuditCheckParameters, AuditParameters } from './rest/audit.ts';

export const READ_AUDIT_LOG = endpoint<typeof AuditParameters, typeof AuditAnswer>('GET v2/admin/audit');
export const CHECK_AUDIT_LOG = endpoint<typeof AuditCheckParameters, typeof AuditCheckAnswer>(
  'GET v2/admin/audit/check',
);
