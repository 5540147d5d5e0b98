/** State of the kiosk machine. Plain data; changed only by `reduce`. */

import type { StaffCallView } from '../../devices/contract/rest/kiosks.ts';
import type { Answers } from '../../forms/rules/asked-questions.ts';
import type { PrinterStatus, PrintOutcome } from '../../printing/contract/printing.ts';
import type {
  CodeFault,
  KioskTicket,
  LookUpQuestion,
  OutOfServiceReason,
  ProblemReason,
  QuestionFault,
} from '../contract/kiosk.ts';
import type { CardValue } from '../contract/reader.ts';
import type { Catalog, CurrentService } from './catalog.ts';
import type { FormProgress } from './form.ts';
import type { LookUp, SoughtPerson } from './look-up.ts';
import type { StaffRequest } from './staff.ts';

/** What a card rule of the site grants to the card's holder. */
export interface CardGrant {
  readonly priority: boolean;
  /** Language id, or empty. */
  readonly lang: string;
  /** The only services for this card; empty: all. */
  readonly services: readonly string[];
}

/** What a card adds to the next ticket. Forgotten at the end of the visit. */
export interface CardUse {
  /** Empty: the kiosk's own. */
  readonly deviceId: string;
  readonly clientName: CardValue | null;
  /** Other fields of the card, by the group name in the reader's pattern. */
  readonly fields?: ReadonlyMap<string, CardValue>;
  /** Grant by a card rule of the site. */
  readonly grant?: CardGrant;
  /** The appointment for which the visitor is late. */
  readonly missed?: AppointmentUse;
}

/** The appointment of a code. */
export interface AppointmentUse {
  readonly id: string;
  readonly serviceId: string;
}

/** One of several appointments of a code. */
export interface AppointmentOffer extends AppointmentUse {
  /** Name of the service from the server, because this kiosk possibly does not offer it. */
  readonly serviceName: string;
  readonly tag: string;
  /** `yyyy-mm-dd hh:mm:ss` at the location. */
  readonly scheduledTo: string;
}

/** Result of an appointment code. A late visitor gets the data of a card. */
export type AppointmentNews =
  /** Check-in is open. */
  | { readonly kind: 'appointmentRead'; readonly appointment: AppointmentUse }
  /** Check-in is open for several: the visitor chooses. */
  | { readonly kind: 'appointmentsRead'; readonly appointments: readonly AppointmentOffer[] }
  | { readonly kind: 'appointmentRefused'; readonly reason: ProblemReason }
  | { readonly kind: 'cardRead'; readonly card: CardUse };

/** Why a card's value is not looked up: a site rule, or no response of the server. */
export type CardStop =
  | { readonly kind: 'cardBlocked' }
  | { readonly kind: 'cardExpired' }
  | Extract<AppointmentNews, { kind: 'appointmentRefused' }>;

/** Result of a typed code, or of a lookup without one. */
export type CodeAnswer =
  | AppointmentNews
  | CardStop
  | { readonly kind: 'codeRefused'; readonly fault: Exclude<CodeFault, ''> };

export type KioskPhase =
  | { readonly name: 'idle' }
  | { readonly name: 'choose' }
  /** The visitor types the code of an appointment. */
  | { readonly name: 'check-in'; readonly looking: boolean; readonly fault: CodeFault }
  /** A visitor without a code answers questions instead. */
  | ({ readonly name: 'look-up' } & LookUp)
  /** The code belongs to several appointments: the visitor chooses one. */
  | { readonly name: 'appointments'; readonly appointments: readonly AppointmentOffer[] }
  /** The question whether the visitor needs priority. */
  | { readonly name: 'priority'; readonly serviceId: string }
  /** Questions before the ticket. */
  | {
      readonly name: 'form';
      readonly serviceId: string;
      readonly priority: boolean;
      readonly asking: FormProgress;
      readonly fault: QuestionFault;
    }
  | { readonly name: 'issuing'; readonly serviceId: string }
  | { readonly name: 'printing'; readonly ticket: KioskTicket }
  | { readonly name: 'take-ticket'; readonly ticket: KioskTicket }
  | {
      readonly name: 'problem';
      readonly reason: ProblemReason;
      readonly ticket: KioskTicket | null;
      readonly left?: boolean;
      readonly taken?: boolean;
    };

/** Whether tickets are available. */
export type LinkState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'up' }
  /** Offline mode: the server is unavailable, and the kiosk issues offline tickets. */
  | { readonly kind: 'alone' }
  | { readonly kind: 'down'; readonly reason: OutOfServiceReason };

/** Message of staff on a closed kiosk, by language id; languages can be missing. */
export type ShutMessage = Readonly<Record<string, string>>;

/** Staff have closed the kiosk. */
export interface Shut {
  readonly message: ShutMessage;
  /** False while an earlier visitor finishes the visit. */
  readonly inForce: boolean;
}

export interface KioskModel {
  readonly phase: KioskPhase;
  readonly link: LinkState;
  /** Null while the kiosk is open. */
  readonly shut: Shut | null;
  readonly lang: string;
  /** Whether this visitor has chosen the language. */
  readonly langChosen: boolean;
  /** Whether this visitor uses simple language where available. */
  readonly simple: boolean;
  readonly openGroupId: string | null;
  readonly card: CardUse | null;
  /** Number of choices that fit on the page. */
  readonly fits: number;
  readonly catalog: Catalog | null;
  readonly now: Readonly<Record<string, CurrentService>>;
  readonly printer: PrinterStatus;
  /** Call for staff; null: none. It outlives the visit. */
  readonly staff: StaffRequest | null;
  /** Time of the return to idle, epoch milliseconds; null without a timeout. */
  readonly deadline: number | null;
  /** Factor for all timeouts of a visitor who uses speech; normally 1. */
  readonly pace: number;
  /** Whether this visitor asked for more time, which doubles all timeouts. */
  readonly moreTime: boolean;
  /** Number of the visit, so that a late response is not applied to the next visitor. */
  readonly visit: number;
}

export type KioskEvent =
  | { readonly kind: 'touchService'; readonly serviceId: string; readonly priority?: boolean }
  | { readonly kind: 'answerPriority'; readonly priority: boolean }
  | { readonly kind: 'touchGroup'; readonly groupId: string }
  | { readonly kind: 'chooseLanguage'; readonly lang: string }
  | { readonly kind: 'chooseSimple'; readonly on: boolean }
  | { readonly kind: 'back' }
  | { readonly kind: 'touchAppointment'; readonly appointmentId: string }
  | { readonly kind: 'startCheckIn' }
  | { readonly kind: 'checkIn'; readonly code: string }
  | { readonly kind: 'startLookUp' }
  | { readonly kind: 'lookUp'; readonly asks: LookUpQuestion; readonly answer: string }
  | { readonly kind: 'answerQuestion'; readonly questionId: string; readonly answer: string | readonly string[] }
  | { readonly kind: 'skipQuestion'; readonly questionId: string }
  | { readonly kind: 'backInForm'; readonly questionId: string; readonly answer: string | readonly string[] }
  | { readonly kind: 'callStaff' }
  | { readonly kind: 'staffHeard'; readonly call: StaffCallView }
  | { readonly kind: 'staffAway' }
  | { readonly kind: 'staffTimeUp' }
  | { readonly kind: 'stillHere' }
  | { readonly kind: 'moreTime' }
  | { readonly kind: 'pace'; readonly times: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'fits'; readonly choices: number }
  | AppointmentNews
  | { readonly kind: 'cardUnknown' }
  | CardStop
  | { readonly kind: 'codeAnswered'; readonly visit: number; readonly answer: CodeAnswer }
  /** `lang`: language of the ticket, which an appointment can set. */
  | { readonly kind: 'ticketIssued'; readonly visit: number; readonly ticket: KioskTicket; readonly lang: string }
  | { readonly kind: 'ticketRefused'; readonly visit: number; readonly reason: ProblemReason }
  | { readonly kind: 'printEnded'; readonly visit: number; readonly outcome: PrintOutcome }
  /** A phone shows the ticket of this visit. */
  | { readonly kind: 'takenAlong'; readonly visit: number }
  | { readonly kind: 'timeUp' }
  | { readonly kind: 'shut'; readonly message: ShutMessage }
  | { readonly kind: 'reopened' }
  /** `alone`: the last known catalog, from before the outage. */
  | { readonly kind: 'catalog'; readonly catalog: Catalog; readonly alone?: boolean }
  | { readonly kind: 'queues'; readonly now: Readonly<Record<string, CurrentService>> }
  | { readonly kind: 'alone' }
  | { readonly kind: 'linkDown'; readonly reason: OutOfServiceReason }
  | { readonly kind: 'printerStatus'; readonly status: PrinterStatus };

/** Effects for the host. */
export type KioskEffect =
  | {
      readonly kind: 'issue';
      readonly visit: number;
      readonly serviceId: string;
      readonly priority: boolean;
      /** Empty: the appointment's, else the system's. */
      readonly lang: string;
      /** Whether to use simple language for the organisation's texts on the ticket. Never sent to the server. */
      readonly simple?: boolean;
      readonly card: CardUse | null;
      /** The appointment to check in for, or for which the visitor is late. */
      readonly appointment?: { readonly id: string; readonly late: boolean };
      /** Null when no questions were asked. */
      readonly answers: Answers | null;
    }
  /** Looks up a typed code, which is protected like a card's value. */
  | { readonly kind: 'lookUp'; readonly visit: number; readonly code: CardValue }
  /** Finds the appointment of a visitor without a code. */
  | ({ readonly kind: 'findPerson'; readonly visit: number } & SoughtPerson)
  /** Sends a visitor's call for staff to the server. */
  | { readonly kind: 'callStaff'; readonly visit: number }
  /** Prints the ticket that was just issued in this visit. */
  | { readonly kind: 'print'; readonly visit: number };

/** Timeouts in milliseconds. Every touch restarts them. */
export const CHOOSE_MS = 60_000;
export const TAKE_TICKET_MS = 30_000;
/** After this time without a touch, the next touch removes a number that is not on paper. */
export const NOTE_NUMBER_MS = 30_000;
/** Maximum time for which the number stays without a touch. */
export const LEFT_MS = 15 * 60_000;
export const PROBLEM_MS = 30_000;
/** A number on a phone can disappear sooner; the whole time is shown as a countdown. */
export const TAKEN_MS = 20_000;
/** Below this value the page shows the countdown and offers more time, as WCAG 2.2.1 requires. */
export const WARN_MS = 20_000;
/** Number of choices that fit, until the page reports it. */
const FIRST_FITS = 8;

export function startModel(lang: string): KioskModel {
  return {
    phase: { name: 'idle' },
    link: { kind: 'starting' },
    shut: null,
    lang,
    langChosen: false,
    simple: false,
    openGroupId: null,
    card: null,
    fits: FIRST_FITS,
    catalog: null,
    now: {},
    printer: { kind: 'none' },
    staff: null,
    deadline: null,
    pace: 1,
    moreTime: false,
    visit: 0,
  };
}
