import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { CheckField, SelectField } from '../../shared/components/field.tsx';
import { FormFault } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { FLAG } from '../flags.ts';
import { useCounter } from '../model.ts';
import { ReasonField } from './reason-field.tsx';

/** Another service, or another priority, for somebody who waits. */
export function ChangeTicket({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const had = (ticket.flags & FLAG.priority) !== 0;
  const [serviceId, setServiceId] = useState(ticket.dst_service_id);
  const [priority, setPriority] = useState(had);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<'reason' | 'same' | null>(null);
  const services = counter.data.value?.services ?? [];
  const moves = serviceId !== ticket.dst_service_id;
  const change = async (): Promise<void> => {
    if (!moves && priority === had) return setFault('same');
    if (reason.trim() === '') return setFault('reason');
    const done = await counter.act.change(ticket, {
      serviceId: moves ? serviceId : '',
      priority: priority === had ? 'keep' : priority ? 'yes' : 'no',
      reason: reason.trim(),
    });
    if (done) counter.closeDialog();
  };
  return (
    <Dialog
      title={t('put.changeTitle', { label: ticket.label })}
      onClose={counter.closeDialog}
      onSubmit={() => void change()}
      actions={
        <>
          <Button look="main" type="submit" busy={counter.act.isBusy.value}>
            {t('put.save')}
          </Button>
          <Button look="plain" onClick={counter.closeDialog}>
            {t('act.back')}
          </Button>
        </>
      }
    >
      <SelectField
        label={t('transfer.service')}
        value={serviceId}
        options={services.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          setServiceId(id);
          setFault(null);
        }}
      />
      <CheckField
        label={t('transfer.priority')}
        checked={priority}
        onChange={(next) => {
          setPriority(next);
          setFault(null);
        }}
      />
      <FormFault kind="attention" text={fault === 'same' ? t('put.nothingChanged') : ''} />
      <ReasonField
        often={[t('put.reasons.wrongService'), t('put.reasons.needsPriority')]}
        value={reason}
        fault={fault === 'reason' ? t('put.needsReason') : ''}
        onInput={(words) => {
          setReason(words);
          setFault(null);
        }}
      />
    </Dialog>
  );
}
