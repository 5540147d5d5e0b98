/** State of the operator panel, besides the kiosk's. Plain data; changed only by `reducePanel`. */

import type { PrinterStatus } from '../../printing/contract/printing.ts';
import type { PanelPlace, PanelPrint, PanelReprint } from '../contract/panel.ts';
import type { PanelCall } from '../contract/panel-calls.ts';
import type { CardValue } from '../contract/reader.ts';
import type { PaperGuide } from './paper-guide.ts';

export type PanelPhase =
  /** Closed: visitors use the kiosk. */
  | { readonly name: 'shut' }
  | {
      readonly name: 'pin';
      readonly fault: '' | 'wrong';
      /** Epoch milliseconds until which no PIN is accepted. */
      readonly waitsUntil: number;
      readonly checking: boolean;
    }
  | { readonly name: Exclude<PanelPlace, 'paper'> }
  | { readonly name: 'paper'; readonly guide: PaperGuide };

export interface PanelModel {
  readonly phase: PanelPhase;
  /** One of the program's own languages. */
  readonly lang: string;
  /** Without a PIN the panel cannot be opened. */
  readonly hasPin: boolean;
  readonly printer: PrinterStatus;
  readonly test: PanelPrint;
  readonly reprint: (PanelReprint & { readonly key: string }) | null;
  /** Time at which it closes, epoch milliseconds; null while closed. */
  readonly deadline: number | null;
  /** Doubles each timeout until the panel closes. */
  readonly moreTime: boolean;
  /** Number of the opening, so that a late response is not applied to a later one. */
  readonly session: number;
}

type OpenCall = Exclude<PanelCall, { kind: 'openPanel' | 'panelPin' }>;

export type PanelEvent =
  /** `waitMs`: rest of the delay after wrong PINs; `lang`: language of the screen. */
  | { readonly kind: 'openPanel'; readonly waitMs: number; readonly lang: string }
  | { readonly kind: 'panelPin'; readonly pin: CardValue }
  | OpenCall
  | { readonly kind: 'pinChecked'; readonly session: number; readonly isRight: boolean; readonly waitMs: number }
  | { readonly kind: 'language'; readonly lang: string }
  /** A touch on the screen, or an action at the printer. */
  | { readonly kind: 'touched' }
  | { readonly kind: 'moreTime' }
  | { readonly kind: 'timeUp' }
  | { readonly kind: 'hasPin'; readonly hasPin: boolean }
  | { readonly kind: 'printerStatus'; readonly status: PrinterStatus }
  | { readonly kind: 'tested'; readonly session: number; readonly print: PanelPrint }
  | { readonly kind: 'reprinting'; readonly session: number; readonly key: string; readonly number: string }
  | { readonly kind: 'reprinted'; readonly session: number; readonly key: string; readonly print: PanelPrint };

export type PanelEffect =
  | { readonly kind: 'checkPin'; readonly session: number; readonly pin: CardValue }
  | { readonly kind: 'test'; readonly session: number }
  | { readonly kind: 'reprint'; readonly session: number; readonly key: string }
  | { readonly kind: 'proved' }
  | { readonly kind: 'kiosk'; readonly open: boolean }
  | { readonly kind: 'volume'; readonly step: number }
  | { readonly kind: 'restart'; readonly what: 'page' | 'program' };

/** Timeouts in milliseconds. Every touch restarts them. */
export const PIN_MS = 30_000;
export const PANEL_MS = 120_000;
/** Longer, because a paper change involves the printer, not the screen. */
export const PAPER_MS = 600_000;
export const PANEL_WARN_MS = 20_000;

export function startPanel(): PanelModel {
  return {
    phase: { name: 'shut' },
    lang: 'en',
    hasPin: false,
    printer: { kind: 'none' },
    test: '',
    reprint: null,
    deadline: null,
    moreTime: false,
    session: 0,
  };
}
