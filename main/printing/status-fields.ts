/** Fields of a printer state in the log. */
import type { FieldsOf } from '../lib/logging/events.ts';
import type { PrinterStatus } from './contract/printing.ts';

type StatusFields = Omit<FieldsOf<'printer.status-changed'>, 'printer'>;

export function statusFields(status: PrinterStatus): StatusFields {
  const { kind } = status;
  switch (kind) {
    case 'ready':
      return { kind, paper_low: status.paperLow, confirms: status.confirms, unproven: status.isUnproved };
    case 'mute':
      return { kind, unproven: status.isUnproved };
    case 'fault':
    case 'absent':
      return { kind, error: status.detail };
    default:
      return { kind };
  }
}
