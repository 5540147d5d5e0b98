import { BEGIN_AUDIT_CHAINS } from '../../audit-draft.ts';

/** Hash chains of the audit log (`core/audit-chain.ts`): of each entry its hashes, of each part both ends. */
export const auditChainMigration = `
ALTER TABLE audit ADD COLUMN prev_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';
CREATE TABLE audit_chain (
  part TEXT PRIMARY KEY,
  begun_after INTEGER NOT NULL,
  cut_seq INTEGER NOT NULL,
  cut_hash TEXT NOT NULL,
  head_seq INTEGER NOT NULL,
  head_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
${BEGIN_AUDIT_CHAINS}
`;
