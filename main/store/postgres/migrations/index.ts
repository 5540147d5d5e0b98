import { moveAppointments } from '../move-appointments.ts';
import type { OnlineMigration } from '../online-migration.ts';
import type { Line } from '../pool.ts';
import { queueMigration } from './0001-queue.ts';
import { eventsMigration } from './0002-events.ts';
import { serversMigration } from './0003-servers.ts';
import { bulletinMigration } from './0005-bulletin.ts';
import { appointmentTableMigration } from './0006-appointment-table.ts';
import { figuresMigration } from './0007-figures.ts';
import { lastIdMigration } from './0008-last-id.ts';
import { leasesMigration } from './0009-leases.ts';
import { eventsFromMigration } from './0010-events-from.ts';
import { classesMigration } from './0011-classes.ts';
import { deviceActionsMigration } from './0012-device-actions.ts';
import { devicesMigration } from './0013-devices.ts';
import { mailMigration } from './0014-mail.ts';
import { reportViewsMigration } from './0015-report-views.ts';
import { deskLogMigration } from './0016-desk-log.ts';
import { limitsMigration } from './0017-limits.ts';
import { staffCallsMigration } from './0018-staff-calls.ts';
import { deskStepsMigration } from './0019-desk-steps.ts';
import { cardsMigration } from './0020-cards.ts';
import { cardsByCodeMigration } from './0021-cards-by-code.ts';
import { eventsWithoutDevicesMigration } from './0022-events-without-devices.ts';
import { eventListsMigration } from './0023-event-lists.ts';
import { ticketsForBothMigration } from './0024-tickets-for-both.ts';
import { auditPartsMigration } from './0025-audit-parts.ts';
import { leaseTicketsMigration } from './0026-lease-tickets.ts';
import { minimumVersionMigration } from './0027-minimum-version.ts';
import { auditChainMigration } from './0028-audit-chain.ts';
import { appointmentLookupMigration } from './0029-appointment-lookup.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL cannot do with the rows, in the same transaction. */
  readonly move?: (line: Line) => Promise<void>;
}

/**
 * Every change of the schema before online migrations, in order, all that is missing in one transaction; servers have to end
 * first. The list is closed: each later change is an online migration, unless no earlier program may write any more. There never was a
 * number 4.
 */
export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'queue', sql: queueMigration },
  { number: 2, name: 'events', sql: eventsMigration },
  { number: 3, name: 'servers', sql: serversMigration },
  { number: 5, name: 'bulletin', sql: bulletinMigration },
  { number: 6, name: 'appointment-table', sql: appointmentTableMigration, move: moveAppointments },
  { number: 7, name: 'figures', sql: figuresMigration },
  { number: 8, name: 'last-id', sql: lastIdMigration },
  { number: 9, name: 'leases', sql: leasesMigration },
  { number: 10, name: 'events-from', sql: eventsFromMigration },
  { number: 11, name: 'classes', sql: classesMigration },
  { number: 12, name: 'device-actions', sql: deviceActionsMigration },
  { number: 13, name: 'devices', sql: devicesMigration },
  { number: 14, name: 'mail', sql: mailMigration },
  { number: 15, name: 'report-views', sql: reportViewsMigration },
  { number: 16, name: 'desk-log', sql: deskLogMigration },
  { number: 17, name: 'limits', sql: limitsMigration },
  { number: 18, name: 'staff-calls', sql: staffCallsMigration },
  { number: 19, name: 'desk-steps', sql: deskStepsMigration },
  { number: 20, name: 'cards', sql: cardsMigration },
  { number: 21, name: 'cards-by-code', sql: cardsByCodeMigration },
  { number: 22, name: 'events-without-devices', sql: eventsWithoutDevicesMigration },
  { number: 23, name: 'event-lists', sql: eventListsMigration },
  { number: 24, name: 'tickets-for-both', sql: ticketsForBothMigration },
  { number: 25, name: 'audit-parts', sql: auditPartsMigration },
  { number: 26, name: 'lease-tickets', sql: leaseTicketsMigration },
  { number: 27, name: 'minimum-version', sql: minimumVersionMigration },
  { number: 28, name: 'audit-chain', sql: auditChainMigration },
];

/**
 * Changes that servers of the release before do not notice, with numbers behind those of above. First add and fill (expand);
 * what no released program uses any more goes a release later (contract). A released one never changes. Numbers only grow: a
 * database knows only the highest number that it has had.
 */
export const ONLINE_MIGRATIONS: readonly OnlineMigration[] = [appointmentLookupMigration];

export interface Schema {
  readonly whole: readonly Migration[];
  readonly online: readonly OnlineMigration[];
}

export const SCHEMA: Schema = { whole: MIGRATIONS, online: ONLINE_MIGRATIONS };
