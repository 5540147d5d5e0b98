/** What the queue can be asked, in the words of the ticket life. */
import type { LimitAlarm } from '../contract/limits.ts';
import type { AnswerRecord, CallResult, DeskAway, ServiceQueue, TicketRecord } from '../contract/queue.ts';
import type { Result } from '../contract/result.ts';
import type { StaffCallAt } from '../contract/staff-call.ts';
import type { CallOrder } from '../core/call-rules.ts';
import type { KeptDevice } from '../core/device-history.ts';
import type { AlarmBook } from '../core/limits/alarm-changes.ts';
import type { DayRule } from '../core/reports/calendar.ts';
import type {
  AppointmentAt,
  AppointmentPage,
  AppointmentPageInput,
  AppointmentsOf,
  BirthdayInput,
  KeptAppointment,
  VisitTicket,
} from './appointments.ts';
import type { CalledTicket, LastCall, LastCallsInput, TicketNow } from './calls.ts';
import type { DeviceActionRecord, DeviceActionResult } from './device-actions.ts';
import type { FormAnswerRecord } from './form-answers.ts';
import type { StepName } from './kept-step.ts';
import type { LimitAlarmsInput } from './limits.ts';
import type { MailRecord, MailWork } from './mail.ts';
import type { CheckedInPair, PersonalPage, PersonalPageInput, WaitingMail } from './personal-data.ts';
import type { KeptReportView } from './report-views.ts';
import type { AtLocation, Idempotency, QueueFault } from './request.ts';
import type { NumberedNews } from './rows/devices.ts';
import type { WaitingCount } from './rows/queues.ts';
import type { WebhookDelivery, WebhookNews, WebhookProgress } from './webhooks.ts';

/** What a desk did last, while it can be taken back. */
export interface DeskStep {
  readonly id: string;
  readonly operation: StepName;
  readonly userId: string;
  /** The ticket that it was about. */
  readonly ticket: TicketRecord;
  /** When it was done, until when it is offered, and until when it can be taken back at all: epoch milliseconds. */
  readonly at: number;
  readonly until: number;
  readonly latest: number;
}

/** A ticket with its newest call; null when it was never called. */
export interface FoundTicket {
  readonly ticket: TicketRecord;
  readonly answer: AnswerRecord | null;
  /** What was noted of that call; empty where nobody asks. */
  readonly results: readonly CallResult[];
}

export interface ListInput {
  readonly locationId: string;
  readonly services: readonly string[];
}

export interface CancelledInput extends ListInput {
  readonly tolerance: number;
  /** When the business day began. */
  readonly since: number;
}

export interface DeskQueueEntry {
  /** `next`: may be called next there; `others`: addressed to another desk or user; `later`: an appointment to come. */
  readonly turn: 'next' | 'others' | 'later';
  readonly ticket: TicketRecord;
  /** Sent to this desk or this user. */
  readonly own: boolean;
  /** Among the next calls there: 1 is next; 0 when it is behind all that are listed, or not next. */
  readonly place: number;
  /** The call that ended with its being sent there; null when it was not. */
  readonly sentBy: AnswerRecord | null;
}

/** A ticket as its visitor's phone follows it. */
export interface FollowedTicket {
  readonly ticket: TicketRecord;
  /** Its open call; null while there is none. */
  readonly answer: AnswerRecord | null;
  /** When its state changed last: epoch milliseconds. */
  readonly changedAt: number;
  /** Tickets of its service that were called since it was cancelled; null unless it is cancelled. */
  readonly calledSince: number | null;
}

/** Every question to the queue. Lists are in the order that the interface shows. */
export interface QueueQueries {
  /** Tickets that wait for this service, in the order in which they would be called. */
  waitingTickets: {
    input: {
      readonly serviceId: string;
      readonly callOrder: CallOrder;
      readonly priorityRatio: number;
      /** Epoch milliseconds; without it the times of appointments are not looked at. */
      readonly now?: number;
    };
    output: readonly TicketRecord[];
  };
  /** What a desk has before it: in the order of its next calls, then what waits for others, then what is not due. */
  deskQueue: {
    input: ListInput & {
      readonly deskId: string;
      readonly userId: string;
      readonly callOrder: CallOrder;
      readonly priorityRatio: number;
      readonly now: number;
      /** Of each of the three. */
      readonly limit: number;
    };
    output: readonly DeskQueueEntry[];
  };
  /** Ids of the tickets that wait for this service in the order in which they would be called, and what a place costs. */
  turnOrder: {
    input: {
      readonly serviceId: string;
      readonly callOrder: CallOrder;
      readonly priorityRatio: number;
      readonly now: number;
    };
    output: { readonly ids: readonly string[]; readonly secondsPerPlace: number | null };
  };
  /** Those of the tickets that there are. */
  followedTickets: { input: { readonly ticketIds: readonly string[] }; output: readonly FollowedTicket[] };
  pausedTickets: { input: ListInput; output: readonly TicketRecord[] };
  /** Those cancelled since the instant that may still be called by the tolerance. */
  cancelledTickets: { input: CancelledInput; output: readonly TicketRecord[] };
  /** The same two lists, each ticket with its newest call. */
  pausedNow: { input: ListInput; output: readonly TicketNow[] };
  cancelledNow: { input: CancelledInput; output: readonly TicketNow[] };
  /** One entry per service asked for, also where nothing was ever issued. */
  serviceQueues: { input: { readonly services: readonly string[] }; output: readonly ServiceQueue[] };
  ticket: { input: { readonly ticketId: string }; output: TicketRecord | null };
  /** Asked at once, so that a busy store is waited for once. */
  ticketDetails: {
    input: { readonly ticketId: string; readonly withFormAnswers: boolean };
    output: (TicketNow & { readonly formAnswers: readonly FormAnswerRecord[] }) | null;
  };
  /** Tickets issued since then at the location that a text fits, the best first. */
  findTickets: {
    input: {
      readonly locationId: string;
      /** Epoch milliseconds. */
      readonly since: number;
      readonly text: string;
      /** Questions whose answers staff may not see. */
      readonly hidden: readonly string[];
      /** Names, notes and answers are looked at too. */
      readonly personal: boolean;
      /** It is told what was noted of their last calls. */
      readonly withResults: boolean;
      readonly most: number;
    };
    output: { readonly tickets: readonly FoundTicket[]; readonly more: boolean };
  };
  /** Tickets whose visit ended with their newest call, since then, newest first; those of the desk before all others. */
  servedTickets: {
    input: { readonly locationId: string; readonly deskId: string; readonly since: number; readonly limit: number };
    output: readonly CalledTicket[];
  };
  /** What the desk did last; null when that cannot be taken back any more. */
  deskStep: {
    input: { readonly locationId: string; readonly deskId: string; readonly now: number };
    output: DeskStep | null;
  };
  /** In the order in which the questions are asked. */
  formAnswers: { input: { readonly ticketId: string }; output: readonly FormAnswerRecord[] };
  answer: { input: { readonly answerId: string }; output: CalledTicket | null };
  /** Newest first. By location, or by one service (whose number was called) or desk of it. */
  lastCalls: { input: LastCallsInput; output: readonly LastCall[] };
  /** The same with each ticket once, with its newest call. */
  lastTickets: { input: LastCallsInput; output: readonly LastCall[] };
  /** Every location that has ever had a day. */
  queueLocations: { input: Readonly<Record<string, never>>; output: readonly string[] };
  /** How the location has reckoned its days; never empty for one that was ever in the site. */
  dayRules: { input: { readonly locationId: string }; output: readonly DayRule[] };
  /** What is kept of all devices, wherever they are. */
  keptDevices: {
    input: Readonly<Record<string, never>>;
    output: readonly (KeptDevice & { readonly locationId: string })[];
  };
  /** The history of a device, newest first. */
  deviceNews: {
    input: {
      readonly locationId: string;
      readonly deviceId: string;
      readonly before?: number;
      readonly limit: number;
    };
    output: readonly NumberedNews[];
  };
  /** Alarms of limits that stand, wherever. */
  openLimitAlarms: { input: Readonly<Record<string, never>>; output: readonly LimitAlarm[] };
  /** Tickets that wait now, of each service that has had any, at all locations. */
  waitingCounts: { input: Readonly<Record<string, never>>; output: readonly WaitingCount[] };
  /** Those of one location, by number, and the last number that was given. */
  limitBook: { input: { readonly locationId: string }; output: AlarmBook };
  /** Alarms of a location that stand or stood between two instants, the latest first. */
  limitAlarms: { input: LimitAlarmsInput; output: readonly LimitAlarm[] };
  /** What became of those who have checked in, for each of the appointments of one location. */
  visits: {
    input: { readonly locationId: string; readonly appointments: readonly AppointmentAt[] };
    output: readonly (VisitTicket | null)[];
  };
  /** Whether somebody has checked in, for each of the appointments. */
  checkedIn: { input: { readonly appointments: readonly AppointmentAt[] }; output: readonly boolean[] };
  /** Also one that was called off. */
  appointment: { input: { readonly id: string }; output: KeptAppointment | null };
  /** Booked ones, the latest first; with `alike` those whose code is the same as people type it (see `essenceOf`). */
  appointmentsOfCode: {
    input: { readonly code: string; readonly alike: boolean; readonly limit: number };
    output: readonly KeptAppointment[];
  };
  /** Booked ones of one location whose visitor has that birthday, by time; days included, `yyyy-mm-dd`. */
  appointmentsOfBirthday: { input: BirthdayInput; output: readonly KeptAppointment[] };
  /** A page of a location's, in the order of time. It ends early rather than look at more than so many rows. */
  appointmentPage: { input: AppointmentPageInput; output: AppointmentPage };
  /** In no order; all of them without `limit`. The fingerprint is another one as soon as one of them is. */
  appointmentsOf: {
    input: { readonly of: AppointmentsOf; readonly limit?: number };
    output: { readonly appointments: readonly KeptAppointment[]; readonly fingerprint: string };
  };
  /** The last day on which one with a code is booked at the location, `yyyy-mm-dd`; empty when none is. */
  lastCodeDay: { input: { readonly locationId: string }; output: string };
  /** The same of one with a birthday. */
  lastBirthdayDay: { input: { readonly locationId: string }; output: string };
  /** What was asked of a device, newest first. */
  deviceActions: {
    input: { readonly deviceId: string; readonly limit: number };
    output: readonly DeviceActionRecord[];
  };
  /** One of them, with the picture or log that came of it in the last hour. */
  deviceAction: {
    input: { readonly id: string; readonly now: number };
    output: { readonly record: DeviceActionRecord; readonly result: DeviceActionResult | null } | null;
  };
  personalPage: { input: PersonalPageInput; output: PersonalPage };
  /** Who checked in for these appointments, and which appointments these tickets were given for. */
  checkInsOf: {
    input: { readonly appointments: readonly string[]; readonly tickets: readonly string[] };
    output: readonly CheckedInPair[];
  };
  waitingMailsOfIds: { input: { readonly ids: readonly string[] }; output: readonly WaitingMail[] };
  appointmentsOfIds: { input: { readonly ids: readonly string[] }; output: readonly KeptAppointment[] };
  /** Mail whose time has come by then. */
  mailWork: { input: { readonly until: number; readonly limit: number }; output: MailWork };
  /** Newest first. */
  mails: { input: { readonly limit: number }; output: readonly MailRecord[] };
  /** How many wait, counted up to `limit`. */
  waitingMails: { input: { readonly limit: number }; output: number };
  /** Saved reports of a user; of everybody for null. */
  reportViews: { input: { readonly userId: string | null }; output: readonly KeptReportView[] };
  /** By desk: where nobody works for now. Of a day that is over there is nothing. */
  /** Those that stand, the oldest first. */
  staffCalls: { input: { readonly locationId: string; readonly now: number }; output: readonly StaffCallAt[] };
  desksAway: { input: AtLocation; output: Readonly<Record<string, DeskAway>> };
  /** What was noted of the newest call of a ticket, with the service of that call. */
  ticketResults: {
    input: { readonly ticketId: string };
    output: { readonly serviceId: string; readonly results: readonly CallResult[] };
  };
  /** The open answer of each desk that has one. */
  openAnswers: { input: { readonly locationId: string }; output: readonly CalledTicket[] };
  /** What `run` would answer this key again without doing anything; `null` when the key is new. */
  earlierOutcome: {
    input: { readonly idempotency: Idempotency; readonly now: number };
    output: Result<unknown, QueueFault> | null;
  };
  /** The next events of a webhook, after the one with that number and after all that is done; null: not in use. */
  webhookWork: {
    input: { readonly webhookId: string; readonly after: number; readonly limit: number };
    output: (WebhookProgress & { readonly events: readonly WebhookNews[] }) | null;
  };
  /** Of every webhook in use. */
  webhookProgress: { input: Readonly<Record<string, never>>; output: readonly WebhookProgress[] };
  /** The log of a webhook, newest first. */
  webhookDeliveries: {
    input: { readonly webhookId: string; readonly before?: number; readonly limit: number };
    output: readonly WebhookDelivery[];
  };
  webhookDelivery: {
    input: { readonly webhookId: string; readonly number: number };
    output: { readonly delivery: WebhookDelivery; readonly ticket: TicketRecord | null } | null;
  };
}
