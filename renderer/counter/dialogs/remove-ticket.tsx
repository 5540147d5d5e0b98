import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import { ReasonField } from './reason-field.tsx';

/** Takes somebody out of the queue who will not be served. */
export function RemoveTicket({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const remove = async (): Promise<void> => {
    if (reason.trim() === '') return setFault(t('put.needsReason'));
    if (await counter.act.remove(ticket, reason.trim())) counter.closeDialog();
  };
  return (
    <Dialog
      title={t('put.removeTitle', { label: ticket.label })}
      onClose={counter.closeDialog}
      onSubmit={() => void remove()}
      actions={
        <>
          <Button look="fault" type="submit" busy={counter.act.isBusy.value}>
            {t('put.remove')}
          </Button>
          <Button look="plain" onClick={counter.closeDialog}>
            {t('act.back')}
          </Button>
        </>
      }
    >
      <ReasonField
        often={[t('put.reasons.left'), t('put.reasons.twice')]}
        value={reason}
        fault={fault}
        onInput={(words) => {
          setReason(words);
          setFault('');
        }}
      />
    </Dialog>
  );
}
