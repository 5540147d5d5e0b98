import type { QueueQueries } from '../../store.ts';
import { calledTicket, type JoinedRow, SELECT_CALLED } from '../answer-rows.ts';
import { readAudit } from '../audit-log.ts';
import { isCheckedIn } from '../check-ins.ts';
import { readDayRules } from '../day-rules.ts';
import type { Db } from '../db.ts';
import { readFormAnswers } from '../form-answers.ts';
import { recallOutcome } from '../idempotency.ts';
import { readQueue, serviceQueue } from '../service-queue.ts';
import { readTicket, ticketRecord } from '../ticket-rows.ts';
import { deskQueue } from './desk-queue.ts';
import { followedTickets } from './followed-tickets.ts';
import { lastCalls } from './last-calls.ts';
import { cancelledTickets, pausedTickets } from './set-aside-tickets.ts';
import { turnOrder } from './turn-order.ts';
import { waitingTickets } from './waiting-tickets.ts';
import { oneWebhookDelivery, webhookDeliveries, webhookProgress, webhookWork } from './webhooks.ts';

type QueryName = keyof QueueQueries;

export const QUERIES: {
  readonly [Name in QueryName]: (db: Db, input: QueueQueries[Name]['input']) => QueueQueries[Name]['output'];
} = {
  waitingTickets,
  deskQueue,
  turnOrder,
  followedTickets,
  pausedTickets,
  cancelledTickets,
  lastCalls,
  serviceQueues: (db, { services }) =>
    services.map((serviceId) => {
      const row = readQueue(db, serviceId);
      return row === undefined ? { ...EMPTY_QUEUE, serviceId } : serviceQueue(row);
    }),
  ticket: (db, { ticketId }) => {
    const row = readTicket(db, ticketId);
    return row === undefined ? null : ticketRecord(row);
  },
  formAnswers: (db, { ticketId }) => readFormAnswers(db, ticketId),
  answer: (db, { answerId }) => {
    const row = db.get<JoinedRow>(`${SELECT_CALLED} WHERE answer.id = ?`, answerId);
    return row === undefined ? null : calledTicket(row);
  },
  dayRules: (db, { locationId }) => readDayRules(db, locationId),
  checkedIn: (db, { appointments }) => appointments.map((appointment) => isCheckedIn(db, appointment)),
  audit: readAudit,
  openAnswers: (db, { locationId }) =>
    db
      .all<JoinedRow>(`${SELECT_CALLED} WHERE answer.state = 2 AND answer.location_id = ? ORDER BY desk_id`, locationId)
      .map(calledTicket),
  earlierOutcome: (db, { idempotency, now }) => recallOutcome(db, idempotency, now),
  webhookWork,
  webhookProgress,
  webhookDeliveries,
  webhookDelivery: oneWebhookDelivery,
};

const EMPTY_QUEUE = {
  waiting: 0,
  waitingPriority: 0,
  averageWaitSeconds: null,
  secondsPerPlace: null,
  lastIssuedNumber: 0,
} as const;
