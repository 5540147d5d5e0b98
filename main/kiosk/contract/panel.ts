/**
 * State of the operator panel for the page, without personal data.
 *
 * It contains numbers, services and times. The page's calls are in `panel-calls.ts`, which pages do not load.
 */

/** Issues; most severe first in every list. */
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
  /** The headset is plugged in, but plays no sound. */
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
  /** ISO instant of its start; empty where unknown. */
  readonly since: string;
  /** Message of the device, in English; usually empty. */
  readonly detail: string;
}

/** Result of a test print or reprint; `sent`: no print confirmation. */
export type PanelPrint = '' | 'printing' | 'printed' | 'sent' | 'doubtful' | 'not-printed';

/** Steps of a paper change, in order. */
export const PAPER_STEPS = ['open', 'insert', 'close', 'test', 'done'] as const;
export type PaperStep = (typeof PAPER_STEPS)[number];

/** Why a step is not complete; empty without a remark. */
export type PaperRemark = '' | 'still-open' | 'no-paper' | 'not-printed' | 'look';

/** A recent ticket of this kiosk. */
export interface PanelTicket {
  readonly key: string;
  /** Ticket number: `A043`. */
  readonly number: string;
  readonly serviceName: string;
  /** ISO instant of its print. */
  readonly at: string;
  readonly print: PanelPrint;
}

/** The ticket that is being reprinted, or was last. */
export interface PanelReprint {
  readonly number: string;
  readonly print: PanelPrint;
}

export interface PanelNetwork {
  /** Whether the server is remote. */
  readonly isElsewhere: boolean;
  /** Address of the server; empty for an embedded one. */
  readonly address: string;
  readonly isReached: boolean;
  /** ISO instant since when it is reachable or not; empty before the first response. */
  readonly since: string;
  /** Addresses of this machine, without loopback. */
  readonly own: readonly string[];
  /** Offline numbers left, and offline tickets to sync; null where there is no offline mode. */
  readonly offline: { readonly left: number; readonly toHandOver: number } | null;
}

export type PanelScreen =
  /** `waitMs`: time until a PIN is accepted again, when this state was sent. */
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
      /** Result of the last test print since the panel was opened. */
      readonly test: PanelPrint;
      /** The test page has no print confirmation: staff must confirm it. */
      readonly asksProof: boolean;
      readonly isClosed: boolean;
      /** Whether it has speech, so that the volume can be set. */
      readonly hasSound: boolean;
    }
  | {
      readonly name: 'paper';
      readonly step: PaperStep;
      /** Whether the printer reports when a step is done. */
      readonly says: boolean;
      readonly remark: PaperRemark;
      readonly test: PanelPrint;
    }
  | { readonly name: 'tickets'; readonly tickets: readonly PanelTicket[]; readonly reprint: PanelReprint | null }
  | ({ readonly name: 'network' } & PanelNetwork)
  /** Initial speech volume: a step from 1 to `steps`. */
  | { readonly name: 'sound'; readonly step: number; readonly steps: number }
  /** What can be restarted from the panel. */
  | { readonly name: 'restart'; readonly page: boolean; readonly program: boolean };

/** Pages of the panel that a button opens. */
export const PANEL_PLACES = ['home', 'paper', 'tickets', 'network', 'sound', 'restart'] as const;
export type PanelPlace = (typeof PANEL_PLACES)[number];
