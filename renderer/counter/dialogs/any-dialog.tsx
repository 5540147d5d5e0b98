import type { JSX } from 'preact';
import { useCounter } from '../model.ts';
import type { OpenDialog } from '../open-dialog.ts';
import { BreakDialog } from '../work/break-dialog.tsx';
import { OutcomesDialog } from '../work/outcomes-dialog.tsx';
import { AnswersDialog } from './answers-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { OpenQuestionsDialog } from './open-questions-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { WalkInDialog } from './walk-in-dialog.tsx';

/** That window. */
export function AnyDialog({ dialog }: { readonly dialog: OpenDialog }): JSX.Element | null {
  const counter = useCounter();
  switch (dialog.name) {
    case 'transfer':
      return counter.call.value === null ? null : <TransferDialog call={counter.call.value} />;
    case 'walk-in':
      return <WalkInDialog />;
    case 'break':
      return <BreakDialog />;
    case 'outcomes':
      return <OutcomesDialog {...dialog} />;
    case 'keys':
      return <KeysDialog />;
    case 'answers':
      return <AnswersDialog ticket={dialog.ticket} />;
    case 'ticket':
      return <TicketDialog ticket={dialog.ticket} steps={dialog.steps} />;
    case 'switch':
      return <SwitchDialog {...dialog} />;
    case 'open-questions':
      return <OpenQuestionsDialog {...dialog} />;
  }
}
