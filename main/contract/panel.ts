/**
 * The operator panel at the kiosk, as the page draws it and what the page may ask. Behind a PIN, which goes one way only. Never a
 * name nor an answer: numbers, services and times.
 */
import Type, { type Static } from 'typebox';

/** What is wrong, or not as usual; worst first in every list. */
export const PANEL_TROUBLES = [
  'no-paper',
  'cover-open',
  'printer-fault',
  'printer-absent',
  'printer-silent',
  'device-unknown',
  'device-off',
  'never-connected',
  'server-away',
  'no-services',
  'closed-here',
  'reader-absent',
  'not-printed',
  'doubtful',
  'paper-low',
  'cannot-confirm',
] as const;

export type PanelTroubleKind = (typeof PANEL_TROUBLES)[number];

export interface PanelTrouble {
  readonly kind: PanelTroubleKind;
  /** ISO instant since when it is known to be so; empty where nobody noted it. */
  readonly since: string;
  /** What the device itself says, in English; mostly empty. */
  readonly detail: string;
}

/** What became of a test print or a reprint; `sent`: nothing tells whether it came out. */
export type PanelPrint = '' | 'printing' | 'printed' | 'sent' | 'doubtful' | 'not-printed';

/** The steps of a change of paper, in their order. */
export const PAPER_STEPS = ['open', 'insert', 'close', 'test', 'done'] as const;
export type PaperStep = (typeof PAPER_STEPS)[number];

/** Why a step is not over; empty when there is nothing to say. */
export type PaperRemark = '' | 'still-open' | 'no-paper' | 'not-printed' | 'look';

/** One of the last tickets of this kiosk. */
export interface PanelTicket {
  readonly key: string;
  /** As on paper: `A043`. */
  readonly number: string;
  readonly serviceName: string;
  /** ISO instant at which it went to the printer. */
  readonly at: string;
  readonly print: PanelPrint;
}

/** A number that is being printed once more, or was last. */
export interface PanelReprint {
  readonly number: string;
  readonly print: PanelPrint;
}

export interface PanelNetwork {
  /** Whether the server is another program. */
  readonly isElsewhere: boolean;
  /** Where it is; empty for a server in the same program. */
  readonly address: string;
  readonly isReached: boolean;
  /** ISO instant since when it is, or is not; empty before the first answer. */
  readonly since: string;
  /** Addresses of this machine, without its own loopback. */
  readonly own: readonly string[];
  /** Numbers that it may still give by itself, and tickets that it has to hand over; null where it does neither. */
  readonly offline: { readonly left: number; readonly toHandOver: number } | null;
}

export type PanelScreen =
  /** `waitMs`: so long no PIN is taken, as of the moment this state was sent. */
  | {
      readonly name: 'pin';
      readonly fault: '' | 'wrong' | 'wait';
      readonly waitMs: number;
      readonly checking: boolean;
    }
  | {
      readonly name: 'home';
      readonly troubles: readonly PanelTrouble[];
      readonly hasPrinter: boolean;
      /** Of the last test print since the panel was opened. */
      readonly test: PanelPrint;
      readonly isClosed: boolean;
    }
  | {
      readonly name: 'paper';
      readonly step: PaperStep;
      /** Whether the printer tells by itself when a step is done. */
      readonly says: boolean;
      readonly remark: PaperRemark;
      readonly test: PanelPrint;
    }
  | { readonly name: 'tickets'; readonly tickets: readonly PanelTicket[]; readonly reprint: PanelReprint | null }
  | ({ readonly name: 'network' } & PanelNetwork)
  /** What can be started anew from here. */
  | { readonly name: 'restart'; readonly page: boolean; readonly program: boolean };

/** Parts of the panel that a button leads to. */
export const PANEL_PLACES = ['home', 'paper', 'tickets', 'network', 'restart'] as const;
export type PanelPlace = (typeof PANEL_PLACES)[number];

const object = <T extends Record<string, Type.TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** Ignored in every state in which they make no sense; all but the first two while the panel is locked. */
export const PanelCalls = {
  /** The long press. A kiosk without a PIN ignores it. */
  openPanel: object({}),
  panelPin: object({ pin: Type.String({ pattern: '^[0-9]{1,12}$' }) }),
  closePanel: object({}),
  panelGo: object({ place: Type.Enum([...PANEL_PLACES]) }),
  /** The person has done the step of the change of paper. */
  panelNext: object({}),
  panelTest: object({}),
  panelReprint: object({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
  /** Close the kiosk for visitors, or open it. */
  panelKiosk: object({ open: Type.Boolean() }),
  /** Starts the page or the whole program anew. */
  panelRestart: object({ what: Type.Enum(['page', 'program']) }),
} as const;

export type PanelCallName = keyof typeof PanelCalls;
export type PanelCall = {
  [Name in PanelCallName]: { readonly kind: Name } & Readonly<Static<(typeof PanelCalls)[Name]>>;
}[PanelCallName];
