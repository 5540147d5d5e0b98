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
  waitingTickets: { scope: 'service', run: waitingTickets },
  deskQueue: { scope: 'location', run: deskQueue },
  turnOrder: { scope: 'service', run: turnOrder },
  followedTickets: { scope: 'tickets', run: followedTickets },
  pausedTickets: { scope: 'location', run: pausedTickets },
  cancelledTickets: { scope: 'location', run: cancelledTickets },
  pausedNow: { scope: 'location', run: pausedNow },
  cancelledNow: { scope: 'location', run: cancelledNow },
  serviceQueues: {
    scope: 'services',
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
    *run(rows, { ticketId }) {
      return (yield* rows.ticket(ticketId))?.ticket ?? null;
    },
  },
  ticketDetails: { scope: 'ticket', run: ticketDetails },
  deskStep: { scope: 'location', run: deskStep },
  findTickets: { scope: 'location', run: findTickets },
  servedTickets: { scope: 'location', run: servedTickets },
  formAnswers: {
    scope: 'ticket',
    *run(rows, { ticketId }) {
      return yield* rows.formAnswers(ticketId);
    },
  },
  answer: {
    scope: 'call',
    *run(rows, { answerId }) {
      return yield* rows.calledTicket(answerId);
    },
  },
  lastCalls: {
    scope: 'location',
    *run(rows, input) {
      return yield* rows.lastCalls(input);
    },
  },
  lastTickets: { scope: 'location', run: lastTickets },
  queueLocations: {
    scope: 'global',
    *run(rows) {
      return yield* rows.queueLocations();
    },
  },
  keptDevices: {
    scope: 'global',
    *run(rows) {
      return yield* rows.keptDevices();
    },
  },
  deviceNews: {
    scope: 'location',
    *run(rows, { locationId, deviceId, before, limit }) {
      return yield* rows.deviceNews(locationId, deviceId, before ?? Number.MAX_SAFE_INTEGER, limit);
    },
  },
  dayRules: {
    scope: 'location',
    *run(rows, { locationId }) {
      return yield* rows.dayRules(locationId);
    },
  },
  visits: {
    scope: 'location',
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
    *run(rows, { appointments }) {
      const found = [];
      for (const appointment of appointments) found.push(yield* rows.isCheckedIn(appointment));
      return found;
    },
  },
  appointment: {
    scope: 'global',
    *run(rows, { id }) {
      return yield* rows.appointment(id);
    },
  },
  appointmentsOfCode: {
    scope: 'global',
    *run(rows, { code, alike, limit }) {
      return yield* rows.appointmentsOfCode(code, alike, limit);
    },
  },
  appointmentsOfBirthday: {
    scope: 'location',
    *run(rows, input) {
      return yield* rows.appointmentsOfBirthday(input);
    },
  },
  appointmentPage: { scope: 'location', run: appointmentPage },
  appointmentsOf: {
    scope: 'global',
    *run(rows, { of, limit }) {
      const appointments = yield* rows.appointmentsOf(of, limit ?? Number.MAX_SAFE_INTEGER);
      return { appointments, fingerprint: fingerprintOf(appointments) };
    },
  },
  lastCodeDay: {
    scope: 'location',
    *run(rows, { locationId }) {
      return yield* rows.lastCodeDay(locationId);
    },
  },
  lastBirthdayDay: {
    scope: 'location',
    *run(rows, { locationId }) {
      return yield* rows.lastBirthdayDay(locationId);
    },
  },
  deviceActions: {
    scope: 'global',
    *run(rows, { deviceId, limit }) {
      return yield* rows.deviceActions(deviceId, limit);
    },
  },
  deviceAction: {
    scope: 'global',
    *run(rows, { id, now }) {
      const record = yield* rows.deviceAction(id);
      return record === null ? null : { record, result: yield* rows.deviceActionResult(id, now - ACTION_RESULT_MS) };
    },
  },
  personalPage: { scope: 'global', run: personalPage },
  checkInsOf: {
    scope: 'global',
    *run(rows, ids) {
      return yield* rows.checkInsOf(ids);
    },
  },
  waitingMailsOfIds: {
    scope: 'global',
    *run(rows, { ids }) {
      return yield* rows.waitingMailsOfIds(ids);
    },
  },
  appointmentsOfIds: {
    scope: 'global',
    *run(rows, { ids }) {
      return yield* rows.appointmentsOfIds(ids);
    },
  },
  mailWork: {
    scope: 'global',
    *run(rows, { until, limit }) {
      return { ...(yield* rows.dueMails(until, limit)), nextTryAt: yield* rows.nextMail() };
    },
  },
  mails: {
    scope: 'global',
    *run(rows, { limit }) {
      return yield* rows.mails(limit);
    },
  },
  waitingMails: {
    scope: 'global',
    *run(rows, { limit }) {
      return yield* rows.waitingMails(limit);
    },
  },
  waitingCounts: {
    scope: 'global',
    *run(rows) {
      return yield* rows.waitingCounts();
    },
  },
  openLimitAlarms: {
    scope: 'global',
    *run(rows) {
      return yield* rows.openLimitAlarms();
    },
  },
  limitBook: {
    scope: 'location',
    *run(rows, { locationId }) {
      return { open: yield* rows.openLimitAlarmsAt(locationId), last: yield* rows.lastLimitAlarm(locationId) };
    },
  },
  limitAlarms: {
    scope: 'location',
    *run(rows, { locationId, from, until, limit }) {
      return yield* rows.limitAlarms(locationId, from, until, limit);
    },
  },
  reportViews: {
    scope: 'global',
    *run(rows, { userId }) {
      return yield* rows.reportViews(userId);
    },
  },
  desksAway: {
    scope: 'location',
    *run(rows, { locationId, day }) {
      const location = yield* rows.location(locationId);
      return location?.day === day ? location.away : {};
    },
  },
  staffCalls: {
    scope: 'location',
    *run(rows, { locationId, now }) {
      return standingCalls((yield* rows.location(locationId))?.staffCalls ?? {}, now);
    },
  },
  ticketResults: {
    scope: 'ticket',
    *run(rows, { ticketId }) {
      const ticket = (yield* rows.ticket(ticketId))?.ticket;
      const answer = ticket === undefined ? null : yield* rows.lastAnswerOf(ticket, Number.MAX_SAFE_INTEGER);
      return { serviceId: answer?.serviceId ?? '', results: answer === null ? [] : yield* rows.resultsOf(answer) };
    },
  },
  openAnswers: {
    scope: 'location',
    *run(rows, { locationId }) {
      return yield* rows.openAnswers(locationId);
    },
  },
  earlierOutcome: {
    scope: 'global',
    *run(rows, { idempotency, now }) {
      return yield* recallOutcome(rows, idempotency, now);
    },
  },
  webhookWork: { scope: 'global', run: webhookWork },
  webhookProgress: { scope: 'global', run: webhookProgress },
  webhookDeliveries: {
    scope: 'global',
    *run(rows, { webhookId, before, limit }) {
      return yield* rows.deliveries(webhookId, before ?? Number.MAX_SAFE_INTEGER, limit);
    },
  },
  webhookDelivery: { scope: 'global', run: webhookDelivery },
};
