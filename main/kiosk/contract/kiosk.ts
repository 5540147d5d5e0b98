/**
 * Interface between the kiosk page and its host.
 *
 * The page renders one state value and calls a few operations. It keeps only its appearance itself (text size,
 * contrast).
 */
import Type, { type Static } from 'typebox';
import type { TypedKey, WedgeRhythm } from '../../devices/contract/wedge.ts';
import type { WeekHours } from '../../lib/weekly-hours.ts';
import { type KioskSpeech, MAX_PACE, type TicketSlot } from './kiosk-access.ts';
import type { PanelScreen } from './panel.ts';
import { PanelCalls } from './panel-calls.ts';

/** Language with its own name in its own script, for the language bar. */
export interface KioskLanguage {
  readonly id: string;
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
}

export interface ServiceChoice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tag: string;
  /** `#rrggbb`, or empty for the site's accent. */
  readonly colour: string;
  /** Name from `PICTOGRAMS`, or a `data:` URL; absent or empty: none. */
  readonly pictogram?: string;
  readonly open: boolean;
  /** When a closed service opens: ISO instant, or null if unknown. */
  readonly opensAt: string | null;
  /** True when it is open but issues no tickets at present. */
  readonly full: boolean;
  /** Null when unknown. */
  readonly waiting: number | null;
  /** Estimated wait of the next visitor; null when unknown. */
  readonly waitSeconds: number | null;
  readonly priorityAllowed: boolean;
}

export interface GroupChoice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** As for a service. */
  readonly pictogram?: string;
  readonly serviceCount: number;
  readonly openCount: number;
  /** Null when unknown. */
  readonly waiting: number | null;
}

/** One of several appointments of a visitor. Never contains a name. */
export interface AppointmentChoice {
  readonly id: string;
  /** Name of its service. */
  readonly name: string;
  /** Always empty. */
  readonly description: string;
  readonly tag: string;
  readonly colour: string;
  readonly pictogram?: string;
  /** Booked time: ISO instant, or null if unreadable. */
  readonly at: string | null;
}

export type Choice =
  | ({ readonly kind: 'service' } & ServiceChoice)
  | ({ readonly kind: 'group' } & GroupChoice)
  | ({ readonly kind: 'appointment' } & AppointmentChoice);

/** A ticket as shown to the visitor. Never contains a name. */
export interface KioskTicket {
  /** `A043`: the same on paper, display and phone. */
  readonly number: string;
  readonly serviceName: string;
  readonly colour: string;
  /** Visitors ahead; null when unknown. */
  readonly before: number | null;
  readonly waitSeconds: number | null;
  readonly priority: boolean;
  /** URL of the ticket's page for a phone; absent without one. */
  readonly page?: string;
}

/** Why there is no paper, or no ticket at all. */
export type ProblemReason =
  | 'no-paper'
  | 'cover-open'
  | 'printer-fault'
  | 'printer-absent'
  | 'print-doubtful'
  /** All data was sent, but the printer did not confirm it. */
  | 'print-unconfirmed'
  | 'no-printer'
  | 'service-closed'
  | 'service-full'
  | 'server-away'
  | 'card-unknown'
  | 'card-blocked'
  | 'card-expired'
  /** The server is unavailable for lookups; offline tickets are possibly still available. */
  | 'check-in-away'
  | 'appointment-early'
  | 'appointment-late'
  | 'appointment-done'
  | 'refused';

export type OutOfServiceReason = 'server-away' | 'never-connected' | 'device-unknown' | 'device-off' | 'no-services';

/** An option: `value` is the answer, `label` what the visitor reads. */
export interface QuestionOption {
  readonly value: string;
  readonly label: string;
}

/** A question in the visitor's language. */
export interface ShownQuestion {
  readonly id: string;
  readonly text: string;
  /** 1 text, 2 rating, 3 one of a list, 4 several of a list, 5 date, 6 yes or no, 7 e-mail, 8 phone, 9 number. */
  readonly type: number;
  readonly required: boolean;
  /** Options of lists; without any, the answer is a text. */
  readonly options: readonly QuestionOption[];
  /** Highest rating; 0 for other types. */
  readonly ratingTo: number;
  /** For a text: 2 digits, 3 letters, 4 letters and digits, 5 custom pattern, otherwise any. */
  readonly mask: number;
  /** Maximum characters of a text; 0: only the general limit. */
  readonly length: number;
  readonly example: string;
}

/** Why the last answer was rejected; empty without a fault. */
export type QuestionFault = '' | 'required' | 'format' | 'length' | 'choice';

/** Why the last code was rejected: unknown, or too many wrong codes; empty without a fault. */
export type CodeFault = '' | 'unknown' | 'wait';

/** Fields for a lookup without a code, besides the birthday. */
export type LookUpBy = 'name' | 'number' | 'both';
export type LookUpQuestion = 'visitor' | 'birthday';
/** Why the last answer was rejected or found no appointment; empty without a fault. */
export type LookUpFault = CodeFault | 'required' | 'date';

export type KioskScreen =
  | { readonly name: 'starting' }
  /** No visitor is present: the first choices, in the site's language. */
  | { readonly name: 'idle'; readonly choices: readonly Choice[] }
  /** A visitor chooses: services, or groups where not all services fit on the screen. */
  | {
      readonly name: 'choose';
      readonly choices: readonly Choice[];
      /** The open group, or null on the first level. */
      readonly group: GroupChoice | null;
      /** True when a card was read: the next ticket carries it. */
      readonly card: boolean;
      /** True when the visitor is late for an appointment and can take a walk-in ticket. */
      readonly late: boolean;
    }
  /** The visitor types the code of an appointment; `looking`: the lookup is running. */
  | { readonly name: 'check-in'; readonly looking: boolean; readonly fault: CodeFault }
  /** The visitor has no code and answers two questions; `looking`: the lookup is running. */
  | {
      readonly name: 'look-up';
      readonly by: LookUpBy;
      readonly asks: LookUpQuestion;
      /** The earlier answer; a birthday is `yyyy-mm-dd`. */
      readonly answer: readonly string[];
      readonly looking: boolean;
      readonly fault: LookUpFault;
    }
  /** The code belongs to several appointments whose check-in is open. */
  | { readonly name: 'appointments'; readonly choices: readonly Choice[] }
  /** The chosen service gives priority tickets: the visitor says whether one is needed. */
  | { readonly name: 'priority'; readonly serviceName: string }
  /** The chosen service asks questions before its ticket, one at a time. */
  | {
      readonly name: 'form';
      readonly serviceName: string;
      /** `index` counts from 1; `count` is the maximum number of questions. */
      readonly step: { readonly index: number; readonly count: number };
      readonly question: ShownQuestion;
      /** The earlier answer, or one from the card; dates are `yyyy-mm-dd`, booleans `yes` and `no`. */
      readonly answer: readonly string[];
      readonly fault: QuestionFault;
    }
  | { readonly name: 'issuing'; readonly serviceName: string }
  | { readonly name: 'printing'; readonly ticket: KioskTicket }
  | { readonly name: 'take-ticket'; readonly ticket: KioskTicket }
  /** With a ticket: it is valid, but not printed. Without: no ticket was issued. */
  | {
      readonly name: 'problem';
      readonly reason: ProblemReason;
      readonly ticket: KioskTicket | null;
      /** No touch for a long time: the number stays, and the next touch starts a new visit. */
      readonly left?: boolean;
      /** A phone has opened the ticket's page: the number disappears from the screen soon. */
      readonly taken?: boolean;
    }
  /** No service is open. */
  | {
      readonly name: 'closed';
      readonly opensAt: string | null;
      /** Usual opening hours, if all services have the same; null: unknown, or they differ. */
      readonly hours: WeekHours | null;
      /** The services where their hours differ; else empty. */
      readonly choices: readonly Choice[];
    }
  /** Staff have closed this kiosk; `message` is for visitors, empty for the default text. */
  | { readonly name: 'shut'; readonly message: string }
  /** The kiosk is not paired with a device yet. */
  | ({ readonly name: 'pairing' } & PairingStep)
  | { readonly name: 'out-of-service'; readonly reason: OutOfServiceReason };

/** Progress of a new kiosk's pairing. */
export type PairingStep =
  | { readonly step: 'starting' | 'away' }
  /** `address`: where an administrator types the code; the QR code leads there with the code included. */
  | { readonly step: 'showing'; readonly code: string; readonly address: string };

/** Time left before the kiosk returns to idle, when this state was sent. */
export interface KioskTimeout {
  readonly remainingMs: number;
  /** The page shows the countdown and offers more time below this value. */
  readonly warnMs: number;
}

/**
 * State of a visitor's call for staff. `calling`: being sent; `asked`: sent; `coming`: staff are on the way; `missed`:
 * no reply in time; `away`: it could not be sent.
 */
export interface KioskStaff {
  readonly state: 'none' | 'calling' | 'asked' | 'coming' | 'missed' | 'away';
  /** Time since the visitor's call, when this state was sent. */
  readonly agoMs: number;
}

export interface KioskState {
  readonly screen: KioskScreen;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Whether this visitor uses simple language; absent or null where this language has none. */
  readonly simple?: boolean | null;
  /** All languages of the site; empty when there is only one. */
  readonly languages: readonly KioskLanguage[];
  readonly siteName: string;
  /** URL of the logo on the page's own origin, or empty. */
  readonly logo: string;
  /** The site's accent colour `#rrggbb`, or empty for the default colour. */
  readonly colour: string;
  readonly timeZone: string;
  /** Typing rhythm of a keyboard-wedge reader: the page must capture such typing. Null without one. */
  readonly wedge: WedgeRhythm | null;
  /** True when visitors can check in by typing a code. */
  readonly checkIn: boolean;
  /** Whether the code screen offers a lookup without a code; absent: no. */
  readonly lookUp?: boolean;
  /** Absent or null where staff cannot be called. */
  readonly staff?: KioskStaff | null;
  /** True while the screen must be black until a touch: no service is open, and the site wants it. */
  readonly dark: boolean;
  /** Diagonal of the screen, which gives the size of a millimetre; absent or 0: unknown. */
  readonly screenInches?: number;
  /** Speech output; absent: headset. */
  readonly speech?: KioskSpeech;
  /** Name, or a part of it, of the headset's audio output; absent or empty: any new output that is not a screen's. */
  readonly headsetOutput?: string;
  /** Initial volume from 1 to `VOLUME_STEPS`; absent: the default. */
  readonly volume?: number;
  /** Actions of its tactile keys, as parsed by `readKeyMap`; absent: the default keys. */
  readonly keys?: string;
  /** Seconds for which each control has the focus during single-switch scanning; absent or 0: no scanning. */
  readonly scanSeconds?: number;
  /** Position of the ticket slot, as seen from the screen; absent: below. */
  readonly ticketSlot?: TicketSlot;
  /** True when the site turns animations off. */
  readonly lessMotion?: boolean;
  /** Pronunciations of the organisation's words, as parsed by `pronounceBy`. */
  readonly pronunciations?: readonly string[];
  /** True in offline mode. */
  readonly alone: boolean;
  /** Printer state that the page can show before a ticket is issued. */
  readonly printer: 'ok' | 'low' | 'none' | 'no-paper' | 'fault' | 'silent';
  readonly timeout: KioskTimeout | null;
  /** Operator panel, on top of everything else; null while closed. */
  readonly panel: PanelScreen | null;
}

const object = <T extends Record<string, Type.TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

const shortId = Type.String({ minLength: 1, maxLength: 200 });
const answerText = Type.String({ maxLength: 8000 });
const answer = Type.Union([answerText, Type.Array(answerText, { maxItems: 200 })]);

/** Calls of the page. One input each; every call returns `{ok}` and possibly changes the state. */
export const KioskCalls = {
  /** Requests a ticket of this service. Ignored while no service can be chosen. Without `priority` the kiosk asks. */
  touchService: object({ serviceId: shortId, priority: Type.Optional(Type.Boolean()) }),
  /** The answer to the question whether the visitor needs priority. */
  answerPriority: object({ priority: Type.Boolean() }),
  touchGroup: object({ groupId: shortId }),
  chooseLanguage: object({ lang: shortId }),
  /** Uses simple language where available, until the visit ends. */
  chooseSimple: object({ on: Type.Boolean() }),
  /** One level up: from the first level to idle, from all other screens with a way back to the previous one. */
  back: object({}),
  /** Checks in for one of the appointments on the screen. */
  touchAppointment: object({ appointmentId: shortId }),
  /** The visitor has an appointment. Ignored while no service can be chosen. */
  startCheckIn: object({}),
  /** The typed code of the appointment. */
  checkIn: object({ code: Type.String({ minLength: 1, maxLength: 200 }) }),
  /** The visitor has no code. Ignored where lookup is not offered. */
  startLookUp: object({}),
  /** The answer to this question of the lookup. */
  lookUp: object({ asks: Type.Enum(['visitor', 'birthday']), answer: Type.String({ maxLength: 200 }) }),
  /** Answers the question on the screen and continues. Ignored for any other question. */
  answerQuestion: object({ questionId: shortId, answer }),
  /** Continues without an answer, where none is required. */
  skipQuestion: object({ questionId: shortId }),
  /** Returns to the previous question or the services; keeps valid answers. */
  backInForm: object({ questionId: shortId, answer }),
  /** Calls staff. Ignored during a call. */
  callStaff: object({}),
  /** Any touch: the visitor is still present. */
  stillHere: object({}),
  /** Doubles all timeouts until this visit ends. */
  moreTime: object({}),
  /** Multiplies all timeouts until this visit ends, for visitors who use speech. */
  pace: object({ times: Type.Number({ minimum: 1, maximum: MAX_PACE }) }),
  /** The visitor has read the last screen. */
  done: object({}),
  /** Text typed by a keyboard-wedge reader, without its final Enter. */
  cardText: object({
    text: Type.String({ minLength: 1, maxLength: 1000 }),
    keys: Type.Optional(
      Type.Unsafe<readonly TypedKey[]>(
        Type.Array(
          object({
            code: Type.String({ maxLength: 20 }),
            shift: Type.Optional(Type.Boolean()),
            altGr: Type.Optional(Type.Boolean()),
          }),
          { maxItems: 2000 },
        ),
      ),
    ),
  }),
  /** Number of choices that fit on the page. */
  fits: object({ choices: Type.Integer({ minimum: 1, maximum: 1000 }) }),
  /** Whether the plugged-in headset plays no sound, as tested by the page; sent at each change. */
  headsetRefuses: object({ on: Type.Boolean() }),
  /** Requests the languages that the host's speech program supports. */
  voices: object({}),
  /** Speaks a text; `rate` 1 is the voice's normal speed. Cancels earlier pending texts. */
  speak: object({
    text: Type.String({ minLength: 1, maxLength: 1000 }),
    lang: shortId,
    rate: Type.Number({ minimum: 0.2, maximum: 4 }),
  }),
  ...PanelCalls,
} as const;

export type KioskCallName = keyof typeof KioskCalls;
export type KioskCallInput<Name extends KioskCallName> = Static<(typeof KioskCalls)[Name]>;

export interface CallFault {
  readonly code: 'unknown-call' | 'invalid-input' | 'not-allowed';
  readonly message: string;
}

/** `voices` is the result of that call; `sound`, a WAV file in Base64, is the result of `speak`. */
interface CallDone {
  readonly ok: true;
  readonly voices?: readonly string[];
  readonly sound?: string;
}

export type KioskReply = CallDone | { readonly ok: false; readonly error: CallFault };

/** Interface that any shell provides to the page. */
export interface Shell {
  call<Name extends KioskCallName>(name: Name, input: KioskCallInput<Name>): Promise<KioskReply>;
  /** Calls back with the state, now and at every change; `null` while the host is unreachable. */
  subscribe(listener: (state: KioskState | null) => void): () => void;
}
