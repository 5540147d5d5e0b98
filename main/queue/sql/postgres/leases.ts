import type { Effects } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { selected, statement } from '../../../database/postgres/statement.ts';
import type { LeaseRows, LeaseSlot, NumberLease } from '../../operations/rows/leases.ts';

const SLOT: Readonly<Record<keyof LeaseSlot, string>> = {
  slot: 'slot',
  deviceId: 'device_id',
  holder: 'holder',
  turn: 'turn',
  request: 'request',
  renewedAt: 'renewed_at',
};
const LEASE: Readonly<Record<keyof NumberLease, string>> = {
  serviceId: 'service_id',
  slot: 'slot',
  holder: 'holder',
  generation: 'generation',
  round: 'round',
  first: 'first_number',
  last: 'last_number',
  leasedAt: 'leased_at',
  deviceId: 'device_id',
  taken: 'taken',
};

const SLOTS = statement('lease-slots', `SELECT ${selected(SLOT)} FROM lease_slot WHERE location_id = $1 ORDER BY slot`);
const PUT_SLOT = statement(
  'put-lease-slot',
  `INSERT INTO lease_slot (location_id, slot, device_id, holder, turn, request, renewed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (location_id, slot) DO UPDATE SET device_id = excluded.device_id,
  holder = excluded.holder, turn = excluded.turn, request = excluded.request, renewed_at = excluded.renewed_at`,
);
const OF_DAY = statement(
  'leases-of-day',
  `SELECT ${selected(LEASE)} FROM number_lease WHERE location_id = $1 AND service_id = $2 AND generation = $3`,
);
const OF_NUMBER = statement(
  'lease-of-number',
  `SELECT ${selected(LEASE)} FROM number_lease WHERE location_id = $1 AND service_id = $2 AND holder = $3
  AND first_number <= $4 AND last_number >= $4 AND leased_at <= $5 AND slot >= 0 ORDER BY leased_at DESC LIMIT 1`,
);
const PUT = statement(
  'put-lease',
  `INSERT INTO number_lease (location_id, service_id, generation, slot, holder, round, first_number, last_number,
    leased_at, device_id, taken)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);
const COUNT = statement(
  'count-taken',
  `UPDATE number_lease SET taken = taken + 1
  WHERE location_id = $1 AND service_id = $2 AND generation = $3 AND slot = $4`,
);
const DATE = statement(
  'date-lease',
  `UPDATE number_lease SET leased_at = $5
  WHERE location_id = $1 AND service_id = $2 AND generation = $3 AND slot = $4`,
);
const DROP = statement(
  'drop-leases',
  `DELETE FROM number_lease WHERE location_id = $1 AND leased_at < $2 AND NOT EXISTS (SELECT 1 FROM service_queue AS today
  WHERE today.location_id = $1 AND today.service_id = number_lease.service_id AND today.generation = number_lease.generation)`,
);
const GIVEN = statement(
  'is-given',
  'SELECT 1 FROM ticket WHERE location_id = $1 AND service_id = $2 AND round = $3 AND number = $4',
);

export function leaseRows(session: DatabaseSession): LeaseRows {
  function* first<Row>(rows: Effects<readonly Row[]>): Effects<Row | null> {
    return (yield* rows)[0] ?? null;
  }

  return {
    leaseSlots: (locationId) => session.ask<LeaseSlot>(SLOTS, [locationId]),
    *putLeaseSlot(locationId, { slot, deviceId, holder, turn, request, renewedAt }) {
      yield* session.change(PUT_SLOT, [locationId, slot, deviceId, holder, turn, request, renewedAt]);
    },
    leasesOf: (locationId, serviceId, generation) =>
      session.ask<NumberLease>(OF_DAY, [locationId, serviceId, generation]),
    *putLease(locationId, { serviceId, generation, slot, holder, round, first, last, leasedAt, deviceId, taken }) {
      const span = [first, last, leasedAt];
      yield* session.change(PUT, [locationId, serviceId, generation, slot, holder, round, ...span, deviceId, taken]);
    },
    *dateLease(locationId, { serviceId, generation, slot, leasedAt }) {
      yield* session.change(DATE, [locationId, serviceId, generation, slot, leasedAt]);
    },
    *countTaken(locationId, { serviceId, generation, slot }) {
      yield* session.change(COUNT, [locationId, serviceId, generation, slot]);
    },
    leaseOfNumber: (locationId, { serviceId, holder, number, until }) =>
      first(session.ask<NumberLease>(OF_NUMBER, [locationId, serviceId, holder, number, until])),
    *dropLeases(locationId, before) {
      yield* session.change(DROP, [locationId, before]);
    },
    *isGiven(locationId, serviceId, round, number) {
      return (yield* session.ask(GIVEN, [locationId, serviceId, round, number])).length > 0;
    },
  };
}
