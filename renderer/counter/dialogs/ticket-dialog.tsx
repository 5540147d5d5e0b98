/** Dialog with the actions on a ticket. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { FormFault } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { FLAG } from '../amounts.ts';
import { useCounter } from '../model.ts';
import { DeskDialog } from '../parts/desk-dialog.tsx';
import { sheetOf, type TicketStep } from '../ticket-steps.ts';

interface TicketDialogProps {
  readonly ticket: EventTicket;
  readonly steps: readonly TicketStep[];
}

/** Actions on a ticket that is not at the desk, with a reason where required. */
export function TicketDialog({ ticket, steps }: TicketDialogProps): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const [only] = steps.length === 1 ? steps : [];
  const [asked, setAsked] = useState<TicketStep | null>(only === 'change' || only === 'remove' ? only : null);
  if (asked === 'change') return <ChangeTicket key="change" ticket={ticket} />;
  if (asked === 'remove') return <RemoveTicket key="remove" ticket={ticket} />;
  const go = (step: TicketStep): void => {
    if (step === 'change' || step === 'remove') {
      setAsked(step);
      return;
    }
    counter.closeDialog();
    if (step === 'requeue') counter.act.requeue(ticket);
    else counter.act.callTicket(ticket, sheetOf(ticket, counter.deskId));
  };
  return (
    <DeskDialog title={t('put.title', { label: ticket.label })}>
      <ul class="choices">
        {steps.map((step) => (
          <li key={step}>
            <button type="button" class="choice" onClick={() => go(step)}>
              <strong>{t(`put.${step}`)}</strong>
              <span class="choice-more">{t(`put.${step}Hint`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </DeskDialog>
  );
}

/** Removes a visitor from the queue. */
function RemoveTicket({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const remove = async (): Promise<void> => {
    if (reason.trim() === '') return setFault(t('put.needsReason'));
    if (await counter.act.remove(ticket, reason.trim())) counter.closeDialog();
  };
  return (
    <DeskDialog
      title={t('put.removeTitle', { label: ticket.label })}
      onSubmit={() => void remove()}
      actions={
        <Button look="fault" type="submit" busy={counter.act.isBusy.value}>
          {t('put.remove')}
        </Button>
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
    </DeskDialog>
  );
}

/** Changes service or priority of a waiting visitor. */
function ChangeTicket({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
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
    <DeskDialog
      title={t('put.changeTitle', { label: ticket.label })}
      onSubmit={() => void change()}
      actions={
        <Button look="main" type="submit" busy={counter.act.isBusy.value}>
          {t('put.save')}
        </Button>
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
    </DeskDialog>
  );
}

/** Maximum length on the server. */
const LONGEST = 200;

interface ReasonFieldProps {
  readonly often: readonly string[];
  readonly value: string;
  readonly fault: string;
  readonly onInput: (value: string) => void;
}

/** Reason as free text or a suggestion. Staff see it after the note of the ticket. */
function ReasonField({ often, value, fault, onInput }: ReasonFieldProps): JSX.Element {
  const { t } = useStaff();
  return (
    <div class="reason">
      <TextField
        label={t('put.reason')}
        hint={t('put.reasonHint')}
        value={value}
        fault={fault}
        maxLength={LONGEST}
        onInput={onInput}
        required
      />
      <div class="buttons">
        {often.map((words) => (
          <button
            key={words}
            type="button"
            class="button option"
            aria-pressed={value === words}
            onClick={() => onInput(words)}
          >
            {words}
          </button>
        ))}
      </div>
    </div>
  );
}
