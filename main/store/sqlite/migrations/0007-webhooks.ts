/**
 * What webhooks have to tell. `webhook_event` is written with the change itself, as long as there is a webhook in use;
 * its numbers are never given twice, because webhooks remember how far they are (`after_seq`). Only webhooks in use
 * have a row of progress. `webhook_delivery` is the log, and knows what is to be tried again. `subject` is the ticket and
 * the call as JSON, as they were right after the change, without name and notes: these are only ever read from the ticket.
 * `webhook.source` makes ids of deliveries differ between databases.
 */
export const webhooksMigration = `
CREATE TABLE webhook_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  location_id TEXT NOT NULL,
  service_id TEXT NOT NULL,
  ticket_id TEXT NOT NULL,
  desk_id TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;

CREATE TABLE webhook_progress (
  webhook_id TEXT NOT NULL PRIMARY KEY,
  after_seq INTEGER NOT NULL,
  paused_at INTEGER,
  missed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_delivery (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  webhook_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  location_id TEXT NOT NULL,
  service_id TEXT NOT NULL,
  ticket_id TEXT NOT NULL,
  desk_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  first_tried_at INTEGER NOT NULL,
  tried_at INTEGER NOT NULL,
  next_try_at INTEGER,
  status_code INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  fault TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_delivery_log ON webhook_delivery (webhook_id, number);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id) WHERE state = 'waiting';

INSERT INTO meta (key, value) VALUES ('webhook.source', lower(hex(randomblob(16))));
`;
