import { ACTION_RESULT_MS } from '../../contract/device-actions.ts';
import { standingCalls } from '../../core/staff-call.ts';
import { recallOutcome } from '../operations/outcomes.ts';
import type { QueueQueries } from '../queue.ts';
import { fingerprintOf } from '../rules/appointments-seen.ts';
import { emptyQueue, serviceQueue } from '../rules/service-queue.ts';
import type { QueryDefinition } from '../scope.ts';
import { appointmentPage } from './appointment-page.ts';
import { deskQueue } from './desk-queue.ts';
import { deskStep } from './desk-step.ts';
import { findTickets } from './find-tickets.ts';
import { followedTickets } from './followed-tickets.ts';
import { lastTickets } from './last-tickets.ts';
import { personalPage } from './personal-page.ts';
import { servedTickets } from './served-tickets.ts';
import { cancelledNow, cancelledTickets, pausedNow, pausedTickets } from './set-aside-tickets.ts';
import { ticketDetails } from './ticket-details.ts';
import { turnOrder, waitingTickets } from './waiting-tickets.ts';
import { webhookDelivery, webhookProgress, webhookWork } from './webhooks.ts';

/** Each question to the queue, once for every engine. */
export const QUERIES: {
  readonly [Name in keyof QueueQueries]: QueryDefinition<QueueQueries[Name]['input'], QueueQueries[Name]['output']>;
} = {
  waitingTickets: { scope: 'service', snapshot: true, run: waitingTickets },
  deskQueue: { scope: 'location', snapshot: true, run: deskQueue },
  turnOrder: { scope: 'service', snapshot: true, run: turnOrder },
  followedTickets: { scope: 'tickets', snapshot: true, run: followedTickets },
  pausedTickets: { scope: 'location', snapshot: true, run: pausedTickets },
  cancelledTickets: { scope: 'location', snapshot: true, run: cancelledTickets },
  pausedNow: { scope: 'location', snapshot: true, run: pausedNow },
  cancelledNow: { scope: 'location', snapshot: true, run: cancelledNow },
  serviceQueues: {
    scope: 'services',
    snapshot: false,
    *run(rows, { services }) {
      const queues = yield* rows.queues(services);
      return services.map((serviceId, at) => {
        const queue = queues[at] ?? null;
        return queue === null ? emptyQueue(serviceId) : serviceQueue(queue);
      });
    },
  },
  ticket: {
    scope: 'ticket',
    snapshot: false,
    *run(rows, { ticketId }) {
      return (yield* rows.ticket(ticketId))?.ticket ?? null;
    },
  },
  ticketDetails: { scope: 'ticket', snapshot: true, run: ticketDetails },
  deskStep: { scope: 'location', snapshot: true, run: deskStep },
  findTickets: { scope: 'location', snapshot: true, run: findTickets },
  servedTickets: { scope: 'location', snapshot: true, run: servedTickets },
  formAnswers: {
    scope: 'ticket',
    snapshot: false,
    *run(rows, { ticketId }) {
      return yield* rows.formAnswers(ticketId);
    },
  },
  answer: {
    scope: 'call',
    snapshot: false,
    *run(rows, { answerId }) {
      return yield* rows.calledTicket(answerId);
    },
  },
  lastCalls: {
    scope: 'location',
    snapshot: false,
    *run(rows, input) {
      return yield* rows.lastCalls(input);
    },
  },
  lastTickets: { scope: 'location', snapshot: true, run: lastTickets },
  queueLocations: {
    scope: 'global',
    snapshot: false,
    *run(rows) {
      return yield* rows.queueLocations();
    },
  },
  keptDevices: {
    scope: 'global',
    snapshot: false,
    *run(rows) {
      return yield* rows.keptDevices();
    },
  },
  deviceNews: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId, deviceId, before, limit }) {
      return yield* rows.deviceNews(locationId, deviceId, before ?? Number.MAX_SAFE_INTEGER, limit);
    },
  },
  dayRules: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId }) {
      return yield* rows.dayRules(locationId);
    },
  },
  visits: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId, appointments }) {
      const ids = appointments.map(({ id }) => id);
      const checkedIn = yield* rows.visitTickets(locationId, ids);
      return appointments.map(
        ({ id, bookedAt }) => checkedIn.find((each) => each.id === id && each.bookedAt === bookedAt) ?? null,
      );
    },
  },
  checkedIn: {
    scope: 'global',
    snapshot: true,
    *run(rows, { appointments }) {
      const found = [];
      for (const appointment of appointments) found.push(yield* rows.isCheckedIn(appointment));
      return found;
    },
  },
  appointment: {
    scope: 'global',
    snapshot: false,
    *run(rows, { id }) {
      return yield* rows.appointment(id);
    },
  },
  appointmentsOfCode: {
    scope: 'global',
    snapshot: false,
    *run(rows, { code, alike, limit }) {
      return yield* rows.appointmentsOfCode(code, alike, limit);
    },
  },
  appointmentsOfBirthday: {
    scope: 'location',
    snapshot: false,
    *run(rows, input) {
      return yield* rows.appointmentsOfBirthday(input);
    },
  },
  appointmentPage: { scope: 'location', snapshot: true, run: appointmentPage },
  appointmentsOf: {
    scope: 'global',
    snapshot: true,
    *run(rows, { of, limit }) {
      const appointments = yield* rows.appointmentsOf(of, limit ?? Number.MAX_SAFE_INTEGER);
      return { appointments, fingerprint: fingerprintOf(appointments) };
    },
  },
  lastCodeDay: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId }) {
      return yield* rows.lastCodeDay(locationId);
    },
  },
  lastBirthdayDay: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId }) {
      return yield* rows.lastBirthdayDay(locationId);
    },
  },
  deviceActions: {
    scope: 'global',
    snapshot: false,
    *run(rows, { deviceId, limit }) {
      return yield* rows.deviceActions(deviceId, limit);
    },
  },
  deviceAction: {
    scope: 'global',
    snapshot: true,
    *run(rows, { id, now }) {
      const record = yield* rows.deviceAction(id);
      return record === null ? null : { record, result: yield* rows.deviceActionResult(id, now - ACTION_RESULT_MS) };
    },
  },
  personalPage: { scope: 'global', snapshot: true, run: personalPage },
  checkInsOf: {
    scope: 'global',
    snapshot: false,
    *run(rows, ids) {
      return yield* rows.checkInsOf(ids);
    },
  },
  waitingMailsOfIds: {
    scope: 'global',
    snapshot: false,
    *run(rows, { ids }) {
      return yield* rows.waitingMailsOfIds(ids);
    },
  },
  appointmentsOfIds: {
    scope: 'global',
    snapshot: false,
    *run(rows, { ids }) {
      return yield* rows.appointmentsOfIds(ids);
    },
  },
  mailWork: {
    scope: 'global',
    snapshot: true,
    *run(rows, { until, limit }) {
      return { ...(yield* rows.dueMails(until, limit)), nextTryAt: yield* rows.nextMail() };
    },
  },
  mails: {
    scope: 'global',
    snapshot: false,
    *run(rows, { limit }) {
      return yield* rows.mails(limit);
    },
  },
  waitingMails: {
    scope: 'global',
    snapshot: false,
    *run(rows, { limit }) {
      return yield* rows.waitingMails(limit);
    },
  },
  waitingCounts: {
    scope: 'global',
    snapshot: false,
    *run(rows) {
      return yield* rows.waitingCounts();
    },
  },
  openLimitAlarms: {
    scope: 'global',
    snapshot: false,
    *run(rows) {
      return yield* rows.openLimitAlarms();
    },
  },
  limitBook: {
    scope: 'location',
    snapshot: true,
    *run(rows, { locationId }) {
      return { open: yield* rows.openLimitAlarmsAt(locationId), last: yield* rows.lastLimitAlarm(locationId) };
    },
  },
  limitAlarms: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId, from, until, limit }) {
      return yield* rows.limitAlarms(locationId, from, until, limit);
    },
  },
  reportViews: {
    scope: 'global',
    snapshot: false,
    *run(rows, { userId }) {
      return yield* rows.reportViews(userId);
    },
  },
  desksAway: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId, day }) {
      const location = yield* rows.location(locationId);
      return location?.day === day ? location.away : {};
    },
  },
  staffCalls: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId, now }) {
      return standingCalls((yield* rows.location(locationId))?.staffCalls ?? {}, now);
    },
  },
  ticketResults: {
    scope: 'ticket',
    snapshot: false,
    *run(rows, { ticketId }) {
      const ticket = (yield* rows.ticket(ticketId))?.ticket;
      const answer = ticket === undefined ? null : yield* rows.lastAnswerOf(ticket, Number.MAX_SAFE_INTEGER);
      return { serviceId: answer?.serviceId ?? '', results: answer === null ? [] : yield* rows.resultsOf(answer) };
    },
  },
  openAnswers: {
    scope: 'location',
    snapshot: false,
    *run(rows, { locationId }) {
      return yield* rows.openAnswers(locationId);
    },
  },
  earlierOutcome: {
    scope: 'global',
    snapshot: false,
    *run(rows, { idempotency, now }) {
      return yield* recallOutcome(rows, idempotency, now);
    },
  },
  webhookWork: { scope: 'global', snapshot: true, run: webhookWork },
  webhookProgress: { scope: 'global', snapshot: true, run: webhookProgress },
  webhookDeliveries: {
    scope: 'global',
    snapshot: false,
    *run(rows, { webhookId, before, limit }) {
      return yield* rows.deliveries(webhookId, before ?? Number.MAX_SAFE_INTEGER, limit);
    },
  },
  webhookDelivery: { scope: 'global', snapshot: true, run: webhookDelivery },
};
