import { numberAuditParts } from '../../audit-draft.ts';

/** Parts of the audit log (`auditPart`): each counts its own entries, so that one cannot push out those of another. */
export const auditPartsMigration = `
ALTER TABLE audit ADD COLUMN part text COLLATE "C" NOT NULL DEFAULT '', ADD COLUMN seq bigint NOT NULL DEFAULT 0;
${numberAuditParts({ part: "= ''", seq: '= 0' })}
CREATE UNIQUE INDEX audit_part ON audit (part, seq);
DROP INDEX audit_appointments;
`;
