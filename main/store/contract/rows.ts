/**
 * Row functions that each database engine implements.
 *
 * They contain no rules, and belong to the transaction of the operation that uses them. Instants are epoch
 * milliseconds.
 */

import type { AppointmentRows, VisitRows } from '../../appointments/operations/appointment-rows.ts';
import type { DeviceActionRows, DeviceRows } from '../../devices/operations/device-rows.ts';
import type { MailRows } from '../../mail/operations/mail-records.ts';
import type { ErasingRows, PersonalRows } from '../../personal-data/operations/personal-rows.ts';
import type { AnswerRows } from '../../queue/operations/rows/call-rows.ts';
import type { DeskLogRows } from '../../queue/operations/rows/desk-log.ts';
import type { LeaseRows } from '../../queue/operations/rows/leases.ts';
import type { LocationRows } from '../../queue/operations/rows/locations.ts';
import type { OutcomeRows } from '../../queue/operations/rows/outcomes.ts';
import type { QueueRows } from '../../queue/operations/rows/queues.ts';
import type { TicketRows } from '../../queue/operations/rows/tickets.ts';
import type { StepRows } from '../../queue/operations/undo-step.ts';
import type { LimitRows } from '../../queue-alerts/operations/alert-rows.ts';
import type { ReportViewRows } from '../../reports/operations/report-view-records.ts';
import type { HistoryRows } from '../../retention/operations/history-rows.ts';
import type { UndoRows } from '../../site/operations/undo-rows.ts';
import type { WebhookRows } from '../../webhooks/operations/webhook-rows.ts';

/** Row functions without a location, for operations and queries with the scope `global`. */
export type GlobalRows = PersonalRows &
  AppointmentRows &
  OutcomeRows &
  ErasingRows &
  DeviceActionRows &
  MailRows &
  ReportViewRows &
  WebhookRows &
  UndoRows &
  Pick<TicketRows, 'ticket'> &
  Pick<QueueRows, 'waitingCounts'> &
  Pick<VisitRows, 'isCheckedIn'> &
  Pick<DeviceRows, 'keptDevices'> &
  Pick<HistoryRows, 'queueLocations'> &
  Pick<LimitRows, 'openLimitAlarms'>;

export type Rows = GlobalRows &
  TicketRows &
  QueueRows &
  LocationRows &
  AnswerRows &
  DeskLogRows &
  VisitRows &
  LeaseRows &
  DeviceRows &
  StepRows &
  HistoryRows &
  LimitRows;
