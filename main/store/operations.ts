/**
 * All operations of the queue.
 *
 * Each is one transaction, and a fault changes nothing. Site rules (permitted calls, first number, cap …) are part of
 * each input, so that neither operations nor engines need the site.
 */

import {
  askDevice,
  endDeviceAction,
  forgetDeviceResults,
  noteDeed,
  takeDeviceAction,
} from '../devices/operations/device-action-operations.ts';
import { noteDevices } from '../devices/operations/note-devices.ts';
import { saveFormAnswers } from '../forms/operations/save-form-answers.ts';
import { endMailTry, putMails, putMailsAside, tidyMails } from '../mail/operations/mail-operations.ts';
import {
  anonymise,
  erasePerson,
  noteAccess,
  notePersonalExport,
} from '../personal-data/operations/personal-operations.ts';
import { callCancelledTicket, callPausedTicket, callTicket } from '../queue/operations/call-chosen-ticket.ts';
import { callNextTicket } from '../queue/operations/call-next-ticket.ts';
import { cancelCall, endCall, noteResults, pauseCall, recall } from '../queue/operations/conclude-call.ts';
import { continueVisit } from '../queue/operations/continue-visit.ts';
import { changeTicket, removeTicket, requeueTicket } from '../queue/operations/correct-ticket.ts';
import { createTicket } from '../queue/operations/create-ticket.ts';
import { setDesk, takeOver } from '../queue/operations/desk-availability.ts';
import { handOverTickets } from '../queue/operations/hand-over-tickets.ts';
import { leaseNumbers } from '../queue/operations/lease-numbers.ts';
import { leaveQueue, withdrawTicket } from '../queue/operations/leave-queue.ts';
import { noteIssued } from '../queue/operations/note-issued.ts';
import { putBackCall } from '../queue/operations/put-back-call.ts';
import { startDay } from '../queue/operations/start-day.ts';
import { transferCall } from '../queue/operations/transfer-call.ts';
import { undo } from '../queue/operations/undo.ts';
import { noteLimits, seeLimitAlarm } from '../queue-alerts/operations/alert-operations.ts';
import { dropReportView, noteReportSent, putReportView } from '../reports/operations/report-view-operations.ts';
import { forgetHistory } from '../retention/operations/purge-history.ts';
import { answerStaffCall, callStaff } from '../staff-calls/operations/staff-calls.ts';
import { recordDeliveries, resumeWebhook, tidyWebhooks } from '../webhooks/operations/webhook-operations.ts';

/** Shared by all engines. An operation declares its properties in its own file. */
export const OPERATIONS = {
  createTicket,
  callTicket,
  callPausedTicket,
  callCancelledTicket,
  callNextTicket,
  recall,
  endCall,
  noteResults,
  pauseCall,
  cancelCall,
  transferCall,
  putBackCall,
  setDesk,
  takeOver,
  callStaff,
  answerStaffCall,
  continueVisit,
  requeueTicket,
  removeTicket,
  changeTicket,
  undo,
  leaveQueue,
  withdrawTicket,
  leaseNumbers,
  handOverTickets,
  noteIssued,
  startDay,
  saveFormAnswers,
  anonymise,
  erasePerson,
  noteAccess,
  notePersonalExport,
  forgetHistory,
  askDevice,
  takeDeviceAction,
  endDeviceAction,
  noteDeed,
  forgetDeviceResults,
  noteDevices,
  noteLimits,
  seeLimitAlarm,
  putMails,
  endMailTry,
  putMailsAside,
  tidyMails,
  putReportView,
  dropReportView,
  noteReportSent,
  recordDeliveries,
  resumeWebhook,
  tidyWebhooks,
};
