/**
 * Printer state from its status messages.
 *
 * Bits: Epson's reference under DLE EOT, GS a and GS r.
 */
import type { PrinterStatus, PrintFaultReason } from './contract/printing.ts';

export interface DeviceState {
  readonly offline: boolean;
  readonly coverOpen: boolean;
  readonly paperOut: boolean;
  readonly nearEnd: boolean;
  readonly cutterError: boolean;
  readonly unrecoverable: boolean;
  readonly recoverable: boolean;
  /** The feed button is pressed: offline by a person. */
  readonly feeding: boolean;
}

/** The answers to DLE EOT 1, 2, 3, 4, in that order. */
export function fromRealTime(answers: readonly number[]): DeviceState {
  const [printer = 0, offline = 0, error = 0, paper = 0] = answers;
  return {
    offline: (printer & 0x08) !== 0,
    coverOpen: (offline & 0x04) !== 0,
    feeding: (offline & 0x08) !== 0,
    cutterError: (error & 0x08) !== 0,
    unrecoverable: (error & 0x20) !== 0,
    recoverable: (error & 0x40) !== 0,
    nearEnd: (paper & 0x0c) !== 0,
    paperOut: (paper & 0x60) !== 0 || (offline & 0x20) !== 0,
  };
}

export interface DeviceFault {
  readonly reason: PrintFaultReason;
  readonly detail: string;
}

/** The fault that prevents printing, with the cause that a person can remove first; null if there is none. */
export function faultOf(state: DeviceState): DeviceFault | null {
  if (state.coverOpen) return { reason: 'cover-open', detail: 'the cover is open' };
  if (state.paperOut) return { reason: 'no-paper', detail: 'the paper has run out' };
  if (state.cutterError) return { reason: 'cutter', detail: 'the cutter is stuck' };
  if (state.unrecoverable) return { reason: 'fault', detail: 'the printer reports a fault that needs repair' };
  if (state.recoverable)
    return { reason: 'fault', detail: 'the printer reports a temporary fault, such as overheating' };
  // The feed button is held: short interruption.
  if (state.offline && !state.feeding) return { reason: 'fault', detail: 'the printer is offline' };
  return null;
}

export function statusOf(state: DeviceState, paperLow: boolean, confirms: boolean): PrinterStatus {
  const fault = faultOf(state);
  if (fault === null) return { kind: 'ready', paperLow, confirms };
  if (fault.reason === 'cover-open') return { kind: 'cover-open' };
  if (fault.reason === 'no-paper') return { kind: 'no-paper' };
  if (fault.reason === 'cutter') return { kind: 'cutter' };
  return { kind: 'fault', detail: fault.detail };
}
