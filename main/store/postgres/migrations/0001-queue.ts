/**
 * The queue, the site and what belongs to the program itself. Instants are epoch milliseconds; texts are compared byte by
 * byte, whatever the language of the database. What belongs to a location begins with it, keys and all unique indexes too, so
 * that a database can be spread by location; a few other indexes are for what is asked across locations. Tables of the site
 * have no location: they are small, and the same for all.
 *
 * A waiting ticket stands in a lane (`''`: for anybody, `d` + desk, `u` + user) and a class: ticket_waiting is in calling
 * order within each, so that its heads are found without a scan. The row of a location is what its operations lock.
 */
const TEXT = 'text COLLATE "C" NOT NULL';
const INT = 'bigint NOT NULL';

export const queueMigration = `
CREATE TABLE location_queue (
  location_id ${TEXT} PRIMARY KEY,
  -- NULL until an operation has begun a day.
  day text,
  seen_day text,
  priorities_in_a_row integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE service_queue (
  location_id ${TEXT},
  service_id ${TEXT},
  waiting ${INT} DEFAULT 0,
  waiting_priority ${INT} DEFAULT 0,
  round ${INT} DEFAULT 1,
  last_number bigint,
  called ${INT} DEFAULT 0,
  generation ${INT} DEFAULT 0,
  waits text NOT NULL DEFAULT '[]',
  average_wait_seconds bigint,
  seconds_per_place double precision,
  PRIMARY KEY (location_id, service_id)
) WITH (fillfactor = 50);
CREATE INDEX service_queue_service ON service_queue (service_id);

CREATE TABLE ticket (
  location_id ${TEXT},
  id ${TEXT},
  service_id ${TEXT},
  round ${INT},
  number ${INT},
  label ${TEXT},
  dst_service_id ${TEXT},
  dst_desk_id ${TEXT},
  dst_user_id ${TEXT},
  lane ${TEXT},
  generation ${INT},
  priority boolean NOT NULL,
  device_id ${TEXT},
  state smallint NOT NULL,
  transferred boolean NOT NULL,
  flags integer NOT NULL,
  note ${TEXT},
  lang ${TEXT},
  custom_field ${TEXT},
  client_name ${TEXT},
  app_id ${TEXT},
  app_display_name ${TEXT},
  scheduled_at bigint,
  issued_at ${INT},
  waiting_since ${INT},
  places ${INT},
  changed_at ${INT},
  called_when_cancelled bigint,
  PRIMARY KEY (location_id, id)
);
-- By equality alone, so that no plan takes it for a range of one location.
CREATE INDEX ticket_id ON ticket USING hash (id);
CREATE UNIQUE INDEX ticket_number ON ticket (location_id, service_id, round, number);
CREATE INDEX ticket_waiting ON ticket
  (location_id, dst_service_id, generation, lane, priority, waiting_since, issued_at, id) WHERE state = 1;
CREATE INDEX ticket_paused ON ticket (location_id, dst_service_id, generation, changed_at) WHERE state = 3;
CREATE INDEX ticket_cancelled ON ticket (location_id, dst_service_id, called_when_cancelled) WHERE state = 4;
CREATE INDEX ticket_cancelled_at ON ticket (location_id, dst_service_id, changed_at) WHERE state = 4;
CREATE INDEX ticket_personal ON ticket (location_id, issued_at)
  WHERE client_name <> '' OR custom_field <> '' OR note <> '' OR app_display_name <> '';

CREATE TABLE answer (
  location_id ${TEXT},
  id ${TEXT},
  ticket_id ${TEXT},
  service_id ${TEXT},
  number_service_id ${TEXT},
  desk_id ${TEXT},
  user_id ${TEXT},
  state smallint NOT NULL,
  called_at ${INT},
  ended_at bigint,
  -- How long the visitor had waited; NULL after a pause or a cancelling, which is no waiting.
  waited_ms bigint,
  first boolean NOT NULL,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, ticket_id) REFERENCES ticket (location_id, id)
);
CREATE INDEX answer_id ON answer USING hash (id);
CREATE UNIQUE INDEX answer_open_desk ON answer (location_id, desk_id) WHERE state = 2;
CREATE INDEX answer_open_user ON answer (user_id) WHERE state = 2 AND user_id <> '';
CREATE INDEX answer_location ON answer (location_id, called_at, id);
CREATE INDEX answer_number_service ON answer (location_id, number_service_id, called_at, id);
CREATE INDEX answer_desk ON answer (location_id, desk_id, called_at, id);

CREATE TABLE check_in (
  location_id ${TEXT},
  appointment_id ${TEXT},
  booked_at ${INT},
  ticket_id ${TEXT},
  PRIMARY KEY (location_id, appointment_id, booked_at),
  FOREIGN KEY (location_id, ticket_id) REFERENCES ticket (location_id, id)
);
CREATE INDEX check_in_appointment ON check_in (appointment_id, booked_at);

-- When the place of a waiting appointment changes.
CREATE TABLE turn_change (
  location_id ${TEXT},
  at ${INT},
  ticket_id ${TEXT},
  change text NOT NULL,
  PRIMARY KEY (location_id, at, ticket_id),
  FOREIGN KEY (location_id, ticket_id) REFERENCES ticket (location_id, id)
);

-- Services whose tickets of an earlier day are still to be marked as ended.
CREATE TABLE day_end (
  location_id ${TEXT},
  service_id ${TEXT},
  ended_at ${INT},
  PRIMARY KEY (location_id, service_id)
);

CREATE TABLE form_answer (
  location_id ${TEXT},
  ticket_id ${TEXT},
  question_id ${TEXT},
  form_id ${TEXT},
  stage text NOT NULL,
  place integer NOT NULL,
  question text NOT NULL,
  visible boolean NOT NULL,
  -- A JSON list of texts; NULL once it is erased.
  answer text,
  answered_at ${INT},
  anonymise_at bigint,
  PRIMARY KEY (location_id, ticket_id, question_id),
  FOREIGN KEY (location_id, ticket_id) REFERENCES ticket (location_id, id)
);
CREATE INDEX form_answer_due ON form_answer (anonymise_at) WHERE anonymise_at IS NOT NULL;

CREATE TABLE idempotency (
  location_id ${TEXT},
  key ${TEXT},
  fingerprint text NOT NULL,
  outcome text NOT NULL,
  created_at ${INT},
  ticket_id ${TEXT},
  PRIMARY KEY (location_id, key)
);
CREATE INDEX idempotency_key ON idempotency (key);
CREATE INDEX idempotency_created ON idempotency (created_at);
CREATE INDEX idempotency_ticket ON idempotency (location_id, ticket_id) WHERE ticket_id <> '';

-- How each location has reckoned its days, since when.
CREATE TABLE day_rule (
  location_id ${TEXT},
  since ${INT},
  zone text NOT NULL,
  reset_time text NOT NULL,
  first_day text NOT NULL,
  PRIMARY KEY (location_id, since)
);

CREATE TABLE site_item (
  collection ${TEXT},
  id ${TEXT},
  body text NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (collection, id)
);

CREATE TABLE credential (
  kind ${TEXT},
  id ${TEXT},
  secret text NOT NULL,
  generation ${INT},
  must_change boolean NOT NULL,
  PRIMARY KEY (kind, id)
);

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_id text NOT NULL,
  at ${INT},
  by_kind ${TEXT},
  by_id ${TEXT},
  collection ${TEXT},
  item_id ${TEXT},
  item_name text NOT NULL,
  action text NOT NULL,
  fields text NOT NULL
);

CREATE TABLE meta (
  key ${TEXT} PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE webhook_event (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  at ${INT},
  location_id ${TEXT},
  service_id ${TEXT},
  ticket_id ${TEXT},
  desk_id ${TEXT},
  -- The ticket and the call as JSON, without name and notes.
  subject text NOT NULL
);

CREATE TABLE webhook_progress (
  webhook_id ${TEXT} PRIMARY KEY,
  after_seq ${INT},
  paused_at bigint,
  missed ${INT} DEFAULT 0
);

CREATE TABLE webhook_delivery (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id ${TEXT} UNIQUE,
  webhook_id ${TEXT},
  seq ${INT},
  type text NOT NULL,
  at ${INT},
  location_id ${TEXT},
  service_id ${TEXT},
  ticket_id ${TEXT},
  desk_id ${TEXT},
  subject text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL,
  first_tried_at ${INT},
  tried_at ${INT},
  next_try_at bigint,
  status_code integer NOT NULL,
  duration_ms ${INT},
  fault text NOT NULL
);
CREATE INDEX webhook_delivery_log ON webhook_delivery (webhook_id, number);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id) WHERE state = 'waiting';

INSERT INTO meta (key, value) VALUES ('webhook.source', replace(gen_random_uuid()::text, '-', ''));
`;
