/**
 * Secrets of users (password hashes) and devices (hashes of keys), beside the site and never part of its file. Rows of
 * users that are gone stay, without their secret: the generation must never begin anew, or old keys would come to life.
 */
export const credentialsMigration = `
CREATE TABLE credential (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  secret TEXT NOT NULL,
  generation INTEGER NOT NULL,
  must_change INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
`;
