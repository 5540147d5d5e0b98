import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { LeaseRows, LeaseSlot, NumberLease } from '../../operations/rows/leases.ts';

const SLOTS = `SELECT slot, device_id AS deviceId, holder, turn, request, renewed_at AS renewedAt FROM lease_slot
  WHERE location_id = ? ORDER BY slot`;
const PUT_SLOT = `INSERT OR REPLACE INTO lease_slot (location_id, slot, device_id, holder, turn, request, renewed_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const LEASE = `SELECT service_id AS serviceId, slot, holder, generation, round, first_number AS first, last_number AS last,
  leased_at AS leasedAt, device_id AS deviceId, taken FROM number_lease WHERE location_id = ? AND service_id = ?`;
const OF_DAY = `${LEASE} AND generation = ?`;
const OF_NUMBER = `${LEASE} AND holder = ? AND first_number <= ? AND last_number >= ? AND leased_at <= ?
  AND slot >= 0 ORDER BY leased_at DESC LIMIT 1`;
const PUT = `INSERT INTO number_lease
  (location_id, service_id, generation, slot, holder, round, first_number, last_number, leased_at, device_id, taken)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const COUNT = `UPDATE number_lease SET taken = taken + 1
  WHERE location_id = ? AND service_id = ? AND generation = ? AND slot = ?`;
const DATE = `UPDATE number_lease SET leased_at = ?
  WHERE location_id = ? AND service_id = ? AND generation = ? AND slot = ?`;
const DROP = `DELETE FROM number_lease WHERE location_id = ? AND leased_at < ? AND NOT EXISTS (SELECT 1 FROM service_queue
  WHERE service_queue.service_id = number_lease.service_id AND service_queue.generation = number_lease.generation)`;
const GIVEN = 'SELECT 1 FROM ticket WHERE service_id = ? AND round = ? AND number = ?';

export function leaseRows(db: Db): LeaseRows {
  return {
    leaseSlots: (locationId) => atOnce(db.all<LeaseSlot>(SLOTS, locationId)),
    putLeaseSlot(locationId, { slot, deviceId, holder, turn, request, renewedAt }) {
      db.run(PUT_SLOT, locationId, slot, deviceId, holder, turn, request, renewedAt);
      return DONE;
    },
    leasesOf: (locationId, serviceId, generation) =>
      atOnce(db.all<NumberLease>(OF_DAY, locationId, serviceId, generation)),
    putLease(locationId, { serviceId, generation, slot, holder, round, first, last, leasedAt, deviceId, taken }) {
      db.run(PUT, locationId, serviceId, generation, slot, holder, round, first, last, leasedAt, deviceId, taken);
      return DONE;
    },
    dateLease(locationId, { serviceId, generation, slot, leasedAt }) {
      db.run(DATE, leasedAt, locationId, serviceId, generation, slot);
      return DONE;
    },
    countTaken(locationId, { serviceId, generation, slot }) {
      db.run(COUNT, locationId, serviceId, generation, slot);
      return DONE;
    },
    leaseOfNumber: (locationId, { serviceId, holder, number, until }) =>
      atOnce(db.get<NumberLease>(OF_NUMBER, locationId, serviceId, holder, number, number, until) ?? null),
    dropLeases(locationId, before) {
      db.run(DROP, locationId, before);
      return DONE;
    },
    isGiven: (_locationId, serviceId, round, number) => atOnce(db.get(GIVEN, serviceId, round, number) !== undefined),
  };
}
