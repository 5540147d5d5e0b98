/** All queries of the queue. Lists have the order that the API shows. */

import {
  appointment,
  appointmentPage,
  appointmentsOf,
  appointmentsOfBirthday,
  appointmentsOfCode,
  appointmentsOfIds,
  checkedIn,
  lastBirthdayDay,
  lastCodeDay,
  visits,
} from '../appointments/operations/appointment-queries.ts';
import { deviceAction, deviceActions, deviceNews, keptDevices } from '../devices/operations/device-queries.ts';
import { mails, mailWork, waitingMails } from '../mail/operations/mail-operations.ts';
import { checkInsOf, personalPage, waitingMailsOfIds } from '../personal-data/operations/personal-operations.ts';
import { earlierOutcome } from '../queue/operations/outcomes.ts';
import {
  answer,
  callsOfClerk,
  formAnswers,
  lastCalls,
  lastTickets,
  openAnswers,
  servedTickets,
  serviceLastCalls,
  ticket,
  ticketDetails,
  ticketResults,
} from '../queue/operations/queries/calls.ts';
import { deskQueue, deskStep } from '../queue/operations/queries/desk-queue.ts';
import { findTickets } from '../queue/operations/queries/find-tickets.ts';
import {
  dayRules,
  desksAway,
  queueLocations,
  serviceQueues,
  staffCalls,
  waitingCounts,
} from '../queue/operations/queries/locations.ts';
import {
  cancelledNow,
  cancelledTickets,
  pausedNow,
  pausedTickets,
} from '../queue/operations/queries/set-aside-tickets.ts';
import { turnOrder, waitingTickets } from '../queue/operations/queries/waiting-tickets.ts';
import { limitAlarms, limitBook, openLimitAlarms } from '../queue-alerts/operations/alert-operations.ts';
import { reportViews } from '../reports/operations/report-view-operations.ts';
import { siteUndo, siteUndos } from '../site/operations/undo-operations.ts';
import { followedTickets } from '../visitor-phone/operations/followed-tickets.ts';
import {
  webhookDeliveries,
  webhookDelivery,
  webhookProgress,
  webhookWork,
} from '../webhooks/operations/webhook-operations.ts';

/** Shared by all engines. A query declares its properties in its own file. */
export const QUERIES = {
  waitingTickets,
  deskQueue,
  turnOrder,
  followedTickets,
  pausedTickets,
  cancelledTickets,
  pausedNow,
  cancelledNow,
  serviceQueues,
  ticket,
  ticketDetails,
  deskStep,
  findTickets,
  servedTickets,
  callsOfClerk,
  formAnswers,
  answer,
  lastCalls,
  serviceLastCalls,
  lastTickets,
  queueLocations,
  keptDevices,
  deviceNews,
  dayRules,
  visits,
  checkedIn,
  appointment,
  appointmentsOfCode,
  appointmentsOfBirthday,
  appointmentPage,
  appointmentsOf,
  lastCodeDay,
  lastBirthdayDay,
  deviceActions,
  deviceAction,
  personalPage,
  checkInsOf,
  waitingMailsOfIds,
  appointmentsOfIds,
  mailWork,
  mails,
  waitingMails,
  waitingCounts,
  openLimitAlarms,
  limitBook,
  limitAlarms,
  reportViews,
  siteUndos,
  siteUndo,
  desksAway,
  staffCalls,
  ticketResults,
  openAnswers,
  earlierOutcome,
  webhookWork,
  webhookProgress,
  webhookDeliveries,
  webhookDelivery,
};
