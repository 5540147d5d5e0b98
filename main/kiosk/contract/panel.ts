/**
 * State of the operator panel for the page, without personal data.
 *
 * Never a name nor an answer, but numbers, services and times. What the page may ask is in `panel-calls.ts`, which
 * pages do without.
 */

/** What is wrong, or not as usual; worst first in every list. */
export const PANEL_TROUBLES = [
  'no-paper',
  'cover-open',
  'cutter-stuck',
  'printer-fault',
  'printer-absent',
  'printer-silent',
  'printer-unproved',
  'prints-failed',
  'device-unknown',
  'device-off',
  'never-connected',
  'server-away',
  'no-services',
  'tickets-refused',
  'closed-here',
  'reader-absent',
  /** It is plugged in, and takes no sound. */
  'headset-silent',
  'not-printed',
  'doubtful',
  'paper-low',
  'disk-full',
  'clock-off',
  'clock-jumped',
  'records-damaged',
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
      /** The test slip was sent and nothing tells whether it came out: staff say so. */
      readonly asksProof: boolean;
      readonly isClosed: boolean;
      /** Whether it speaks, so that there is something to be set. */
      readonly hasSound: boolean;
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
  /** How loud the speech begins: a step from 1 to `steps`. */
  | { readonly name: 'sound'; readonly step: number; readonly steps: number }
  /** What can be started anew from here. */
  | { readonly name: 'restart'; readonly page: boolean; readonly program: boolean };

/** Parts of the panel that a button leads to. */
export const PANEL_PLACES = ['home', 'paper', 'tickets', 'network', 'sound', 'restart'] as const;
export type PanelPlace = (typeof PANEL_PLACES)[number];
