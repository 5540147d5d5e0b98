import type { QueueOperations } from '../queue.ts';
import type { OperationDefinition } from '../scope.ts';
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

/** A desk serves a ticket that its clerk names. */
const CHOSEN_TICKET = ['ticket', 'services', 'desk', 'clerk'] as const;

/** Each operation of the queue, once for every engine. */
export const OPERATIONS: {
  readonly [Name in keyof QueueOperations]: OperationDefinition<
    QueueOperations[Name]['input'],
    QueueOperations[Name]['output']
  >;
} = {
  createTicket: { scope: 'location', startsDay: true, prefetch: ['service'], run: createTicket },
  callTicket: { scope: 'location', startsDay: true, prefetch: CHOSEN_TICKET, run: callTicket },
  callPausedTicket: { scope: 'location', startsDay: true, prefetch: CHOSEN_TICKET, run: callPausedTicket },
  callCancelledTicket: { scope: 'location', startsDay: true, prefetch: CHOSEN_TICKET, run: callCancelledTicket },
  callNextTicket: {
    scope: 'location',
    startsDay: true,
    prefetch: ['services', 'desk', 'clerk', 'lanes'],
    run: callNextTicket,
  },
  recall: { scope: 'call', startsDay: false, prefetch: ['call'], run: recall },
  endCall: { scope: 'call', startsDay: false, prefetch: ['call'], run: endCall },
  noteResults: { scope: 'call', startsDay: false, prefetch: ['call'], run: noteResults },
  pauseCall: { scope: 'call', startsDay: false, prefetch: ['call'], run: pauseCall },
  cancelCall: { scope: 'call', startsDay: false, prefetch: ['call'], run: cancelCall },
  transferCall: { scope: 'call', startsDay: false, prefetch: ['call'], run: transferCall },
  setDesk: { scope: 'location', startsDay: true, prefetch: [], run: setDesk },
  takeOver: { scope: 'location', startsDay: true, prefetch: ['desk', 'clerk'], run: takeOver },
  callStaff: { scope: 'location', startsDay: true, prefetch: [], run: callStaff },
  answerStaffCall: { scope: 'location', startsDay: true, prefetch: [], run: answerStaffCall },
  continueVisit: { scope: 'location', startsDay: true, prefetch: CHOSEN_TICKET, run: continueVisit },
  requeueTicket: { scope: 'location', startsDay: true, prefetch: ['ticket'], run: requeueTicket },
  removeTicket: { scope: 'location', startsDay: true, prefetch: ['ticket'], run: removeTicket },
  changeTicket: { scope: 'location', startsDay: true, prefetch: ['ticket', 'service'], run: changeTicket },
  undo: { scope: 'location', startsDay: true, prefetch: [], run: undo },
  leaveQueue: { scope: 'location', startsDay: true, prefetch: ['ticket'], run: leaveQueue },
  withdrawTicket: { scope: 'location', startsDay: true, prefetch: ['key'], run: withdrawTicket },
  leaseNumbers: { scope: 'location', startsDay: true, prefetch: [], run: leaseNumbers },
  handOverTickets: { scope: 'location', startsDay: true, prefetch: [], run: handOverTickets },
  noteIssued: { scope: 'location', startsDay: true, prefetch: [], run: noteIssued },
  startDay: { scope: 'location', startsDay: false, prefetch: [], run: startDay },
  saveFormAnswers: { scope: 'ticket', startsDay: false, prefetch: ['ticket'], run: saveFormAnswers },
  anonymise: { scope: 'global', jobQueue: 'erasing', run: anonymise },
  erasePerson: { scope: 'global', jobQueue: 'erasing', run: erasePerson },
  noteAccess: { scope: 'global', jobQueue: 'erasing', run: noteAccess },
  notePersonalExport: { scope: 'global', jobQueue: 'erasing', run: notePersonalExport },
  forgetHistory: { scope: 'location', startsDay: false, prefetch: [], run: forgetHistory },
  askDevice: { scope: 'global', jobQueue: 'devices', run: askDevice },
  takeDeviceAction: { scope: 'global', jobQueue: 'devices', run: takeDeviceAction },
  endDeviceAction: { scope: 'global', jobQueue: 'devices', run: endDeviceAction },
  noteDeed: { scope: 'global', jobQueue: 'devices', run: noteDeed },
  forgetDeviceResults: { scope: 'global', jobQueue: 'devices', run: forgetDeviceResults },
  noteDevices: { scope: 'location', startsDay: false, prefetch: [], run: noteDevices },
  noteLimits: { scope: 'location', startsDay: false, prefetch: [], run: noteLimits },
  seeLimitAlarm: { scope: 'location', startsDay: false, prefetch: [], run: seeLimitAlarm },
  putMails: { scope: 'global', jobQueue: 'mail', run: putMails },
  endMailTry: { scope: 'global', jobQueue: 'mail', run: endMailTry },
  putMailsAside: { scope: 'global', jobQueue: 'mail', run: putMailsAside },
  tidyMails: { scope: 'global', jobQueue: 'mail', run: tidyMails },
  putReportView: { scope: 'global', jobQueue: 'reports', run: putReportView },
  dropReportView: { scope: 'global', jobQueue: 'reports', run: dropReportView },
  noteReportSent: { scope: 'global', jobQueue: 'reports', run: noteReportSent },
  recordDeliveries: { scope: 'global', jobQueue: 'webhooks', run: recordDeliveries },
  resumeWebhook: { scope: 'global', jobQueue: 'webhooks', run: resumeWebhook },
  tidyWebhooks: { scope: 'global', jobQueue: 'webhooks', run: tidyWebhooks },
};
