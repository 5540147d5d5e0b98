/** Transfer dialog. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, TextField } from '../../shared/components/field.tsx';
import { FormFault } from '../../shared/components/notice.tsx';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import { tabMemory } from '../../shared/storage.ts';
import { expectation, FLAG } from '../amounts.ts';
import type { TransferTo } from '../desk-requests.ts';
import { useCounter } from '../model.ts';
import { DeskDialog } from '../parts/desk-dialog.tsx';

type Kind = TransferTo['type'];

interface Place {
  readonly id: string;
  readonly name: string;
  readonly more: string;
  readonly off: boolean;
}

/** Transfers the ticket to another service, desk or colleague. */
export function TransferDialog({ call }: { readonly call: EventTicket }): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  // The note on this ticket survives closing the dialog.
  const kept = `counter.note.${call.ticket_id}`;
  const [kind, setKind] = useState<Kind>('service');
  const [chosen, setChosen] = useState<Place | null>(null);
  const [note, setNote] = useState(() => tabMemory.read(kept) ?? call.note);
  const [priority, setPriority] = useState((call.flags & FLAG.priority) !== 0);
  const [fault, setFault] = useState('');
  const data = counter.data.value;
  // Default from the site's settings.
  const [place, setPlace] = useState<TransferTo['place']>(data?.transfer_place === 'arrival' ? 'arrival' : 'behind');

  const places: Readonly<Record<Kind, readonly Place[]>> = {
    service: (data?.services ?? []).map((service) => ({
      id: service.id,
      name: service.name,
      more: expectation(service, t),
      off: false,
    })),
    desk: (data?.desks ?? [])
      .filter(({ services }) => services.includes(call.dst_service_id))
      .map(({ id, name }) => ({ id, name, more: '', off: false })),
    user: (data?.users ?? []).map(({ id, name }) => ({ id, name, more: '', off: false })),
  };
  const empty = kind === 'desk' ? t('transfer.noDesks') : t('transfer.noUsers');

  const send = async (): Promise<void> => {
    if (chosen === null) {
      setFault(t('transfer.choose'));
      return;
    }
    const done = await counter.act.transfer({ type: kind, id: chosen.id, name: chosen.name, note, priority, place });
    if (!done) return;
    tabMemory.write(kept, null);
    counter.closeDialog();
  };

  return (
    <DeskDialog
      title={t('transfer.title', { label: call.label })}
      onSubmit={() => void send()}
      actions={
        <Button look="main" type="submit" busy={counter.act.isBusy.value}>
          {t('transfer.send')}
        </Button>
      }
    >
      <Tabs
        label={t('transfer.to')}
        tabs={(['service', 'desk', 'user'] as const).map((id) => ({ id, label: t(`transfer.${id}`) }))}
        chosen={kind}
        onChoose={(id) => {
          setKind(id as Kind);
          setChosen(null);
        }}
      >
        <ul class="choices choices-tight">
          {places[kind].map((place) => (
            <li key={place.id}>
              <button
                type="button"
                class="choice"
                aria-pressed={chosen?.id === place.id}
                onClick={() => {
                  setChosen(place);
                  setFault('');
                }}
              >
                <strong>{place.name}</strong>
                <span class="choice-more">{place.more}</span>
              </button>
            </li>
          ))}
        </ul>
        {places[kind].length === 0 && <p class="empty">{empty}</p>}
      </Tabs>
      <FormFault kind="attention" text={fault} />
      <TextField
        label={t('transfer.note')}
        hint={t('transfer.noteHint')}
        value={note}
        rows={2}
        maxLength={2000}
        onInput={(text) => {
          setNote(text);
          tabMemory.write(kept, text);
        }}
      />
      <CheckField label={t('transfer.priority')} checked={priority} onChange={setPriority} />
      <Radios
        label={t('transfer.place')}
        options={(['behind', 'arrival'] as const).map((value) => ({ value, label: t(`transfer.${value}`) }))}
        value={place}
        onChange={setPlace}
      />
    </DeskDialog>
  );
}

/** Radio buttons. */
function Radios<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class="radios">
      <legend class="field-label">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class="radio">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
