/** Everything the operator panel knows beside the kiosk. Plain data; changed only by `reducePanel`. */

import type { PrinterStatus } from '../../printing/contract/printing.ts';
import type { PanelPlace, PanelPrint, PanelReprint } from '../contract/panel.ts';
import type { PanelCall } from '../contract/panel-calls.ts';
import type { CardValue } from '../contract/reader.ts';
import type { PaperGuide } from './paper-guide.ts';

export type PanelPhase =
  /** Visitors have the kiosk. */
  | { readonly name: 'shut' }
  | {
      readonly name: 'pin';
      readonly fault: '' | 'wrong';
      /** Epoch milliseconds until which no PIN is taken. */
      readonly waitsUntil: number;
      readonly checking: boolean;
    }
  | { readonly name: Exclude<PanelPlace, 'paper'> }
  | { readonly name: 'paper'; readonly guide: PaperGuide };

export interface PanelModel {
  readonly phase: PanelPhase;
  /** One of the program's own languages. */
  readonly lang: string;
  /** Without a PIN there is no panel. */
  readonly hasPin: boolean;
  readonly printer: PrinterStatus;
  readonly test: PanelPrint;
  readonly reprint: (PanelReprint & { readonly key: string }) | null;
  /** When it shuts by itself, epoch milliseconds; null while it is shut. */
  readonly deadline: number | null;
  /** Whoever opened it needs longer: each time is twice as long, until it shuts. */
  readonly moreTime: boolean;
  /** Counts how often it was opened, so that an answer that comes late is not taken for a later one. */
  readonly session: number;
}

type OpenCall = Exclude<PanelCall, { kind: 'openPanel' | 'panelPin' }>;

export type PanelEvent =
  /** `waitMs`: what is left of the wait after wrong PINs; `lang` of the screen. */
  | { readonly kind: 'openPanel'; readonly waitMs: number; readonly lang: string }
  | { readonly kind: 'panelPin'; readonly pin: CardValue }
  | OpenCall
  | { readonly kind: 'pinChecked'; readonly session: number; readonly isRight: boolean; readonly waitMs: number }
  | { readonly kind: 'language'; readonly lang: string }
  /** Somebody has touched the screen, or done something at the printer. */
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

/** Times, in milliseconds. Every one of them is prolonged by a touch. */
export const PIN_MS = 30_000;
export const PANEL_MS = 120_000;
/** Whoever changes the paper touches the printer, and not the screen. */
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
