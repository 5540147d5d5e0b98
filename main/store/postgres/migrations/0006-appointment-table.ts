/**
 * Appointments have a table of their own: by location, day and time, as they are listed. `names_location` says whether an
 * appointment names its location itself. Beside the code stands what counts of it when it is typed, and `search` is what
 * a search looks at. `personal` is 1 while something is known of the visitor. Whoever has an id or a code alone finds it
 * by equality.
 */
const TEXT = 'text COLLATE "C" NOT NULL';
const FLAG = 'smallint NOT NULL';

export const appointmentTableMigration = `
CREATE TABLE appointment (
  location_id ${TEXT},
  day ${TEXT},
  time ${TEXT},
  id ${TEXT},
  service_id ${TEXT},
  names_location ${FLAG},
  client_name ${TEXT},
  lang ${TEXT},
  code ${TEXT},
  code_essence ${TEXT},
  state ${FLAG},
  user_id ${TEXT},
  desk_id ${TEXT},
  app_display_name ${TEXT},
  search ${TEXT},
  personal ${FLAG},
  PRIMARY KEY (location_id, day, time, id)
);
CREATE INDEX appointment_id ON appointment USING hash (id);
CREATE INDEX appointment_code ON appointment (code) WHERE code <> '';
CREATE INDEX appointment_essence ON appointment (code_essence) WHERE code_essence <> '';
CREATE INDEX appointment_code_day ON appointment (location_id, day) WHERE code <> '' AND state = 1;
CREATE INDEX appointment_personal ON appointment (location_id, day) WHERE personal = 1;
CREATE INDEX appointment_service ON appointment (service_id);
CREATE INDEX appointment_user ON appointment (user_id) WHERE user_id <> '';
CREATE INDEX appointment_desk ON appointment (desk_id) WHERE desk_id <> '';
-- Those that go before the others.
CREATE INDEX audit_appointments ON audit (id) WHERE collection = 'appointments';
`;
