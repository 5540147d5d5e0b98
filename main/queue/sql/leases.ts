/** SQL for number leases. */
import { selected } from '../../database/postgres/statement.ts';
import { type ColumnsOf, insertInto, sql, upsertInto, valuesOf } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import type { LeaseRows, LeaseSlot, NumberLease } from '../operations/rows/leases.ts';

const SLOT: ColumnsOf<LeaseSlot> = {
  slot: 'slot',
  deviceId: 'device_id',
  holder: 'holder',
  turn: 'turn',
  request: 'request',
  renewedAt: 'renewed_at',
};
const LEASE: ColumnsOf<NumberLease> = {
  serviceId: 'service_id',
  generation: 'generation',
  slot: 'slot',
  holder: 'holder',
  round: 'round',
  first: 'first_number',
  last: 'last_number',
  leasedAt: 'leased_at',
  deviceId: 'device_id',
  taken: 'taken',
};

const SLOTS = sql('lease-slots', `SELECT ${selected(SLOT)} FROM lease_slot WHERE location_id = $1 ORDER BY slot`);
const PUT_SLOT = sql('put-lease-slot', upsertInto('lease_slot', ['location_id', 'slot'], Object.values(SLOT).slice(1)));
const OF_SERVICE = `SELECT ${selected(LEASE)} FROM number_lease WHERE location_id = $1 AND service_id = $2`;
const OF_DAY = sql('leases-of-day', `${OF_SERVICE} AND generation = $3`);
const OF_NUMBER = sql(
  'lease-of-number',
  `${OF_SERVICE} AND holder = $3 AND first_number <= $4 AND last_number >= $4 AND leased_at <= $5 AND slot >= 0
  ORDER BY leased_at DESC LIMIT 1`,
);
const PUT = sql('put-lease', insertInto('number_lease', ['location_id', ...Object.values(LEASE)]));
const ONE = 'location_id = $1 AND service_id = $2 AND generation = $3 AND slot = $4';
const COUNT = sql('count-taken', `UPDATE number_lease SET taken = taken + 1 WHERE ${ONE}`);
const DATE = sql('date-lease', `UPDATE number_lease SET leased_at = $5 WHERE ${ONE}`);
const DROP = sql(
  'drop-leases',
  ({
    ofServiceAt,
  }) => `DELETE FROM number_lease WHERE location_id = $1 AND leased_at < $2 AND NOT EXISTS (SELECT 1 FROM service_queue AS today
  WHERE ${ofServiceAt('today.location_id', 1)} AND today.service_id = number_lease.service_id AND today.generation = number_lease.generation)`,
);
const GIVEN = sql(
  'is-given',
  ({ ofServiceAt }) =>
    `SELECT 1 FROM ticket WHERE ${ofServiceAt('location_id', 1)} AND service_id = $2 AND round = $3 AND number = $4`,
);

export function leaseRows(db: SqlRunner): LeaseRows {
  return {
    leaseSlots: (locationId) => db.all<LeaseSlot>(SLOTS, locationId),
    putLeaseSlot: (locationId, slot) => db.run(PUT_SLOT, locationId, ...valuesOf(slot, SLOT)),
    leasesOf: (locationId, serviceId, generation) => db.all<NumberLease>(OF_DAY, locationId, serviceId, generation),
    putLease: (locationId, lease) => db.run(PUT, locationId, ...valuesOf(lease, LEASE)),
    dateLease: (locationId, { serviceId, generation, slot, leasedAt }) =>
      db.run(DATE, locationId, serviceId, generation, slot, leasedAt),
    countTaken: (locationId, { serviceId, generation, slot }) => db.run(COUNT, locationId, serviceId, generation, slot),
    leaseOfNumber: (locationId, { serviceId, holder, number, until }) =>
      db.one<NumberLease>(OF_NUMBER, locationId, serviceId, holder, number, until),
    dropLeases: (locationId, before) => db.run(DROP, locationId, before),
    *isGiven(locationId, serviceId, round, number) {
      return (yield* db.one(GIVEN, locationId, serviceId, round, number)) !== null;
    },
  };
}
