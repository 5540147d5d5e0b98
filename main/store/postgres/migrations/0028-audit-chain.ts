import { BEGIN_AUDIT_CHAINS } from '../../audit-draft.ts';

/**
 * Hash chains of the audit log (`core/audit-chain.ts`): of each entry its hashes, of each part both ends. An earlier program, which
 * knows no hashes, can add no entry any more.
 */
export const auditChainMigration = `
ALTER TABLE audit ADD COLUMN prev_hash text NOT NULL DEFAULT '', ADD COLUMN hash text NOT NULL DEFAULT '';
ALTER TABLE audit ALTER COLUMN prev_hash DROP DEFAULT, ALTER COLUMN hash DROP DEFAULT;
CREATE TABLE audit_chain (
  part text COLLATE "C" PRIMARY KEY,
  begun_after bigint NOT NULL,
  cut_seq bigint NOT NULL,
  cut_hash text NOT NULL,
  head_seq bigint NOT NULL,
  head_hash text NOT NULL
);
${BEGIN_AUDIT_CHAINS}
`;
