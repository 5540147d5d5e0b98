/**
 * What an engine must give: verbs about rows, without a rule in them. They all belong to the transaction of the
 * operation that uses them. Instants are epoch milliseconds.
 */

import type { LimitAlarm } from '../contract/limits.ts';
import type { AnswerRecord, AnswerState, CallResult, DeskAway, TicketRecord, TicketState } from '../contract/queue.ts';
import type { PlaceInService, Waiting } from '../core/call-order.ts';
import type { KeptDevice } from '../core/device-history.ts';
import type { JoinedAnswers, JoinedTexts } from '../core/find-tickets.ts';
import type { NumberSpan } from '../core/numbering.ts';
import type { DayRule } from '../core/reports/calendar.ts';
import type { CallFigures, TicketFigures } from '../core/reports/figures.ts';
import type { CallFacts } from '../core/reports/tally.ts';
import type { StaffCalls } from '../core/staff-call.ts';
import type { PastWait, WaitFigures } from '../core/wait-estimate.ts';
import type { DeviceActionRecord, DeviceActionResult, DeviceAudit } from './device-actions.ts';
import type { KeptStep } from './kept-step.ts';
import type { DueMails, MailContent, MailRecord } from './mail.ts';
import type { AccessNote, CheckedInPair, PersonalAudit, PersonalRow, WaitingMail } from './personal-data.ts';
import type {
  AppointmentAt,
  AppointmentPageInput,
  AppointmentPlace,
  AppointmentsOf,
  BirthdayInput,
  BookedBefore,
  CalledTicket,
  FormAnswerInput,
  FormAnswerRecord,
  IssuedBefore,
  KeptAppointment,
  LastCall,
  LastCallsInput,
  NumberedNews,
  VisitTicket,
  WaitingCount,
  WebhookDelivery,
  WebhookEvent,
} from './queue.ts';
import type { KeptReportView } from './report-views.ts';
import type { Step } from './step.ts';

/** A ticket with what only the queue needs to know of it. */
export interface StoredTicket {
  /** One that waited or was paused on a day that is over has ended, whether or not its row says so yet. */
  readonly ticket: TicketRecord;
  /** Of the place where it waits, or waited last. */
  readonly lane: string;
  readonly class: number;
  /** Its place in the queue when it came: 1 was next; 0: nobody knows, it did not come to its end. */
  readonly places: number;
  /** How many of its service had been called when it was cancelled; null unless it is. */
  readonly calledWhenCancelled: number | null;
  /** When its state changed last. */
  readonly changedAt: number;
}

/** Where a ticket waits. */
export interface WaitingPlace {
  readonly lane: string;
  /** See `core/ticket-class.ts`; a number to the engines. */
  readonly class: number;
  /** The business day of its service, see `StoredQueue`. */
  readonly generation: number;
  /** 1: it is next; 0: it was put between others. */
  readonly places: number;
}

/** What waits in a lane, as much of it as is asked for. */
export interface InLane<T> {
  readonly lane: string;
  readonly class: number;
  readonly ticket: T;
}

/** All that decides about a turn, the times of appointments too. */
export type Turn = PlaceInService & Pick<TicketRecord, 'transferred'>;

export interface TicketRows {
  ticket(id: string): Step<StoredTicket | null>;
  /** `round`: of the service's numbers. */
  putTicket(ticket: TicketRecord, place: WaitingPlace & { readonly round: number }): Step<void>;
  setTicketState(id: string, state: TicketState, now: number, calledWhenCancelled: number | null): Step<void>;
  /** Writes a ticket that waits again, somewhere else; or is as it was before a step that is taken back. */
  moveTicket(
    ticket: TicketRecord,
    changedAt: number,
    place: WaitingPlace,
    calledWhenCancelled: number | null,
  ): Step<void>;
  /** The first ticket that is called from each of these lanes (`callableFrom`) in each class, in the services of that location. */
  heads(
    locationId: string,
    services: readonly string[],
    lanes: readonly string[],
    classes: readonly number[],
  ): Step<readonly Waiting[]>;
  /** Everybody who waits for the service, in no order. */
  waiting(serviceId: string, generation: number): Step<readonly InLane<TicketRecord>[]>;
  /** The same with less of each, for when thousands of phones want to know their places. */
  waitingTurns(serviceId: string, generation: number): Step<readonly InLane<Turn>[]>;
  /** Who waits longest of those called from these lanes, in all these queues together: at most `limit` of each class, in no order. */
  firstInLanes(
    queues: readonly QueueOfToday[],
    lanes: readonly string[],
    classes: readonly number[],
    limit: number,
  ): Step<readonly InLane<TicketRecord>[]>;
  /** At most `limit` tickets of each of the queues, in lanes that have a name, but for those called from these two: a desk's and a user's. */
  inOtherLanes(
    queues: readonly QueueOfToday[],
    except: readonly [string, string],
    limit: number,
  ): Step<readonly InLane<TicketRecord>[]>;
  paused(queues: readonly QueueOfToday[]): Step<readonly StoredTicket[]>;
  /** Those cancelled when at least so many of the service had been called. */
  cancelledAfter(services: readonly CalledOf[]): Step<readonly StoredTicket[]>;
  cancelledSince(services: readonly string[], since: number): Step<readonly StoredTicket[]>;
  /** Of all tickets that the location has issued since, the newest `limit`. Empty texts where there are none. */
  ticketTextsSince(locationId: string, since: number, limit: number): Step<JoinedTexts>;
}

/** The counters of one service, kept in step with its tickets by the same transactions. */
export interface StoredQueue {
  readonly serviceId: string;
  readonly locationId: string;
  readonly waiting: number;
  /** Of those, the ones in a class above 0. */
  readonly waitingPriority: number;
  readonly round: number;
  readonly lastNumber: number | null;
  /** Calls since ever; the tolerance of cancelled tickets compares it with its value at their cancelling. */
  readonly called: number;
  /** Grows with every business day. A ticket of an earlier one waits no more. */
  readonly generation: number;
  readonly averageWaitSeconds: number | null;
  readonly secondsPerPlace: number | null;
  /** All that kiosks may give today lies between these two; null while none may give any. */
  readonly leasedFirst: number | null;
  readonly leasedLast: number | null;
}

/** Where the tickets of a service wait and are paused today. */
export type QueueOfToday = Pick<StoredQueue, 'serviceId' | 'generation'>;
export type CalledOf = Pick<StoredQueue, 'serviceId' | 'called'>;

export interface QueueRows {
  queue(serviceId: string): Step<StoredQueue | null>;
  /** In the same order. */
  queues(services: readonly string[]): Step<readonly (StoredQueue | null)[]>;
  /** Of every location. */
  waitingCounts(): Step<readonly WaitingCount[]>;
  /** Made when there is none yet, or when the service has moved to another location. */
  ensureQueue(serviceId: string, locationId: string): Step<StoredQueue>;
  countIssued(serviceId: string, queue: StoredQueue): Step<void>;
  /** Counts tickets of a class in (1) or out (-1). */
  addWaiting(serviceId: string, change: 1 | -1, ticketClass: number): Step<void>;
  /** One more, or (-1) one that never was. */
  countCall(serviceId: string, change: 1 | -1): Step<void>;
  /** Keeps the service itself from giving numbers between these two until the day is over. */
  keepLeased(serviceId: string, span: NumberSpan): Step<void>;
  waits(serviceId: string): Step<readonly PastWait[]>;
  setWaits(serviceId: string, waits: readonly PastWait[], figures: WaitFigures): Step<void>;
}

export interface StoredLocation {
  /** The business day that the queue began last. */
  readonly day: string;
  /** The business day of the latest operation; behind `day` while a clock is wrong. */
  readonly seenDay: string;
  /** By desk: where nobody works for now. */
  readonly away: Readonly<Record<string, DeskAway>>;
  /** Calls for staff by kiosk; those that are over may be among them. */
  readonly staffCalls: StaffCalls;
}

/** Something that the time does to the turn of a ticket. */
export interface TurnChange {
  readonly at: number;
  readonly ticketId: string;
  /** `joins`: it may be called from now on; `ages`: it counts as waiting since its issue. */
  readonly change: 'joins' | 'ages';
}

export interface LocationRows {
  location(locationId: string): Step<StoredLocation | null>;
  setLocation(locationId: string, location: StoredLocation): Step<void>;
  /** Tickets that wait or are paused at the location. */
  countOpen(locationId: string): Step<number>;
  /**
   * Numbers, counts and averages start anew, and a new generation begins: what waited or was paused is as good as ended.
   * The rows of it are marked by and by, which `mark` asks for.
   */
  startServices(locationId: string, now: number, mark: boolean): Step<void>;
  /** What the call rule has noted, see `CallRule`; 0 when a day begins. */
  callMemory(locationId: string): Step<number>;
  setCallMemory(locationId: string, memory: number): Step<void>;
  putTurnChange(locationId: string, change: TurnChange): Step<void>;
  /** What is due, first things first. */
  dueTurnChanges(locationId: string, now: number): Step<readonly TurnChange[]>;
  /** Does one to its ticket, should that still wait where it came. */
  makeTurnChange(change: TurnChange): Step<void>;
  /** `until`: those due by then; null: all. */
  dropTurnChanges(locationId: string, until: number | null): Step<void>;
  dayRules(locationId: string): Step<readonly DayRule[]>;
}

export interface AnswerRows {
  answer(id: string): Step<AnswerRecord | null>;
  openAnswerAt(deskId: string): Step<AnswerRecord | null>;
  openAnswerOf(ticket: TicketRecord): Step<AnswerRecord | null>;
  servesElsewhere(userId: string, deskId: string): Step<boolean>;
  /**
   * @param numberServiceId the service whose number is called.
   * @param wait null for a ticket that did not wait: it was paused, or cancelled.
   */
  putAnswer(
    answer: AnswerRecord,
    numberServiceId: string,
    wait: { readonly waitMs: number; readonly first: boolean } | null,
  ): Step<void>;
  endAnswer(id: string, state: AnswerState, now: number): Step<void>;
  /** It goes on as if it had not ended. Nobody else may be served at its desk. */
  reopenAnswer(id: string): Step<void>;
  /** Somebody else serves on: the call is theirs from its beginning. */
  giveAnswer(id: string, userId: string): Step<void>;
  /** As if nobody had been called. */
  dropAnswer(id: string): Step<void>;
  /** The newest call of the ticket that was made by then; null when it has not been called. */
  lastAnswerOf(ticket: Pick<TicketRecord, 'id' | 'locationId' | 'issuedAt'>, until: number): Step<AnswerRecord | null>;
  /** The newest call of each of these tickets of one location, made before its state changed last; none of those never called. */
  lastAnswersOf(tickets: readonly StoredTicket[]): Step<readonly AnswerRecord[]>;
  calledTicket(answerId: string): Step<CalledTicket | null>;
  /** The open answer of each desk that has one. */
  openAnswers(locationId: string): Step<readonly CalledTicket[]>;
  lastCalls(input: LastCallsInput): Step<readonly LastCall[]>;
}

/** What was noted of calls, and when nobody worked at a desk. */
export interface DeskLogRows {
  /** In the place of what was noted of that call. */
  putResults(answer: AnswerRecord, results: readonly CallResult[]): Step<void>;
  resultsOf(answer: Pick<AnswerRecord, 'locationId' | 'calledAt' | 'id'>): Step<readonly CallResult[]>;
  putDeskTime(locationId: string, deskId: string, away: DeskAway, until: number): Step<void>;
  /** What is older, at most so much at a time; how much went. */
  dropDeskLog(locationId: string, before: number, limit: number): Step<number>;
}

export interface VisitRows {
  /** Answers for the location's newest tickets issued since, as far as staff may see them, but for `hidden` questions: JSON lists. */
  answerTextsSince(locationId: string, since: number, hidden: readonly string[], limit: number): Step<JoinedAnswers>;
  isCheckedIn(appointment: AppointmentAt): Step<boolean>;
  /** Of these appointments those that were checked in there, one for each time that they were booked for. */
  visitTickets(locationId: string, appointments: readonly string[]): Step<readonly (AppointmentAt & VisitTicket)[]>;
  putCheckIn(appointment: AppointmentAt, ticketId: string): Step<void>;
  /** As if whoever got this ticket had not come yet. */
  dropCheckIn(ticketId: string): Step<void>;
  formAnswers(ticketId: string): Step<readonly FormAnswerRecord[]>;
  putFormAnswers(ticketId: string, answers: readonly FormAnswerInput[], now: number): Step<void>;
  removeFormAnswers(ticketId: string, questionIds: readonly string[]): Step<void>;
}

export interface AppointmentRows {
  appointment(id: string): Step<KeptAppointment | null>;
  /** Those of the ids that there are, in no order. */
  appointmentsOfIds(ids: readonly string[]): Step<readonly KeptAppointment[]>;
  /** In no order, at most `limit`. */
  appointmentsOf(of: AppointmentsOf, limit: number): Step<readonly KeptAppointment[]>;
  /** Of all locations, in an order of their own; `after` the location and the place where the last ones ended. */
  everyAppointment(
    after: (AppointmentPlace & { readonly locationId: string }) | null,
    limit: number,
  ): Step<readonly KeptAppointment[]>;
  /** Booked ones, the latest first. */
  appointmentsOfCode(code: string, alike: boolean, limit: number): Step<readonly KeptAppointment[]>;
  appointmentsOfBirthday(input: BirthdayInput): Step<readonly KeptAppointment[]>;
  /** The row that stands so many places behind `after`; null when there are not so many. */
  appointmentPlace(input: AppointmentPageInput, skip: number): Step<AppointmentPlace | null>;
  /** Those of the page that are before that place, or are it; `before` null: all. */
  appointmentsBefore(input: AppointmentPageInput, before: AppointmentPlace | null): Step<readonly KeptAppointment[]>;
  lastCodeDay(locationId: string): Step<string>;
  lastBirthdayDay(locationId: string): Step<string>;
  putAppointments(appointments: readonly KeptAppointment[]): Step<void>;
  removeAppointments(appointments: readonly KeptAppointment[]): Step<void>;
  /** Those booked for earlier days that still say something of their visitors; the oldest first. */
  personalAppointments(due: readonly BookedBefore[], limit: number): Step<readonly KeptAppointment[]>;
}

/** What was answered to a key; `outcome` is JSON. */
export interface StoredOutcome {
  readonly fingerprint: string;
  readonly outcome: string;
}

/** A place for a kiosk among the numbers of a location, see `core/offline-numbers.ts`. */
export interface LeaseSlot {
  readonly slot: number;
  readonly deviceId: string;
  /** Name of the file on the kiosk's disk that knows which numbers are used. */
  readonly holder: string;
  /** How often it has come; a file that is behind has been put back. */
  readonly turn: number;
  /** The last request, so that one that comes twice is answered twice. */
  readonly request: string;
  readonly renewedAt: number;
}

/** Numbers of a service that a kiosk may give on one business day. */
export interface NumberLease extends NumberSpan {
  readonly serviceId: string;
  readonly slot: number;
  readonly holder: string;
  readonly generation: number;
  readonly round: number;
  readonly leasedAt: number;
  /** The kiosk to which the numbers were leased; empty in leases of earlier programs. */
  readonly deviceId: string;
  /** Tickets of it that were taken in: at most as many as it has numbers. */
  readonly taken: number;
}

export interface LeaseRows {
  leaseSlots(locationId: string): Step<readonly LeaseSlot[]>;
  putLeaseSlot(locationId: string, slot: LeaseSlot): Step<void>;
  /** Of one service on one business day. */
  leasesOf(locationId: string, serviceId: string, generation: number): Step<readonly NumberLease[]>;
  putLease(locationId: string, lease: NumberLease): Step<void>;
  /** Sets when that lease was issued to its `leasedAt`. */
  dateLease(locationId: string, lease: NumberLease): Step<void>;
  /** Counts one more ticket of that lease. */
  countTaken(locationId: string, lease: NumberLease): Step<void>;
  /** The newest issued lease of that holder in which the number is, leased at that instant or before; null when there is none. */
  leaseOfNumber(
    locationId: string,
    of: { readonly serviceId: string; readonly holder: string; readonly number: number; readonly until: number },
  ): Step<NumberLease | null>;
  /** Those of earlier days that were leased before that instant. */
  dropLeases(locationId: string, before: number): Step<void>;
  /** Whether the number was given in that round. */
  isGiven(locationId: string, serviceId: string, round: number, number: number): Step<boolean>;
}

export interface DeviceRows {
  /** Of all locations, or of one. */
  keptDevices(): Step<readonly (KeptDevice & { readonly locationId: string })[]>;
  keptDevice(locationId: string, deviceId: string): Step<KeptDevice | null>;
  putDevice(locationId: string, device: KeptDevice): Step<void>;
  /** With its history. */
  dropDevice(locationId: string, deviceId: string): Step<void>;
  /** Newest first, with smaller numbers. */
  deviceNews(locationId: string, deviceId: string, before: number, limit: number): Step<readonly NumberedNews[]>;
  putDeviceNews(locationId: string, deviceId: string, news: NumberedNews): Step<void>;
  /** Those with that number or a smaller one. */
  dropDeviceNews(locationId: string, deviceId: string, until: number): Step<void>;
  /** Those of all devices of the location that are older than an instant. */
  dropOldDeviceNews(locationId: string, before: number): Step<void>;
}

export interface OutcomeRows {
  /** What was answered to this key, should that be younger. */
  outcome(key: string, since: number): Step<StoredOutcome | null>;
  /** `ticketId`: of the ticket that the outcome tells of, or empty. */
  putOutcome(key: string, stored: StoredOutcome, now: number, ticketId: string): Step<void>;
  /** Forgets some that are as old or older; how many. */
  dropOutcomes(until: number, limit: number): Step<number>;
}

/** One a desk, in the place of the one before. Gone with the program or the database server, which is no harm after ten seconds. */
export interface StepRows {
  deskStep(locationId: string, deskId: string): Step<KeptStep | null>;
  /** @param step null: nothing is to be taken back there */
  keepDeskStep(locationId: string, deskId: string, step: KeptStep | null): Step<void>;
}

export interface ErasingRows {
  dueFormAnswers(
    now: number,
    limit: number,
  ): Step<readonly { readonly ticketId: string; readonly questionId: string }[]>;
  /** That a question was answered stays known. */
  eraseFormAnswer(ticketId: string, questionId: string): Step<void>;
  /** Ids of tickets issued before, of which something personal is still known; location by location, the oldest first. */
  personalTickets(due: readonly IssuedBefore[], limit: number): Step<readonly string[]>;
  /** Those of the tickets that there are; nothing else changes them until the commit. */
  ticketsToErase(ids: readonly string[]): Step<readonly string[]>;
  /** All answers of the ticket; how many there were. */
  eraseFormAnswersOf(ticketId: string): Step<number>;
  /** Also in the outcomes that are kept to be given again; what a desk did last with it is not to be taken back any more. */
  eraseTicket(id: string): Step<void>;
}

/** A call that is over, as far as reports look at it. */
export interface PastCall extends CallFacts {
  readonly id: string;
}

export interface PastTicket {
  readonly id: string;
  /** Where it was drawn; its service may have moved since. */
  readonly locationId: string;
  readonly serviceId: string;
  readonly issuedAt: number;
}

/** A business day and an hour of it. */
export interface FigurePlace {
  readonly day: string;
  readonly hour: number;
}

export interface HistoryRows {
  /** Calls of a location that are over and began before, the oldest first. */
  pastCalls(locationId: string, before: number, limit: number): Step<readonly PastCall[]>;
  /** Tickets of a location that were drawn, and ended or cancelled, before; roughly the oldest first. */
  pastTickets(locationId: string, before: number, limit: number): Step<readonly PastTicket[]>;
  dropCalls(locationId: string, ids: readonly string[]): Step<void>;
  /** With what was answered for them, who checked in by them, and what desks did last with them. */
  dropTickets(locationId: string, ids: readonly string[]): Step<void>;
  callFigures(locationId: string, places: readonly FigurePlace[]): Step<readonly CallFigures[]>;
  ticketFigures(locationId: string, places: readonly FigurePlace[]): Step<readonly TicketFigures[]>;
  /** The first business day before another of whose calls the figures tell who made them. */
  dayWithClerks(locationId: string, before: string): Step<string | null>;
  dropCallFigures(locationId: string, day: string): Step<void>;
  /** In the place of those that were there. */
  putCallFigures(locationId: string, figures: readonly CallFigures[]): Step<void>;
  putTicketFigures(locationId: string, figures: readonly TicketFigures[]): Step<void>;
  /** Called once when anything was taken away: whoever reads history in several steps begins anew. */
  noteForgetting(): Step<void>;
  queueLocations(): Step<readonly string[]>;
}

/** How far a webhook is. */
export interface StoredProgress {
  readonly webhookId: string;
  readonly after: number;
  readonly pausedAt: number | null;
  readonly missed: number;
}

export interface WebhookRows {
  /** Of every webhook in use. */
  progressOfAll(): Step<readonly StoredProgress[]>;
  /** Null for one that is not in use. */
  progressOf(webhookId: string): Step<StoredProgress | null>;
  newestEvent(): Step<number>;
  events(after: number, limit: number): Step<readonly WebhookEvent[]>;
  dropEvents(until: number): Step<void>;
  isWebhook(webhookId: string): Step<boolean>;
  advance(webhookId: string, after: number): Step<void>;
  pause(webhookId: string, now: number): Step<void>;
  /** Takes a webhook out of its pause, or into use, and has what waits tried at once. */
  goOn(webhookId: string): Step<void>;
  /** Notes that events up to this one are gone, so many of which it should have had; what waits of them is given up. */
  miss(webhookId: string, until: number, lost: number): Step<void>;
  /** The delivery that is being tried again; there is at most one. */
  pendingDelivery(webhookId: string): Step<WebhookDelivery | null>;
  delivery(webhookId: string, number: number): Step<WebhookDelivery | null>;
  /** Newest first, with smaller numbers. */
  deliveries(webhookId: string, before: number, limit: number): Step<readonly WebhookDelivery[]>;
  /** Gives its number in the log. */
  putDelivery(webhookId: string, delivery: Omit<WebhookDelivery, 'number' | 'webhookId'>): Step<number>;
  keepDeliveries(webhookId: string, most: number): Step<void>;
  /** Drops old entries of the log, looking at no more than `limit`; how many. */
  dropDeliveries(before: number, limit: number): Step<number>;
}

export interface DeviceActionRows {
  /** Newest first. */
  deviceActions(deviceId: string, limit: number): Step<readonly DeviceActionRecord[]>;
  deviceAction(id: string): Step<DeviceActionRecord | null>;
  /** In the place of the one with its id. */
  putDeviceAction(record: DeviceActionRecord): Step<void>;
  /** Null when nothing came of it since that instant. */
  deviceActionResult(id: string, since: number): Step<DeviceActionResult | null>;
  putDeviceActionResult(id: string, result: DeviceActionResult, now: number): Step<void>;
  /** Those that came then or before. */
  dropDeviceActionResults(until: number): Step<void>;
  /** Those that were asked before. */
  dropDeviceActions(before: number): Step<void>;
  /** A line in the log of changes; `changeId` names the change. */
  noteInAudit(entry: DeviceAudit, changeId: string, now: number): Step<void>;
  /** When the device's own entry of that rank was written there, 0 for its newest; null when there are fewer. */
  auditedAt(deviceId: string, rank: number): Step<number | null>;
}

export interface MailRows {
  mail(id: string): Step<MailRecord | null>;
  putMail(record: MailRecord, content: MailContent): Step<void>;
  /** Writes how it stands; what is in it stays only while it waits. */
  endMail(record: MailRecord): Step<void>;
  /** Those that wait until then or before, the earliest first. */
  dueMails(until: number, limit: number): Step<DueMails>;
  /** Ends the waiting of a mail whose row is damaged, and leaves all else in it. */
  putMailAside(id: string): Step<void>;
  /** When the next of those that wait has its time; null when none does. */
  nextMail(): Step<number | null>;
  waitingMails(limit: number): Step<number>;
  /** Newest first. */
  mails(limit: number): Step<readonly MailRecord[]>;
  /** Those that do not wait and were made before. */
  dropMails(before: number): Step<void>;
}

export interface ReportViewRows {
  /** Of a user, or of everybody. */
  reportViews(userId: string | null): Step<readonly KeptReportView[]>;
  /** In the place of the one with its id. */
  putReportView(kept: KeptReportView): Step<void>;
  dropReportView(userId: string, id: string): Step<void>;
}

export interface LimitRows {
  /** Those that stand, wherever. */
  openLimitAlarms(): Step<readonly LimitAlarm[]>;
  openLimitAlarmsAt(locationId: string): Step<readonly LimitAlarm[]>;
  /** Those that stand, or stood between two instants; the latest first. */
  limitAlarms(locationId: string, from: number, until: number, limit: number): Step<readonly LimitAlarm[]>;
  limitAlarm(locationId: string, number: number): Step<LimitAlarm | null>;
  /** The highest number of the location; 0 when there is none. */
  lastLimitAlarm(locationId: string): Step<number>;
  /** In the place of the one with its number. */
  putLimitAlarm(alarm: LimitAlarm): Step<void>;
  /** Those that ended before. */
  dropLimitAlarms(locationId: string, before: number): Step<void>;
}

/** Reads personal data in a fixed order; `after` is the cursor of the last row before. */
export interface PersonalRows {
  personalTicketTexts(after: PersonalRow['cursor'] | null, limit: number): Step<readonly PersonalRow[]>;
  /** Erased ones are among them, with no text. */
  answerTexts(after: PersonalRow['cursor'] | null, limit: number): Step<readonly PersonalRow[]>;
  waitingMailTexts(after: PersonalRow['cursor'] | null, limit: number): Step<readonly WaitingMail[]>;
  waitingMailsOfIds(ids: readonly string[]): Step<readonly WaitingMail[]>;
  checkInsOf(of: {
    readonly appointments: readonly string[];
    readonly tickets: readonly string[];
  }): Step<readonly CheckedInPair[]>;
  notePersonalData(entry: PersonalAudit, changeId: string, now: number): Step<void>;
  noteAccess(entry: AccessNote, changeId: string, now: number): Step<void>;
}

/** Verbs that need no location: all that operations and queries with the scope `global` can use. */
export type GlobalRows = PersonalRows &
  AppointmentRows &
  OutcomeRows &
  ErasingRows &
  DeviceActionRows &
  MailRows &
  ReportViewRows &
  WebhookRows &
  Pick<TicketRows, 'ticket'> &
  Pick<QueueRows, 'waitingCounts'> &
  Pick<VisitRows, 'isCheckedIn'> &
  Pick<DeviceRows, 'keptDevices'> &
  Pick<HistoryRows, 'queueLocations'> &
  Pick<LimitRows, 'openLimitAlarms'>;

export type Rows = GlobalRows &
  TicketRows &
  QueueRows &
  LocationRows &
  AnswerRows &
  DeskLogRows &
  VisitRows &
  LeaseRows &
  DeviceRows &
  StepRows &
  HistoryRows &
  LimitRows;
