import type { Db } from '../db.ts';
import { moveAppointments } from '../move-appointments.ts';
import { queueMigration } from './0001-queue.ts';
import { formAnswersMigration } from './0002-form-answers.ts';
import { credentialsMigration } from './0003-credentials.ts';
import { appointmentsMigration } from './0004-appointments.ts';
import { generationsMigration } from './0005-generations.ts';
import { backOfficeMigration } from './0006-back-office.ts';
import { webhooksMigration } from './0007-webhooks.ts';
import { historyMigration } from './0008-history.ts';
import { appointmentTableMigration } from './0009-appointment-table.ts';
import { figuresMigration } from './0010-figures.ts';
import { leasesMigration } from './0011-leases.ts';
import { classesMigration } from './0012-classes.ts';
import { deviceActionsMigration } from './0013-device-actions.ts';
import { devicesMigration } from './0014-devices.ts';
import { mailMigration } from './0015-mail.ts';
import { reportViewsMigration } from './0016-report-views.ts';
import { deskLogMigration } from './0017-desk-log.ts';
import { limitsMigration } from './0018-limits.ts';
import { staffCallsMigration } from './0019-staff-calls.ts';
import { cardsMigration } from './0020-cards.ts';
import { fewerIndexesMigration } from './0021-fewer-indexes.ts';
import { cardsByCodeMigration } from './0022-cards-by-code.ts';
import { eventsWithoutDevicesMigration } from './0023-events-without-devices.ts';
import { figureIndexMigration } from './0024-figure-index.ts';
import { ticketsForBothMigration } from './0025-tickets-for-both.ts';
import { auditPartsMigration } from './0026-audit-parts.ts';
import { leaseTicketsMigration } from './0027-lease-tickets.ts';
import { auditChainMigration } from './0028-audit-chain.ts';
import { appointmentLookupMigration } from './0029-appointment-lookup.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL cannot do with the rows, in the same transaction. */
  readonly move?: (db: Db) => void;
}

/** Every change of the schema, in order. A released one never changes; the next one is added below it. */
export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'queue', sql: queueMigration },
  { number: 2, name: 'form-answers', sql: formAnswersMigration },
  { number: 3, name: 'credentials', sql: credentialsMigration },
  { number: 4, name: 'appointments', sql: appointmentsMigration },
  { number: 5, name: 'generations', sql: generationsMigration },
  { number: 6, name: 'back-office', sql: backOfficeMigration },
  { number: 7, name: 'webhooks', sql: webhooksMigration },
  { number: 8, name: 'history', sql: historyMigration },
  { number: 9, name: 'appointment-table', sql: appointmentTableMigration, move: moveAppointments },
  { number: 10, name: 'figures', sql: figuresMigration },
  { number: 11, name: 'leases', sql: leasesMigration },
  { number: 12, name: 'classes', sql: classesMigration },
  { number: 13, name: 'device-actions', sql: deviceActionsMigration },
  { number: 14, name: 'devices', sql: devicesMigration },
  { number: 15, name: 'mail', sql: mailMigration },
  { number: 16, name: 'report-views', sql: reportViewsMigration },
  { number: 17, name: 'desk-log', sql: deskLogMigration },
  { number: 18, name: 'limits', sql: limitsMigration },
  { number: 19, name: 'staff-calls', sql: staffCallsMigration },
  { number: 20, name: 'cards', sql: cardsMigration },
  { number: 21, name: 'fewer-indexes', sql: fewerIndexesMigration },
  { number: 22, name: 'cards-by-code', sql: cardsByCodeMigration },
  { number: 23, name: 'events-without-devices', sql: eventsWithoutDevicesMigration },
  { number: 24, name: 'figure-index', sql: figureIndexMigration },
  { number: 25, name: 'tickets-for-both', sql: ticketsForBothMigration },
  { number: 26, name: 'audit-parts', sql: auditPartsMigration },
  { number: 27, name: 'lease-tickets', sql: leaseTicketsMigration },
  { number: 28, name: 'audit-chain', sql: auditChainMigration },
  { number: 29, name: 'appointment-lookup', sql: appointmentLookupMigration },
];
