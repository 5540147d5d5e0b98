/**
 * Every operation of the queue: each is one transaction, and a fault changes nothing. Rules of the site (who may be called, first
 * number, cap …) are part of each input, so that neither the operations nor the engines below them need to know the site.
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
import { anonymise } from '../personal-data/operations/anonymise.ts';
import { erasePerson } from '../personal-data/operations/erase-person.ts';
import { noteAccess } from '../personal-data/operations/note-access.ts';
import { notePersonalExport } from '../personal-data/operations/note-export.ts';
import { callCancelledTicket, callPausedTicket, callTicket } from '../queue/operations/call-chosen-ticket.ts';
import { callNextTicket } from '../queue/operations/call-next-ticket.ts';
import { cancelCall, pauseCall } from '../queue/operations/conclude-call.ts';
import { continueVisit } from '../queue/operations/continue-visit.ts';
import { changeTicket, removeTicket } from '../queue/operations/correct-ticket.ts';
import { createTicket } from '../queue/operations/create-ticket.ts';
import { setDesk, takeOver } from '../queue/operations/desk-availability.ts';
import { handOverTickets } from '../queue/operations/hand-over-tickets.ts';
import { leaseNumbers } from '../queue/operations/lease-numbers.ts';
import { leaveQueue } from '../queue/operations/leave-queue.ts';
import { noteIssued } from '../queue/operations/note-issued.ts';
import { recall } from '../queue/operations/recall.ts';
import { endCall, noteResults } from '../queue/operations/record-outcomes.ts';
import { requeueTicket } from '../queue/operations/requeue-ticket.ts';
import { startDay } from '../queue/operations/start-day.ts';
import { transferCall } from '../queue/operations/transfer-call.ts';
import { undo } from '../queue/operations/undo.ts';
import { withdrawTicket } from '../queue/operations/withdraw-ticket.ts';
import { noteLimits, seeLimitAlarm } from '../queue-alerts/operations/alert-operations.ts';
import { dropReportView, noteReportSent, putReportView } from '../reports/operations/report-view-operations.ts';
import { forgetHistory } from '../retention/operations/purge-history.ts';
import { answerStaffCall, callStaff } from '../staff-calls/operations/staff-calls.ts';
import { tidyWebhooks } from '../webhooks/operations/prune-webhooks.ts';
import { recordDeliveries } from '../webhooks/operations/record-deliveries.ts';
import { resumeWebhook } from '../webhooks/operations/resume-webhook.ts';

/** Once for every engine. An operation declares all about itself in its own file. */
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
