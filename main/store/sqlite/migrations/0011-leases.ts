/**
 * Numbers that kiosks may give while the server is away: the place of each kiosk among the numbers of its location, and what
 * each holds on a business day. `leased_first` and `leased_last`: the service itself gives none between them today.
 */
export const leasesMigration = `
CREATE TABLE lease_slot (
  location_id TEXT NOT NULL,
  slot INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  holder TEXT NOT NULL,
  turn INTEGER NOT NULL,
  request TEXT NOT NULL,
  renewed_at INTEGER NOT NULL,
  PRIMARY KEY (location_id, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE number_lease (
  location_id TEXT NOT NULL,
  service_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  holder TEXT NOT NULL,
  round INTEGER NOT NULL,
  first_number INTEGER NOT NULL,
  last_number INTEGER NOT NULL,
  leased_at INTEGER NOT NULL,
  PRIMARY KEY (location_id, service_id, generation, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX number_lease_age ON number_lease (location_id, leased_at);

ALTER TABLE service_queue ADD COLUMN leased_first INTEGER;
ALTER TABLE service_queue ADD COLUMN leased_last INTEGER;
`;
