/**
 * The oldest schema that a program must know to work on this database, from when on older ones refuse requests, and how far an
 * online migration has come (`online-migration.ts`). Servers read the first table each second.
 */
export const minimumVersionMigration = `
CREATE TABLE schema_minimum (
  one boolean NOT NULL DEFAULT true,
  minimum bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (one),
  CHECK (one)
);
CREATE TABLE migration_step (
  number bigint NOT NULL,
  step bigint NOT NULL,
  PRIMARY KEY (number, step)
);
`;
