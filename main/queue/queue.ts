/**
 * What the queue does and what it can be asked, in the words of the ticket life. Every operation is one transaction.
 * Rules of the site (who may be called, first number, cap …) come in with each input, so that neither the operations
 * nor the engines below them need to know the site.
 */
import type { Errno } from '../contract/errno.ts';
import type { LimitAlarm } from '../contract/limits.ts';
import type { AnswerRecord, CallResult, DeskAway, ServiceQueue, TicketRecord, TicketState } from '../contract/queue.ts';
import type { Result } from '../contract/result.ts';
import type { StaffCallAt } from '../contract/staff-call.ts';
import type { CallOrder } from '../core/call-rules.ts';
import type { Attendance } from '../core/check-in.ts';
import type { KeptDevice } from '../core/device-history.ts';
import type { AlarmBook } from '../core/limits/alarm-changes.ts';
import type { DayRule } from '../core/reports/calendar.ts';
import type { Subscription } from '../core/webhooks/subscription.ts';
import type {
  AppointmentAt,
  AppointmentPage,
  AppointmentPageInput,
  AppointmentsOf,
  BirthdayInput,
  KeptAppointment,
  VisitTicket,
} from './appointments.ts';
import type { CallAt, CalledTicket, LastCall, LastCallsInput, TicketNow } from './calls.ts';
import type {
  AskDeviceInput,
  DeviceActionRecord,
  DeviceActionResult,
  EndDeviceActionInput,
  NoteDeedInput,
} from './device-actions.ts';
import type { FormAnswerInput, FormAnswerRecord } from './form-answers.ts';
import type { StepName } from './kept-step.ts';
import type { LimitAlarmsInput, NotedLimits, NoteLimitsInput, SeeLimitInput } from './limits.ts';
import type { MailRecord, MailTry, MailWork, NewMail } from './mail.ts';
import type {
  AccessNote,
  BookedBefore,
  CheckedInPair,
  ErasePersonInput,
  IssuedBefore,
  PersonalAudit,
  PersonalPage,
  PersonalPageInput,
  PersonErased,
  WaitingMail,
} from './personal-data.ts';
import type { KeptReportView } from './report-views.ts';
import type { AtLocation, Idempotency, QueueFault } from './request.ts';
import type { RestoredMark } from './restored-mark.ts';
import type { NumberedNews } from './rows/devices.ts';
import type { WaitingCount } from './rows/queues.ts';
import type { WebhookDelivery, WebhookNews, WebhookProgress } from './webhooks.ts';

export interface CreateTicketInput extends AtLocation {
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly flags: number;
  readonly note: string;
  readonly lang: string;
  readonly customField: string;
  readonly clientName: string;
  readonly scheduledAt: number | null;
  /** What stands before the number on paper, and how many digits the number has at least. */
  readonly tag: string;
  readonly numberWidth: number;
  readonly firstNumber: number;
  /** 0: no maximum. */
  readonly maxNumber: number;
  /** 0: no cap. */
  readonly maxWaiting: number;
  /** Whether a priority ticket goes ahead of the others (for the count of people before it). */
  readonly priorityFirst: boolean;
  /** Seconds that somebody would wait with so many before them, should anything be known of it. */
  readonly wait?: {
    readonly before: number;
    readonly seconds: number;
    /** It is what the house says to whoever is next, and says nothing to others. */
    readonly onlyNext?: boolean;
  };
  /** The appointment that the visitor checks in for; 115 when that has been done. */
  readonly appointment?: AppointmentAt & { readonly displayName: string };
  /** How a ticket with `scheduledAt` takes its turn. */
  readonly attendance?: Attendance;
  /** What the visitor answered; written with the ticket or not at all. */
  readonly formAnswers?: readonly FormAnswerInput[];
}

export interface CreatedTicket {
  readonly ticket: TicketRecord;
  readonly queue: ServiceQueue;
  /** People who will be called before this ticket, as far as can be known. */
  readonly before: number;
  /** What its visitor can expect to wait, in whole seconds; null while nothing is known. */
  readonly waitSeconds: number | null;
}

export interface CallTicketInput extends CallAt {
  readonly ticketId: string;
  /** Services that the desk serves; a ticket of another one is errno 113. */
  readonly services: readonly string[];
}

export interface CallCancelledInput extends CallTicketInput {
  /** Tickets of its service that may have been called since it was cancelled; -1 without limit, 0 never. */
  readonly tolerance: number;
  /** When the business day began: tickets cancelled before it cannot be called. */
  readonly since: number;
}

export interface CallNextInput extends CallAt {
  readonly services: readonly string[];
  readonly callOrder: CallOrder;
  readonly priorityRatio: number;
}

export interface TransferInput {
  readonly answerId: string;
  readonly dstType: 'service' | 'desk' | 'user';
  readonly dstId: string;
  readonly note: string;
  readonly customField: string;
  readonly priority: boolean;
  /** It waits there since its visitor came to the house; without it, behind everybody. */
  readonly ahead?: boolean;
}

/** A clerk at a desk puts a ticket right that nobody is serving. */
export interface PutRightInput extends AtLocation {
  readonly deskId: string;
  readonly userId: string;
  readonly ticketId: string;
}

export interface RequeueInput extends PutRightInput {
  /** Only what was issued since: the ticket of an earlier day is over. */
  readonly since: number;
}

export interface ContinueInput extends CallAt {
  readonly ticketId: string;
  readonly services: readonly string[];
  readonly since: number;
}

export interface RemoveInput extends PutRightInput {
  /** Goes behind the note of the staff. */
  readonly reason: string;
}

export interface ChangeTicketInput extends RemoveInput {
  /** The service that it waits for from now on, and whether with priority; what is absent stays. */
  readonly serviceId?: string;
  readonly priority?: boolean;
}

export interface UndoInput extends AtLocation {
  readonly deskId: string;
  readonly stepId: string;
}

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

/** A ticket of this server that a print journal has. */
export interface JournaledTicket {
  readonly id: string;
  readonly serviceId: string;
  readonly number: number;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  readonly firstNumber: number;
  readonly maxNumber: number;
}

export interface NoteIssuedInput extends AtLocation {
  /** Tickets issued before are of an earlier business day: epoch milliseconds. */
  readonly dayBegan: number;
  readonly tickets: readonly JournaledTicket[];
}

export interface NotedTickets {
  /** Ids of today's tickets that this database does not know. */
  readonly unknown: readonly string[];
}

/** What a kiosk wants to be able to give while its server is unavailable. */
export interface LeaseNumbersInput extends AtLocation {
  readonly deviceId: string;
  /** See `LeaseSlot`. */
  readonly holder: string;
  readonly turn: number;
  readonly request: string;
  /** The slot that it has had; null at first. */
  readonly slot: number | null;
  readonly services: readonly {
    readonly serviceId: string;
    readonly firstNumber: number;
    readonly maxNumber: number;
    /** How many it is to hold. */
    readonly count: number;
  }[];
}

export interface LeasedNumbers {
  readonly slot: number;
  readonly turn: number;
  /** The same all day; none of a service whose numbers would meet others of today. */
  readonly leases: readonly {
    readonly serviceId: string;
    readonly first: number;
    readonly last: number;
    readonly leasedAt: number;
  }[];
}

/** A ticket that a kiosk has given by itself. */
export interface OfflineTicket {
  /** Made by the kiosk; UUID of version 7. It is the ticket's key: whatever comes with it again does nothing. */
  readonly id: string;
  readonly serviceId: string;
  readonly number: number;
  readonly issuedAt: number;
  readonly lang: string;
  readonly priority: boolean;
  readonly tag: string;
  readonly numberWidth: number;
  readonly firstNumber: number;
  readonly maxNumber: number;
  /** When the business day of its issue began. */
  readonly dayBegan: number;
  /** Numbers that this kiosk may hold of the service now; 0 where it offers the service no more. */
  readonly count: number;
}

export interface HandOverInput extends AtLocation {
  readonly deviceId: string;
  readonly holder: string;
  /** When the business day began. */
  readonly dayBegan: number;
  /** Null for a database that was never restored. */
  readonly restored: RestoredMark | null;
  readonly tickets: readonly OfflineTicket[];
}

export interface HandedOver {
  readonly id: string;
  /** 0: it is in the queue, or was before. */
  readonly errno: Errno | 0;
  /** Its number had been given to somebody else too. */
  readonly doubled: boolean;
}

/** Every operation of the queue: its input and what it gives. A fault changes nothing. */
export interface QueueOperations {
  createTicket: { input: CreateTicketInput; output: CreatedTicket };
  callTicket: { input: CallTicketInput; output: CalledTicket };
  callPausedTicket: { input: CallTicketInput; output: CalledTicket };
  callCancelledTicket: { input: CallCancelledInput; output: CalledTicket };
  callNextTicket: { input: CallNextInput; output: CalledTicket };
  recall: { input: { readonly answerId: string }; output: CalledTicket };
  /** With what it came to. */
  endCall: {
    input: { readonly answerId: string; readonly results?: readonly CallResult[] };
    output: CalledTicket;
  };
  /** What a call that goes on or has ended was about. */
  noteResults: {
    input: { readonly answerId: string; readonly results: readonly CallResult[] };
    output: { readonly results: readonly CallResult[] };
  };
  /** Begins a break, closes a desk, or opens it; 115 while somebody is served there. */
  setDesk: {
    input: AtLocation & {
      readonly deskId: string;
      readonly userId: string;
      readonly state: DeskAway['kind'] | 'open';
      readonly reason: string;
    };
    output: { readonly away: DeskAway | null };
  };
  /** Somebody else serves on at a desk, and works there from now on. */
  takeOver: {
    input: AtLocation & { readonly deskId: string; readonly userId: string };
    output: { readonly call: CalledTicket | null };
  };
  /** A visitor at a kiosk wants somebody to come. One that stands already is given back. */
  callStaff: { input: AtLocation & { readonly deviceId: string }; output: StaffCallAt };
  /** Somebody is coming; 7 when nobody asks there any more. Where somebody else said so first, it is theirs. */
  answerStaffCall: {
    input: AtLocation & { readonly deviceId: string; readonly deskId: string; readonly userId: string };
    output: StaffCallAt;
  };
  pauseCall: { input: { readonly answerId: string }; output: CalledTicket };
  cancelCall: { input: { readonly answerId: string }; output: CalledTicket };
  transferCall: { input: TransferInput; output: CalledTicket };
  /** Serves a ticket on that had ended; nobody is called. 115 for one that was never called. */
  continueVisit: { input: ContinueInput; output: CalledTicket };
  /** Puts a ticket that was paused, missed or ended back into the queue, where it stood. */
  requeueTicket: { input: RequeueInput; output: { readonly ticket: TicketRecord } };
  /** Ends a ticket that waits or is paused without calling it. */
  removeTicket: { input: RemoveInput; output: { readonly ticket: TicketRecord } };
  /** Gives a ticket that waits another service or priority. It has waited since it came. */
  changeTicket: { input: ChangeTicketInput; output: { readonly ticket: TicketRecord } };
  /** Takes back what the desk did last. 6 when that is something else, 115 when it is too late or something happened since. */
  undo: { input: UndoInput; output: { readonly ticket: TicketRecord } };
  /** The visitor of a ticket that waits goes away; 115 when it does not wait. */
  leaveQueue: { input: AtLocation & { readonly ticketId: string }; output: TicketRecord };
  /**
   * Takes back the ticket that was issued for a key, because nobody has it; one that comes only now is not issued any more.
   * Gives its id, empty when there was none. 115 when it does not wait.
   */
  withdrawTicket: { input: AtLocation & { readonly key: string }; output: { readonly ticketId: string } };
  /** Lends numbers to a kiosk for the day; 115 when its file is older than what it has had, 7 when there are too many kiosks. */
  leaseNumbers: { input: LeaseNumbersInput; output: LeasedNumbers };
  /** Takes in what a kiosk has given by itself, each ticket once, in its place by the time of its issue. */
  handOverTickets: { input: HandOverInput; output: { readonly tickets: readonly HandedOver[] } };
  /** Skips the numbers of tickets that a restored database does not know and a print journal has. */
  noteIssued: { input: NoteIssuedInput; output: NotedTickets };
  /** Ends waiting and paused tickets of an earlier business day and starts numbers, counts and averages anew. */
  startDay: { input: AtLocation; output: { readonly ended: number } };
  /** Changes what a ticket in one of the states was answered; 115 in any other. */
  saveFormAnswers: {
    input: {
      readonly ticketId: string;
      readonly states: readonly TicketState[];
      readonly put: readonly FormAnswerInput[];
      readonly remove: readonly string[];
    };
    output: { readonly saved: number };
  };
  /**
   * Erases answers that are due, what tickets issued before say of their visitors, and what appointments say that were
   * booked for days before (`yyyy-mm-dd`); at most `limit` of each at a time.
   */
  anonymise: {
    input: {
      readonly limit: number;
      readonly tickets: readonly IssuedBefore[];
      readonly appointments: readonly BookedBefore[];
    };
    output: {
      readonly answers: number;
      readonly tickets: number;
      readonly appointments: number;
      readonly more: boolean;
    };
  };
  /** Erases what these say of their visitors at once, whatever their age. */
  erasePerson: { input: ErasePersonInput; output: PersonErased };
  noteAccess: { input: { readonly notes: readonly AccessNote[] }; output: Readonly<Record<string, never>> };
  notePersonalExport: { input: Omit<PersonalAudit, 'action'>; output: Readonly<Record<string, never>> };
  /**
   * Takes away calls and tickets that are over and older than an instant, the oldest first, with all that hangs on them; at
   * most so many of each at a time. What reports say of them is kept as figures; those of a business day before
   * `clerksBefore` (empty: of none) lose who called.
   */
  forgetHistory: {
    input: {
      readonly locationId: string;
      readonly before: number;
      readonly clerksBefore: string;
      readonly limit: number;
    };
    output: { readonly calls: number; readonly tickets: number; readonly days: number; readonly more: boolean };
  };
  /** Keeps how devices of a location are, tells of alarms that were raised or have ended, and forgets devices that are gone. */
  noteDevices: {
    input: {
      readonly locationId: string;
      readonly devices: readonly KeptDevice[];
      readonly gone: readonly string[];
    };
    output: null;
  };
  /** Raises, renews and ends alarms of a location, so that those stand that are named. Gives what has begun or ended. */
  noteLimits: { input: NoteLimitsInput; output: NotedLimits };
  /** Somebody has seen an alarm; the first who says so is remembered. 6 when there is none of that number. */
  seeLimitAlarm: { input: SeeLimitInput; output: LimitAlarm };
  /** How deliveries of a webhook went, and how far it is; the log keeps the newest `keep` entries. */
  recordDeliveries: {
    input: {
      readonly webhookId: string;
      readonly after: number;
      readonly deliveries: readonly Omit<WebhookDelivery, 'number' | 'webhookId'>[];
      readonly pause: boolean;
      readonly keep: number;
    };
    /** Numbers in the log, in the order of the deliveries; none when the webhook is gone. */
    output: { readonly numbers: readonly number[] };
  };
  /** Goes on with a webhook that was paused, and tries at once what waits. 6 when it is not in use. */
  resumeWebhook: { input: { readonly webhookId: string }; output: null };
  /** Has a device do something, and notes it in the audit log. 107 when very much was asked of it, 7 while it has the same to do. */
  askDevice: { input: AskDeviceInput; output: DeviceActionRecord };
  /** From now on the action is the device's to do, once. 6 for another device's, 7 when it is not open any more. */
  takeDeviceAction: { input: Pick<EndDeviceActionInput, 'id' | 'deviceId'>; output: DeviceActionRecord };
  /** What became of it, noted in the audit log too. 6 for another device's, 7 when it was not taken. */
  endDeviceAction: { input: EndDeviceActionInput; output: DeviceActionRecord };
  /** What somebody did at a kiosk, noted once. 6 when another device has told of something with its id. */
  noteDeed: { input: NoteDeedInput; output: DeviceActionRecord };
  /** Adds mail that is to be sent; one whose id there is already is not added again. 107 when very many wait. */
  putMails: { input: { readonly mails: readonly NewMail[] }; output: { readonly added: number } };
  /** How a try to send went. What is in a mail goes with its last one. */
  endMailTry: { input: MailTry; output: null };
  /** Ends the waiting of mails whose rows are damaged; they go with old mail. */
  putMailsAside: { input: { readonly ids: readonly string[] }; output: null };
  /** Forgets mail that was sent or given up before. */
  tidyMails: { input: { readonly before: number }; output: null };
  /** Saves a report, in the place of the one with its id. 107 when its owner has very many. */
  putReportView: { input: KeptReportView; output: null };
  /** 6 when there is none. */
  dropReportView: { input: { readonly userId: string; readonly id: string }; output: null };
  /** The sending of that day is done. */
  noteReportSent: { input: { readonly userId: string; readonly id: string; readonly sentDay: string }; output: null };
  /** Takes away pictures and logs that came by then. */
  forgetDeviceResults: { input: { readonly until: number }; output: null };
  /** Deletes a slice of the events and the log that are not needed, or are older or more than there is room for. */
  tidyWebhooks: {
    input: {
      readonly limit: number;
      readonly eventsSince: number;
      readonly mostEvents: number;
      readonly logSince: number;
      readonly webhooks: readonly (Subscription & { readonly id: string })[];
    };
    output: {
      readonly missed: readonly { readonly webhookId: string; readonly events: number }[];
      readonly more: boolean;
    };
  };
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
