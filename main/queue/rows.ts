/**
 * What an engine must give: verbs about rows, without a rule in them. They all belong to the transaction of the
 * operation that uses them. Instants are epoch milliseconds.
 */

import type { AnswerRows } from './rows/answers.ts';
import type { AppointmentRows } from './rows/appointments.ts';
import type { DeskLogRows } from './rows/desk-log.ts';
import type { StepRows } from './rows/desk-steps.ts';
import type { DeviceActionRows } from './rows/device-actions.ts';
import type { DeviceRows } from './rows/devices.ts';
import type { ErasingRows } from './rows/erasing.ts';
import type { HistoryRows } from './rows/history.ts';
import type { LeaseRows } from './rows/leases.ts';
import type { LimitRows } from './rows/limits.ts';
import type { LocationRows } from './rows/locations.ts';
import type { MailRows } from './rows/mail.ts';
import type { OutcomeRows } from './rows/outcomes.ts';
import type { PersonalRows } from './rows/personal.ts';
import type { QueueRows } from './rows/queues.ts';
import type { ReportViewRows } from './rows/report-views.ts';
import type { TicketRows } from './rows/tickets.ts';
import type { VisitRows } from './rows/visits.ts';
import type { WebhookRows } from './rows/webhooks.ts';

/** Verbs that need no location: all that operations and queries with the scope `global` can use. */
export type GlobalRows = PersonalRows &
  AppointmentRows &
  OutcomeRows &
  ErasingRows &
  DeviceActionRows &
  MailRows &
  ReportViewRows &
  WebhookRows &
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
