/** Result of a print that staff requested. */
import type { ActionEnd } from '../../../devices/contract/device-actions.ts';
import type { PrintOutcome } from '../../../printing/contract/printing.ts';

export function printWordOf(outcome: PrintOutcome): ActionEnd['outcome'] {
  if (outcome.ok) return outcome.value.confirmed === 'none' ? 'sent' : '';
  const { reason, doubtful } = outcome.error;
  return doubtful && reason !== 'unconfirmed' ? 'doubtful' : reason;
}
