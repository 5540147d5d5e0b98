import { numberAuditParts } from '../../audit-draft.ts';

/** Parts of the audit log (`auditPart`): each counts its own entries, so that one cannot push out those of another. */
export const auditPartsMigration = `
ALTER TABLE audit ADD COLUMN part TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
${numberAuditParts({ part: "= ''", seq: '= 0' })}
CREATE UNIQUE INDEX audit_part ON audit (part, seq);
DROP INDEX IF EXISTS audit_appointments;
`;
