/**
 * Numbers that kiosks may give while the server is away: the place of each kiosk among the numbers of its location, and what
 * each holds on a business day. `leased_first` and `leased_last`: the service itself gives none between them today.
 */
const TEXT = 'text COLLATE "C" NOT NULL';
const INT = 'bigint NOT NULL';

export const leasesMigration = `
CREATE TABLE lease_slot (
  location_id ${TEXT},
  slot ${INT},
  device_id ${TEXT},
  holder ${TEXT},
  turn ${INT},
  request ${TEXT},
  renewed_at ${INT},
  PRIMARY KEY (location_id, slot)
);

CREATE TABLE number_lease (
  location_id ${TEXT},
  service_id ${TEXT},
  generation ${INT},
  slot ${INT},
  holder ${TEXT},
  round ${INT},
  first_number ${INT},
  last_number ${INT},
  leased_at ${INT},
  PRIMARY KEY (location_id, service_id, generation, slot)
);
CREATE INDEX number_lease_age ON number_lease (location_id, leased_at);

ALTER TABLE service_queue ADD COLUMN leased_first bigint;
ALTER TABLE service_queue ADD COLUMN leased_last bigint;
`;
