/**
 * What several servers of one database share. Times of servers are those of the database's clock, so that theirs need not
 * agree. `site_revision` grows with every change of the site or of a credential, and each row says with which it came.
 */
const TEXT = 'text COLLATE "C" NOT NULL';
const INT = 'bigint NOT NULL';

export const serversMigration = `
CREATE TABLE duty (
  name ${TEXT} PRIMARY KEY,
  server_id ${TEXT},
  until timestamptz NOT NULL
) WITH (fillfactor = 50);

-- What signs keys and addresses, the same for all servers.
CREATE TABLE secret (
  name ${TEXT} PRIMARY KEY,
  value ${TEXT}
);
REVOKE ALL ON secret FROM PUBLIC;

CREATE TABLE site_revision (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  number ${INT}
);
ALTER TABLE site_item ADD COLUMN revision ${INT} DEFAULT 0;
CREATE INDEX site_item_revision ON site_item (revision);
ALTER TABLE credential ADD COLUMN revision ${INT} DEFAULT 0;
CREATE INDEX credential_revision ON credential (revision);
CREATE TABLE site_removed (
  collection ${TEXT},
  id ${TEXT},
  revision ${INT},
  PRIMARY KEY (collection, id)
);
CREATE INDEX site_removed_revision ON site_removed (revision);

-- How often a webhook was told to go on.
ALTER TABLE webhook_progress ADD COLUMN goings ${INT} DEFAULT 0;
`;
