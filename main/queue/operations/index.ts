/**
 * Every operation of the queue: each is one transaction, and a fault changes nothing. Rules of the site (who may be called, first
 * number, cap …) are part of each input, so that neither the operations nor the engines below them need to know the site.
 */
import type { OperationTypes } from '../scope.ts';
import { anonymise } from './anonymise.ts';
import { callCancelledTicket, callPausedTicket, callTicket } from './call-chosen-ticket.ts';
import { callNextTicket } from './call-next-ticket.ts';
import { cancelCall, pauseCall } from './conclude-answer.ts';
import { continueVisit } from './continue-visit.ts';
import { createTicket } from './create-ticket.ts';
import { setDesk, takeOver } from './desk-away.ts';
import { askDevice, endDeviceAction, forgetDeviceResults, noteDeed, takeDeviceAction } from './device-actions.ts';
import { erasePerson } from './erase-person.ts';
import { forgetHistory } from './forget-history.ts';
import { handOverTickets } from './hand-over-tickets.ts';
import { leaseNumbers } from './lease-numbers.ts';
import { leaveQueue } from './leave-queue.ts';
import { noteLimits, seeLimitAlarm } from './limits.ts';
import { endMailTry, putMails, putMailsAside, tidyMails } from './mail.ts';
import { noteAccess } from './note-access.ts';
import { noteDevices } from './note-devices.ts';
import { notePersonalExport } from './note-export.ts';
import { noteIssued } from './note-issued.ts';
import { endCall, noteResults } from './note-results.ts';
import { changeTicket, removeTicket } from './put-right.ts';
import { recall } from './recall.ts';
import { recordDeliveries } from './record-deliveries.ts';
import { dropReportView, noteReportSent, putReportView } from './report-views.ts';
import { requeueTicket } from './requeue-ticket.ts';
import { resumeWebhook } from './resume-webhook.ts';
import { saveFormAnswers } from './save-form-answers.ts';
import { answerStaffCall, callStaff } from './staff-calls.ts';
import { startDay } from './start-day.ts';
import { tidyWebhooks } from './tidy-webhooks.ts';
import { transferCall } from './transfer-call.ts';
import { undo } from './undo.ts';
import { withdrawTicket } from './withdraw-ticket.ts';

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

/** Input and output of each, derived from its definition. */
export type QueueOperations = { readonly [Name in keyof typeof OPERATIONS]: OperationTypes<(typeof OPERATIONS)[Name]> };
