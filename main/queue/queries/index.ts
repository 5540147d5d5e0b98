import { ACTION_RESULT_MS } from '../../contract/device-actions.ts';
import { standingCalls } from '../../core/staff-call.ts';
import { recallOutcome } from '../operations/outcomes.ts';
import type { QueueQueries } from '../queue.ts';
import type { Rows } from '../rows.ts';
import { fingerprintOf } from '../rules/appointments-seen.ts';
import { emptyQueue, serviceQueue } from '../rules/service-queue.ts';
import type { Steps } from '../step.ts';
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
  readonly [Name in keyof QueueQueries]: (
    rows: Rows,
    input: QueueQueries[Name]['input'],
  ) => Steps<QueueQueries[Name]['output']>;
} = {
  waitingTickets,
  deskQueue,
  turnOrder,
  followedTickets,
  pausedTickets,
  cancelledTickets,
  pausedNow,
  cancelledNow,
  *serviceQueues(rows, { services }) {
    const queues = yield* rows.queues(services);
    return services.map((serviceId, at) => {
      const queue = queues[at] ?? null;
      return queue === null ? emptyQueue(serviceId) : serviceQueue(queue);
    });
  },
  *ticket(rows, { ticketId }) {
    return (yield* rows.ticket(ticketId))?.ticket ?? null;
  },
  ticketDetails,
  deskStep,
  findTickets,
  servedTickets,
  *formAnswers(rows, { ticketId }) {
    return yield* rows.formAnswers(ticketId);
  },
  *answer(rows, { answerId }) {
    return yield* rows.calledTicket(answerId);
  },
  *lastCalls(rows, input) {
    return yield* rows.lastCalls(input);
  },
  lastTickets,
  *queueLocations(rows) {
    return yield* rows.queueLocations();
  },
  *keptDevices(rows) {
    return yield* rows.keptDevices();
  },
  *deviceNews(rows, { locationId, deviceId, before, limit }) {
    return yield* rows.deviceNews(locationId, deviceId, before ?? Number.MAX_SAFE_INTEGER, limit);
  },
  *dayRules(rows, { locationId }) {
    return yield* rows.dayRules(locationId);
  },
  *visits(rows, { locationId, appointments }) {
    const ids = appointments.map(({ id }) => id);
    const checkedIn = yield* rows.visitTickets(locationId, ids);
    return appointments.map(
      ({ id, bookedAt }) => checkedIn.find((each) => each.id === id && each.bookedAt === bookedAt) ?? null,
    );
  },
  *checkedIn(rows, { appointments }) {
    const found = [];
    for (const appointment of appointments) found.push(yield* rows.isCheckedIn(appointment));
    return found;
  },
  *appointment(rows, { id }) {
    return yield* rows.appointment(id);
  },
  *appointmentsOfCode(rows, { code, alike, limit }) {
    return yield* rows.appointmentsOfCode(code, alike, limit);
  },
  *appointmentsOfBirthday(rows, input) {
    return yield* rows.appointmentsOfBirthday(input);
  },
  appointmentPage,
  *appointmentsOf(rows, { of, limit }) {
    const appointments = yield* rows.appointmentsOf(of, limit ?? Number.MAX_SAFE_INTEGER);
    return { appointments, fingerprint: fingerprintOf(appointments) };
  },
  *lastCodeDay(rows, { locationId }) {
    return yield* rows.lastCodeDay(locationId);
  },
  *lastBirthdayDay(rows, { locationId }) {
    return yield* rows.lastBirthdayDay(locationId);
  },
  *deviceActions(rows, { deviceId, limit }) {
    return yield* rows.deviceActions(deviceId, limit);
  },
  *deviceAction(rows, { id, now }) {
    const record = yield* rows.deviceAction(id);
    return record === null ? null : { record, result: yield* rows.deviceActionResult(id, now - ACTION_RESULT_MS) };
  },
  personalPage,
  *checkInsOf(rows, ids) {
    return yield* rows.checkInsOf(ids);
  },
  *waitingMailsOfIds(rows, { ids }) {
    return yield* rows.waitingMailsOfIds(ids);
  },
  *appointmentsOfIds(rows, { ids }) {
    return yield* rows.appointmentsOfIds(ids);
  },
  *mailWork(rows, { until, limit }) {
    return { ...(yield* rows.dueMails(until, limit)), nextTryAt: yield* rows.nextMail() };
  },
  *mails(rows, { limit }) {
    return yield* rows.mails(limit);
  },
  *waitingMails(rows, { limit }) {
    return yield* rows.waitingMails(limit);
  },
  *waitingCounts(rows) {
    return yield* rows.waitingCounts();
  },
  *openLimitAlarms(rows) {
    return yield* rows.openLimitAlarms();
  },
  *limitBook(rows, { locationId }) {
    return { open: yield* rows.openLimitAlarmsAt(locationId), last: yield* rows.lastLimitAlarm(locationId) };
  },
  *limitAlarms(rows, { locationId, from, until, limit }) {
    return yield* rows.limitAlarms(locationId, from, until, limit);
  },
  *reportViews(rows, { userId }) {
    return yield* rows.reportViews(userId);
  },
  *desksAway(rows, { locationId, day }) {
    const location = yield* rows.location(locationId);
    return location?.day === day ? location.away : {};
  },
  *staffCalls(rows, { locationId, now }) {
    return standingCalls((yield* rows.location(locationId))?.staffCalls ?? {}, now);
  },
  *ticketResults(rows, { ticketId }) {
    const ticket = (yield* rows.ticket(ticketId))?.ticket;
    const answer = ticket === undefined ? null : yield* rows.lastAnswerOf(ticket, Number.MAX_SAFE_INTEGER);
    return { serviceId: answer?.serviceId ?? '', results: answer === null ? [] : yield* rows.resultsOf(answer) };
  },
  *openAnswers(rows, { locationId }) {
    return yield* rows.openAnswers(locationId);
  },
  *earlierOutcome(rows, { idempotency, now }) {
    return yield* recallOutcome(rows, idempotency, now);
  },
  webhookWork,
  webhookProgress,
  *webhookDeliveries(rows, { webhookId, before, limit }) {
    return yield* rows.deliveries(webhookId, before ?? Number.MAX_SAFE_INTEGER, limit);
  },
  webhookDelivery,
};
