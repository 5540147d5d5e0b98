/**
 * Appointments have a table of their own: by location, day and time, as they are listed. `names_location` says whether an
 * appointment names its location itself. Beside the code stands what counts of it when it is typed, and `search` is what
 * a search looks at. `personal` is 1 while something is known of the visitor.
 */
export const appointmentTableMigration = `
CREATE TABLE appointment (
  location_id TEXT NOT NULL,
  day TEXT NOT NULL,
  time TEXT NOT NULL,
  id TEXT NOT NULL,
  service_id TEXT NOT NULL,
  names_location INTEGER NOT NULL,
  client_name TEXT NOT NULL,
  lang TEXT NOT NULL,
  code TEXT NOT NULL,
  code_essence TEXT NOT NULL,
  state INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  desk_id TEXT NOT NULL,
  app_display_name TEXT NOT NULL,
  search TEXT NOT NULL,
  personal INTEGER NOT NULL,
  PRIMARY KEY (location_id, day, time, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX appointment_id ON appointment (id);
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
