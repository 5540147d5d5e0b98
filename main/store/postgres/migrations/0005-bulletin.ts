/**
 * Which servers are there, and small facts that each has to tell the others: all of a server's go with it. Numbers follow the
 * commits, so that whoever has read up to one has missed none before it.
 */
const TEXT = 'text COLLATE "C" NOT NULL';

export const bulletinMigration = `
CREATE TABLE peer (
  id ${TEXT} PRIMARY KEY,
  until timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX peer_until ON peer (until);

CREATE SEQUENCE bulletin_number;
CREATE TABLE bulletin (
  server_id ${TEXT} REFERENCES peer (id) ON DELETE CASCADE,
  topic ${TEXT},
  key ${TEXT},
  body text NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (server_id, topic, key)
) WITH (fillfactor = 80);
CREATE INDEX bulletin_by_number ON bulletin (number);
`;
