/** A typical input of every operation and query. One that has none does not compile. */
import { UNKNOWN_STATUS } from '../../main/devices/contract/device-status.ts';
import type { KeptDevice } from '../../main/devices/rules/device-history.ts';
import type { FormAnswerInput } from '../../main/forms/operations/form-answer-records.ts';
import type { QueueOperations, QueueQueries } from '../../main/store/contract/operation-types.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { newTicket } from './new-ticket.ts';
import { Hall, value } from './queue-hall.ts';

/** A location with one ticket in each state: waiting, in service, paused, no-show and ended. */
export interface BusyHall {
  readonly hall: Hall;
  readonly waiting: string;
  readonly served: string;
  readonly paused: string;
  readonly missed: string;
  readonly ended: string;
  /** The open call, at `desk`. */
  readonly call: string;
  readonly desk: string;
  readonly freeDesk: string;
  /** The last step of the desk. */
  readonly step: string;
}

export async function busyHall(store: Store, name: string): Promise<BusyHall> {
  const hall = new Hall(store, name);
  const { locationId } = hall;
  const desk = `${name}-desk`;
  const called = async (
    end: 'endCall' | 'pauseCall' | 'cancelCall' | null,
  ): Promise<{ ticket: string; call: string }> => {
    const { ticket } = await hall.create({ clientName: 'Ana Maria Sol' });
    const { answer } = await hall.call(ticket.id, desk);
    if (end !== null) value(await hall.tryAnswer(end, answer.id));
    return { ticket: ticket.id, call: answer.id };
  };
  const ended = (await called('endCall')).ticket;
  const paused = (await called('pauseCall')).ticket;
  const missed = (await called('cancelCall')).ticket;
  const served = await called(null);
  const waiting = (await hall.create()).ticket.id;
  const step = (await store.query('deskStep', { locationId, deskId: desk, now: hall.now }))?.id ?? '';
  const freeDesk = `${name}-free-desk`;
  return { hall, waiting, served: served.ticket, paused, missed, ended, call: served.call, desk, freeDesk, step };
}

/** Ids bear the time of the machine, which is later than that of a hall. */
const FAR_AHEAD = Date.parse('2100-01-01T00:00:00Z');
const BY = { kind: 'user', id: 'ana' } as const;
const NONE = { tickets: 0, answers: 0, appointments: 0, mails: 0 };
const MAIL = { to: 'ana@pontalva.example', subject: 'November', text: 'Figures', attachments: [] };
const RULES = { callOrder: 'priority_first', priorityRatio: 2 } as const;
const VIEW = {
  id: 'monthly',
  name: 'Monthly',
  span: 'month',
  locations: [],
  services: [],
  desks: [],
  users: [],
  parts: [],
  every: 'never',
  weekday: 1,
  monthday: 1,
  hour: 7,
  to: [],
  lang: 'en',
  files: [],
} as const;
const ANSWER: FormAnswerInput = {
  questionId: 'reason',
  formId: 'form',
  stage: 'during',
  place: 1,
  question: 'Why?',
  visible: true,
  answer: ['Passport'],
  anonymiseAt: null,
};
const NO_PAGE = { from: '', until: '', state: null, text: '', services: [], after: null, limit: 10 };

const day = ({ hall: { locationId, day } }: BusyHall) => ({ locationId, day });
const callAt = (busy: BusyHall) => ({
  ...busy.hall.at(busy.freeDesk),
  callPolicy: 'end_current' as const,
  services: busy.hall.services,
});
const list = ({ hall: { locationId, services } }: BusyHall) => ({ locationId, services });
const device = ({ hall }: BusyHall): KeptDevice => ({
  deviceId: `kiosk-of-${hall.locationId}`,
  status: UNKNOWN_STATUS,
  saidAt: hall.now,
  isInTouch: true,
  heardAt: hall.now,
  alarms: [{ kind: 'no-paper', since: hall.now }],
});

type Inputs<All extends Readonly<Record<keyof All, { readonly input: unknown }>>> = {
  readonly [Name in keyof All]: (busy: BusyHall) => All[Name]['input'];
};

export const OPERATION_INPUTS: Inputs<QueueOperations> = {
  createTicket: (busy) => newTicket({ ...day(busy), serviceId: busy.hall.service('a') }),
  callTicket: (busy) => ({ ...callAt(busy), ticketId: busy.waiting }),
  callPausedTicket: (busy) => ({ ...callAt(busy), ticketId: busy.paused }),
  callCancelledTicket: (busy) => ({ ...callAt(busy), ticketId: busy.missed, tolerance: -1, since: 0 }),
  callNextTicket: (busy) => ({ ...callAt(busy), ...RULES }),
  recall: ({ call }) => ({ answerId: call }),
  endCall: ({ call }) => ({ answerId: call, results: [{ code: 'issued', count: 1 }] }),
  noteResults: ({ call }) => ({ answerId: call, results: [{ code: 'issued', count: 1 }] }),
  pauseCall: ({ call }) => ({ answerId: call }),
  cancelCall: ({ call }) => ({ answerId: call }),
  putBackCall: ({ call, hall, desk }) => ({
    ...hall.at(desk),
    answerId: call,
    services: hall.services,
    callOrder: 'priority_first',
    priorityRatio: 2,
    places: 2,
  }),
  transferCall: ({ call, hall }) => ({
    answerId: call,
    dstType: 'service',
    dstId: hall.service('b'),
    note: '',
    customField: '',
    priority: false,
  }),
  setDesk: ({ hall, freeDesk }) => ({ ...hall.at(freeDesk), state: 'break', reason: 'lunch' }),
  takeOver: ({ hall, desk, freeDesk }) => ({ ...hall.at(freeDesk), deskId: desk }),
  callStaff: (busy) => ({ ...day(busy), deviceId: 'kiosk' }),
  answerStaffCall: ({ hall, freeDesk }) => ({ ...hall.at(freeDesk), deviceId: 'kiosk' }),
  continueVisit: (busy) => ({ ...callAt(busy), ticketId: busy.ended, since: 0 }),
  requeueTicket: ({ hall, freeDesk, missed }) => ({ ...hall.at(freeDesk), ticketId: missed, since: 0 }),
  removeTicket: ({ hall, freeDesk, waiting }) => ({ ...hall.at(freeDesk), ticketId: waiting, reason: 'gone' }),
  changeTicket: ({ hall, freeDesk, waiting }) => ({
    ...hall.at(freeDesk),
    ticketId: waiting,
    reason: 'wrong service',
    serviceId: hall.service('b'),
  }),
  undo: ({ hall, desk, step }) => ({ ...hall.at(desk), stepId: step }),
  leaveQueue: (busy) => ({ ...day(busy), ticketId: busy.waiting }),
  withdrawTicket: (busy) => ({ ...day(busy), key: 'unused' }),
  leaseNumbers: (busy) => ({
    ...day(busy),
    deviceId: 'kiosk',
    holder: 'file',
    turn: 1,
    request: 'first',
    slot: null,
    services: [{ serviceId: busy.hall.service('a'), firstNumber: 1, maxNumber: 99, count: 5 }],
  }),
  handOverTickets: (busy) => ({
    ...day(busy),
    deviceId: 'kiosk',
    holder: 'file',
    dayBegan: 0,
    restored: null,
    tickets: [],
  }),
  noteIssued: (busy) => ({
    ...day(busy),
    dayBegan: 0,
    tickets: [
      {
        id: '01890000-0000-7000-8000-000000000001',
        serviceId: busy.hall.service('a'),
        number: 50,
        issuedAt: busy.hall.now,
        firstNumber: 1,
        maxNumber: 99,
      },
    ],
  }),
  startDay: ({ hall: { locationId } }) => ({ locationId, day: '2026-11-21' }),
  saveFormAnswers: ({ served }) => ({ ticketId: served, states: [3], put: [ANSWER], remove: [] }),
  anonymise: ({ hall: { locationId, now } }) => ({
    limit: 10,
    tickets: [{ locationId, issuedBefore: now + 1 }],
    appointments: [],
  }),
  erasePerson: ({ ended }) => ({ tickets: [ended], appointments: [], mails: [], by: BY }),
  noteAccess: ({ ended }) => ({
    notes: [{ by: BY, action: 'read', collection: 'personal_data', itemId: ended, fields: [] }],
  }),
  notePersonalExport: () => ({ by: BY, counts: NONE }),
  forgetHistory: ({ hall: { locationId } }) => ({ locationId, before: FAR_AHEAD, clerksBefore: '', limit: 10 }),
  noteDevices: (busy) => ({ locationId: busy.hall.locationId, devices: [device(busy)], gone: [] }),
  noteLimits: ({ hall: { locationId, now } }) => ({
    locationId,
    standing: [{ serviceId: '', kind: 'waiting', bound: 1, worst: 2, since: now }],
    ended: [],
    seen: { open: [], last: 0 },
    mails: [],
  }),
  seeLimitAlarm: ({ hall: { locationId } }) => ({ locationId, number: 1, userId: 'ana' }),
  recordDeliveries: () => ({ webhookId: 'listener', after: 0, deliveries: [], pause: false, keep: 10 }),
  resumeWebhook: () => ({ webhookId: 'listener' }),
  askDevice: (busy) => ({
    deviceId: device(busy).deviceId,
    deviceName: 'Kiosk',
    by: BY,
    action: 'restart-program',
    ticket: '',
    message: {},
  }),
  takeDeviceAction: (busy) => ({ id: 'unknown', deviceId: device(busy).deviceId }),
  endDeviceAction: (busy) => ({
    id: 'unknown',
    deviceId: device(busy).deviceId,
    deviceName: 'Kiosk',
    state: 'done',
    outcome: '',
    picture: '',
    text: '',
  }),
  noteDeed: (busy) => ({
    id: `deed-of-${busy.hall.locationId}`,
    deviceId: device(busy).deviceId,
    deviceName: 'Kiosk',
    action: 'reprint',
    ticket: 'A001',
    outcome: '',
    at: busy.hall.now,
  }),
  putMails: ({ hall }) => ({ mails: [{ id: `mail-of-${hall.locationId}`, kind: 'report', content: MAIL }] }),
  endMailTry: ({ hall: { now } }) => ({
    id: 'unknown',
    state: 'sent',
    attempts: 1,
    triedAt: now,
    nextTryAt: 0,
    fault: '',
    said: '250',
  }),
  putMailsAside: () => ({ ids: ['unknown'] }),
  tidyMails: () => ({ before: 0 }),
  putReportView: ({ hall }) => ({ userId: hall.locationId, view: VIEW, sentDay: '' }),
  dropReportView: () => ({ userId: 'ana', id: 'unknown' }),
  noteReportSent: () => ({ userId: 'ana', id: 'unknown', sentDay: '2026-11-20' }),
  forgetDeviceResults: () => ({ until: 0 }),
  tidyWebhooks: () => ({
    limit: 10,
    eventsSince: 0,
    mostEvents: 1_000,
    logSince: 0,
    webhooks: [{ id: 'listener', events: [], locations: [] }],
  }),
};

export const QUERY_INPUTS: Inputs<QueueQueries> = {
  waitingTickets: ({ hall }) => ({ serviceId: hall.service('a'), ...RULES }),
  deskQueue: (busy) => ({ ...list(busy), ...busy.hall.at(busy.freeDesk), ...RULES, now: busy.hall.now, limit: 10 }),
  turnOrder: ({ hall }) => ({ serviceId: hall.service('a'), ...RULES, now: hall.now }),
  followedTickets: ({ waiting, missed }) => ({ ticketIds: [waiting, missed] }),
  pausedTickets: list,
  cancelledTickets: (busy) => ({ ...list(busy), tolerance: -1, since: 0 }),
  pausedNow: list,
  cancelledNow: (busy) => ({ ...list(busy), tolerance: -1, since: 0 }),
  serviceQueues: ({ hall }) => ({ services: [hall.service('a')] }),
  ticket: ({ waiting }) => ({ ticketId: waiting }),
  ticketDetails: ({ served }) => ({ ticketId: served, withFormAnswers: true }),
  findTickets: ({ hall: { locationId } }) => ({
    locationId,
    since: 0,
    text: 'a001',
    hidden: [],
    personal: true,
    withResults: true,
    most: 5,
  }),
  servedTickets: ({ hall: { locationId }, desk }) => ({ locationId, deskId: desk, since: 0, limit: 5 }),
  callsOfClerk: ({ hall: { locationId } }) => ({ locationId, userId: 'ana', since: 0 }),
  deskStep: ({ hall: { locationId, now }, desk }) => ({ locationId, deskId: desk, now }),
  formAnswers: ({ served }) => ({ ticketId: served }),
  answer: ({ call }) => ({ answerId: call }),
  lastCalls: ({ hall: { locationId } }) => ({ locationId, limit: 5 }),
  serviceLastCalls: ({ hall }) => ({ locationId: hall.locationId, services: hall.services, since: 0 }),
  lastTickets: ({ hall: { locationId } }) => ({ locationId, limit: 5 }),
  queueLocations: () => ({}),
  dayRules: ({ hall: { locationId } }) => ({ locationId }),
  keptDevices: () => ({}),
  deviceNews: (busy) => ({ locationId: busy.hall.locationId, deviceId: device(busy).deviceId, limit: 5 }),
  openLimitAlarms: () => ({}),
  waitingCounts: () => ({}),
  limitBook: ({ hall: { locationId } }) => ({ locationId }),
  limitAlarms: ({ hall: { locationId, now } }) => ({ locationId, from: 0, until: now + 1, limit: 5 }),
  visits: ({ hall: { locationId } }) => ({ locationId, appointments: [{ id: 'booked', bookedAt: 0 }] }),
  checkedIn: () => ({ appointments: [{ id: 'booked', bookedAt: 0 }] }),
  appointment: () => ({ id: 'booked' }),
  appointmentsOfCode: () => ({ code: '1234', alike: false, limit: 5 }),
  appointmentsOfBirthday: ({ hall: { locationId } }) => ({
    locationId,
    birthday: '1990-01-31',
    from: '2026-11-20',
    until: '2026-11-20',
    limit: 5,
  }),
  appointmentPage: ({ hall: { locationId } }) => ({ locationId, ...NO_PAGE }),
  appointmentsOf: ({ hall: { locationId } }) => ({ of: { locations: [locationId] } }),
  lastCodeDay: ({ hall: { locationId } }) => ({ locationId }),
  lastBirthdayDay: ({ hall: { locationId } }) => ({ locationId }),
  deviceActions: (busy) => ({ deviceId: device(busy).deviceId, limit: 5 }),
  deviceAction: ({ hall: { now } }) => ({ id: 'unknown', now }),
  personalPage: () => ({ place: 'tickets', query: { text: 'ana maria', digits: '' }, after: null, limit: 100 }),
  checkInsOf: ({ served }) => ({ appointments: [], tickets: [served] }),
  waitingMailsOfIds: () => ({ ids: ['unknown'] }),
  appointmentsOfIds: () => ({ ids: ['unknown'] }),
  mailWork: ({ hall: { now } }) => ({ until: now, limit: 5 }),
  mails: () => ({ limit: 5 }),
  waitingMails: () => ({ limit: 5 }),
  reportViews: () => ({ userId: null }),
  siteUndos: ({ hall }) => ({ now: hall.now }),
  siteUndo: ({ hall }) => ({ changeId: 'change', now: hall.now }),
  staffCalls: ({ hall: { locationId, now } }) => ({ locationId, now }),
  desksAway: day,
  ticketResults: ({ served }) => ({ ticketId: served }),
  openAnswers: ({ hall: { locationId } }) => ({ locationId }),
  earlierOutcome: ({ hall: { now } }) => ({ idempotency: { key: 'unknown', fingerprint: '' }, now }),
  webhookWork: () => ({ webhookId: 'listener', after: 0, limit: 5 }),
  webhookProgress: () => ({}),
  webhookDeliveries: () => ({ webhookId: 'listener', limit: 5 }),
  webhookDelivery: () => ({ webhookId: 'listener', number: 1 }),
};
