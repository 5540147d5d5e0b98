/** Dialogs of the counter, chosen by the open one. */
import type { JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { READ_TICKET_ANSWERS } from '../../../main/forms/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useStaff } from '../../shared/staff.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import type { Sheet } from '../list-tabs.ts';
import { useCounter } from '../model.ts';
import type { OpenDialog } from '../open-dialog.ts';
import { AnswerList } from '../parts/answer-list.tsx';
import { DeskDialog } from '../parts/desk-dialog.tsx';
import { BreakDialog } from './break-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { OutcomesDialog } from './outcomes-dialog.tsx';
import { PutBackDialog } from './put-back-dialog.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { WalkInDialog } from './walk-in-dialog.tsx';

/** Read-only answers of a visitor who is not at the desk. */
export function AnswersDialog({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const { value, failure } = useAnswer(READ_TICKET_ANSWERS, { ticket_id: ticket.ticket_id });
  return (
    <Dialog title={t('questions.of', { label: ticket.label })} onClose={counter.closeDialog}>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      {value !== null && (
        <AnswerList questions={value.questions.filter(({ stage, answered }) => stage === 'before' || answered)} />
      )}
    </Dialog>
  );
}

interface OpenQuestionsDialogProps {
  readonly names: readonly string[];
  readonly unsaved: boolean;
  readonly go: () => void;
}

/** Warning before a call ends with open questions or unsaved answers. */
export function OpenQuestionsDialog({ names, unsaved, go }: OpenQuestionsDialogProps): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  return (
    <Dialog
      title={t('open.title')}
      onClose={counter.closeDialog}
      actions={
        <>
          <Button look="main" onClick={counter.closeDialog}>
            {t('open.answer')}
          </Button>
          <Button
            onClick={() => {
              counter.closeDialog();
              go();
            }}
          >
            {t('open.anyway')}
          </Button>
        </>
      }
    >
      <p>{t(unsaved ? 'open.unsaved' : 'open.text')}</p>
      <ul class="open-names">
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface SwitchDialogProps {
  readonly current: EventTicket;
  readonly ticket: EventTicket;
  readonly from: Sheet;
}

/** Asks what happens to the current ticket when another one is called. */
export function SwitchDialog({ current, ticket, from }: SwitchDialogProps): JSX.Element {
  const { t, session } = useStaff();
  const counter = useCounter();
  const go = (what: 'end' | 'pause'): void => {
    counter.closeDialog();
    counter.act.switchTo(ticket, from, what);
  };
  const words = { label: current.label, next: ticket.label };
  // A served visitor is not called again: the visit continues.
  const key = (name: string): string => (from === 'served' ? `switch.${name}Served` : `switch.${name}`);
  return (
    <DeskDialog
      title={t('switch.title', words)}
      actions={
        <>
          <Button look="main" onClick={() => go('end')}>
            {t(key('end'), words)}
          </Button>
          {session.may('qm_qmpad_user_pause_ticket') && (
            <Button onClick={() => go('pause')}>{t(key('pause'), words)}</Button>
          )}
        </>
      }
    >
      <p>{t(key('text'), words)}</p>
    </DeskDialog>
  );
}

/** The open dialog. */
export function AnyDialog({ dialog }: { readonly dialog: OpenDialog }): JSX.Element | null {
  const counter = useCounter();
  switch (dialog.name) {
    case 'transfer':
      return counter.call.value === null ? null : <TransferDialog call={counter.call.value} />;
    case 'put-back':
      return counter.call.value === null ? null : <PutBackDialog call={counter.call.value} />;
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
