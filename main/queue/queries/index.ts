/** Every query of the queue. Lists are in the order that the interface shows. */
import type { QueryTypes } from '../scope.ts';
import { appointmentPage } from './appointment-page.ts';
import {
  appointment,
  appointmentsOf,
  appointmentsOfBirthday,
  appointmentsOfCode,
  appointmentsOfIds,
  checkedIn,
  lastBirthdayDay,
  lastCodeDay,
  visits,
} from './appointments.ts';
import { answer, lastCalls, openAnswers } from './calls.ts';
import { deskQueue } from './desk-queue.ts';
import { deskStep } from './desk-step.ts';
import { deviceAction, deviceActions } from './device-actions.ts';
import { deviceNews, keptDevices } from './devices.ts';
import { earlierOutcome } from './earlier-outcome.ts';
import { findTickets } from './find-tickets.ts';
import { followedTickets } from './followed-tickets.ts';
import { lastTickets } from './last-tickets.ts';
import { limitAlarms, limitBook, openLimitAlarms } from './limits.ts';
import { dayRules, desksAway, queueLocations, staffCalls } from './locations.ts';
import { mails, mailWork, waitingMails } from './mail.ts';
import { checkInsOf, waitingMailsOfIds } from './personal-data.ts';
import { personalPage } from './personal-page.ts';
import { reportViews } from './report-views.ts';
import { servedTickets } from './served-tickets.ts';
import { serviceQueues, waitingCounts } from './services.ts';
import { cancelledNow, cancelledTickets, pausedNow, pausedTickets } from './set-aside-tickets.ts';
import { ticketDetails } from './ticket-details.ts';
import { formAnswers, ticket, ticketResults } from './tickets.ts';
import { turnOrder, waitingTickets } from './waiting-tickets.ts';
import { webhookDeliveries, webhookDelivery, webhookProgress, webhookWork } from './webhooks.ts';

/** Once for every engine. A query declares all about itself in its own file. */
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
  formAnswers,
  answer,
  lastCalls,
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

/** Input and output of each, derived from its definition. */
export type QueueQueries = { readonly [Name in keyof typeof QUERIES]: QueryTypes<(typeof QUERIES)[Name]> };
