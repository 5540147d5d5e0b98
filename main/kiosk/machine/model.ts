/** Everything the kiosk machine knows. Plain data; changed only by `reduce`. */

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

/** What a rule of the site grants to the holder of a card. */
export interface CardGrant {
  readonly priority: boolean;
  /** Language id, or empty. */
  readonly lang: string;
  /** The only services for this card; empty: all. */
  readonly services: readonly string[];
}

/** What a card adds to the next ticket. Forgotten with the visitor. */
export interface CardUse {
  /** Empty: the kiosk's own. */
  readonly deviceId: string;
  readonly clientName: CardValue | null;
  /** What else the reader's pattern finds on the card, by the name of its group. */
  readonly fields?: ReadonlyMap<string, CardValue>;
  /** What a rule of the site grants to its holder. */
  readonly grant?: CardGrant;
  /** The appointment for which the visitor has come too late. */
  readonly missed?: AppointmentUse;
}

/** An appointment that a code has named. */
export interface AppointmentUse {
  readonly id: string;
  readonly serviceId: string;
}

/** One of several appointments of a code. */
export interface AppointmentOffer extends AppointmentUse {
  /** As the server names the service, which this kiosk may not offer. */
  readonly serviceName: string;
  readonly tag: string;
  /** `yyyy-mm-dd hh:mm:ss` at the location. */
  readonly scheduledTo: string;
}

/** What the code of an appointment means for its visitor. Who came too late is given what a card would be. */
export type AppointmentNews =
  /** Check-in is open. */
  | { readonly kind: 'appointmentRead'; readonly appointment: AppointmentUse }
  /** Check-in is open for several: the visitor chooses. */
  | { readonly kind: 'appointmentsRead'; readonly appointments: readonly AppointmentOffer[] }
  | { readonly kind: 'appointmentRefused'; readonly reason: ProblemReason }
  | { readonly kind: 'cardRead'; readonly card: CardUse };

/** Why a card's value is not looked up: a rule of the site, or no answer of the server. */
export type CardStop =
  | { readonly kind: 'cardBlocked' }
  | { readonly kind: 'cardExpired' }
  | Extract<AppointmentNews, { kind: 'appointmentRefused' }>;

/** The result of a typed code, or of a look-up without one. */
export type CodeAnswer =
  | AppointmentNews
  | CardStop
  | { readonly kind: 'codeRefused'; readonly fault: Exclude<CodeFault, ''> };

export type KioskPhase =
  | { readonly name: 'idle' }
  | { readonly name: 'choose' }
  /** Somebody types the code of an appointment. */
  | { readonly name: 'check-in'; readonly looking: boolean; readonly fault: CodeFault }
  /** A visitor without a code answers questions instead. */
  | ({ readonly name: 'look-up' } & LookUp)
  /** The code belongs to several appointments: the visitor chooses one. */
  | { readonly name: 'appointments'; readonly appointments: readonly AppointmentOffer[] }
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

/** Whether tickets can be had at all. */
export type LinkState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'up' }
  /** The server is away, and the kiosk gives numbers by itself. */
  | { readonly kind: 'alone' }
  | { readonly kind: 'down'; readonly reason: OutOfServiceReason };

/** What staff say to visitors of a kiosk that they have closed, by language id; a language may be missing. */
export type ShutMessage = Readonly<Record<string, string>>;

/** Staff have closed the kiosk. */
export interface Shut {
  readonly message: ShutMessage;
  /** False while somebody who came before still stands there: that visit goes on to its end. */
  readonly inForce: boolean;
}

export interface KioskModel {
  readonly phase: KioskPhase;
  readonly link: LinkState;
  /** Null while the kiosk is open. */
  readonly shut: Shut | null;
  readonly lang: string;
  /** Whether this visitor has chosen it. */
  readonly langChosen: boolean;
  /** Whether this visitor reads simple language, where there is any. */
  readonly simple: boolean;
  readonly openGroupId: string | null;
  readonly card: CardUse | null;
  /** Choices that the page can show at once. */
  readonly fits: number;
  readonly catalog: Catalog | null;
  readonly now: Readonly<Record<string, CurrentService>>;
  readonly printer: PrinterStatus;
  /** Staff who were called; null: nobody was, or that is over. It outlives the visit. */
  readonly staff: StaffRequest | null;
  /** When the kiosk goes back to idle by itself, epoch milliseconds; null while it waits for nobody. */
  readonly deadline: number | null;
  /** How many times as long everything waits for this visitor, who listens instead of reading; 1 for most. */
  readonly pace: number;
  /** Whether this visitor has asked for more time: everything waits twice as long. */
  readonly moreTime: boolean;
  /** Counts the visits, so that an answer that comes late is not taken for the next visitor's. */
  readonly visit: number;
}

export type KioskEvent =
  | { readonly kind: 'touchService'; readonly serviceId: string; readonly priority: boolean }
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
  /** `lang`: of the ticket, which an appointment brings along. */
  | { readonly kind: 'ticketIssued'; readonly visit: number; readonly ticket: KioskTicket; readonly lang: string }
  | { readonly kind: 'ticketRefused'; readonly visit: number; readonly reason: ProblemReason }
  | { readonly kind: 'printEnded'; readonly visit: number; readonly outcome: PrintOutcome }
  /** A phone shows the ticket of this visit. */
  | { readonly kind: 'takenAlong'; readonly visit: number }
  | { readonly kind: 'timeUp' }
  | { readonly kind: 'shut'; readonly message: ShutMessage }
  | { readonly kind: 'reopened' }
  /** `alone`: as it was heard last, before the server went away. */
  | { readonly kind: 'catalog'; readonly catalog: Catalog; readonly alone?: boolean }
  | { readonly kind: 'queues'; readonly now: Readonly<Record<string, CurrentService>> }
  | { readonly kind: 'alone' }
  | { readonly kind: 'linkDown'; readonly reason: OutOfServiceReason }
  | { readonly kind: 'printerStatus'; readonly status: PrinterStatus };

/** What the host has to do. */
export type KioskEffect =
  | {
      readonly kind: 'issue';
      readonly visit: number;
      readonly serviceId: string;
      readonly priority: boolean;
      /** Empty: the appointment's, else the system's. */
      readonly lang: string;
      /** Whether the ticket says in simple language what the house has in it. The server never hears of it. */
      readonly simple?: boolean;
      readonly card: CardUse | null;
      /** The appointment to check in for, or to which the visitor has come too late. */
      readonly appointment?: { readonly id: string; readonly late: boolean };
      /** Null when nothing was asked. */
      readonly answers: Answers | null;
    }
  /** Find out what a typed code means. It is kept like a card's value. */
  | { readonly kind: 'lookUp'; readonly visit: number; readonly code: CardValue }
  /** Find the appointment of a visitor without a code. */
  | ({ readonly kind: 'findPerson'; readonly visit: number } & SoughtPerson)
  /** Tell the server that a visitor wants somebody to come. */
  | { readonly kind: 'callStaff'; readonly visit: number }
  /** Print what was just issued in this visit. */
  | { readonly kind: 'print'; readonly visit: number };

/** Times, in milliseconds. Every one of them is prolonged by a touch. */
export const CHOOSE_MS = 60_000;
export const TAKE_TICKET_MS = 30_000;
/** After this time without a touch a number without paper is for whoever comes next to clear away. */
export const NOTE_NUMBER_MS = 30_000;
/** So long it stays for whoever stood there, if nobody comes. */
export const LEFT_MS = 15 * 60_000;
export const PROBLEM_MS = 30_000;
/** What is on a phone need not stand here any more; all this time is counted down, as before every end. */
export const TAKEN_MS = 20_000;
/** From this much on the page counts down and offers more time: as long before every end as WCAG 2.2.1 asks. */
export const WARN_MS = 20_000;
/** How many choices a page is taken to show before it says so. */
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
