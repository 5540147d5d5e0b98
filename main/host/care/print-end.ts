/** What became of something that staff had printed, as the server is told. */
import type { ActionEnd } from '../../contract/device-actions.ts';
import type { PrintOutcome } from '../../contract/printing.ts';

export function printWordOf(outcome: PrintOutcome): ActionEnd['outcome'] {
  if (outcome.ok) return outcome.value.confirmed === 'none' ? 'sent' : '';
  const { reason, doubtful } = outcome.error;
  return doubtful && reason !== 'unconfirmed' ? 'doubtful' : reason;
}
