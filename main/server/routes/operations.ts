/** Every operation of the interface that this server answers. */
import type { Operation } from '../operation.ts';
import { ADMIN_OPERATIONS } from './admin.ts';
import { cancelCall, pauseCall, recall } from './answers.ts';
import { findAppointment, lookupAppointment } from './appointments.ts';
import { AUDIT_OPERATIONS } from './audit.ts';
import { BRANCH_OPERATIONS } from './branches.ts';
import { callCancelledTicket, callNextTicket, callPausedTicket, callTicket } from './calls.ts';
import { hashCards, lookupCard } from './cards.ts';
import { changeTicket, continueVisit, removeTicket, requeueTicket, undo } from './clerk-steps.ts';
import { findTickets, servedTickets } from './counter-lists.ts';
import { counter, counters } from './counters.ts';
import { createTicket } from './create-ticket.ts';
import { endCall, setDesk, setOutcomes, takeOver, ticketOutcomes } from './desk-work.ts';
import { askDevice, deviceAction, deviceActions, endAction, noteDeed, takeAction } from './device-actions.ts';
import { deviceHistory } from './device-history.ts';
import { display, displays } from './displays.ts';
import { answerTypes, createForm, deleteForm, deleteQuestion, form, forms, updateForm } from './forms.ts';
import { olderTickets } from './history.ts';
import { initialState } from './initial-state.ts';
import { handOverTickets, leaseNumbers } from './kiosk-offline.ts';
import { kiosk, kioskStatus, lookupDevice } from './kiosks.ts';
import { lastTickets } from './last-tickets.ts';
import { LIMIT_OPERATIONS } from './limits.ts';
import { changePassword, createDeviceKey, login, revokeDeviceKey, revokeUser } from './login.ts';
import { locations, serverServices, services, servicesByMetadata } from './lookups.ts';
import { MAIL_OPERATIONS } from './mail.ts';
import { MANY_OPERATIONS } from './many.ts';
import { beginPairing, collectPairing, pairDevice } from './pairing.ts';
import { PERSONAL_DATA_OPERATIONS } from './personal-data.ts';
import { leaveQueue, lookupTicket } from './phone-tickets.ts';
import { previewForm, previewOpeningHours, previewTicket, publicHolidaysOf } from './previews.ts';
import { REPORT_FILE_OPERATIONS } from './report-files.ts';
import { REPORT_KEY_OPERATIONS } from './report-keys.ts';
import { REPORT_VIEW_OPERATIONS } from './report-views.ts';
import { reportPeriod, reportTables, reportToday } from './reports.ts';
import { endSession, session } from './session.ts';
import { answerStaffCall, callStaff } from './staff-calls.ts';
import { saveTicketAnswers, ticketAnswers } from './ticket-answers.ts';
import { ticketDetails, ticketDetailsOf } from './ticket-details.ts';
import {
  cancelledTicketsList,
  pausedTicketsList,
  waitingTicketsCount,
  waitingTicketsCountOf,
  waitingTicketsList,
} from './ticket-lists.ts';
import { transferCall } from './transfer-call.ts';
import { users } from './users.ts';
import { WEBHOOK_OPERATIONS } from './webhooks.ts';
import { withdrawTicket } from './withdraw-ticket.ts';

export const OPERATIONS: readonly Operation[] = [
  login,
  changePassword,
  session,
  endSession,
  revokeUser,
  createDeviceKey,
  revokeDeviceKey,
  beginPairing,
  collectPairing,
  pairDevice,
  createTicket,
  withdrawTicket,
  leaseNumbers,
  handOverTickets,
  callTicket,
  callNextTicket,
  callPausedTicket,
  callCancelledTicket,
  recall,
  endCall,
  pauseCall,
  cancelCall,
  transferCall,
  setOutcomes,
  ticketOutcomes,
  setDesk,
  takeOver,
  answerStaffCall,
  undo,
  continueVisit,
  requeueTicket,
  removeTicket,
  changeTicket,
  counters,
  counter,
  findTickets,
  servedTickets,
  waitingTicketsList,
  pausedTicketsList,
  cancelledTicketsList,
  waitingTicketsCount,
  waitingTicketsCountOf,
  initialState,
  locations,
  services,
  serverServices,
  servicesByMetadata,
  users,
  lastTickets,
  ticketDetails,
  ticketDetailsOf,
  lookupTicket,
  leaveQueue,
  kiosk,
  kioskStatus,
  callStaff,
  takeAction,
  endAction,
  noteDeed,
  askDevice,
  deviceActions,
  deviceAction,
  displays,
  display,
  lookupDevice,
  lookupCard,
  hashCards,
  lookupAppointment,
  findAppointment,
  forms,
  form,
  createForm,
  updateForm,
  deleteForm,
  deleteQuestion,
  answerTypes,
  ticketAnswers,
  saveTicketAnswers,
  reportToday,
  reportPeriod,
  reportTables,
  ...REPORT_FILE_OPERATIONS,
  ...REPORT_VIEW_OPERATIONS,
  ...BRANCH_OPERATIONS,
  ...LIMIT_OPERATIONS,
  previewOpeningHours,
  publicHolidaysOf,
  previewTicket,
  previewForm,
  ...AUDIT_OPERATIONS,
  deviceHistory,
  olderTickets,
  ...ADMIN_OPERATIONS,
  ...MANY_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...MAIL_OPERATIONS,
  ...PERSONAL_DATA_OPERATIONS,
  ...REPORT_KEY_OPERATIONS,
];
