/**
 * What reports need of calls and tickets that are gone, by hour of a business day. `waits` and `services` are JSON lists of
 * whole seconds, the shortest first. Tickets are taken away without a look through all calls for each of them: nothing refers
 * to a ticket by a constraint any more; operations look for themselves, and `--check` does.
 */
const TEXT = 'text COLLATE "C" NOT NULL';
const INT = 'bigint NOT NULL';

export const figuresMigration = `
CREATE TABLE call_figure (
  location_id ${TEXT},
  day ${TEXT},
  hour integer NOT NULL,
  service_id ${TEXT},
  desk_id ${TEXT},
  user_id ${TEXT},
  calls ${INT},
  first_calls ${INT},
  served ${INT},
  no_shows ${INT},
  paused ${INT},
  transferred ${INT},
  waits text NOT NULL,
  services text NOT NULL,
  PRIMARY KEY (location_id, day, hour, service_id, desk_id, user_id)
);
-- Days of which it is still known who called.
CREATE INDEX call_figure_user ON call_figure (location_id, day) WHERE user_id <> '';

CREATE TABLE ticket_figure (
  location_id ${TEXT},
  day ${TEXT},
  hour integer NOT NULL,
  service_id ${TEXT},
  issued ${INT},
  PRIMARY KEY (location_id, day, hour, service_id)
);

CREATE INDEX check_in_ticket ON check_in (location_id, ticket_id);

ALTER TABLE answer DROP CONSTRAINT answer_location_id_ticket_id_fkey;
ALTER TABLE check_in DROP CONSTRAINT check_in_location_id_ticket_id_fkey;
ALTER TABLE turn_change DROP CONSTRAINT turn_change_location_id_ticket_id_fkey;
ALTER TABLE form_answer DROP CONSTRAINT form_answer_location_id_ticket_id_fkey;
`;
