/**
 * Interface between the kiosk page and its host.
 *
 * One value that the page draws, and the few things that it may ask. The page keeps nothing of its own but what
 * concerns its looks (text size, contrast).
 */
import Type, { type Static } from 'typebox';
import type { TypedKey, WedgeRhythm } from '../../devices/contract/wedge.ts';
import { type KioskSpeech, MAX_PACE, type TicketSlot } from './kiosk-access.ts';
import type { PanelScreen } from './panel.ts';
import { PanelCalls } from './panel-calls.ts';

/** Language with its own name in its own script, for the strip that shows all languages at once. */
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
  /** The name of one of `PICTOGRAMS`, or a `data:` address; absent or empty: none. */
  readonly pictogram?: string;
  readonly open: boolean;
  /** When a closed service opens again: ISO instant, or null if that is not known. */
  readonly opensAt: string | null;
  /** True when no more tickets are given just now, though it is open. */
  readonly full: boolean;
  /** Null when nobody here knows. */
  readonly waiting: number | null;
  /** Expected wait of the next visitor; null when nothing is known. */
  readonly waitSeconds: number | null;
  readonly priorityAllowed: boolean;
}

export interface GroupChoice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** As of a service. */
  readonly pictogram?: string;
  readonly serviceCount: number;
  readonly openCount: number;
  /** Null when nobody here knows. */
  readonly waiting: number | null;
}

/** One appointment of a visitor who has several. Never a name. */
export interface AppointmentChoice {
  readonly id: string;
  /** Of its service. */
  readonly name: string;
  /** Always empty. */
  readonly description: string;
  readonly tag: string;
  readonly colour: string;
  readonly pictogram?: string;
  /** Booked time: ISO instant, or null if that cannot be read. */
  readonly at: string | null;
}

export type Choice =
  | ({ readonly kind: 'service' } & ServiceChoice)
  | ({ readonly kind: 'group' } & GroupChoice)
  | ({ readonly kind: 'appointment' } & AppointmentChoice);

/** A ticket as the visitor sees it. Never a name. */
export interface KioskTicket {
  /** `A043`: as on paper, display and phone. */
  readonly number: string;
  readonly serviceName: string;
  readonly colour: string;
  /** People before it; null when nobody here knows. */
  readonly before: number | null;
  readonly waitSeconds: number | null;
  readonly priority: boolean;
  /** Address of its own page, which a phone takes along; absent where it has none. */
  readonly page?: string;
}

/** Why there is no paper, or no ticket at all. */
export type ProblemReason =
  | 'no-paper'
  | 'cover-open'
  | 'printer-fault'
  | 'printer-absent'
  | 'print-doubtful'
  /** It was handed over whole, and the printer did not confirm it. */
  | 'print-unconfirmed'
  | 'no-printer'
  | 'service-closed'
  | 'service-full'
  | 'server-away'
  | 'card-unknown'
  | 'card-blocked'
  | 'card-expired'
  /** The server is away, and the kiosk cannot look anything up; numbers it may still give. */
  | 'check-in-away'
  | 'appointment-early'
  | 'appointment-late'
  | 'appointment-done'
  | 'refused';

export type OutOfServiceReason = 'server-away' | 'never-connected' | 'device-unknown' | 'device-off' | 'no-services';

/** One of a list: `value` is what is answered, `label` what the visitor reads. */
export interface QuestionOption {
  readonly value: string;
  readonly label: string;
}

/** A question as it is asked, in the visitor's language. */
export interface ShownQuestion {
  readonly id: string;
  readonly text: string;
  /** 1 text, 2 rating, 3 one of a list, 4 several of a list, 5 date, 6 yes or no, 7 e-mail, 8 phone, 9 number. */
  readonly type: number;
  readonly required: boolean;
  /** Of lists; a list without any takes a text. */
  readonly options: readonly QuestionOption[];
  /** Best mark of a rating; 0 for other types. */
  readonly ratingTo: number;
  /** Of a text: 2 digits, 3 letters, 4 letters and digits, 5 own pattern, else anything. */
  readonly mask: number;
  /** Most characters of a text; 0: no limit of its own. */
  readonly length: number;
  readonly example: string;
}

/** Why the last answer was not taken; empty when there is nothing to say. */
export type QuestionFault = '' | 'required' | 'format' | 'length' | 'choice';

/** Why the last code was not taken: nobody here knows it, or too many were wrong; empty when there is nothing to say. */
export type CodeFault = '' | 'unknown' | 'wait';

/** By what visitors without a code are looked up, beside their birthday. */
export type LookUpBy = 'name' | 'number' | 'both';
export type LookUpQuestion = 'visitor' | 'birthday';
/** Why the last answer was not taken, or found no appointment; empty when there is nothing to say. */
export type LookUpFault = CodeFault | 'required' | 'date';

export type KioskScreen =
  | { readonly name: 'starting' }
  /** Nobody is here: the first choices, in the site's language. */
  | { readonly name: 'idle'; readonly choices: readonly Choice[] }
  /** Somebody is here and chooses: services, and groups where not all services fit at once. */
  | {
      readonly name: 'choose';
      readonly choices: readonly Choice[];
      /** The group that is open, or null on the first level. */
      readonly group: GroupChoice | null;
      /** True when a card was read: the next ticket carries it. */
      readonly card: boolean;
      /** True when the visitor came too late for an appointment and may take an ordinary ticket. */
      readonly late: boolean;
    }
  /** The visitor has an appointment and types its code; `looking`: one is being looked up. */
  | { readonly name: 'check-in'; readonly looking: boolean; readonly fault: CodeFault }
  /** The visitor has no code, and answers two questions instead; `looking`: the appointment is being looked up. */
  | {
      readonly name: 'look-up';
      readonly by: LookUpBy;
      readonly asks: LookUpQuestion;
      /** The earlier answer; a birthday is `yyyy-mm-dd`. */
      readonly answer: readonly string[];
      readonly looking: boolean;
      readonly fault: LookUpFault;
    }
  /** The visitor's code belongs to several appointments that can be checked in now. */
  | { readonly name: 'appointments'; readonly choices: readonly Choice[] }
  /** A service was chosen that asks something before its ticket: one question at a time. */
  | {
      readonly name: 'form';
      readonly serviceName: string;
      /** `index` counts from 1; `count` is how many questions there are at most. */
      readonly step: { readonly index: number; readonly count: number };
      readonly question: ShownQuestion;
      /** What was answered before, or stood on the card; dates are `yyyy-mm-dd`, yes and no are `yes` and `no`. */
      readonly answer: readonly string[];
      readonly fault: QuestionFault;
    }
  | { readonly name: 'issuing'; readonly serviceName: string }
  | { readonly name: 'printing'; readonly ticket: KioskTicket }
  | { readonly name: 'take-ticket'; readonly ticket: KioskTicket }
  /** With a ticket: it is valid, but not on paper. Without: nothing was issued. */
  | {
      readonly name: 'problem';
      readonly reason: ProblemReason;
      readonly ticket: KioskTicket | null;
      /** Nobody has touched anything for long: the number stays, and whoever comes now begins a visit of their own. */
      readonly left?: boolean;
      /** A phone has opened the ticket's own page: the number goes from here soon. */
      readonly taken?: boolean;
    }
  | { readonly name: 'closed'; readonly opensAt: string | null; readonly choices: readonly Choice[] }
  /** Staff have closed this kiosk; `message` is what they say to visitors, empty when they say nothing of their own. */
  | { readonly name: 'shut'; readonly message: string }
  /** Nobody has said yet which device of its server it is. */
  | ({ readonly name: 'pairing' } & PairingStep)
  | { readonly name: 'out-of-service'; readonly reason: OutOfServiceReason };

/** How far a new kiosk has come with the code by which it gets its key. */
export type PairingStep =
  | { readonly step: 'starting' | 'away' }
  /** `address`: where an administrator types the code; with it already where the QR code leads. */
  | { readonly step: 'showing'; readonly code: string; readonly address: string };

/** The rest of the time before the kiosk goes back to idle, as of the moment this state was sent. */
export interface KioskTimeout {
  readonly remainingMs: number;
  /** From this much on, the page shows the countdown and offers more time. */
  readonly warnMs: number;
}

/**
 * Staff whom a visitor has called by one touch. `calling`: they are being told; `asked`: they were told; `coming`: somebody is on the
 * way; `missed`: nobody said so in time; `away`: nobody could be told.
 */
export interface KioskStaff {
  readonly state: 'none' | 'calling' | 'asked' | 'coming' | 'missed' | 'away';
  /** How long ago the visitor asked, as of the moment this state was sent. */
  readonly agoMs: number;
}

export interface KioskState {
  readonly screen: KioskScreen;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Whether this visitor reads simple language; absent or null where there is none in this language. */
  readonly simple?: boolean | null;
  /** All languages of the site; empty when there is just one. */
  readonly languages: readonly KioskLanguage[];
  readonly siteName: string;
  /** Address of the logo below the page's own origin, or empty. */
  readonly logo: string;
  /** The site's accent colour `#rrggbb`, or empty for the house colour. */
  readonly colour: string;
  readonly timeZone: string;
  /** A keyboard-wedge reader feeds the page: the page must catch typing of this rhythm and hand it over. Null without one. */
  readonly wedge: WedgeRhythm | null;
  /** True when visitors may check in for an appointment by typing. */
  readonly checkIn: boolean;
  /** Whether the screen for codes offers a look-up without one; absent: no. */
  readonly lookUp?: boolean;
  /** Absent or null where staff cannot be called. */
  readonly staff?: KioskStaff | null;
  /** True while the screen is to be black, unless somebody has just touched it: nothing is open, and the site wants it so. */
  readonly dark: boolean;
  /** The screen from corner to corner, so that the page knows how large a millimetre is; absent or 0: not known. */
  readonly screenInches?: number;
  /** Where it may speak to whoever does not read; absent: in a headset. */
  readonly speech?: KioskSpeech;
  /** Name, or a part of it, of the only output of sound that is a headset; absent or empty: whatever comes and is none of a screen. */
  readonly headsetOutput?: string;
  /** Step of loudness, from 1 to `VOLUME_STEPS`, at which its speech begins for everybody; absent: the safe one. */
  readonly volume?: number;
  /** What its tactile keys do, as `readKeyMap` reads it; absent: the usual. */
  readonly keys?: string;
  /** How long each control has the focus while somebody scans with one switch; absent or 0: nobody does. */
  readonly scanSeconds?: number;
  /** Where tickets come out, seen from the screen; absent: below. */
  readonly ticketSlot?: TicketSlot;
  /** True where the house wants nothing to move on the page. */
  readonly lessMotion?: boolean;
  /** How voices say words of the house, as `pronounceBy` reads them. */
  readonly pronunciations?: readonly string[];
  /** True while the server is away and the kiosk gives numbers by itself. */
  readonly alone: boolean;
  /** What the page may say about paper before a ticket is taken. */
  readonly printer: 'ok' | 'low' | 'none' | 'no-paper' | 'fault' | 'silent';
  readonly timeout: KioskTimeout | null;
  /** The operator panel, over everything else; null while it is shut. */
  readonly panel: PanelScreen | null;
}

const object = <T extends Record<string, Type.TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

const shortId = Type.String({ minLength: 1, maxLength: 200 });
const answerText = Type.String({ maxLength: 8000 });
const answer = Type.Union([answerText, Type.Array(answerText, { maxItems: 200 })]);

/** What the page may call. One input each; every call answers `{ok}` and changes, if anything, the state. */
export const KioskCalls = {
  /** Take a ticket of this service. Ignored in every state in which no service can be chosen. */
  touchService: object({ serviceId: shortId, priority: Type.Boolean() }),
  touchGroup: object({ groupId: shortId }),
  chooseLanguage: object({ lang: shortId }),
  /** Everything that is written in simple language too is shown in it until this visit ends, or no longer. */
  chooseSimple: object({ on: Type.Boolean() }),
  /** One level up; from the first level back to idle, from check-in, look-up and appointments to the screen before. */
  back: object({}),
  /** Check in for one of the appointments on the screen. */
  touchAppointment: object({ appointmentId: shortId }),
  /** The visitor has an appointment. Ignored in every state in which no service can be chosen. */
  startCheckIn: object({}),
  /** The code of the appointment, as it was typed. */
  checkIn: object({ code: Type.String({ minLength: 1, maxLength: 200 }) }),
  /** The visitor has no code. Ignored where no look-up is offered. */
  startLookUp: object({}),
  /** The answer to that question of the look-up. */
  lookUp: object({ asks: Type.Enum(['visitor', 'birthday']), answer: Type.String({ maxLength: 200 }) }),
  /** Answer the question on the screen and go on. Ignored for any other question: it has gone already. */
  answerQuestion: object({ questionId: shortId, answer }),
  /** Go on without an answer, where none is required. */
  skipQuestion: object({ questionId: shortId }),
  /** The question before, or the services; what is answered so far is kept, if it can be. */
  backInForm: object({ questionId: shortId, answer }),
  /** Somebody of the staff is to come. Ignored while a call stands. */
  callStaff: object({}),
  /** A touch anywhere: the visitor is still here. */
  stillHere: object({}),
  /** Everything waits twice as long until this visit ends. */
  moreTime: object({}),
  /** Everything waits so many times as long until this visit ends: for whoever listens instead of reading. */
  pace: object({ times: Type.Number({ minimum: 1, maximum: MAX_PACE }) }),
  /** The visitor has read the last screen. */
  done: object({}),
  /** What a keyboard-wedge reader typed, without its final Enter. */
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
  /** How many choices the page can show at once at its size. */
  fits: object({ choices: Type.Integer({ minimum: 1, maximum: 1000 }) }),
  /** Whether the headset that is plugged in takes no sound, as the page has tried; told when it is so, and when it is over. */
  headsetRefuses: object({ on: Type.Boolean() }),
  /** Which of the site's languages the program behind the page can say. */
  voices: object({}),
  /** Have this said; `rate` 1 is the voice's own pace. What was asked for before, and is not there yet, is not said. */
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

/** `voices` answers the call of that name; `sound`, a WAV file in Base64, answers `speak`. */
interface CallDone {
  readonly ok: true;
  readonly voices?: readonly string[];
  readonly sound?: string;
}

export type KioskReply = CallDone | { readonly ok: false; readonly error: CallFault };

/** What a shell gives the page, whichever shell it is. */
export interface Shell {
  call<Name extends KioskCallName>(name: Name, input: KioskCallInput<Name>): Promise<KioskReply>;
  /** Tells the state now and at every change; `null` while the host cannot be reached. */
  subscribe(listener: (state: KioskState | null) => void): () => void;
}
