/** Device report of a kiosk for staff: printer, readers and the last ticket. */
import type { DeviceStatus } from '../../devices/contract/device-status.ts';
import {
  isUnproved,
  type PrinterFacts,
  type PrinterStatus,
  type PrintOutcome,
} from '../../printing/contract/printing.ts';
import type { ReaderStatus } from '../contract/reader.ts';

export function printerWord(status: PrinterStatus): DeviceStatus['printer'] {
  if (isUnproved(status)) return 'unproved';
  switch (status.kind) {
    case 'ready':
      if (status.paperLow) return 'low';
      return status.confirms ? 'ok' : 'cannot-confirm';
    case 'mute':
      return 'cannot-confirm';
    default:
      return status.kind;
  }
}

/** State of the worst reader: a missing one needs attention, whatever the others report. */
export function readersWord(statuses: readonly ReaderStatus[]): DeviceStatus['readers'] {
  if (statuses.length === 0) return 'none';
  if (statuses.some(({ kind }) => kind === 'absent')) return 'absent';
  return statuses.some(({ kind }) => kind === 'connecting') ? 'connecting' : 'ok';
}

export function lastPrintWord(outcome: PrintOutcome): DeviceStatus['last_print'] {
  if (!outcome.ok) return outcome.error.doubtful ? 'doubtful' : 'not-printed';
  if (outcome.value.confirmed === 'none') return 'sent';
  return outcome.value.isCopy === true ? 'printed-copy' : 'printed';
}

export const isFailedPrint = (word: DeviceStatus['last_print']): boolean =>
  word === 'doubtful' || word === 'not-printed';

/** Facts about offline mode. */
export function offlineFactsOf(
  since: number | null,
  figures: { readonly left: number; readonly toHandOver: number; readonly refused: number } | undefined,
): Pick<DeviceStatus, 'offline_since' | 'offline_numbers' | 'offline_tickets' | 'offline_refused'> {
  return {
    offline_since: since === null ? '' : new Date(since).toISOString(),
    offline_numbers: figures?.left ?? 0,
    offline_tickets: figures?.toHandOver ?? 0,
    offline_refused: figures?.refused ?? 0,
  };
}

/** `TM-T88VI, 512`: reported model, and dots per line; empty where unknown. */
export function printerFactsOf(
  facts: PrinterFacts | null,
): Pick<DeviceStatus, 'printer_model' | 'printer_dots' | 'printer_confirms'> {
  if (facts === null) return { printer_model: '', printer_dots: 0, printer_confirms: '' };
  return {
    printer_model: [facts.maker, facts.model].filter((text) => text !== '').join(' '),
    printer_dots: facts.dots,
    printer_confirms: facts.confirms ?? 'none',
  };
}
