import type { PrintOutcome } from '../../printing/contract/printing.ts';
import type { PanelPrint } from '../contract/panel.ts';

/** What the operator panel says of a print. */
export function printWord(outcome: PrintOutcome): Exclude<PanelPrint, '' | 'printing'> {
  if (!outcome.ok) return outcome.error.doubtful ? 'doubtful' : 'not-printed';
  return outcome.value.confirmed === 'none' ? 'sent' : 'printed';
}
