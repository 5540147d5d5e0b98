import type { JSX } from 'preact';
import { useCounter } from '../model.ts';
import { AnswersDialog } from './answers-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { OpenQuestionsDialog } from './open-questions-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { WalkInDialog } from './walk-in-dialog.tsx';

/** Whichever window is open above the desk. */
export function CounterDialogs(): JSX.Element | null {
  const counter = useCounter();
  const dialog = counter.dialog.value;
  if (dialog === null) return null;
  switch (dialog.name) {
    case 'transfer':
      return counter.call.value === null ? null : <TransferDialog call={counter.call.value} />;
    case 'walk-in':
      return <WalkInDialog />;
    case 'keys':
      return <KeysDialog />;
    case 'settings':
      return <SettingsDialog onClose={counter.closeDialog} />;
    case 'answers':
      return <AnswersDialog ticket={dialog.ticket} />;
    case 'switch':
      return <SwitchDialog {...dialog} />;
    case 'open-questions':
      return <OpenQuestionsDialog {...dialog} />;
  }
}
